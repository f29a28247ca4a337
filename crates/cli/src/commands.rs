//! The subcommands, and the reporting of their errors.

mod build;
mod campaign;
mod check;
mod client;
mod demo;
mod describe;
mod installation;
mod map;
mod multinode_server;
mod recordings;
mod render;
#[cfg(feature = "ros2")]
mod ros2_package;
mod run;
mod sense;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use morse::{Format, Options, Scene, SceneFile, Simulation};
use morse_scene::{Code, Diagnostic};

use crate::arguments::{Arguments, Command};
use crate::environments;
use crate::failure::Failure;
use crate::output::diagnostics;
use crate::output::log;

pub use sense::SenseError;

/// Codes of diagnostics that repeat messages of the Builder.
const BUILDER_CODES: [Code; 2] = [Code::SceneBuilderError, Code::SceneBuilderWarning];

/// Executes the command line.
pub fn dispatch(arguments: Arguments) -> ExitCode {
    log::start(arguments.style);
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
        Some(Command::Edit(_)) => Err(Failure::NotYet("edit")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => report_failure(&failure),
    }
}

/// Reports a failure to the user, and returns the exit status.
fn report_failure(failure: &Failure) -> ExitCode {
    // The script has already reported it.
    if !failure.is_script() {
        log::notice(&failure.to_string());
    }
    ExitCode::from(failure.exit_code())
}

/// A scene of a thousand robots may have the same problem a thousand times.
const ALIKE_SHOWN_MAX: usize = 20;

/// Prints the diagnostics of a scene on standard error, except those that the Builder printed while it ran the
/// script. If many have the same code, prints the first ones and the number of the rest.
fn show_findings(scene: &SceneFile, found: &[Diagnostic]) {
    let is_printed_by_builder =
        |finding: &Diagnostic| scene.format == Format::Script && BUILDER_CODES.contains(&finding.code);
    let mut counts = BTreeMap::<String, usize>::new();
    for finding in found.iter().filter(|finding| !is_printed_by_builder(finding)) {
        let count = counts.entry(format!("{}[{}]", finding.severity, finding.code)).or_default();
        *count += 1;
        if *count <= ALIKE_SHOWN_MAX {
            log::text(&diagnostics::render(finding, log::style()));
        }
    }
    for (kind, count) in counts.into_iter().filter(|&(_, count)| count > ALIKE_SHOWN_MAX) {
        log::notice(&format!("{kind}: {} more like these", count - ALIKE_SHOWN_MAX));
    }
}

/// Fails if one of the diagnostics is an error.
fn require_no_errors(scene: &SceneFile, found: &[Diagnostic]) -> Result<(), Failure> {
    match found.iter().filter(|finding| finding.is_error()).count() {
        0 => Ok(()),
        errors => Err(Failure::Scene { path: scene.path.clone(), errors }),
    }
}

/// Assembles a simulation without middlewares, and prints its diagnostics.
///
/// # Errors
/// If it cannot run.
fn simulation_alone(scene: &Scene, options: Options) -> Result<Simulation, Failure> {
    let result = scene.simulation(&options);
    let found = match &result {
        Err(error) if !scene.can_run() => error.diagnostics.clone(),
        Err(error) => [scene.diagnostics(), &error.diagnostics].concat(),
        Ok(_) => scene.diagnostics().to_vec(),
    };
    show_findings(scene.file(), &found);
    require_no_errors(scene.file(), &found)?;
    result.map_err(|error| Failure::Scene { path: error.path, errors: error.diagnostics.len() })
}

fn print_usage() -> Result<(), Failure> {
    print(&Arguments::command().render_usage().to_string())
}

/// Writes a text to standard output, and a line feed if it does not end with one. A closed pipe is not an error.
fn print(text: &str) -> Result<(), Failure> {
    print_while_read(text).map(drop)
}

/// Like [`print`]; returns `false` if the reader has closed the pipe.
fn print_while_read(text: &str) -> Result<bool, Failure> {
    let mut output = io::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    match output
        .write_all(text.as_bytes())
        .and_then(|()| output.write_all(end.as_bytes()))
        .and_then(|()| output.flush())
    {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::Output(error)),
    }
}

/// Writes data as indented JSON to standard output.
fn print_json<T: serde::Serialize>(data: &T) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(data).map_err(|error| Failure::Output(error.into()))?;
    print(&text)
}
