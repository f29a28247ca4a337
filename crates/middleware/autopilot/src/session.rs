//! Lock-step with one autopilot: when a step waits for it, and when the wait times out.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use morse_sim::engine::time::lockstep::PartnerId;
use morse_sim::transport::request::{Event, Gateway, Refused};

#[derive(Default)]
struct State {
    /// Whether steps wait for the autopilot.
    is_attached: bool,
    /// Start of the wait for an answer; `None` if no answer is due.
    awaited_since: Option<Instant>,
    /// Events not sent yet because the engine's queue was full.
    unsent: VecDeque<Event>,
}

/// Lock-step with one autopilot. All times are wall time.
pub(crate) struct Session {
    gateway: Gateway,
    partner: PartnerId,
    state: Mutex<State>,
}

impl Session {
    pub(crate) fn new(gateway: Gateway) -> Self {
        let partner = PartnerId(gateway.next_id().0);
        Self { gateway, partner, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes steps wait for the autopilot.
    pub(crate) fn attach(&self) {
        let state = &mut *self.state();
        state.awaited_since = Some(Instant::now());
        self.attach_to(state);
    }

    fn attach_to(&self, state: &mut State) {
        if !std::mem::replace(&mut state.is_attached, true) {
            self.send(state, Event::LockstepAttached(self.partner));
        }
    }

    /// Makes steps stop waiting. Returns whether they were waiting.
    pub(crate) fn detach(&self) -> bool {
        let state = &mut *self.state();
        state.awaited_since = None;
        let was_attached = std::mem::replace(&mut state.is_attached, false);
        if was_attached {
            self.send(state, Event::LockstepDetached(self.partner));
        }
        was_attached
    }

    pub(crate) fn is_attached(&self) -> bool {
        self.state().is_attached
    }

    /// Whether sent readings are not answered yet.
    pub(crate) fn is_awaited(&self) -> bool {
        self.state().awaited_since.is_some()
    }

    /// Called when the readings of a step are sent: the next step waits for the answer.
    pub(crate) fn readings_sent(&self) {
        self.state().awaited_since = Some(Instant::now());
    }

    /// Called for a step without readings for the autopilot: the next step does not wait.
    pub(crate) fn skip(&self) {
        let state = &mut *self.state();
        if state.is_attached {
            self.send(state, Event::LockstepReady(self.partner));
        }
    }

    /// Called when the autopilot has answered: the next step may run.
    pub(crate) fn answered(&self) {
        let state = &mut *self.state();
        self.attach_to(state);
        state.awaited_since = None;
        self.send(state, Event::LockstepReady(self.partner));
    }

    /// Whether the wait for an answer exceeds `timeout`.
    pub(crate) fn is_overdue(&self, timeout: Option<Duration>) -> bool {
        let state = self.state();
        let since = state.awaited_since.filter(|_| state.is_attached);
        timeout.zip(since).is_some_and(|(timeout, since)| since.elapsed() > timeout)
    }

    /// Sends events that did not fit into the engine's queue.
    pub(crate) fn retry(&self) {
        self.send_pending(&mut self.state());
    }

    fn send(&self, state: &mut State, event: Event) {
        state.unsent.push_back(event);
        self.send_pending(state);
    }

    fn send_pending(&self, state: &mut State) {
        while let Some(event) = state.unsent.pop_front() {
            if let Err(Refused::Full(event)) = self.gateway.try_send(event) {
                state.unsent.push_front(event);
                return;
            }
        }
    }
}
