//! Determines the time of the next step. Simulated time depends on wall time only here.
//!
//! Steps follow scaled wall time, or do not wait, or, while an external clock is connected, follow its triggers. Each step
//! waits for the programs in lock-step. The pace does not affect the results of steps.

use std::time::{Duration, Instant};

use morse_scene::document::{Document, Strategy};
use morse_sim::engine::control::Controls;

use crate::interrupt::INTERRUPT_POLL_MS;

/// Default number of late steps to catch up, as in scenes of the original.
const CATCH_UP_STEPS: u32 = 5;

/// Minimum time between the messages and the answers of a step, limited to half a period, because clients receive them on
/// separate connections.
const ANSWER_GAP: Duration = Duration::from_millis(1);

/// Maximum time between two steps; a longer time counts as stopped. [s]
const PERIOD_S_MAX: f64 = 86_400.0;

/// The pace of a run in wall time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Steps do not wait for wall time.
    pub fast: bool,
    /// Maximum number of steps that are caught up. Beyond it, simulated time falls behind permanently instead of
    /// running in a burst.
    pub catch_up_steps: u32,
    /// Whether an external clock that connects triggers the steps.
    pub obeys_triggers: bool,
}

impl Pace {
    /// Steps do not wait for wall time, but for an external clock that connects.
    pub const FAST: Self = Self { fast: true, catch_up_steps: CATCH_UP_STEPS, obeys_triggers: true };

    /// The pace that a scene requests.
    ///
    /// The original's internal syncer was a separate process that connected as the external clock and sent a trigger per
    /// period; unused triggers were lost. Here, no process is needed: steps follow wall time, late steps are not caught up,
    /// and no other clock can connect.
    #[must_use]
    pub fn of(document: &Document, fast: bool) -> Self {
        let time = &document.environment.time;
        let catch_up_steps = match time.strategy {
            _ if time.internal_syncer => 0,
            Strategy::BestEffort => time.logic_step_max.unwrap_or(CATCH_UP_STEPS),
            Strategy::FixedStep => CATCH_UP_STEPS,
        };
        Self { fast, catch_up_steps, obeys_triggers: !time.internal_syncer }
    }
}

/// The next action of the runner.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NextAction {
    Step,
    /// Send the answers of the last step.
    Answer,
    /// Serve requests for this time, then ask again.
    Wait(Duration),
}

pub(super) struct Pacer {
    pace: Pace,
    tick_s: f64,
    /// Due time of the last step.
    last_due: Instant,
    /// Time of the last step.
    last_step: Option<Instant>,
    /// Time at which the messages of the last step were complete.
    last_published: Instant,
}

impl Pacer {
    pub(super) fn new(pace: Pace, rate_hz: f64, now: Instant) -> Self {
        Self { pace, tick_s: 1.0 / rate_hz, last_due: now, last_step: None, last_published: now }
    }

    /// To be called when the messages of a step are complete.
    pub(super) fn published(&mut self, now: Instant) {
        self.last_published = now;
    }

    /// Decides the next action. `Step` counts as done. `has_answers`: the last step has answers, which are sent before the
    /// next step.
    pub(super) fn next_action(
        &mut self,
        now: Instant,
        controls: &mut Controls,
        has_answers: bool,
    ) -> NextAction {
        let poll = Duration::from_millis(INTERRUPT_POLL_MS);
        if has_answers {
            let wait = self.answers_due(controls).and_then(|due| due.checked_duration_since(now));
            return wait
                .filter(|wait| !wait.is_zero())
                .map_or(NextAction::Answer, |wait| NextAction::Wait(wait.min(poll)));
        }
        if controls.paused != Some(0) && !controls.lockstep.is_ready() {
            return NextAction::Wait(poll);
        }
        if let Some(left) = &mut controls.paused {
            // After the pause, time continues from here.
            self.last_due = now;
            if *left == 0 {
                return NextAction::Wait(poll);
            }
            *left -= 1;
        } else if self.pace.obeys_triggers && controls.clock_attached {
            // After the external clock disconnects, time continues from here.
            self.last_due = now;
            if controls.clock_triggers == 0 {
                return NextAction::Wait(poll);
            }
            controls.clock_triggers -= 1;
        } else if !self.pace.fast {
            let period = self.period(controls.time_scale);
            let due = self.last_due + period;
            if let Some(wait) = due.checked_duration_since(now).filter(|wait| !wait.is_zero()) {
                return NextAction::Wait(wait.min(poll));
            }
            let latest = now.checked_sub(period * self.pace.catch_up_steps).unwrap_or(due);
            self.last_due = due.max(latest);
        }
        controls.lockstep.begin_step();
        if let Some(last) = self.last_step.replace(now) {
            controls.wall_steps.add(now.duration_since(last).as_secs_f64());
        }
        NextAction::Step
    }

    /// Time at which the answers of the last step are sent; `None`: immediately, because steps do not follow wall time.
    fn answers_due(&self, controls: &Controls) -> Option<Instant> {
        if self.pace.fast || (self.pace.obeys_triggers && controls.clock_attached) {
            return None;
        }
        let half = self.period(controls.time_scale) / 2;
        Some((self.last_due + half).max(self.last_published + half.min(ANSWER_GAP)))
    }

    fn period(&self, time_scale: f64) -> Duration {
        Duration::try_from_secs_f64((self.tick_s / time_scale).min(PERIOD_S_MAX)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
