//! Determines when the next step is made: the only place where simulated time depends on wall time.
//!
//! Steps follow wall time times the time scale, or do not wait, or, while an outside clock is connected, follow its
//! triggers. Each step waits for the programs in lock-step. Nothing here changes what a step computes.

use std::time::{Duration, Instant};

use morse_scene::document::{Document, Strategy};
use morse_sim::engine::control::Controls;

use crate::interrupt::INTERRUPT_POLL_MS;

/// Default number of late steps that are caught up, which is the value in scenes of the original.
const CATCH_UP_STEPS: u32 = 5;

/// Shortest time from the messages of a step to the answers behind them, as far as half a period allows: a client
/// reads both from connections of their own.
const ANSWER_GAP: Duration = Duration::from_millis(1);

/// Longest time from one step to the next that is told from standing still. [s]
const PERIOD_S_MAX: f64 = 86_400.0;

/// How a run relates to wall time.
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
    /// Steps do not wait for wall time, but for an outside clock that connects.
    pub const FAST: Self = Self { fast: true, catch_up_steps: CATCH_UP_STEPS, obeys_triggers: true };

    /// The pace that a scene asks for.
    ///
    /// The original's internal syncer was a process of its own that connected as the outside clock, wrote a trigger
    /// per period, and lost those that nobody awaited. Here nothing needs to connect: steps follow wall time, none is
    /// made up for, and no other clock can take over.
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

/// What to do now.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Step,
    /// Send the answers that the last step made ready.
    Answer,
    /// Serve requests for that long, then ask again.
    Wait(Duration),
}

pub(super) struct Pacer {
    pace: Pace,
    tick_s: f64,
    /// When the last step was due.
    last_due: Instant,
    /// When the last step was made.
    last_step: Option<Instant>,
    /// When the messages of the last step were complete.
    last_published: Instant,
}

impl Pacer {
    pub(super) fn new(pace: Pace, rate_hz: f64, now: Instant) -> Self {
        Self { pace, tick_s: 1.0 / rate_hz, last_due: now, last_step: None, last_published: now }
    }

    /// The messages of the step that was made are complete.
    pub(super) fn published(&mut self, now: Instant) {
        self.last_published = now;
    }

    /// Decides; a step is taken as made. `has_answers`: the last step made answers ready, which go out before the
    /// next one.
    pub(super) fn turn(&mut self, now: Instant, controls: &mut Controls, has_answers: bool) -> Turn {
        let look = Duration::from_millis(INTERRUPT_POLL_MS);
        if has_answers {
            let early = self.answers_due(controls).and_then(|due| due.checked_duration_since(now));
            return early
                .filter(|early| !early.is_zero())
                .map_or(Turn::Answer, |early| Turn::Wait(early.min(look)));
        }
        if controls.paused != Some(0) && !controls.lockstep.is_ready() {
            return Turn::Wait(look);
        }
        if let Some(left) = &mut controls.paused {
            // When the pause ends, time runs on from here.
            self.last_due = now;
            if *left == 0 {
                return Turn::Wait(look);
            }
            *left -= 1;
        } else if self.pace.obeys_triggers && controls.clock_attached {
            // When the outside clock goes, time runs on from here.
            self.last_due = now;
            if controls.clock_triggers == 0 {
                return Turn::Wait(look);
            }
            controls.clock_triggers -= 1;
        } else if !self.pace.fast {
            let period = self.period(controls.time_scale);
            let due = self.last_due + period;
            if let Some(early) = due.checked_duration_since(now).filter(|early| !early.is_zero()) {
                return Turn::Wait(early.min(look));
            }
            let latest = now.checked_sub(period * self.pace.catch_up_steps).unwrap_or(due);
            self.last_due = due.max(latest);
        }
        controls.lockstep.begin_step();
        if let Some(last) = self.last_step.replace(now) {
            controls.wall_steps.add(now.duration_since(last).as_secs_f64());
        }
        Turn::Step
    }

    /// When the answers that the last step made ready go out; `None`: at once, because steps do not follow wall time.
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
