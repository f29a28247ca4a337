//! Services that one component passes on to others: one answer of many.

use std::sync::{Arc, Mutex, PoisonError};

use morse_scene::value::Value;

use crate::request::{RequestId, Respond};
use crate::service::{Answer, Relay};
use crate::simulation::Simulation;

/// Answers as they come in.
struct Gathering {
    /// How many are still to come.
    left: usize,
    /// The worst so far: a failure is worse than a preemption, which is worse than success.
    worst: Answer,
    respond: Option<Respond>,
}

impl Gathering {
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

impl Simulation {
    /// Calls a service of several components under one request, which is cancelled as one. When one of them refuses, the
    /// others stop.
    pub(crate) fn relay(&mut self, id: RequestId, relay: &Relay, respond: Respond) {
        let Relay { to, service, arguments } = relay;
        let able: Vec<&String> = to.iter().filter(|name| self.has_service(name, service)).collect();
        if able.is_empty() {
            return respond(Answer::Success(Value::Null));
        }
        let (left, worst) = (able.len(), Answer::Success(Value::Null));
        let gathering = Arc::new(Mutex::new(Gathering { left, worst, respond: Some(respond) }));
        let lock = |gathering: &Mutex<Gathering>, answer| {
            gathering.lock().unwrap_or_else(PoisonError::into_inner).take(answer);
        };
        for name in able {
            let gathering = Arc::clone(&gathering);
            let respond = Box::new(move |answer| lock(&gathering, answer));
            self.dispatch(id, None, name, service, arguments, respond);
        }
        let refused = {
            let gathering = gathering.lock().unwrap_or_else(PoisonError::into_inner);
            matches!(gathering.worst, Answer::Failed(_))
        };
        if refused {
            self.cancel(id);
        }
    }
}
