//! Options of `morse run`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use morse::LoadOptions;
use morse_scene::document::RequestTiming;

use super::campaign::ParameterArguments;
use super::common::{PythonArguments, positive};
use super::page::PageArguments;
use super::trust::TrustArguments;

/// A day. [s]
const DAY_S: f64 = 86_400.0;

/// Ends the options of this program: all words after it are for the script.
pub(super) const END_OF_OPTIONS: &str = "--";

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

    /// How much memory each Python process of components may have, on Linux [MiB]; no limit if 0
    #[arg(long, value_name = "MIB", default_value_t = LoadOptions::COMPONENT_MEMORY_MIB)]
    pub component_memory: u64,

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
        match words.iter().position(|word| word == END_OF_OPTIONS) {
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
    use clap::Parser;

    use super::*;
    use crate::arguments::{Arguments, Command, words};

    fn run_words(line: &[&str]) -> RunArguments {
        match Arguments::try_parse_from(words(line.iter().map(Into::into))).unwrap().command {
            Some(Command::Run(run)) => run,
            other => panic!("{other:?}"),
        }
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
