//! The message `Result`: codes and error messages.

use morse_ros::messages::simulation_interfaces::Result as Outcome;
use morse_sim::contract::service::{Answer, Reason, ServiceError};

/// Error message of a request that needs a paused simulation.
const NOT_PAUSED: &str =
    "the simulation is not paused: set its state to STATE_PAUSED (2) with /morse/set_simulation_state";
/// Error message of a request that needs a world.
pub const NO_WORLD: &str = "no world is loaded: load one with /morse/load_world";
/// Error message of a request for steps of a stopped simulation.
pub const STOPPED: &str =
    "the simulation is stopped: set its state to STATE_PAUSED (2) with /morse/set_simulation_state";

/// The result of a success.
#[must_use]
pub fn ok() -> Outcome {
    Outcome { result: Outcome::RESULT_OK, error_message: String::new() }
}

/// The result of a failure. `code` is defined by `Result` or by the service.
#[must_use]
pub fn failed(code: u8, reason: impl Into<String>) -> Outcome {
    Outcome { result: code, error_message: reason.into() }
}

/// The result for an unsupported feature.
#[must_use]
pub fn unsupported(reason: impl Into<String>) -> Outcome {
    failed(Outcome::RESULT_FEATURE_UNSUPPORTED, reason)
}

/// Whether a result is a success.
#[must_use]
pub fn is_ok(outcome: &Outcome) -> bool {
    outcome.result == Outcome::RESULT_OK
}

/// A failed request to the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Machine-readable reason, if there is one.
    pub reason: Option<Reason>,
    /// Error message.
    pub message: String,
}

impl Failure {
    /// The failure for an error of a service of the engine.
    #[must_use]
    pub fn of(error: &ServiceError) -> Self {
        Self { reason: error.reason(), message: error.to_string() }
    }

    /// The result of the failure, with the codes common to all services.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        self.outcome_with(|_| None)
    }

    /// The result of the failure. `own` returns the codes that are specific to this service.
    #[must_use]
    pub fn outcome_with(self, own: impl Fn(Reason) -> Option<u8>) -> Outcome {
        let code = match self.reason.map(|reason| (own(reason), reason)) {
            Some((Some(code), _)) => code,
            Some((None, Reason::NotFound)) => Outcome::RESULT_NOT_FOUND,
            Some((None, Reason::NoWorld | Reason::NotPaused)) => Outcome::RESULT_INCORRECT_STATE,
            Some((None, Reason::Unsupported)) => Outcome::RESULT_FEATURE_UNSUPPORTED,
            _ => Outcome::RESULT_OPERATION_FAILED,
        };
        failed(code, self.text())
    }

    /// The error message for clients of ROS: the engine names its own services.
    fn text(self) -> String {
        match self.reason {
            Some(Reason::NotPaused) => NOT_PAUSED.to_owned(),
            Some(Reason::NoWorld) => NO_WORLD.to_owned(),
            Some(Reason::NameTaken) => {
                format!("{}, or set allow_renaming", self.message.replace("the object", "the entity"))
            }
            Some(Reason::BadName) => self.message.replace("the name of an object", "the name of an entity"),
            _ => self.message,
        }
    }
}

/// The value in an answer of the engine.
///
/// # Errors
/// When the engine refused the request, or replaced it by a newer one.
pub fn value_of(answer: Answer) -> Result<morse_scene::value::Value, Failure> {
    match answer {
        Answer::Success(value) => Ok(value),
        Answer::Failed(error) => Err(Failure::of(&error)),
        Answer::Preempted(_) => {
            Err(Failure { reason: None, message: "the request was replaced by a newer one".to_owned() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_mapped_to_codes() {
        let code = |reason: Option<Reason>| {
            let error = reason.map_or(ServiceError::Refused("no".to_owned()), |reason| {
                ServiceError::RefusedFor { reason, message: "no".to_owned() }
            });
            Failure::of(&error).outcome_with(|reason| (reason == Reason::BadPose).then_some(101)).result
        };
        assert_eq!(code(None), Outcome::RESULT_OPERATION_FAILED);
        assert_eq!(code(Some(Reason::NotFound)), Outcome::RESULT_NOT_FOUND);
        assert_eq!(code(Some(Reason::BadPose)), 101);
        assert_eq!(code(Some(Reason::NoWorld)), Outcome::RESULT_INCORRECT_STATE);
        assert_eq!(code(Some(Reason::Unsupported)), Outcome::RESULT_FEATURE_UNSUPPORTED);
        assert_eq!(code(Some(Reason::NotPaused)), Outcome::RESULT_INCORRECT_STATE);
        assert_eq!(code(Some(Reason::NameTaken)), Outcome::RESULT_OPERATION_FAILED);
    }
}
