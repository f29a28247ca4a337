//! Options of the commands for a running simulation: `morse topic` and `morse service`.

use clap::{Args, Subcommand};

use super::common::positive;

/// Host and port of the services of a simulation.
#[derive(Debug, Clone, Args)]
pub struct ServerArguments {
    /// Computer on which the simulation runs
    #[arg(long, value_name = "HOST", default_value = "localhost")]
    pub host: String,

    /// Port of its services
    #[arg(long, value_name = "PORT", default_value_t = 4000)]
    pub port: u16,
}

/// Arguments of `morse topic`.
#[derive(Debug, Args)]
#[command(after_help = "A simulation must be running: morse run scene.py\n\n\
                  Examples:\n  morse topic list                       list the streams of all middlewares\n  \
                  morse topic echo robot.pose            print its messages until Ctrl-C\n  \
                  morse topic echo robot.pose --json | jq .x\n  \
                  morse topic hz robot.pose              measure the message rate\n  \
                  morse topic info robot.pose            describe the messages\n  \
                  morse topic pub robot.motion v=1 w=0.5 send a command")]
pub struct TopicArguments {
    /// The subcommand.
    #[command(subcommand)]
    pub command: TopicCommand,
}

/// The subcommands of `morse topic`.
#[derive(Debug, Subcommand)]
pub enum TopicCommand {
    /// List all streams with component, direction, middleware and address
    List(TopicListArguments),
    /// Print the messages of a sensor as they arrive
    Echo(EchoArguments),
    /// Measure the rate of messages in wall time and in simulated time
    Hz(HzArguments),
    /// Show the fields, units, rate, level and streams of a component
    Info(InfoArguments),
    /// Send a command to an actuator, once or at a rate
    Pub(PubArguments),
}

/// Arguments of `morse top`.
#[derive(Debug, Args)]
#[command(after_help = "Times are means of the last second: of a whole step, and of its parts.\n\n\
                  Examples:\n  morse top                update every second until Ctrl-C\n  \
                  morse top -n 1 --json    print one measurement as JSON")]
pub struct TopArguments {
    /// End after this number of measurements
    #[arg(short = 'n', long = "count", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub count: Option<u64>,

    #[command(flatten)]
    pub server: ServerArguments,

    /// Print each measurement as JSON on one line
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `morse topic list`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  morse topic list\n  morse topic list --port 4100 --json")]
pub struct TopicListArguments {
    #[command(flatten)]
    pub server: ServerArguments,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `morse topic echo`.
#[derive(Debug, Args)]
#[command(after_help = "Long lists and texts are shortened; --json prints everything.\n\n\
                  Examples:\n  morse topic echo robot.pose\n  \
                  morse topic echo pose -n 1                 a name may be shortened if it stays unique\n  \
                  morse topic echo robot.pose --json > poses.jsonl")]
pub struct EchoArguments {
    /// Full name of a sensor with a socket stream
    #[arg(value_name = "COMPONENT")]
    pub component: String,

    /// End after this number of messages
    #[arg(short = 'n', long = "count", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub count: Option<u64>,

    #[command(flatten)]
    pub server: ServerArguments,

    /// Print each message unchanged on one line, as JSON that may contain NaN and Infinity
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `morse topic hz`.
#[derive(Debug, Args)]
#[command(
    after_help = "Prints a line for each clock every second. Wall time is the time of arrival, simulated time is the time \
                  stamp of the message. Jitter is the standard deviation of the periods.\n\n\
                  Examples:\n  morse topic hz robot.pose                  measure until Ctrl-C\n  \
                  morse topic hz robot.pose --window 100     measure over the newest 100 periods\n  \
                  morse topic hz robot.pose -n 600 --json    measure 600 messages and print JSON"
)]
pub struct HzArguments {
    /// Full name of a sensor with a socket stream
    #[arg(value_name = "COMPONENT")]
    pub component: String,

    /// End after this number of messages
    #[arg(short = 'n', long = "count", value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    pub count: Option<u64>,

    /// Measure over this number of the newest periods [default: all]
    #[arg(long, value_name = "PERIODS", value_parser = clap::value_parser!(u64).range(1..))]
    pub window: Option<u64>,

    #[command(flatten)]
    pub server: ServerArguments,

    /// Print the result as JSON, only at the end
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `morse topic info`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  morse topic info robot.pose")]
pub struct InfoArguments {
    /// Full name of a component
    #[arg(value_name = "COMPONENT")]
    pub component: String,

    #[command(flatten)]
    pub server: ServerArguments,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `morse topic pub`.
#[derive(Debug, Args)]
#[command(
    after_help = "Fields that are not given have the values that they have before the first command; morse topic info \
                  lists all. A command holds until the next one, also after this program has ended.\n\n\
                  Examples:\n  morse topic pub robot.motion v=1 w=0.5\n  \
                  morse topic pub robot.motion v=1 --rate 10       ten times per second, until Ctrl-C\n  \
                  morse topic pub robot.motion '{\"v\": 1.0, \"w\": 0.5}'"
)]
pub struct PubArguments {
    /// Full name of an actuator with a socket stream
    #[arg(value_name = "COMPONENT")]
    pub component: String,

    /// Fields of the command, FIELD=VALUE; or one JSON object
    #[arg(value_name = "FIELDS")]
    pub fields: Vec<String>,

    /// Send again and again at this rate, in wall time, until Ctrl-C [Hz]
    #[arg(long, value_name = "HZ", value_parser = rate)]
    pub rate: Option<f64>,

    /// End after this number of commands
    #[arg(short = 'n', long = "count", value_name = "N", requires = "rate", value_parser = clap::value_parser!(u64).range(1..))]
    pub count: Option<u64>,

    #[command(flatten)]
    pub server: ServerArguments,
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (0.001..=10_000.0).contains(rate));
    rate.ok_or_else(|| "it must be a rate from 0.001 to 10000".to_owned())
}

/// Arguments of `morse service`.
#[derive(Debug, Args)]
#[command(after_help = "A simulation must be running: morse run scene.py\n\n\
                  Examples:\n  morse service list                     list all services\n  \
                  morse service list robot.waypoint      describe the services of a component\n  \
                  morse service call robot.waypoint goto 2 1 0 speed=0.5\n  \
                  morse service call simulation quit")]
pub struct ServiceArguments {
    /// The subcommand.
    #[command(subcommand)]
    pub command: ServiceCommand,
}

/// The subcommands of `morse service`.
#[derive(Debug, Subcommand)]
pub enum ServiceCommand {
    /// List the services of all components, or describe the services of one component
    List(ServiceListArguments),
    /// Call a service, wait until it ends and print its answer
    Call(CallArguments),
}

/// Arguments of `morse service list`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  morse service list\n  morse service list time\n  \
                  morse service list robot.waypoint --json")]
pub struct ServiceListArguments {
    /// Full name of a component, or `simulation`, `time`, `communication`
    #[arg(value_name = "COMPONENT")]
    pub component: Option<String>,

    #[command(flatten)]
    pub server: ServerArguments,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

const CALL_NOTES: &str = "\
An argument is JSON, or a string if it is not valid JSON. NAME=VALUE passes an argument by name. A single JSON array \
contains all arguments; a single JSON object contains arguments by name. To pass a single list or dictionary as a value, \
name it: name=[1,2].

Exit status: 0 if the service succeeded, 1 if it failed or was preempted, 130 after Ctrl-C, which cancels it.

Examples:
  morse service call robot.waypoint goto 2 1 0 0.5 1.0
  morse service call robot.waypoint goto x=2 y=1 z=0 speed=0.5
  morse service call robot.waypoint goto '[2, 1, 0, 0.5, 1.0]' --timeout 60
  morse service call robot.pose get_local_data --json
  morse service call simulation deactivate robot.pose";

/// Arguments of `morse service call`.
#[derive(Debug, Args)]
#[command(after_help = CALL_NOTES)]
pub struct CallArguments {
    /// Full name of a component, or `simulation`, `time`, `communication`
    #[arg(value_name = "COMPONENT")]
    pub component: String,

    /// Service to call
    #[arg(value_name = "SERVICE")]
    pub service: String,

    /// Arguments of the service
    #[arg(value_name = "ARGS", allow_negative_numbers = true)]
    pub arguments: Vec<String>,

    /// Cancel the service after this wall time [default: no limit] [s]
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub timeout: Option<f64>,

    #[command(flatten)]
    pub server: ServerArguments,

    /// Print the answer as JSON on one line; null if it is empty
    #[arg(long)]
    pub json: bool,
}
