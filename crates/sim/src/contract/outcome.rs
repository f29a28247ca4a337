//! What becomes of a service call: its outcome, its completion, the answer, and the errors.

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

/// Why a request was not carried out.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ServiceError {
    /// The component has no such service.
    #[error("{component} has no service {service}{}{help}", if help.is_empty() { "" } else { ": " })]
    NotRegistered {
        /// Requested component.
        component: String,
        /// Requested service.
        service: String,
        /// Available alternatives; may be empty.
        help: String,
    },
    /// Too few or too many arguments.
    #[error("{service} takes {takes}, got {given}")]
    WrongCount {
        /// Requested service.
        service: String,
        /// Number of arguments given.
        given: usize,
        /// Number of declared arguments, including optional ones.
        declared: usize,
        /// Number of required arguments.
        required: usize,
        /// Names of the missing required arguments.
        missing: Vec<String>,
        /// Description of the accepted number.
        takes: String,
        /// Whether the service is asynchronous. Clients of the original get a shorter message for those.
        asynchronous: bool,
    },
    /// An argument has the wrong type.
    #[error("{service}: {argument} must be {expected}, got {got}")]
    WrongType {
        /// Requested service.
        service: String,
        /// The argument's name.
        argument: String,
        /// Expected type.
        expected: String,
        /// The value that was given.
        got: String,
        /// Whether the service is asynchronous. Clients of the original get a shorter message for those.
        asynchronous: bool,
    },
    /// The service refused the request.
    #[error("{0}")]
    Refused(String),
    /// The service refused the request, for a reason that programs can tell from others.
    #[error("{message}")]
    RefusedFor {
        /// The reason.
        reason: Reason,
        /// The same for people.
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

/// Why a service of `simulation` refused a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Something else has the name.
    NameTaken,
    /// An object cannot have the name.
    BadName,
    /// There is no object or class of the name.
    NotFound,
    /// A pose or a velocity is not finite, or a rotation is none.
    BadPose,
    /// A model file is not there, or cannot be read.
    BadModel,
    /// A model refers to meshes that are not there, or cannot be read.
    MissingMeshes,
    /// No world is loaded.
    NoWorld,
    /// This simulation cannot do it.
    Unsupported,
}

impl ServiceError {
    /// The reason of a refusal, if it is one that programs can tell from others.
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
    /// Forwarded to other components; it ends when all of them have ended.
    Relayed(Relay),
}

/// A service call that one component forwards to others.
#[derive(Debug, Clone, PartialEq)]
pub struct Relay {
    /// Full names of the components. Those without such a service are skipped.
    pub to: Vec<String>,
    /// The service.
    pub service: &'static str,
    /// Its arguments.
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
