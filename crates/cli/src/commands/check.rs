//! `morse check`: mistakes in a scene, or in the set-up of this computer.

use std::net::{Ipv4Addr, TcpListener};
use std::ops::RangeInclusive;

use morse_scene::Diagnostic;

use super::{judge, print, print_json, show_findings};
use crate::arguments::CheckArguments;
use crate::failure::{Failure, counted};
use crate::python::{Interpreter, Package};
use crate::scene_file::{Environments, SceneFile};
use crate::scene_source::{self, ScriptOptions};
use crate::{log, models, signals};

/// Ports that are tried for services.
const SERVICE_PORTS: RangeInclusive<u16> = 4000..=4009;

/// Checks a scene, or the set-up when no scene is named.
pub fn check(arguments: &CheckArguments) -> Result<(), Failure> {
    let interpreter = Interpreter::choose(arguments.python.python.as_deref());
    if arguments.words.is_empty() {
        check_setup(&interpreter);
        return Ok(());
    }
    let scene = SceneFile::find(&arguments.words, &Environments::of_user())?;
    signals::watch();
    let options = ScriptOptions { interpreter, node: None, keep_stdout: true };
    let loaded = scene_source::load(&scene, &options, &mut |_| {})?;
    let hosting = scene_source::host(&loaded, &scene, &options);
    let document = loaded.document;
    let mut found = scene_source::check(&document, &hosting)?;
    let models = models::load(&document, &models::library(Some(&scene)));
    found.extend(scene_source::obstacles(&document, &hosting, &models, &found));
    if arguments.json {
        print_json(&found)?;
        return judge(&scene, &found);
    }
    show_findings(&scene, &found);
    judge(&scene, &found)?;
    let warnings = found.iter().filter(|finding: &&Diagnostic| !finding.is_error()).count();
    let doubts =
        if warnings == 0 { String::new() } else { format!(", with {}", counted(warnings, "warning")) };
    print(&format!("{} can run{doubts}.", scene.path.display()))
}

/// As in the original, the verdict is the last message and not the exit status.
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
            "Ports {} to {} are all in use: end what uses them, or run with --port N.",
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
