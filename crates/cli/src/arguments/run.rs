//! Options of `morse run`.

mod checkpoints;
mod limits;
mod option_order;

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use morse::LoadOptions;
use morse_scene::document::RequestTiming;

use super::campaign::ParameterArguments;
use super::common::{PictureArguments, PythonArguments, TrustArguments, positive};
use super::page::PageArguments;
use super::robot_file::RobotFileArguments;
use super::robot_place::RobotPlaceArguments;

pub use checkpoints::CheckpointArguments;
pub use limits::LimitArguments;
pub use option_order::long_options;
pub(super) use option_order::options_first;

/// Largest time limit of a component: one day. [s]
const COMPONENT_TIMEOUT_MAX_S: f64 = 86_400.0;

/// Ends the options of this program: all arguments after it are for the script.
const END_OF_OPTIONS: &str = "--";

const RUN_USAGE: &str = "morse run [OPTIONS] [ENV] [FILE] [ARGS]...";

const RUN_EXAMPLES: &str = "\
SCENE is a script (scene.py), a scene document (scene.json), or an environment registered in ~/.morse/config, which \
may be followed by a file in it. A robot file (arm.urdf, arm.sdf, or MJCF as arm.xml) runs in an empty world, and a world file (yard.world, yard.sdf) without a robot of its own. A model file (kitchen.glb, yard.blend, chair.obj) is a robot if its only bodies are those of one mechanism, otherwise a world. Options of morse may stand before or after SCENE; other arguments after SCENE, and \
all arguments after `--`, go to the script.

Examples:
  morse run scene.py                           run in real time until Ctrl-C or a quit request
  morse run --view scene.py                    show it in the browser, at http://127.0.0.1:8000
  morse run --view --world indoors-1/boxes arm.urdf
                                               show a robot of your own in an environment
  morse run --fast --duration 60 --json scene.py
                                               run as fast as possible, then print a JSON report
  morse run --bind 0.0.0.0 scene.py            let clients on other computers connect
  morse run --port 4100 --stream-port 61000 scene.py
                                               run beside another simulation
  morse run scene.py --robots 3                pass --robots 3 to the script, in sys.argv
  morse run scene.py -- --fast                 pass --fast to the script, in sys.argv
  morse run --skip-missing-middlewares scene.py
                                               leave out streams of unsupported middlewares
  morse run --checkpoint state --every 60 scene.py
                                               save the state every minute; after a crash: morse run --resume state
  morse run --parameter mass=12.5 scene.py     let parameter('mass', default=10.0) return 12.5
  morse run my_environment other.py            run a scene of a registered environment";

/// Arguments of `morse run`.
#[derive(Debug, Args)]
#[command(override_usage = RUN_USAGE, after_help = RUN_EXAMPLES)]
pub struct RunArguments {
    /// Run as fast as possible instead of in real time
    #[arg(long)]
    pub fast: bool,

    /// End after this simulated time [s]
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub duration: Option<f64>,

    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Number of threads for sensors and physics; results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,

    /// Address to serve clients on; 0.0.0.0 for all interfaces
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,

    /// First port to try for services
    #[arg(long, value_name = "PORT", default_value_t = 4000)]
    pub port: u16,

    /// Port of the first stream
    #[arg(long, value_name = "PORT", default_value_t = 60000)]
    pub stream_port: u16,

    #[command(flatten)]
    pub limits: LimitArguments,

    #[command(flatten)]
    pub place: RobotPlaceArguments,

    #[command(flatten)]
    pub pictures: PictureArguments,

    #[command(flatten)]
    pub robot_file: RobotFileArguments,

    /// Show the run in a web page and print its address
    #[arg(long)]
    pub view: bool,

    #[command(flatten)]
    pub page: PageArguments,

    /// Serve the run live for Foxglove and print the address
    #[arg(long)]
    pub foxglove: bool,

    /// Port for Foxglove; 0 selects any free port
    #[arg(long, value_name = "PORT", default_value_t = 8765)]
    pub foxglove_port: u16,

    /// Address to serve Foxglove on; every client that can connect can read everything
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub foxglove_address: IpAddr,

    /// Serve requests as they arrive (`immediate`), or once per step at its beginning (`tick`, as in MORSE 1.4)
    /// [default: the setting of the scene]
    #[arg(long, value_name = "WHEN", env = "MORSE_REQUEST_TIMING", hide_env_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(["immediate", "tick"]).map(|word| request_timing(&word)))]
    pub request_timing: Option<RequestTiming>,

    /// Move robots and serve requests as MORSE 1.4 did: friction slows driven robots, and requests are served once per step
    #[arg(long = "as-morse-1.4", env = "MORSE_AS", hide_env_values = true, value_parser = is_morse_1_4)]
    pub as_morse_1_4: bool,

    /// Name of this node in a scene shared by several simulators [default: $MORSE_NODE, else the host's name]
    #[arg(long, value_name = "NODE")]
    pub name: Option<String>,

    /// Size and position of the window; ignored, accepted for compatibility
    #[arg(short, long, value_name = "WxH[+dx,dy]", value_parser = geometry)]
    pub geometry: Option<String>,

    /// Print a JSON report on standard output at the end; output of the script goes to standard error
    #[arg(long)]
    pub json: bool,

    /// Print a hash of the whole state at the end; the same scene, seed and inputs give the same hash
    #[arg(long)]
    pub digest: bool,

    /// Compare the declarations of components with their behavior, and end with an error at the first contradiction;
    /// for authors of components, steps take several times as long
    #[arg(long)]
    pub check_components: bool,

    /// End with an error when physics stops a body or a mechanism at a pose or velocity that is out of range; by default
    /// it is reported once, and the run continues
    #[arg(long)]
    pub strict: bool,

    /// List all robots, components and streams at the start; by default, lists of more than 50 are shortened
    #[arg(long)]
    pub verbose: bool,

    /// Record readings, commands, services and poses to an MCAP file, overwriting an existing file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    #[command(flatten)]
    pub checkpoints: CheckpointArguments,

    /// Time limit for a component written in Python to act in a tick or to serve a request [s of wall time]
    #[arg(long, value_name = "SECONDS", default_value_t = LoadOptions::COMPONENT_TIMEOUT_S, value_parser = component_timeout)]
    pub component_timeout: f64,

    /// Memory limit of each Python process of components, on Linux; 0 sets no limit [MiB]
    #[arg(long, value_name = "MIB", default_value_t = LoadOptions::COMPONENT_MEMORY_MIB)]
    pub component_memory: u64,

    /// Leave out, with a warning, streams and services of middlewares that this build does not support
    #[arg(long)]
    pub skip_missing_middlewares: bool,

    #[command(flatten)]
    pub trust: TrustArguments,

    #[command(flatten)]
    pub parameters: ParameterArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The scene and the arguments of its script
    #[arg(value_name = "SCENE", trailing_var_arg = true)]
    pub scene: Vec<String>,
}

impl RunArguments {
    /// The scene and the arguments of its script, without the `--`, and how many of them were before the `--`.
    #[must_use]
    pub fn scene_and_arguments(&self) -> (Vec<String>, usize) {
        let mut arguments = self.scene.clone();
        match arguments.iter().position(|argument| argument == END_OF_OPTIONS) {
            Some(end) => {
                arguments.remove(end);
                (arguments, end)
            }
            None => {
                let count = arguments.len();
                (arguments, count)
            }
        }
    }
}

/// Parses the value of `MORSE_AS`, or of the flag, whose values are `true` and `false`.
fn is_morse_1_4(word: &str) -> Result<bool, String> {
    match word {
        "true" | "1.4" => Ok(true),
        "false" | "" => Ok(false),
        _ => Err("the only version that it can name is 1.4".to_owned()),
    }
}

/// Parses a value of `--request-timing`.
fn request_timing(word: &str) -> RequestTiming {
    if word == "tick" { RequestTiming::Tick } else { RequestTiming::Immediate }
}

/// Parses the time limit of components, at most one day. [s]
fn component_timeout(text: &str) -> Result<f64, String> {
    let seconds = positive(text).ok().filter(|&seconds| seconds <= COMPONENT_TIMEOUT_MAX_S);
    seconds.ok_or_else(|| {
        format!("it must be a number of seconds greater than 0, {COMPONENT_TIMEOUT_MAX_S} at most")
    })
}

/// Checks that a window geometry has the form `WxH` or `WxH+dx,dy`. [pixels]
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
    use clap::Parser;

    use super::*;
    use crate::arguments::{Arguments, Command, normalize};

    fn parse(line: &[&str]) -> RunArguments {
        match Arguments::try_parse_from(normalize(line.iter().map(Into::into))).unwrap().command {
            Some(Command::Run(run)) => run,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn options_are_accepted_before_and_after_scene_and_other_arguments_go_to_script() {
        let run = parse(&["morse", "run", "--fast", "scene.py", "--robots", "3", "--seed", "7", "x"]);
        assert_eq!((run.fast, run.seed), (true, 7));
        assert_eq!(
            run.scene_and_arguments(),
            (["scene.py", "--robots", "3", "x"].map(str::to_owned).to_vec(), 4)
        );
        let run = parse(&["morse", "run", "scene.py", "a", "--", "--fast", "--", "y"]);
        assert!(!run.fast);
        let words = ["scene.py", "a", "--fast", "--", "y"].map(str::to_owned).to_vec();
        assert_eq!(run.scene_and_arguments(), (words, 2));
        assert_eq!(parse(&["morse", "run", "--", "-scene", "--fast"]).scene, ["-scene", "--fast"]);
    }

    #[test]
    fn switch_to_morse_1_4_takes_no_value() {
        assert!(parse(&["morse", "run", "scene.py", "--as-morse-1.4", "x"]).as_morse_1_4);
        assert!(!parse(&["morse", "run", "scene.py"]).as_morse_1_4);
        assert_eq!(["1.4", ""].map(is_morse_1_4), [Ok(true), Ok(false)]);
        assert!(is_morse_1_4("2.0").is_err());
    }

    #[test]
    fn geometry_has_one_of_two_forms() {
        assert!(geometry("800x600").is_ok());
        assert!(geometry("800x600+10,20").is_ok());
        for wrong in ["", "800", "800x", "x600", "800x600+", "800x600+10", "axb", "800x600+10x20"] {
            assert!(geometry(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        for wrong in [["--duration", "0"], ["--duration", "nan"], ["--threads", "0"], ["--port", "65536"]]
            .into_iter()
            .chain(["0", "nan", "86401", "1e300"].map(|limit| ["--component-timeout", limit]))
        {
            let line = ["morse", "run", wrong[0], wrong[1], "scene.py"];
            assert!(Arguments::try_parse_from(line).is_err(), "{wrong:?}");
        }
    }
}
