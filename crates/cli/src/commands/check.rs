//! `morse check`: finds errors in a scene or in the installation.

use std::net::{Ipv4Addr, TcpListener};
use std::ops::RangeInclusive;

use morse::python::{Interpreter, Package};
use morse::{LoadOptions, Scene, SceneFile, SceneSource};
use morse_scene::Diagnostic;

use crate::arguments::CheckArguments;
use crate::failure::{Failure, counted};
use crate::output::findings::{require_no_errors, show_findings};
use crate::output::log;
use crate::output::standard_output::{print, print_json};
use crate::{robot_file, scene_loading, signals};

/// Ports that `morse run` tries for services.
const SERVICE_PORTS: RangeInclusive<u16> = 4000..=4009;

/// Checks a scene, or the installation if no scene is named.
pub fn check(arguments: &CheckArguments) -> Result<(), Failure> {
    let options = LoadOptions {
        parameters: arguments.parameters.parameters(),
        ..scene_loading::load_options(&arguments.python)
    };
    if arguments.scene.is_empty() {
        check_setup(&options.interpreter);
        return Ok(());
    }
    signals::watch();
    let (scene, mut source) = match load(arguments, &options) {
        Err(Failure::Load(error)) if arguments.json => {
            print_json(&[error.diagnostic()])?;
            return Err(error.into());
        }
        loaded => loaded?,
    };
    let mut found: Vec<Diagnostic> = Vec::new();
    if arguments.skip_missing_middlewares {
        found = source.leave_out_missing()?;
    }
    let checked = Scene::of(scene.clone(), source, &options)?;
    found.extend_from_slice(checked.diagnostics());
    found.extend(checked.obstacles());
    if arguments.json {
        print_json(&found)?;
        return require_no_errors(&scene, &found);
    }
    show_findings(&scene, &found);
    require_no_errors(&scene, &found)?;
    let warnings = found.iter().filter(|finding: &&Diagnostic| !finding.is_error()).count();
    let warnings_text =
        if warnings == 0 { String::new() } else { format!(", with {}", counted(warnings, "warning")) };
    print(&format!("{} can run{warnings_text}.", scene.path.display()))
}

fn load(arguments: &CheckArguments, options: &LoadOptions) -> Result<(SceneFile, SceneSource), Failure> {
    if let Some((scene, document)) =
        robot_file::scene(&arguments.scene, &arguments.place, &arguments.robot_file, &arguments.python)?
    {
        return Ok((scene, SceneSource { document, python_path: Vec::new() }));
    }
    let scene = scene_loading::find(&arguments.scene)?.trusted(arguments.trust.trust())?;
    let source = SceneSource::read(&scene, options, &mut |_| {})?;
    Ok((scene, source))
}

/// Checks the installation. As in the original, the last message and not the exit status reports the result.
fn check_setup(interpreter: &Interpreter) {
    let python = match interpreter.version() {
        Ok(version) => {
            log::notice(&format!("Python {version} ({}) runs scene scripts.", interpreter.path.display()));
            true
        }
        Err(error) => {
            log::notice(&error.to_string());
            false
        }
    };
    let builder = match Package::unpack() {
        Ok(package) => {
            log::notice(&format!("The Builder is in {}.", package.folder().display()));
            true
        }
        Err(error) => {
            log::notice(&error.to_string());
            false
        }
    };
    let port = free_port();
    log::notice(&match port {
        Some(port) if port == *SERVICE_PORTS.start() => format!("Port {port} is free for services."),
        Some(port) => format!("Port {} is in use; services will be on port {port}.", SERVICE_PORTS.start()),
        None => format!(
            "Ports {} to {} are all in use: end the programs that use them, or run with --port N.",
            SERVICE_PORTS.start(),
            SERVICE_PORTS.end()
        ),
    });
    log::notice(if python && builder && port.is_some() {
        "Your environment is correctly setup to run MORSE."
    } else {
        "Your environment is not correctly setup to run MORSE!"
    });
}

fn free_port() -> Option<u16> {
    SERVICE_PORTS.into_iter().find(|&port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok())
}
