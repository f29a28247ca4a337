//! Service calls by a host, and their results.

use std::sync::{Arc, Mutex, PoisonError};

use morse_scene::value::Value;

use crate::contract::outcome::Answer;
use crate::external::message::EndedCall;

/// Calls by the host that have ended, each with the number that the host gave it.
#[derive(Clone, Default)]
pub(crate) struct HostCalls(Arc<Mutex<Vec<(u64, Answer)>>>);

impl HostCalls {
    pub(crate) fn push(&self, call: u64, answer: Answer) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((call, answer));
    }

    pub(crate) fn take(&self) -> Vec<EndedCall> {
        let ended = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        ended.into_iter().map(|(call, answer)| ended_call(call, answer)).collect()
    }
}

fn ended_call(call: u64, answer: Answer) -> EndedCall {
    let (status, value) = match answer {
        Answer::Success(value) => ("SUCCESS", value),
        Answer::Preempted(value) => ("PREEMPTED", value),
        Answer::Failed(error) => ("FAILED", Value::Text(error.to_string())),
    };
    EndedCall { call, status, value }
}
