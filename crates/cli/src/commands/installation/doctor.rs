//! `morse doctor`: looks at what this computer has for MORSE, and says what to do where something is missing.

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
use crate::commands::{print, print_json};
use crate::failure::Failure;
use crate::scene_words;

/// Ports that are tried for services.
const SERVICE_PORTS: std::ops::RangeInclusive<u16> = 4000..=4009;
/// The models of the original where Debian puts them.
const ORIGINAL_MODELS: &str = "/usr/share/morse/data";
/// Where a master of ROS 1 is if nobody says.
const ROS_MASTER: &str = "http://localhost:11311";
/// How long a master may take to answer.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(500);

/// How something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Health {
    /// It is there.
    Good,
    /// Scenes run without it, with less.
    Missing,
    /// Scenes cannot run.
    Broken,
}

/// One thing that was looked at.
#[derive(Debug, Serialize)]
struct Finding {
    /// What was looked at.
    what: &'static str,
    health: Health,
    /// How it is.
    message: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

/// Looks at everything.
pub fn doctor(arguments: &DoctorArguments) -> Result<(), Failure> {
    let interpreter = scene_words::load_options(&arguments.python).interpreter;
    let findings = [
        python(&interpreter),
        builder(&interpreter),
        client(&interpreter),
        ports(),
        models(),
        socket_and_text(),
        ros1(),
        ros2(),
    ];
    if arguments.json {
        print_json(&findings)?;
    } else {
        print(&findings.iter().map(told).collect::<String>())?;
    }
    match findings.iter().filter(|finding| finding.health == Health::Broken).count() {
        0 => Ok(()),
        count => Err(Failure::Unfit(count)),
    }
}

fn told(finding: &Finding) -> String {
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
        // Its message says what to do.
        Err(error) => Finding { advice: None, ..broken("python", error.to_string(), "") },
    }
}

/// Whether Python can import what scene scripts import: the Python of some small systems lacks parts of its library.
fn builder(interpreter: &Interpreter) -> Finding {
    let package = match Package::unpack() {
        Ok(package) => package,
        Err(error) => {
            let advice = "let TMPDIR or XDG_CACHE_HOME name a folder that can be written";
            return broken("builder", error.to_string(), advice);
        }
    };
    let folder = package.folder();
    let mut import = Command::new(&interpreter.path);
    match import.args(["-c", "import morse.builder"]).env("PYTHONPATH", folder).output() {
        Ok(answer) if !answer.status.success() && interpreter.version().is_ok() => {
            let errors = String::from_utf8_lossy(&answer.stderr);
            let last = errors.trim_end().lines().next_back().unwrap_or("it says nothing");
            let text = format!("{} cannot import it: {last}", interpreter.path.display());
            broken("builder", text, "install the whole of Python; on Debian: apt install python3")
        }
        // That there is no such Python is told of Python itself.
        _ => good("builder", format!("unpacked to {}", folder.display())),
    }
}

/// Whether programs of this Python can import the client.
fn client(interpreter: &Interpreter) -> Finding {
    let asked = Command::new(&interpreter.path).args(["-c", "import pymorse"]).output();
    if asked.is_ok_and(|answer| answer.status.success()) {
        return good("pymorse", "programs of this Python can import the client".to_owned());
    }
    let advice = "export PYTHONPATH=$(morse pythonpath), or pip install morse-simulator";
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
            "end what uses it, or tell clients: pymorse.Morse(port=…), morse topic --port …",
        ),
        None => broken("ports", format!("ports {first} to {last} are all in use"), "morse run --port N"),
    }
}

fn models() -> Finding {
    if env::var_os("MORSE_ROOT").is_some_and(|root| !Path::new(&root).join("share/morse/data").is_dir()) {
        let text = "MORSE_ROOT names no installation: our own models are used".to_owned();
        return missing(
            "models",
            text,
            "unset MORSE_ROOT, or let it name a folder that has share/morse/data",
        );
    }
    if Path::new(ORIGINAL_MODELS).is_dir() {
        return good("models", format!("those of the original, in {ORIGINAL_MODELS}, and our own"));
    }
    let text =
        "our own models of robots and environments; those of the original are not installed".to_owned();
    missing("models", text, "if scenes need them, on Debian: apt install morse-simulator-data")
}

fn socket_and_text() -> Finding {
    good("sockets", "sockets and text files need nothing else".to_owned())
}

fn ros1() -> Finding {
    if !middlewares::NAMES.contains(&"ros") {
        return missing(
            "ros",
            "this build does not speak ROS 1".to_owned(),
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
        "for scenes with ROS 1: roscore, or set ROS_MASTER_URI",
    )
}

fn ros2() -> Finding {
    if !middlewares::NAMES.contains(&"ros2") {
        return missing(
            "ros2",
            "this build does not speak ROS 2".to_owned(),
            "build it with the feature ros2",
        );
    }
    let domain = env::var("ROS_DOMAIN_ID").unwrap_or_else(|_| "0".to_owned());
    good("ros2", format!("DDS needs no server; the domain is {domain} (ROS_DOMAIN_ID)"))
}
