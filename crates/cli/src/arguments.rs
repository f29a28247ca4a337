//! The command line: sub-commands, options, and their help.

mod campaign;
mod common;
mod describe;
mod documents;
mod either_side;
mod environments;
mod installation;
mod looking;
mod page;
mod recordings;
mod run;
mod running;
mod sharing;
mod side;
mod trust;

use clap::{ArgAction, Args, Parser, Subcommand};

pub use campaign::{CampaignArguments, CampaignCommand, CampaignReportArguments, ConductArguments};
pub use common::{OutputStyle, PythonArguments};
pub use describe::{CatalogueArguments, InspectArguments};
pub use documents::{BuildArguments, CheckArguments};
pub use either_side::long_options;
pub use environments::{AddArguments, EnvironmentArguments, ImportArguments};
pub use installation::{DemoArguments, DoctorArguments};
pub use looking::{RenderArguments, SenseArguments};
pub use page::{ReplayArguments, ViewArguments};
pub use recordings::{
    BagArguments, BagCommand, BagExportArguments, BagInfoArguments, DiffArguments, PlotArguments,
};
pub use run::RunArguments;
pub use running::{
    CallArguments, EchoArguments, HzArguments, InfoArguments, ServerArguments, ServiceArguments,
    ServiceCommand, ServiceListArguments, TopicArguments, TopicCommand, TopicListArguments,
};
pub use sharing::{MultinodeServerArguments, words};
pub use side::Side;

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

const COMPLETIONS_EXAMPLE: &str = "\
Example:
  morse completions bash > ~/.local/share/bash-completion/completions/morse";

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

/// Words of a sub-command that the original has and this one does not have yet.
#[derive(Debug, Args)]
pub struct LaterArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }
}
