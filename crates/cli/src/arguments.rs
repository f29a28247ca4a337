//! The command line: subcommands, options, and their help.

mod campaign;
mod client;
mod common;
mod describe;
#[cfg(test)]
mod documented;
mod documents;
mod edit;
mod environments;
mod file_as_command;
mod installation;
mod map;
mod multinode_server;
mod page;
mod recordings;
mod render;
mod robot_file;
mod robot_place;
#[cfg(feature = "ros2")]
mod ros2_package;
mod run;
mod sense;

use clap::{ArgAction, Parser, Subcommand};

pub use campaign::{CampaignArguments, CampaignCommand, CampaignReportArguments, ConductArguments};
pub use client::{
    CallArguments, EchoArguments, HzArguments, InfoArguments, PubArguments, ServerArguments,
    ServiceArguments, ServiceCommand, ServiceListArguments, TopArguments, TopicArguments, TopicCommand,
    TopicListArguments,
};
pub use common::{OutputStyle, PythonArguments, TrustArguments};
pub use describe::{CatalogArguments, ConvertArguments, InspectArguments, ListArguments};
pub use documents::{BuildArguments, CheckArguments};
pub use edit::EditArguments;
pub use environments::{AddArguments, EnvironmentArguments, ImportArguments};
pub use file_as_command::advice_for_file;
pub use installation::{DemoArguments, DoctorArguments, ExplainArguments};
pub use map::MapArguments;
pub use multinode_server::{MultinodeServerArguments, normalize};
pub use page::{ReplayArguments, ViewArguments};
pub use recordings::{
    BagArguments, BagCommand, BagExportArguments, BagInfoArguments, DiffArguments, PlotArguments,
};
pub use render::{RenderArguments, TerminalGraphics, ViewName};
pub use robot_file::RobotFileArguments;
pub use robot_place::{RobotPlace, RobotPlaceArguments};
#[cfg(feature = "ros2")]
pub use ros2_package::Ros2PackageArguments;
pub use run::{RunArguments, long_options};
pub use sense::SenseArguments;

const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (MORSE 1.4 compatible)");

const EXAMPLES: &str = "\
Examples:
  morse run examples/first_scene.py        simulate a scene
  morse check scene.py                     find mistakes in a scene without running it
  morse render scene.py                    render a picture of a scene
  morse sense scene.py robot.camera -o a.png
                                           show the reading of a sensor
  morse catalog Odometry                   describe a component
  morse list                               list what can be run
  morse topic echo robot.pose              print the messages of a sensor of a running simulation
  morse topic pub robot.motion v=1 w=0.5   send a command to an actuator of a running simulation
  morse service call robot.waypoint goto 2 1 0
                                           call a service of a running simulation
  morse run --fast --duration 60 scene.py  simulate one minute as fast as possible
  morse campaign plan.toml                 do many runs with seeds and parameters";

const COMPLETIONS_EXAMPLE: &str = "\
Example:
  morse completions bash > ~/.local/share/bash-completion/completions/morse";

const PYTHONPATH_EXAMPLE: &str = "\
Example:
  PYTHONPATH=$(morse pythonpath) python3 client.py
                                           run a client that imports pymorse";

/// Simulate robots for the people who write robot software
#[derive(Debug, Parser)]
#[command(name = "morse", version = VERSION, disable_version_flag = true, after_help = EXAMPLES)]
pub struct Arguments {
    /// Print the version
    #[arg(short = 'v', long, action = ArgAction::Version)]
    version: (),

    #[command(flatten)]
    pub style: OutputStyle,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The subcommands of `morse`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Simulate a scene
    Run(RunArguments),
    /// Run a scene script and print its scene document
    Build(BuildArguments),
    /// Show a recorded run in the browser, or simulate it again and compare the states
    Replay(ReplayArguments),
    /// Run scenes many times with the seeds and parameters of a plan, and write one table of results
    Campaign(CampaignArguments),
    /// Show the contents of a recording, or export its channels to other formats
    Bag(BagArguments),
    /// Compare two recordings and show the first tick and field in which they differ
    Diff(DiffArguments),
    /// Plot fields of a recording over time
    Plot(PlotArguments),
    /// Find mistakes in a scene; without FILE, check that this computer can run scenes
    Check(CheckArguments),
    /// Explain a code of errors and warnings; without CODE, list all codes
    Explain(ExplainArguments),
    /// List what can be run: simulation environments, environments and robots
    List(ListArguments),
    /// List the components, or describe one of them
    #[command(alias = "catalogue")]
    Catalog(CatalogArguments),
    /// Show the nodes, sizes, bodies and properties of an asset file
    Inspect(InspectArguments),
    /// Write a model file of another format as .glb, or as .blend by Blender
    Convert(ConvertArguments),
    /// Render a picture or a film of a scene or of a recorded run
    Render(RenderArguments),
    /// Write the map of a scene for map_server of ROS
    Map(MapArguments),
    /// Show the readings of a sensor of a scene; without SENSOR, list the sensors
    Sense(SenseArguments),
    /// List, print and measure the streams of a running simulation, and send commands
    Topic(TopicArguments),
    /// List and call the services of a running simulation
    Service(ServiceArguments),
    /// Show which components take the time of a running simulation
    Top(TopArguments),
    /// Connect simulators that share a scene
    #[command(alias = multinode_server::ORIGINAL_NAME)]
    MultinodeServer(MultinodeServerArguments),
    /// Write the types of MORSE for ROS 2: a package for colcon, and Python packages for rclpy from PyPI
    #[cfg(feature = "ros2")]
    Ros2Package(Ros2PackageArguments),
    /// Print the folder of the Python packages: pymorse for clients, morse for scenes
    #[command(after_help = PYTHONPATH_EXAMPLE)]
    Pythonpath,
    /// Print the JSON Schema of scene documents
    #[command(after_help = "Example:\n  morse schema > scene.schema.json")]
    Schema,
    /// Create a simulation environment: a folder for your own scenes, models and components
    #[command(after_help = "Example:\n  morse create my_sim      then: morse run my_sim")]
    Create(EnvironmentArguments),
    /// Register a folder as a simulation environment
    Import(ImportArguments),
    /// Delete a simulation environment and all its files
    #[command(after_help = "Example:\n  morse rm my_sim")]
    Rm(EnvironmentArguments),
    /// Add your own robot, sensor or actuator to a simulation environment
    Add(AddArguments),
    /// Run a demonstration in the terminal: a robot with a laser scanner drives among obstacles
    Demo(DemoArguments),
    /// Check the installation and suggest how to fix problems
    Doctor(DoctorArguments),
    /// Print the completion script for a shell
    #[command(after_help = COMPLETIONS_EXAMPLE)]
    Completions {
        /// Shell to complete for
        #[arg(value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Print the manual page of this program or of one of its commands
    #[command(after_help = "Example:\n  morse man run | man -l -")]
    Man {
        /// Command of this program
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
    /// Show a simulation of another computer or process in the browser
    View(ViewArguments),
    /// Edit a scene in the browser: place, move, copy and remove robots, people and objects, and set properties
    Edit(EditArguments),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn command_line_definition_is_valid() {
        Arguments::command().debug_assert();
    }
}
