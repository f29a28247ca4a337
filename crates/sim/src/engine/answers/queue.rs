//! Queues of waiting requests and answers.

use std::collections::VecDeque;

use morse_scene::document::RequestTiming;
use morse_scene::value::Value;

use crate::contract::outcome::Answer;
use crate::engine::time::Time;
use crate::transport::request::{Event, RequestId, Respond};

/// Requests that wait for a tick, and answers that wait for the messages of a tick.
pub(crate) struct Answers {
    pub(crate) timing: RequestTiming,
    /// Requests that wait for the next tick, oldest first.
    pub(super) waiting: VecDeque<Event>,
    /// Completed services; the next tick makes their answers ready.
    pub(crate) ended: Vec<Ended>,
    /// Answers that are sent after the messages of the last tick.
    pub(super) ready: Vec<Ended>,
    pub(crate) sleep_request: Option<SleepRequest>,
    pub(crate) steps_request: Option<StepsRequest>,
}

/// An ended service and its answer.
pub(crate) struct Ended {
    pub(crate) respond: Respond,
    pub(crate) answer: Answer,
    /// Whether the host made the call; the host is notified at once.
    pub(crate) of_host: bool,
}

/// A running `time sleep`.
pub(crate) struct SleepRequest {
    pub(crate) seconds: f64,
    /// Time of the first tick after the request, from which the duration counts.
    pub(crate) begun: Option<Time>,
    pub(crate) respond: Respond,
}

/// A request for steps of a paused simulation.
pub(crate) struct StepsRequest {
    pub(crate) id: RequestId,
    /// Number of the last requested tick.
    pub(crate) last: u64,
    pub(crate) respond: Respond,
}

impl Answers {
    /// Whether answers wait for [`crate::Simulation::send_answers`].
    pub(crate) fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    pub(crate) fn new(timing: RequestTiming) -> Self {
        Self {
            timing,
            waiting: VecDeque::new(),
            ended: Vec::new(),
            ready: Vec::new(),
            sleep_request: None,
            steps_request: None,
        }
    }

    /// Adds an answer that is sent after the messages of the last tick.
    pub(crate) fn add_ready(&mut self, respond: Respond, answer: Answer) {
        self.ready.push(Ended { respond, answer, of_host: false });
    }

    /// At the end of a step: makes the answer ready if it was the last requested step.
    pub(crate) fn complete_steps(&mut self, tick: u64) {
        if let Some(request) = self.steps_request.take_if(|request| tick >= request.last) {
            self.add_ready(request.respond, Answer::Success(Value::from(tick as i64)));
        }
    }
}
