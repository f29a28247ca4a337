//! Results: codes and texts.

use morse_ros::messages::simulation_interfaces::Result as Outcome;
use morse_sim::contract::service::{Answer, Reason, ServiceError};

/// A result that is a success.
#[must_use]
pub fn ok() -> Outcome {
    Outcome { result: Outcome::RESULT_OK, error_message: String::new() }
}

/// A result that is a failure, with a code of `Result` or of the service.
#[must_use]
pub fn failed(code: u8, reason: impl Into<String>) -> Outcome {
    Outcome { result: code, error_message: reason.into() }
}

/// The result for what the simulator does not have.
#[must_use]
pub fn unsupported(reason: impl Into<String>) -> Outcome {
    failed(Outcome::RESULT_FEATURE_UNSUPPORTED, reason)
}

/// Whether a result is a success.
#[must_use]
pub fn is_ok(outcome: &Outcome) -> bool {
    outcome.result == Outcome::RESULT_OK
}

/// What the engine said instead of doing what it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Why, if it is one of the reasons that programs can tell apart.
    pub reason: Option<Reason>,
    /// Why, for people.
    pub message: String,
}

impl Failure {
    /// The failure in an answer of the engine.
    #[must_use]
    pub fn of(error: &ServiceError) -> Self {
        Self { reason: error.reason(), message: error.to_string() }
    }

    /// As a result, with the codes that all services have.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        self.outcome_with(|_| None)
    }

    /// As a result; `own` gives the codes that only this service has.
    #[must_use]
    pub fn outcome_with(self, own: impl Fn(Reason) -> Option<u8>) -> Outcome {
        let code = match self.reason.map(|reason| (own(reason), reason)) {
            Some((Some(code), _)) => code,
            Some((None, Reason::NotFound)) => Outcome::RESULT_NOT_FOUND,
            Some((None, Reason::NoWorld)) => Outcome::RESULT_INCORRECT_STATE,
            Some((None, Reason::Unsupported)) => Outcome::RESULT_FEATURE_UNSUPPORTED,
            _ => Outcome::RESULT_OPERATION_FAILED,
        };
        failed(code, self.message)
    }
}

/// The value in an answer, or why there is none.
///
/// # Errors
/// When the engine refused, or a newer request took the place of this one.
pub fn value_of(answer: Answer) -> Result<morse_scene::value::Value, Failure> {
    match answer {
        Answer::Success(value) => Ok(value),
        Answer::Failed(error) => Err(Failure::of(&error)),
        Answer::Preempted(_) => {
            Err(Failure { reason: None, message: "it was replaced by a newer request".to_owned() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_follow_from_reasons() {
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
        assert_eq!(code(Some(Reason::NameTaken)), Outcome::RESULT_OPERATION_FAILED);
    }
}
