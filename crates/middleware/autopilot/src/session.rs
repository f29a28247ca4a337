//! The lock-step with one autopilot: when a step waits for it, and when it has waited in vain.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use morse_sim::engine::time::lockstep::PartnerId;
use morse_sim::transport::request::{Event, Gateway, Refused};

#[derive(Default)]
struct State {
    /// Steps wait for the autopilot.
    is_attached: bool,
    /// Since when its answer is awaited.
    awaited_since: Option<Instant>,
    /// Events for which the queue of the engine was full.
    unsent: VecDeque<Event>,
}

/// The lock-step with one autopilot. All times are wall time.
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

    /// Steps wait from now on.
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

    /// Steps do not wait any longer. Returns whether they did.
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

    /// Whether readings were sent and not yet answered.
    pub(crate) fn is_awaited(&self) -> bool {
        self.state().awaited_since.is_some()
    }

    /// The readings of a step are on their way: the next step waits for the answer.
    pub(crate) fn asked(&self) {
        self.state().awaited_since = Some(Instant::now());
    }

    /// A step without anything for the autopilot: the next one does not wait for it.
    pub(crate) fn skip(&self) {
        let state = &mut *self.state();
        if state.is_attached {
            self.send(state, Event::LockstepReady(self.partner));
        }
    }

    /// The autopilot has answered: the next step can be made, and the one after it waits again.
    pub(crate) fn answered(&self) {
        let state = &mut *self.state();
        self.attach_to(state);
        state.awaited_since = None;
        self.send(state, Event::LockstepReady(self.partner));
    }

    /// Whether the answer has been awaited for longer than this.
    pub(crate) fn is_overdue(&self, timeout: Option<Duration>) -> bool {
        let state = self.state();
        let since = state.awaited_since.filter(|_| state.is_attached);
        timeout.zip(since).is_some_and(|(timeout, since)| since.elapsed() > timeout)
    }

    /// Sends events for which the queue was full.
    pub(crate) fn retry(&self) {
        self.pump(&mut self.state());
    }

    fn send(&self, state: &mut State, event: Event) {
        state.unsent.push_back(event);
        self.pump(state);
    }

    fn pump(&self, state: &mut State) {
        while let Some(event) = state.unsent.pop_front() {
            if let Err(Refused::Full(event)) = self.gateway.try_send(event) {
                state.unsent.push_front(event);
                return;
            }
        }
    }
}
