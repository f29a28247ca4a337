//! The command line: sub-commands, options, and their help.

mod campaign;
mod either_side;
mod environments;
mod looking;
mod recordings;
mod running;
mod sharing;
mod trust;

use std::net::IpAddr;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Parser, Subcommand};
use morse::LoadOptions;
use morse_scene::document::RequestTiming;

pub use campaign::{
    CampaignArguments, CampaignCommand, CampaignReportArguments, ConductArguments, ParameterArguments,
};
pub use either_side::long_options;
pub use environments::{AddArguments, EnvironmentArguments, ImportArguments};
pub use looking::{RenderArguments, SenseArguments};
pub use recordings::{
    BagArguments, BagCommand, BagExportArguments, BagInfoArguments, DiffArguments, PlotArguments,
};
pub use running::{
    CallArguments, EchoArguments, HzArguments, InfoArguments, ServerArguments, ServiceArguments,
    ServiceCommand, ServiceListArguments, TopicArguments, TopicCommand, TopicListArguments,
};
pub use sharing::{MultinodeServerArguments, words};
pub use trust::TrustArguments;

/// A day. [s]
const DAY_S: f64 = 86_400.0;

const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (MORSE 1.4 compatible)");

const EXAMPLES: &str = "\
Examples:
  morse run examples/first_scene.py        simulate a scene
  morse check scene.py                     look for mistakes in a scene, run nothing
  morse render scene.py                    a picture of a scene
  morse sense scene.py robot.camera -o a.png
                                           what a sensor sees
  morse catalogue Odometry                 what a component publishes and can do
  morse topic echo robot.pose              the messages of a sensor of a simulation that runs
  morse service call robot.waypoint goto 2 1 0
                                           a service of a simulation that runs
  morse run --fast --duration 60 scene.py  one simulated minute, as fast as possible
  morse campaign plan.toml                 many runs, with seeds and parameters";

const PYTHONPATH_EXAMPLE: &str = "\
Example:
  PYTHONPATH=$(morse pythonpath) python3 client.py
                                           a client that imports pymorse";

/// Simulates robots for the people who write robot software.
#[derive(Debug, Parser)]
#[command(name = "morse", version = VERSION, disable_version_flag = true, after_help = EXAMPLES)]
pub struct Arguments {
    /// Prints the version
    #[arg(short = 'v', long, action = ArgAction::Version)]
    version: (),

    #[command(flatten)]
    pub look: OutputStyle,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// How messages look.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct OutputStyle {
    /// Colours the log, on a terminal
    #[arg(short, long)]
    pub color: bool,

    /// Colours for a terminal with a light background
    #[arg(long)]
    pub reverse_color: bool,

    /// Plays no sounds
    #[arg(short, long)]
    pub noaudio: bool,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Simulates a scene
    Run(RunArguments),
    /// Runs a scene script and prints the scene document it describes
    Build(BuildArguments),
    /// Shows a recorded run in the browser, or simulates it again and says whether and where it differs
    Replay(ReplayArguments),
    /// Does many runs of scenes, with seeds and parameters of a plan, and makes one table of the results
    Campaign(CampaignArguments),
    /// Shows what is in a recording, and exports its channels to other formats
    Bag(BagArguments),
    /// Compares two recordings: the first tick and field in which they differ
    Diff(DiffArguments),
    /// Draws fields of a recording over time
    Plot(PlotArguments),
    /// Looks for mistakes in a scene; without FILE, checks that this computer is ready to run scenes
    Check(CheckArguments),
    /// Lists the components, or shows everything about one of them
    Catalogue(CatalogueArguments),
    /// Shows what is in an asset file: nodes, sizes, bodies, properties
    Inspect(InspectArguments),
    /// Draws a scene as it stands at the beginning
    Render(RenderArguments),
    /// Shows what a sensor of a scene sees; without SENSOR, which sensors there are
    Sense(SenseArguments),
    /// Shows the streams of a running simulation: which there are, their messages, their rate
    Topic(TopicArguments),
    /// Lists and calls the services of a running simulation
    Service(ServiceArguments),
    /// Connects simulators that share a scene
    #[command(alias = sharing::OWN_NAME)]
    MultinodeServer(MultinodeServerArguments),
    /// Prints the folder with the Python packages of this program: pymorse for clients, morse for scenes
    #[command(after_help = PYTHONPATH_EXAMPLE)]
    Pythonpath,
    /// Prints the JSON Schema of scene documents
    #[command(after_help = "Example:\n  morse schema > scene.schema.json")]
    Schema,
    /// Makes a simulation environment: a folder for scenes, models and components of your own
    #[command(after_help = "Example:\n  morse create my_sim      then: morse run my_sim")]
    Create(EnvironmentArguments),
    /// Registers a folder as a simulation environment
    Import(ImportArguments),
    /// Deletes a simulation environment with everything in it
    #[command(after_help = "Example:\n  morse rm my_sim")]
    Rm(EnvironmentArguments),
    /// Adds a robot, a sensor or an actuator of your own to a simulation environment
    Add(AddArguments),
    /// Shows a robot that drives among obstacles: with its laser scanner, a camera and a person, as text
    Demo(DemoArguments),
    /// Looks at what this computer has for MORSE, and says what to do where something is missing
    Doctor(DoctorArguments),
    /// Prints the completions for a shell
    #[command(after_help = COMPLETIONS_EXAMPLE)]
    Completions {
        /// The shell
        #[arg(value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Prints the manual page of this program, or of one of its commands, for `man`
    #[command(after_help = "Example:\n  morse man run | man -l -")]
    Man {
        /// A command of this program
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
    /// Shows a simulation that runs elsewhere in the browser
    View(ViewArguments),
    #[command(hide = true)]
    Edit(LaterArguments),
}

const COMPLETIONS_EXAMPLE: &str = "\
Example:
  morse completions bash > ~/.local/share/bash-completion/completions/morse";

/// `morse demo`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  morse demo\n  morse demo --duration 20 --picture camera.png")]
pub struct DemoArguments {
    /// Ends after that much simulated time [s]
    #[arg(long, value_name = "SECONDS", value_parser = positive, default_value_t = 60.0)]
    pub duration: f64,

    /// Does not wait for real time
    #[arg(long)]
    pub fast: bool,

    /// Writes what the camera of the robot sees in the end
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
}

/// `morse doctor`
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 when scenes can run, 1 when they cannot.")]
pub struct DoctorArguments {
    /// Prints JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub python: PythonArguments,
}

/// Which Python runs scene scripts.
#[derive(Debug, Clone, Default, Args)]
pub struct PythonArguments {
    /// The Python (3.9 or later) that runs scene scripts [default: $MORSE_PYTHON, else python3]
    #[arg(long, value_name = "PATH")]
    pub python: Option<PathBuf>,
}

const RUN_USAGE: &str = "morse run [OPTIONS] [ENV] [FILE] [ARGS]...";

const RUN_EXAMPLES: &str = "\
SCENE is a script (scene.py), a scene document (scene.json), or an environment registered in ~/.morse/config, which \
may be followed by a file in it. Options of morse may stand before and after SCENE; other words after it go to the \
script, and so do all words after `--`.

Examples:
  morse run scene.py                           real time, until Ctrl-C or a client says quit
  morse run --view scene.py                    shows it in the browser, at http://127.0.0.1:8000
  morse run --fast --duration 60 --json scene.py
                                               as fast as possible, then a report as JSON
  morse run --bind 0.0.0.0 scene.py            lets clients on other computers connect
  morse run --port 4100 --stream-port 61000 scene.py
                                               beside another simulation
  morse run scene.py --robots 3                the script finds --robots 3 in sys.argv
  morse run scene.py -- --fast                 the script finds --fast in sys.argv
  morse run --skip-missing-middlewares scene.py
                                               without its streams over ROS, say
  morse run --parameter mass=12.5 scene.py     the script finds 12.5 as parameter('mass', default=10.0)
  morse run my_environment other.py            a scene of a registered environment";

/// Options of `morse run`.
#[derive(Debug, Args)]
#[command(override_usage = RUN_USAGE, after_help = RUN_EXAMPLES)]
pub struct RunArguments {
    /// Does not wait for real time
    #[arg(long)]
    pub fast: bool,

    /// Ends after that much simulated time [s]
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub duration: Option<f64>,

    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Threads for sensors and physics; the result is the same for any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,

    /// Address on which clients are served; 0.0.0.0 serves other computers too
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,

    /// First port to try for services
    #[arg(long, value_name = "PORT", default_value_t = 4000)]
    pub port: u16,

    /// Port of the first stream
    #[arg(long, value_name = "PORT", default_value_t = 60000)]
    pub stream_port: u16,

    /// Shows the run in a web page, and prints its address
    #[arg(long)]
    pub view: bool,

    #[command(flatten)]
    pub page: PageArguments,

    /// Serves the run live for Foxglove, and prints where
    #[arg(long)]
    pub foxglove: bool,

    /// Port for Foxglove; 0 takes any
    #[arg(long, value_name = "PORT", default_value_t = 8765)]
    pub foxglove_port: u16,

    /// Address on which Foxglove is served; whoever reaches it can read everything
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub foxglove_address: IpAddr,

    /// When requests are served: `immediate`, as they arrive, or `tick`, once in a step at its beginning, as MORSE 1.4 did.
    /// Without it, as the scene says
    #[arg(long, value_name = "WHEN", env = "MORSE_REQUEST_TIMING", hide_env_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(["immediate", "tick"]).map(|word| request_timing(&word)))]
    pub request_timing: Option<RequestTiming>,

    /// Name of this node in a scene shared by several simulators [default: $MORSE_NODE, else the host's name]
    #[arg(long, value_name = "NODE")]
    pub name: Option<String>,

    /// Size and place of the window (there is none yet; known for compatibility)
    #[arg(short, long, value_name = "WxH[+dx,dy]", value_parser = geometry)]
    pub geometry: Option<String>,

    /// At the end, prints a report as JSON on standard output; what the script prints goes to standard error
    #[arg(long)]
    pub json: bool,

    /// At the end, prints a hash of the whole state: the same scene, seed and inputs give the same one
    #[arg(long)]
    pub digest: bool,

    /// Lists all robots, components and streams at the start, however many there are; by default, lists of more than 50 are
    /// shortened
    #[arg(long)]
    pub verbose: bool,

    /// Records the run to a file in the format MCAP: readings, commands, services, poses. An existing file is overwritten
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// How long components written in Python may take to act in a tick, or to serve a request [s of wall time]
    #[arg(long, value_name = "SECONDS", default_value_t = LoadOptions::COMPONENT_TIMEOUT_S, value_parser = component_timeout)]
    pub component_timeout: f64,

    /// Leaves out, with a warning, streams and services of middlewares that this build does not speak
    #[arg(long)]
    pub skip_missing_middlewares: bool,

    #[command(flatten)]
    pub trust: TrustArguments,

    #[command(flatten)]
    pub parameters: ParameterArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The scene, then words for its script
    #[arg(value_name = "SCENE", trailing_var_arg = true)]
    pub words: Vec<String>,
}

impl RunArguments {
    /// The scene and the words for its script, and how many of these stand before a `--`.
    #[must_use]
    pub fn scene_words(&self) -> (Vec<String>, usize) {
        let mut words = self.words.clone();
        match words.iter().position(|word| word == either_side::END_OF_OPTIONS) {
            Some(end) => {
                words.remove(end);
                (words, end)
            }
            None => {
                let count = words.len();
                (words, count)
            }
        }
    }
}

/// Where a page is served.
#[derive(Debug, Clone, Args)]
pub struct PageArguments {
    /// First port to try for the page
    #[arg(long, value_name = "PORT", default_value_t = 8000)]
    pub view_port: u16,

    /// Address on which the page is served; from other computers a token is needed, which is printed
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub view_address: IpAddr,
}

/// Options of `morse replay`.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status with --check: 0 when all states are the same bit for bit, 1 when not.\n\n\
                  Example:\n  morse run --record run.mcap scene.py\n  morse replay run.mcap             shows it in the browser\n  \
                  morse replay run.mcap --check     simulates it again"
)]
pub struct ReplayArguments {
    /// Simulates again from scene, seed and inputs, and compares the state of each tick
    #[arg(long, conflicts_with_all = ["view_port", "view_address"])]
    pub check: bool,

    #[command(flatten)]
    pub page: PageArguments,

    #[command(flatten)]
    pub trust: TrustArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The recording
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Options of `morse view`.
#[derive(Debug, Args)]
#[command(after_help = "The run there needs `morse run --view`, and for other computers than its own\n\
                  `--view-address 0.0.0.0`. It prints its address with the token.\n\n\
                  Examples:\n  morse view 127.0.0.1:8000                        a run on this computer\n  \
                  morse view 'http://10.0.0.5:8000/?token=0f3a'    one on another computer")]
pub struct ViewArguments {
    #[command(flatten)]
    pub page: PageArguments,

    /// Where the viewer of the run is served: host and port, or the address that it has printed
    #[arg(value_name = "HOST:PORT")]
    pub address: String,
}

/// Options of `morse build`.
#[derive(Debug, Args)]
#[command(
    override_usage = "morse build [OPTIONS] <SCRIPT> [-- ARGS]...",
    after_help = "Examples:\n  morse build scene.py -o scene.json       then: morse run scene.json, without Python\n  \
                  morse build scene.py --component-config  the wiring tables as Python dictionaries"
)]
pub struct BuildArguments {
    /// Prints the five wiring tables as Python, in the shape of release 1.4, instead of the document
    #[arg(long)]
    pub component_config: bool,

    /// Writes to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Name of this node in a scene shared by several simulators [default: $MORSE_NODE, else the host's name]
    #[arg(long, value_name = "NODE")]
    pub name: Option<String>,

    #[command(flatten)]
    pub parameters: ParameterArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The script, then words for it; those that begin with a dash after `--`
    #[arg(value_name = "SCRIPT", required = true)]
    pub words: Vec<String>,
}

/// Options of `morse check`.
#[derive(Debug, Args)]
#[command(
    override_usage = "morse check [OPTIONS] [FILE] [-- ARGS]...",
    after_help = "Exit status: 0 when the scene can run, 1 when it cannot.\n\n\
                  Examples:\n  morse check                    is everything here to run scenes?\n  \
                  morse check scene.py           every mistake, with its line\n  \
                  morse check scene.py --json    the same for programs"
)]
pub struct CheckArguments {
    /// Prints the findings as JSON on standard output
    #[arg(long)]
    pub json: bool,

    /// Warns of streams and services of middlewares that this build does not speak, as `morse run` with this option does
    #[arg(long)]
    pub skip_missing_middlewares: bool,

    #[command(flatten)]
    pub trust: TrustArguments,

    #[command(flatten)]
    pub parameters: ParameterArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The scene, then words for its script; those that begin with a dash after `--`
    #[arg(value_name = "FILE")]
    pub words: Vec<String>,
}

/// Options of `morse catalogue`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  morse catalogue                 all components\n  \
                  morse catalogue Odometry        one: fields, properties, levels, services\n  \
                  morse catalogue --json          everything, for programs")]
pub struct CatalogueArguments {
    /// Name in scripts (Odometry) or class path (morse.sensors.odometry.Odometry)
    pub name: Option<String>,

    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// `morse inspect`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  morse inspect robots/atrv            a file of MORSE_RESOURCE_PATH or of the installed data\n  \
                  morse inspect my_robot.glb --json    everything but the vertices, for programs"
)]
pub struct InspectArguments {
    /// A .blend (Blender 2.60 to 2.79), .glb, .gltf, .obj, .stl or .urdf file, or the name of an asset
    #[arg(value_name = "FILE")]
    pub file: String,

    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// Words of a sub-command that the original has and this one does not have yet.
#[derive(Debug, Args)]
pub struct LaterArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 => Ok(number),
        _ => Err("it must be a number of seconds greater than 0".to_owned()),
    }
}

/// Reads one of the words that `--request-timing` takes.
fn request_timing(word: &str) -> RequestTiming {
    if word == "tick" { RequestTiming::Tick } else { RequestTiming::Immediate }
}

/// Accepts seconds up to a day: nobody waits longer for a component.
fn component_timeout(text: &str) -> Result<f64, String> {
    let seconds = positive(text).ok().filter(|&seconds| seconds <= DAY_S);
    seconds.ok_or_else(|| format!("it must be a number of seconds greater than 0, {DAY_S} at most"))
}

/// Accepts `WxH` and `WxH+dx,dy`.
fn geometry(text: &str) -> Result<String, String> {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let pair = |part: &str, separator: char| {
        part.split_once(separator).is_some_and(|(left, right)| digits(left) && digits(right))
    };
    let fits = match text.split_once('+') {
        None => pair(text, 'x'),
        Some((size, place)) => pair(size, 'x') && pair(place, ','),
    };
    if fits {
        Ok(text.to_owned())
    } else {
        Err("The geometry must be formatted as WxH or WxH+dx,dy".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_words(line: &[&str]) -> RunArguments {
        match Arguments::try_parse_from(words(line.iter().map(Into::into))).unwrap().command {
            Some(Command::Run(run)) => run,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }

    #[test]
    fn options_stand_on_either_side_of_the_scene_and_other_words_go_to_the_script() {
        let run = run_words(&["morse", "run", "--fast", "scene.py", "--robots", "3", "--seed", "7", "x"]);
        assert_eq!((run.fast, run.seed), (true, 7));
        assert_eq!(run.scene_words(), (["scene.py", "--robots", "3", "x"].map(str::to_owned).to_vec(), 4));
        let run = run_words(&["morse", "run", "scene.py", "a", "--", "--fast", "--", "y"]);
        assert!(!run.fast);
        let words = ["scene.py", "a", "--fast", "--", "y"].map(str::to_owned).to_vec();
        assert_eq!(run.scene_words(), (words, 2));
        assert_eq!(run_words(&["morse", "run", "--", "-scene", "--fast"]).words, ["-scene", "--fast"]);
    }

    #[test]
    fn a_geometry_has_one_of_two_forms() {
        assert!(geometry("800x600").is_ok());
        assert!(geometry("800x600+10,20").is_ok());
        for wrong in ["", "800", "800x", "x600", "800x600+", "800x600+10", "axb", "800x600+10x20"] {
            assert!(geometry(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn wrong_numbers_are_refused() {
        for wrong in [["--duration", "0"], ["--duration", "nan"], ["--threads", "0"], ["--port", "65536"]]
            .into_iter()
            .chain(["0", "nan", "86401", "1e300"].map(|limit| ["--component-timeout", limit]))
        {
            let line = ["morse", "run", wrong[0], wrong[1], "scene.py"];
            assert!(Arguments::try_parse_from(line).is_err(), "{wrong:?}");
        }
    }
}
