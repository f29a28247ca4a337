//! Executes the command line: calls the function of its subcommand, and reports the failure.

use std::process::ExitCode;

use clap::CommandFactory;

use crate::arguments::{Arguments, Command, TrustArguments};
#[cfg(feature = "ros2")]
use crate::commands::ros2_package;
use crate::commands::{
    build, campaign, check, client, demo, describe, edit, installation, map, multinode_server, recordings,
    render, run, sense,
};
use crate::environments;
use crate::failure::Failure;
use crate::output::log;
use crate::output::standard_output::print;

/// Executes the command line.
pub(crate) fn dispatch(arguments: Arguments) -> ExitCode {
    log::start(arguments.style);
    if let Some(trust) = trust(&arguments) {
        trust.limit_process();
    }
    let result = match arguments.command {
        None => print_usage(),
        Some(Command::Run(run)) => return run::run(&run, arguments.style),
        Some(Command::Build(build)) => build::build(&build),
        Some(Command::Replay(replay)) => recordings::replay::replay(&replay),
        Some(Command::Campaign(arguments)) => campaign::campaign(&arguments),
        Some(Command::Bag(bag)) => recordings::bag::bag(&bag.command),
        Some(Command::Diff(two)) => recordings::diff::diff(&two),
        Some(Command::Plot(plot)) => recordings::plot::plot(&plot),
        Some(Command::Check(check)) => check::check(&check),
        Some(Command::List(list)) => describe::list::list(&list),
        Some(Command::Catalog(catalog)) => describe::catalog::catalog(&catalog),
        Some(Command::Inspect(inspect)) => describe::inspect::inspect(&inspect),
        Some(Command::Convert(convert)) => describe::convert::convert(&convert),
        Some(Command::Render(render)) => render::render(&render),
        Some(Command::Map(arguments)) => map::map(&arguments),
        Some(Command::Sense(sense)) => sense::sense(&sense),
        Some(Command::Topic(topic)) => client::topic::topic(&topic.command),
        Some(Command::Service(service)) => client::service::service(&service.command),
        Some(Command::Top(top)) => client::top::top(&top),
        Some(Command::MultinodeServer(server)) => multinode_server::serve(&server),
        #[cfg(feature = "ros2")]
        Some(Command::Ros2Package(package)) => ros2_package::ros2_package(&package.folder),
        Some(Command::Pythonpath) => installation::pythonpath::pythonpath(),
        Some(Command::Explain(options)) => describe::explain::explain(&options),
        Some(Command::Schema) => describe::schema::schema(),
        Some(Command::Create(new)) => environments::create(&new.name, new.force),
        Some(Command::Import(import)) => {
            environments::import(&import.path, import.name.as_deref(), import.force)
        }
        Some(Command::Rm(old)) => environments::remove(&old.name, old.force),
        Some(Command::Add(new)) => environments::add(new.kind, &new.name, &new.environment, new.force),
        Some(Command::Demo(options)) => demo::demo(&options),
        Some(Command::Doctor(options)) => installation::doctor::doctor(&options),
        Some(Command::Completions { shell }) => installation::completions::completions(shell),
        Some(Command::Man { command }) => installation::completions::man(command.as_deref()),
        Some(Command::View(view)) => client::view::view(&view),
        Some(Command::Edit(arguments)) => edit::edit(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// The trust in the scene of a command that loads one.
fn trust(arguments: &Arguments) -> Option<TrustArguments> {
    match arguments.command.as_ref()? {
        Command::Run(run) => Some(run.trust),
        Command::Check(check) => Some(check.trust),
        Command::Render(render) => Some(render.trust),
        Command::Map(map) => Some(map.trust),
        Command::Sense(sense) => Some(sense.trust),
        Command::Replay(replay) => Some(replay.trust),
        Command::Edit(edit) => Some(edit.trust),
        _ => None,
    }
}

/// Commands for a first minute.
const FIRST_COMMANDS: &str = "  morse demo                 a robot that drives, in the browser
  morse run --open scene.py  run a scene or a robot file (.urdf, .sdf, .xml) and show it in the browser
  morse --help               all commands";

fn print_usage() -> Result<(), Failure> {
    let usage = Arguments::command().render_usage();
    print(&format!("{usage}\n\n{FIRST_COMMANDS}"))
}
