//! Errors of the commands that talk to a running simulator.

use std::io;

/// Maximum length of a foreign line in a message. [characters]
const SHOWN_MAX: usize = 60;

/// Maximum number of names in a message.
const NAMES_MAX: usize = 12;

/// Why a running simulator cannot be asked, or does not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The name of a computer is unknown.
    #[error("there is no computer {host}: {error}")]
    Host {
        /// As given.
        host: String,
        /// What the system says.
        error: io::Error,
    },
    /// No connection.
    #[error(
        "no simulator listens on {address} ({error}). Start one: morse run scene.py. If one runs with another port, or \
         on another computer, say so with --port and --host"
    )]
    NobodyListens {
        /// Host and port.
        address: String,
        /// What the system says.
        error: io::Error,
    },
    /// The connection broke.
    #[error("the connection to {address} broke: {error}")]
    Broken {
        /// Host and port.
        address: String,
        /// What the system says.
        error: io::Error,
    },
    /// The simulator ended.
    #[error("the simulator on {address} has closed the connection")]
    Closed {
        /// Host and port.
        address: String,
    },
    /// It accepts connections and is silent.
    #[error(
        "{address} has not answered within {timeout_s} s: the simulator is stuck, or its clock stands still while it \
         serves requests once a tick, or this is not the port of its services"
    )]
    NoAnswer {
        /// Host and port.
        address: String,
        /// How long it was waited for. [s]
        timeout_s: u64,
    },
    /// Something else than a simulator answers.
    #[error(
        "{address} does not speak as the services of a simulator do: {text:?}. The port of services is 4000 unless \
         `morse run` says otherwise; those of streams are others"
    )]
    Foreign {
        /// Host and port.
        address: String,
        /// The beginning of what came.
        text: String,
    },
    /// A simulator without the services that these commands need.
    #[error(
        "the simulator on {address} has no service `simulation describe_component`: it is MORSE 1.4 or an older version \
         of this program. These commands need one that was started with this version"
    )]
    Outdated {
        /// Host and port.
        address: String,
    },
    /// No component of that name.
    #[error("there is no component {name:?} in the simulation{}", known_names(nearest.as_deref(), known))]
    ComponentUnknown {
        /// As given.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
        /// All names.
        known: Vec<String>,
    },
    /// A shortened name that fits several components.
    #[error("{name:?} may be {}: give more of the name", shortened(fitting, " or "))]
    ComponentAmbiguous {
        /// As given.
        name: String,
        /// The full names that end so.
        fitting: Vec<String>,
    },
    /// No service of that name.
    #[error("{component} has no service {name:?}{}", known_names(nearest.as_deref(), known))]
    ServiceUnknown {
        /// The component.
        component: String,
        /// As given.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
        /// All names.
        known: Vec<String>,
    },
    /// The scene exposes no services of the component.
    #[error(
        "{component} has no services on the socket: give it some in the scene, with add_service('socket') or \
         add_interface('socket')"
    )]
    NoServices {
        /// The component.
        component: String,
    },
    /// The component has no messages that could be shown.
    #[error("{component} {why}")]
    NoMessages {
        /// The component.
        component: String,
        /// Which streams it has, and what to do.
        why: String,
    },
    /// Arguments that do not fit.
    #[error("{0}")]
    Arguments(String),
    /// The service failed.
    #[error("{component} {service} failed: {reason}")]
    Failed {
        /// The component.
        component: String,
        /// The service.
        service: String,
        /// What the simulator says.
        reason: String,
    },
    /// Another call took the place of this one, or another client cancelled it.
    #[error("{component} {service} was preempted: another request cancelled it or took its place")]
    Preempted {
        /// The component.
        component: String,
        /// The service.
        service: String,
    },
    /// The time limit has passed.
    #[error("{component} {service} has not ended within {timeout_s} s; it {}", end(*cancelled))]
    TimedOut {
        /// The component.
        component: String,
        /// The service.
        service: String,
        /// The limit. [s]
        timeout_s: f64,
        /// Whether the service confirmed its end.
        cancelled: bool,
    },
    /// The user ended it.
    #[error("interrupted: {component} {service} {}", end(*cancelled))]
    Interrupted {
        /// The component.
        component: String,
        /// The service.
        service: String,
        /// Whether the service confirmed its end.
        cancelled: bool,
    },
    /// A stream ended before as many messages came as were asked for.
    #[error("the simulator has closed the stream of {component} after {got} of {wanted} messages")]
    StreamEnded {
        /// The component.
        component: String,
        /// How many came.
        got: u64,
        /// How many were asked for.
        wanted: u64,
    },
}

impl ClientError {
    /// The error for a peer that is no simulator.
    pub fn foreign(address: &str, text: &str) -> Self {
        let mut shown: String = text.chars().take(SHOWN_MAX).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Self::Foreign { address: address.to_owned(), text: shown }
    }
}

fn end(cancelled: bool) -> &'static str {
    if cancelled { "was cancelled" } else { "cannot be cancelled and goes on" }
}

/// `; did you mean a?` and the names.
fn known_names(nearest: Option<&str>, known: &[String]) -> String {
    let meant = nearest.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
    if known.is_empty() {
        return meant;
    }
    format!("{meant}\n  it has {}", shortened(known, ", "))
}

/// The first names, and how many there are besides.
fn shortened(names: &[String], separator: &str) -> String {
    let shown = &names[..names.len().min(NAMES_MAX)];
    let others = names.len() - shown.len();
    let others = if others > 0 { format!(" and {others} others") } else { String::new() };
    shown.join(separator) + &others
}
