//! A vehicle: a robot with the sensors and actuators that an autopilot uses.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use morse_sim::transport::stream::Inbox;
use tokio::sync::Notify;

use crate::log;
use crate::mixer::Mixer;
use crate::readings::Readings;
use crate::session::Session;
use crate::signals::Signals;

/// Steps whose readings wait for an autopilot that is not in lock-step yet; beyond it, all are dropped.
const STEPS_MAX: usize = 256;

/// A vehicle, shared by the engine and the transport.
pub(crate) struct Vehicle {
    /// Full name of the robot.
    pub(crate) robot: String,
    /// Where its autopilot is served, for messages.
    pub(crate) endpoint: String,
    /// How long a step waits for the autopilot; `None` for ever.
    pub(crate) timeout: Option<Duration>,
    pub(crate) readings: Arc<Mutex<Readings>>,
    pub(crate) actuators: Vec<(Inbox, Mixer)>,
    pub(crate) session: Session,
    outgoing: Mutex<Vec<Vec<u8>>>,
    pub(crate) wake: Notify,
}

impl Vehicle {
    pub(crate) fn new(
        robot: String,
        endpoint: String,
        timeout: Option<Duration>,
        readings: Arc<Mutex<Readings>>,
        actuators: Vec<(Inbox, Mixer)>,
        session: Session,
    ) -> Self {
        let (outgoing, wake) = (Mutex::default(), Notify::new());
        Self { robot, endpoint, timeout, readings, actuators, session, outgoing, wake }
    }

    /// Queues the bytes of a step.
    pub(crate) fn send(&self, bytes: Vec<u8>) {
        let mut outgoing = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        if outgoing.len() >= STEPS_MAX {
            outgoing.clear();
        }
        outgoing.push(bytes);
        drop(outgoing);
        self.wake.notify_one();
    }

    /// What is queued, by step.
    pub(crate) fn take(&self) -> Vec<Vec<u8>> {
        std::mem::take(&mut *self.outgoing.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Commands the actuators.
    pub(crate) fn command(&self, signals: &Signals) {
        for (inbox, mixer) in &self.actuators {
            inbox.put(mixer.command(signals));
        }
    }

    /// Lets steps go on without the autopilot if it is overdue. Motors then are without signal, and stop.
    pub(crate) fn check_timeout(&self) {
        self.session.retry();
        if self.session.is_overdue(self.timeout) {
            self.lose(&format!(
                "no answer of the autopilot for {} s",
                self.timeout.unwrap_or_default().as_secs_f64()
            ));
        }
    }

    /// The autopilot is gone.
    pub(crate) fn lose(&self, reason: &str) {
        self.command(&Signals::None);
        if self.session.detach() {
            tracing::warn!(
                target: log::STREAMS,
                "{}: {reason} ({}). The simulation goes on without it, and its motors stop; it may come at any time.",
                self.robot,
                self.endpoint
            );
        }
    }
}
