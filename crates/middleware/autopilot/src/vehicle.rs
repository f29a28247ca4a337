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

/// Maximum number of queued steps for an autopilot that is not in lock-step yet; beyond it, all are dropped.
const STEPS_MAX: usize = 256;

/// A vehicle, shared by the engine and the transport.
pub(crate) struct Vehicle {
    /// Full name of the robot.
    pub(crate) robot: String,
    /// Endpoint of its autopilot, for log messages.
    pub(crate) endpoint: String,
    /// Time limit of a step for the autopilot's answer; `None` for no limit.
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

    /// Takes the queued bytes, one entry per step.
    pub(crate) fn take(&self) -> Vec<Vec<u8>> {
        std::mem::take(&mut *self.outgoing.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Commands the actuators.
    pub(crate) fn command(&self, signals: &Signals) {
        for (inbox, mixer) in &self.actuators {
            inbox.put(mixer.command(signals));
        }
    }

    /// Lets steps run without the autopilot if its answer is overdue. Motors have no signal then, and stop.
    pub(crate) fn check_timeout(&self) {
        self.session.retry();
        if self.session.is_overdue(self.timeout) {
            self.lose(&format!(
                "no answer from the autopilot for {} s",
                self.timeout.unwrap_or_default().as_secs_f64()
            ));
        }
    }

    /// Called when the autopilot is lost: stops the motors and the lock-step.
    pub(crate) fn lose(&self, reason: &str) {
        self.command(&Signals::None);
        if self.session.detach() {
            tracing::warn!(
                target: log::STREAMS,
                "{}: {reason} ({}). The simulation continues without it, and its motors stop; it may connect at any time.",
                self.robot,
                self.endpoint
            );
        }
    }
}
