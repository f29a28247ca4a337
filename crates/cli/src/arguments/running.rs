//! Options of the commands for a simulation that runs: `morse topic` and `morse service`.

use clap::{Args, Subcommand};

use super::common::positive;

/// Where the simulation serves clients.
#[derive(Debug, Clone, Args)]
pub struct ServerArguments {
    /// The computer on which the simulation runs
    #[arg(long, value_name = "HOST", default_value = "localhost")]
    pub host: String,

    /// The port of its services
    #[arg(long, value_name = "PORT", default_value_t = 4000)]
    pub port: u16,
}

/// `morse topic`
#[derive(Debug, Args)]
#[command(after_help = "A simulation must be running: morse run scene.py\n\n\
                  Examples:\n  morse topic list                       all streams, of whichever middleware\n  \
                  morse topic echo robot.pose            its messages, until Ctrl-C\n  \
                  morse topic echo robot.pose --json | jq .x\n  \
                  morse topic hz robot.pose              how often they come\n  \
                  morse topic info robot.pose            what they contain")]
pub struct TopicArguments {
    /// What to do.
    #[command(subcommand)]
    pub command: TopicCommand,
}

/// The commands of `morse topic`.
#[derive(Debug, Subcommand)]
pub enum TopicCommand {
    /// Lists all streams: component, direction, middleware, and where clients find them
    List(TopicListArguments),
    /// Prints the messages of a sensor as they come
    Echo(EchoArguments),
    /// Measures how often messages come, in wall time and in simulated time
    Hz(HzArguments),
    /// Shows what a component sends or takes: fields, units, rate, level, streams
    Info(InfoArguments),
}

/// `morse topic list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  morse topic list\n  morse topic list --port 4100 --json")]
pub struct TopicListArguments {
    #[command(flatten)]
    pub server: ServerArguments,

    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// `morse topic echo`
#[derive(Debug, Args)]
#[command(after_help = "Long lists and texts are shortened; --json prints everything.\n\n\
                  Examples:\n  morse topic echo robot.pose\n  \
                  morse topic echo pose -n 1                 a name may be shortened while one component fits\n  \
                  morse topic echo robot.pose --json > poses.jsonl")]
pub struct EchoArguments {
    /// Full name of a sensor with a socket stream
    #[arg(value_name = "COMPONENT")]
    pub component: String,

    /// Ends after that many messages
    #[arg(short = 'n', long = "count", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub count: Option<u64>,

    #[command(flatten)]
    pub server: ServerArguments,

    /// Prints each message on one line, exactly as it came: JSON, in which Python's NaN and Infinity may stand
    #[arg(long)]
    pub json: bool,
}

/// `morse topic hz`
#[derive(Debug, Args)]
#[command(
    after_help = "Prints a line for each clock every second. Wall time is when messages arrive here, simulated time is \
                  their time stamp. Jitter is the standard deviation of the periods.\n\n\
                  Examples:\n  morse topic hz robot.pose                  until Ctrl-C\n  \
                  morse topic hz robot.pose --window 100     over the newest 100 periods\n  \
                  morse topic hz robot.pose -n 600 --json    for programs, after 600 messages"
)]
pub struct HzArguments {
    /// Full name of a sensor with a socket stream
    #[arg(value_name = "COMPONENT")]
    pub component: String,

    /// Ends after that many messages
    #[arg(short = 'n', long = "count", value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    pub count: Option<u64>,

    /// Measures over that many of the newest periods [default: all]
    #[arg(long, value_name = "PERIODS", value_parser = clap::value_parser!(u64).range(1..))]
    pub window: Option<u64>,

    #[command(flatten)]
    pub server: ServerArguments,

    /// Prints the result as JSON, at the end only
    #[arg(long)]
    pub json: bool,
}

/// `morse topic info`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  morse topic info robot.pose")]
pub struct InfoArguments {
    /// Full name of a component
    #[arg(value_name = "COMPONENT")]
    pub component: String,

    #[command(flatten)]
    pub server: ServerArguments,

    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// `morse service`
#[derive(Debug, Args)]
#[command(after_help = "A simulation must be running: morse run scene.py\n\n\
                  Examples:\n  morse service list                     all services\n  \
                  morse service list robot.waypoint      those of a component, explained\n  \
                  morse service call robot.waypoint goto 2 1 0 speed=0.5\n  \
                  morse service call simulation quit")]
pub struct ServiceArguments {
    /// What to do.
    #[command(subcommand)]
    pub command: ServiceCommand,
}

/// The commands of `morse service`.
#[derive(Debug, Subcommand)]
pub enum ServiceCommand {
    /// Lists the services of all components, or explains those of one
    List(ServiceListArguments),
    /// Calls a service, waits for its end and prints its answer
    Call(CallArguments),
}

/// `morse service list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  morse service list\n  morse service list time\n  \
                  morse service list robot.waypoint --json")]
pub struct ServiceListArguments {
    /// Full name of a component, or `simulation`, `time`, `communication`
    #[arg(value_name = "COMPONENT")]
    pub component: Option<String>,

    #[command(flatten)]
    pub server: ServerArguments,

    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

const CALL_NOTES: &str = "\
An argument is JSON, or a text if it is no JSON. NAME=VALUE gives an argument by its name. One single JSON array stands for \
all arguments, one single JSON object for arguments by name. To pass one list or one dictionary: name=[1,2].

Exit status: 0 when the service succeeded, 1 when it failed or was preempted, 130 after Ctrl-C, which cancels it.

Examples:
  morse service call robot.waypoint goto 2 1 0 0.5 1.0
  morse service call robot.waypoint goto x=2 y=1 z=0 speed=0.5
  morse service call robot.waypoint goto '[2, 1, 0, 0.5, 1.0]' --timeout 60
  morse service call robot.pose get_local_data --json
  morse service call simulation deactivate robot.pose";

/// `morse service call`
#[derive(Debug, Args)]
#[command(after_help = CALL_NOTES)]
pub struct CallArguments {
    /// Full name of a component, or `simulation`, `time`, `communication`
    #[arg(value_name = "COMPONENT")]
    pub component: String,

    /// The service
    #[arg(value_name = "SERVICE")]
    pub service: String,

    /// Its arguments
    #[arg(value_name = "ARGS", allow_negative_numbers = true)]
    pub words: Vec<String>,

    /// Cancels the service after that much wall time [default: waits until it ends] [s]
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub timeout: Option<f64>,

    #[command(flatten)]
    pub server: ServerArguments,

    /// Prints the answer as JSON on one line; null if it is empty
    #[arg(long)]
    pub json: bool,
}
