//! Results of a service call: its outcome, its completion, the answer, and the errors.

use morse_scene::value::Value;

/// The answer to a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The request succeeded; the value is its result.
    Success(Value),
    /// The request failed or was refused.
    Failed(ServiceError),
    /// The request was cancelled, or preempted by a newer one.
    Preempted(Value),
}

/// Reason why a request was not carried out.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ServiceError {
    /// The component has no such service.
    #[error("{component} has no service {service}{}{help}", if help.is_empty() { "" } else { ": " })]
    NotRegistered {
        /// Name of the requested component.
        component: String,
        /// Name of the requested service.
        service: String,
        /// Suggestions of similar names; may be empty.
        help: String,
    },
    /// Too few or too many arguments.
    #[error("{service} takes {takes}, got {given}")]
    WrongCount {
        /// Name of the requested service.
        service: String,
        /// Number of arguments given.
        given: usize,
        /// Number of declared arguments, including optional ones.
        declared: usize,
        /// Number of required arguments.
        required: usize,
        /// Names of the missing required arguments.
        missing: Vec<String>,
        /// Description of the accepted number of arguments.
        takes: String,
        /// Whether the service is asynchronous. Clients of the original MORSE get a shorter message for those.
        asynchronous: bool,
    },
    /// An argument has the wrong type.
    #[error("{service}: {argument} must be {expected}, got {got}")]
    WrongType {
        /// Name of the requested service.
        service: String,
        /// Name of the argument.
        argument: String,
        /// Description of the expected type.
        expected: String,
        /// Description of the value that was given.
        got: String,
        /// Whether the service is asynchronous. Clients of the original MORSE get a shorter message for those.
        asynchronous: bool,
    },
    /// The service refused the request.
    #[error("{0}")]
    Refused(String),
    /// The service refused the request, for a reason that programs can distinguish.
    #[error("{message}")]
    RefusedFor {
        /// Machine-readable reason.
        reason: Reason,
        /// The same reason as a text for users.
        message: String,
    },
    /// Another asynchronous service of the component is running and may not be interrupted.
    #[error("{}", busy_text(running, *interruptible))]
    Busy {
        /// The running service.
        running: String,
        /// The declared interruptibility of the running service; `None` when it is not declared.
        interruptible: Option<bool>,
    },
}

/// Machine-readable reason why a service of `simulation` refused a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The name is already in use.
    NameTaken,
    /// The name is not valid for an object.
    BadName,
    /// There is no object or class with this name.
    NotFound,
    /// A pose or a velocity is not finite, or a rotation is not valid.
    BadPose,
    /// A model file does not exist or cannot be read.
    BadModel,
    /// A model refers to meshes that do not exist or cannot be read.
    MissingMeshes,
    /// No world is loaded.
    NoWorld,
    /// The simulation is not paused.
    NotPaused,
    /// This simulation does not support the request.
    Unsupported,
}

impl ServiceError {
    /// The machine-readable reason of a refusal, if it has one.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        match self {
            Self::RefusedFor { reason, .. } => Some(*reason),
            _ => None,
        }
    }

    /// The error for a service that its component does not have, without suggestions.
    #[must_use]
    pub fn not_registered(component: &str, service: &str) -> Self {
        Self::NotRegistered {
            component: component.to_owned(),
            service: service.to_owned(),
            help: String::new(),
        }
    }
}

fn busy_text(running: &str, interruptible: Option<bool>) -> String {
    match interruptible {
        None => format!("A service ({running}) is already running. I do not know what to do."),
        Some(_) => format!("A non-interruptible service ({running}) is already running"),
    }
}

/// The immediate outcome of a service call.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Completed; the value is the result.
    Done(Value),
    /// Started; the component completes it later.
    Started,
    /// Forwarded to other components; the call ends when all of them have answered.
    Relayed(Relay),
}

/// A service call that a component forwards to other components.
#[derive(Debug, Clone, PartialEq)]
pub struct Relay {
    /// Full names of the target components. Components without such a service are skipped.
    pub to: Vec<String>,
    /// The service.
    pub service: &'static str,
    /// Positional arguments.
    pub arguments: Vec<Value>,
}

/// The completion of a running asynchronous service.
#[derive(Debug, Clone, PartialEq)]
pub enum Completion {
    /// The goal was reached.
    Success(Value),
    /// The goal cannot be reached; the string is the reason.
    Failed(String),
}
