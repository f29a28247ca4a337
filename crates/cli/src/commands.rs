//! The sub-commands, and how their failures reach the user.

mod build;
mod catalogue;
mod check;
mod columns;
mod inspect;
mod multinode_server;
mod png;
mod render;
mod run;
mod schema;
mod sense;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use morse_scene::{Diagnostic, Document};
use morse_sim::{Models, Options, Simulation};

use crate::arguments::{Arguments, Command};
use crate::failure::Failure;
use crate::hosting::Hosting;
use crate::scene_file::{Format, SceneFile};
use crate::{findings, log, scene_source, sites};

pub use render::Side;
pub use sense::SenseError;

/// How the codes of findings begin that repeat what the Builder said.
const BUILDER_CODES: &str = "scene::builder-";

/// Does what the command line says.
pub fn dispatch(arguments: Arguments) -> ExitCode {
    log::start(arguments.look);
    let result = match arguments.command {
        None => print_usage(),
        Some(Command::Run(run)) => return run::run(&run, arguments.look),
        Some(Command::Build(build)) => build::build(&build),
        Some(Command::Check(check)) => check::check(&check),
        Some(Command::Catalogue(catalogue)) => catalogue::catalogue(&catalogue),
        Some(Command::Inspect(inspect)) => inspect::inspect(&inspect),
        Some(Command::Render(render)) => render::render(&render),
        Some(Command::Sense(sense)) => sense::sense(&sense),
        Some(Command::MultinodeServer(server)) => multinode_server::serve(&server),
        Some(Command::Schema) => schema::schema(),
        Some(Command::Create(new)) => sites::create(&new.name, new.force),
        Some(Command::Import(import)) => sites::import(&import.path, import.name.as_deref(), import.force),
        Some(Command::Rm(old)) => sites::remove(&old.name, old.force),
        Some(Command::Add(new)) => sites::add(new.what, &new.name, &new.environment, new.force),
        Some(Command::Edit(_)) => Err(Failure::NotYet("edit")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => told(&failure),
    }
}

/// Tells the user, and gives the exit status.
fn told(failure: &Failure) -> ExitCode {
    // The script has told it itself.
    if !matches!(failure, Failure::Script { .. }) {
        log::notice(&failure.to_string());
    }
    ExitCode::from(failure.exit_code())
}

/// Shows the findings about a scene on standard error, but not what the Builder has told already while it ran the script.
fn show_findings(scene: &SceneFile, found: &[Diagnostic]) {
    let is_told =
        |finding: &Diagnostic| scene.format == Format::Script && finding.code.starts_with(BUILDER_CODES);
    for finding in found.iter().filter(|finding| !is_told(finding)) {
        log::text(&findings::render(finding, log::style()));
    }
}

/// # Errors
/// When one of the findings means that the scene cannot run.
fn judge(scene: &SceneFile, found: &[Diagnostic]) -> Result<(), Failure> {
    match found.iter().filter(|finding| finding.is_error()).count() {
        0 => Ok(()),
        errors => Err(Failure::Scene { path: scene.path.clone(), errors }),
    }
}

/// The scene with everything in it but nobody to talk to. Shows what is wrong or doubtful with it.
///
/// # Errors
/// When it cannot run.
fn assemble(
    scene: &SceneFile,
    document: &Document,
    hosting: &Hosting,
    models: &Models,
    options: Options,
) -> Result<Simulation, Failure> {
    let mut found = scene_source::check(document, hosting)?;
    let simulation = if found.iter().any(Diagnostic::is_error) {
        found.extend(scene_source::obstacles(document, hosting, models, &found));
        None
    } else {
        match Simulation::assemble_alone(document, &hosting.registry, models, options) {
            Ok(simulation) => Some(simulation),
            Err(obstacles) => {
                found.extend(obstacles.0);
                None
            }
        }
    };
    show_findings(scene, &found);
    judge(scene, &found)?;
    // Without a finding that is an error there is a simulation.
    simulation.ok_or(Failure::Scene { path: scene.path.clone(), errors: 0 })
}

fn print_usage() -> Result<(), Failure> {
    print(&Arguments::command().render_usage().to_string())
}

/// Writes a text that ends with a line feed to standard output. A reader that has seen enough is no failure.
fn print(text: &str) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    match output
        .write_all(text.as_bytes())
        .and_then(|()| output.write_all(end.as_bytes()))
        .and_then(|()| output.flush())
    {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}

/// Writes data as indented JSON to standard output.
fn print_json<T: serde::Serialize>(data: &T) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(data).map_err(|error| Failure::Output(error.into()))?;
    print(&text)
}
