//! `morse doctor`: checks the installation and suggests how to fix problems.

mod packages;

use std::env;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use morse::client::is_reachable;
use morse::middlewares;
use morse::python::{Interpreter, Package};
use serde::Serialize;

use crate::arguments::DoctorArguments;
use crate::failure::Failure;
use crate::output::standard_output::{print, print_json};
use crate::scene_loading;

/// Ports that `morse run` tries for services.
const SERVICE_PORTS: std::ops::RangeInclusive<u16> = 4000..=4009;
/// Folder of the models of the original in Debian.
const ORIGINAL_MODELS: &str = "/usr/share/morse/data";
/// Default address of the ROS 1 master.
const ROS_MASTER: &str = "http://localhost:11311";
/// Time limit for a connection to the master.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(500);

/// Result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Health {
    /// Nothing is missing.
    Good,
    /// Scenes run without it, with fewer features.
    Missing,
    /// Scenes cannot run.
    Broken,
}

/// The result of one check.
#[derive(Debug, Serialize)]
struct Finding {
    /// Name of the check.
    what: &'static str,
    health: Health,
    /// Description of the state.
    message: String,
    /// Suggested remedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

/// Runs all checks and prints their results.
pub fn doctor(arguments: &DoctorArguments) -> Result<(), Failure> {
    let interpreter = scene_loading::load_options(&arguments.python).interpreter;
    let findings = [
        python(&interpreter),
        builder(&interpreter),
        client(&interpreter),
        packages::packages(&interpreter),
        ports(),
        models(),
        socket_and_text(),
        ros1(),
        ros2(),
    ];
    if arguments.json {
        print_json(&findings)?;
    } else {
        print(&findings.iter().map(line).collect::<String>())?;
    }
    match findings.iter().filter(|finding| finding.health == Health::Broken).count() {
        0 => Ok(()),
        count => Err(Failure::Unfit(count)),
    }
}

fn line(finding: &Finding) -> String {
    let mark = match finding.health {
        Health::Good => "ok     ",
        Health::Missing => "missing",
        Health::Broken => "BROKEN ",
    };
    let advice =
        finding.advice.as_ref().map(|advice| format!("{:20}to do: {advice}\n", "")).unwrap_or_default();
    format!("{mark}  {:9}  {}\n{advice}", finding.what, finding.message)
}

fn good(what: &'static str, message: String) -> Finding {
    Finding { what, health: Health::Good, message, advice: None }
}

fn missing(what: &'static str, message: String, advice: &str) -> Finding {
    Finding { what, health: Health::Missing, message, advice: Some(advice.to_owned()) }
}

fn broken(what: &'static str, message: String, advice: &str) -> Finding {
    Finding { health: Health::Broken, ..missing(what, message, advice) }
}

fn python(interpreter: &Interpreter) -> Finding {
    match interpreter.version() {
        Ok(version) => {
            good("python", format!("Python {version} ({}) runs scene scripts", interpreter.path.display()))
        }
        // The message of the error contains the remedy.
        Err(error) => Finding { advice: None, ..broken("python", error.to_string(), "") },
    }
}

/// Checks that Python can import the Builder: Python of some small systems lacks parts of its standard library.
fn builder(interpreter: &Interpreter) -> Finding {
    let package = match Package::unpack() {
        Ok(package) => package,
        Err(error) => {
            let advice = "set TMPDIR or XDG_CACHE_HOME to a writable folder";
            return broken("builder", error.to_string(), advice);
        }
    };
    let folder = package.folder();
    let mut import = Command::new(&interpreter.path);
    match import.args(["-c", "import morse.builder"]).env("PYTHONPATH", folder).output() {
        Ok(answer) if !answer.status.success() && interpreter.version().is_ok() => {
            let errors = String::from_utf8_lossy(&answer.stderr);
            let last = errors.trim_end().lines().next_back().unwrap_or("no error message");
            let text = format!("{} cannot import it: {last}", interpreter.path.display());
            broken("builder", text, "install the complete Python; on Debian: apt install python3")
        }
        // A missing Python is reported by the check `python`.
        _ => good("builder", format!("unpacked to {}", folder.display())),
    }
}

/// Checks that programs of this Python can import the client.
fn client(interpreter: &Interpreter) -> Finding {
    let imported = Command::new(&interpreter.path).args(["-c", "import pymorse"]).output();
    if imported.is_ok_and(|answer| answer.status.success()) {
        return good("pymorse", "programs of this Python can import the client".to_owned());
    }
    let advice = "export PYTHONPATH=$(morse pythonpath), or pip install . in a clone";
    missing("pymorse", "programs of this Python cannot import the client".to_owned(), advice)
}

fn ports() -> Finding {
    let free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    let (first, last) = (*SERVICE_PORTS.start(), *SERVICE_PORTS.end());
    match SERVICE_PORTS.into_iter().find(free) {
        Some(port) if port == first => good("ports", format!("port {port} is free for services")),
        Some(port) => missing(
            "ports",
            format!("port {first} is in use; services will be on port {port}"),
            "end the program that uses it, or pass the port to clients: pymorse.Morse(port=…), morse topic --port …",
        ),
        None => broken("ports", format!("ports {first} to {last} are all in use"), "morse run --port N"),
    }
}

fn models() -> Finding {
    if env::var_os("MORSE_ROOT").is_some_and(|root| !Path::new(&root).join("share/morse/data").is_dir()) {
        let text = "MORSE_ROOT is not an installation: the models of this program are used".to_owned();
        return missing(
            "models",
            text,
            "unset MORSE_ROOT, or set it to a folder that contains share/morse/data",
        );
    }
    if Path::new(ORIGINAL_MODELS).is_dir() {
        return good("models", format!("models of the original in {ORIGINAL_MODELS}, and of this program"));
    }
    let text = "models of this program; the models of the original are not installed".to_owned();
    missing("models", text, "if scenes need them, on Debian: apt install morse-simulator-data")
}

fn socket_and_text() -> Finding {
    good("sockets", "sockets and text files need no other software".to_owned())
}

fn ros1() -> Finding {
    if !middlewares::NAMES.contains(&"ros") {
        return missing(
            "ros",
            "this build does not support ROS 1".to_owned(),
            "build it with the feature ros1",
        );
    }
    let master = env::var("ROS_MASTER_URI").unwrap_or_else(|_| ROS_MASTER.to_owned());
    let address = master.trim_start_matches("http://").trim_end_matches('/');
    if is_reachable(address, CONNECT_TIMEOUT) {
        return good("ros", format!("a master of ROS 1 answers at {master}"));
    }
    missing(
        "ros",
        format!("no master of ROS 1 answers at {master}"),
        "for scenes with ROS 1: start roscore, or set ROS_MASTER_URI",
    )
}

fn ros2() -> Finding {
    if !middlewares::NAMES.contains(&"ros2") {
        return missing(
            "ros2",
            "this build does not support ROS 2".to_owned(),
            "build it with the feature ros2",
        );
    }
    let domain = env::var("ROS_DOMAIN_ID").unwrap_or_else(|_| "0".to_owned());
    good("ros2", format!("DDS needs no server; the domain is {domain} (ROS_DOMAIN_ID)"))
}
