//! Errors of the client of a running simulator.

use std::io;

/// Maximum length of a foreign line in a message. [characters]
const SHOWN_MAX: usize = 60;

/// Maximum number of names in a message.
const NAMES_MAX: usize = 12;

/// Why a request to a running simulator failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The host name cannot be resolved.
    #[error("cannot resolve the host {host}: {error}")]
    Host {
        /// The given name.
        host: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The environment variable of the token holds no token.
    #[error("$MORSE_TOKEN holds no token: {0}")]
    Token(String),
    /// No server listens at the address.
    #[error(
        "no simulator listens on {address} ({error}). Start one: morse run scene.py. If it runs with another port, or \
         on another computer, use --port and --host"
    )]
    NotListening {
        /// Host and port.
        address: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The connection failed.
    #[error("the connection to {address} failed: {error}")]
    Broken {
        /// Host and port.
        address: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The simulator has closed the connection.
    #[error("the simulator on {address} has closed the connection")]
    Closed {
        /// Host and port.
        address: String,
    },
    /// The simulator accepts connections but does not answer.
    #[error(
        "{address} has not answered within {timeout_s} s: the simulator hangs, or its clock is stopped while it \
         serves requests once per tick, or this is not its service port"
    )]
    NoAnswer {
        /// Host and port.
        address: String,
        /// The time limit. [s]
        timeout_s: u64,
    },
    /// The peer is not a simulator.
    #[error(
        "{address} does not answer like the services of a simulator: {text:?}. The service port is 4000 unless `morse run` \
         logs another port; streams have other ports"
    )]
    Foreign {
        /// Host and port.
        address: String,
        /// The beginning of the received text.
        text: String,
    },
    /// The simulator lacks a service that the client needs.
    #[error(
        "the simulator on {address} has no service `simulation describe_component`: it is MORSE 1.4 or an older version \
         of this program. These commands need a simulator of this version"
    )]
    Outdated {
        /// Host and port.
        address: String,
    },
    /// There is no component of that name.
    #[error("there is no component {name:?} in the simulation{}", known_names(nearest.as_deref(), known))]
    ComponentUnknown {
        /// The given name.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
        /// All names.
        known: Vec<String>,
    },
    /// A shortened name matches several components.
    #[error("{name:?} may be {}: use a longer name", shortened(fitting, " or "))]
    ComponentAmbiguous {
        /// The given name.
        name: String,
        /// The matching full names.
        fitting: Vec<String>,
    },
    /// The component has no service of that name.
    #[error("{component} has no service {name:?}{}", known_names(nearest.as_deref(), known))]
    ServiceUnknown {
        /// The component.
        component: String,
        /// The given name.
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
    /// The component has no messages to show.
    #[error("{component} {why}")]
    NoMessages {
        /// The component.
        component: String,
        /// Its streams, and a remedy.
        why: String,
    },
    /// The component takes no commands.
    #[error("{component} {why}")]
    NoCommands {
        /// The component.
        component: String,
        /// The reason, and a remedy.
        why: String,
    },
    /// The arguments of a call are invalid.
    #[error("{0}")]
    Arguments(String),
    /// The service failed.
    #[error("{component} {service} failed: {reason}")]
    Failed {
        /// The component.
        component: String,
        /// The service.
        service: String,
        /// The reason that the simulator sent.
        reason: String,
    },
    /// Another call replaced this call, or another client cancelled it.
    #[error("{component} {service} was preempted: another request cancelled or replaced it")]
    Preempted {
        /// The component.
        component: String,
        /// The service.
        service: String,
    },
    /// The service did not end within the time limit.
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
    /// The user interrupted the call.
    #[error("interrupted: {component} {service} {}", end(*cancelled))]
    Interrupted {
        /// The component.
        component: String,
        /// The service.
        service: String,
        /// Whether the service confirmed its end.
        cancelled: bool,
    },
    /// A stream ended before the wanted number of messages.
    #[error("the simulator has closed the stream of {component} after {got} of {wanted} messages")]
    StreamEnded {
        /// The component.
        component: String,
        /// Number of messages received.
        got: u64,
        /// Number of messages wanted.
        wanted: u64,
    },
}

impl ClientError {
    /// The error for a peer that is not a simulator. Long texts are cut off.
    pub fn foreign(address: &str, text: &str) -> Self {
        let mut shown: String = text.chars().take(SHOWN_MAX).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Self::Foreign { address: address.to_owned(), text: shown }
    }
}

fn end(cancelled: bool) -> &'static str {
    if cancelled { "was cancelled" } else { "cannot be cancelled and continues" }
}

/// The nearest name and all known names as the end of a message.
fn known_names(nearest: Option<&str>, known: &[String]) -> String {
    let meant = nearest.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
    if known.is_empty() {
        return meant;
    }
    format!("{meant}\n  it has {}", shortened(known, ", "))
}

/// Lists the first names, and the number of the rest.
fn shortened(names: &[String], separator: &str) -> String {
    let shown = &names[..names.len().min(NAMES_MAX)];
    let rest = names.len() - shown.len();
    let rest = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    shown.join(separator) + &rest
}
