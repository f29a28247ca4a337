//! Forwards a service call to several components and combines their answers into one.

use std::sync::{Arc, Mutex, PoisonError};

use morse_scene::value::Value;

use crate::contract::outcome::{Answer, Relay};
use crate::engine::simulation::Simulation;
use crate::services::{cancel_request, dispatch_request, has_service};
use crate::transport::request::{RequestId, Respond};

/// State of a forwarded call.
struct FanOut {
    /// Number of missing answers.
    left: usize,
    /// The worst answer so far: a failure is worse than a preemption, which is worse than a success.
    worst: Answer,
    respond: Option<Respond>,
}

impl FanOut {
    fn take(&mut self, answer: Answer) {
        match (&self.worst, &answer) {
            (Answer::Failed(_), _)
            | (_, Answer::Success(_))
            | (Answer::Preempted(_), Answer::Preempted(_)) => {}
            _ => self.worst = answer,
        }
        self.left = self.left.saturating_sub(1);
        if self.left == 0
            && let Some(respond) = self.respond.take()
        {
            respond(std::mem::replace(&mut self.worst, Answer::Success(Value::Null)));
        }
    }
}

/// Calls a service of several components under one request, which is canceled as a whole. When one component
/// refuses, the calls to the other components are interrupted.
pub(crate) fn relay(simulation: &mut Simulation, id: RequestId, relay: &Relay, respond: Respond) {
    let Relay { to, service, arguments } = relay;
    let able: Vec<&String> = to.iter().filter(|name| has_service(simulation, name, service)).collect();
    if able.is_empty() {
        return respond(Answer::Success(Value::Null));
    }
    let (left, worst) = (able.len(), Answer::Success(Value::Null));
    let gathering = Arc::new(Mutex::new(FanOut { left, worst, respond: Some(respond) }));
    let lock = |gathering: &Mutex<FanOut>, answer| {
        gathering.lock().unwrap_or_else(PoisonError::into_inner).take(answer);
    };
    if let Some(recorder) = &mut simulation.engine.recorder {
        recorder.begin_relay();
    }
    for name in able {
        let gathering = Arc::clone(&gathering);
        let respond = Box::new(move |answer| lock(&gathering, answer));
        dispatch_request(simulation, id, None, name, service, arguments, respond);
    }
    if let Some(recorder) = &mut simulation.engine.recorder {
        recorder.end_relay();
    }
    let refused = {
        let gathering = gathering.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(gathering.worst, Answer::Failed(_))
    };
    if refused {
        cancel_request(simulation, id);
    }
}
