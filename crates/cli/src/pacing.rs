//! When the next step is made: the only place where simulated time meets wall time.
//!
//! A run follows the wall clock times the time scale, or does not wait at all, or, while an outside clock is connected, makes
//! one step for each of its triggers. Requests are served the moment they arrive, whatever the pace. Nothing here changes
//! what a step computes.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use morse_scene::document::{Document, Strategy};
use morse_sim::Simulation;
use morse_sim::control::{Controls, End};

use crate::{log, signals};

/// Late steps that are made up for when a scene says nothing. The original's scenes came with this figure.
const CATCH_UP_STEPS: u32 = 5;

/// How long the run stays awake after a request. A client that has its answer often asks again at once, and to wake up
/// takes longer than to serve.
const AWAKE: Duration = Duration::from_micros(200);

/// Longest time from one step to the next that is told from standing still. [s]
const PERIOD_S_MAX: f64 = 86_400.0;

/// How a run relates to wall time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Steps do not wait for wall time.
    pub fast: bool,
    /// How many steps late a run may be. What goes beyond is dropped: simulated time then falls behind for good, and is
    /// not run through in a burst.
    pub catch_up_steps: u32,
    /// Whether an outside clock that connects takes over.
    pub obeys_triggers: bool,
}

impl Pace {
    /// The pace that a scene asks for.
    ///
    /// The original's internal syncer was a process of its own that connected as the outside clock, wrote a trigger per
    /// period, and lost those that nobody awaited. Here nothing needs to connect: steps follow wall time, none is made up
    /// for, and no other clock can take over.
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

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// A client asked for it, or the user did, or the time was up.
    InOrder,
    /// A client wanted it at once.
    AtOnce,
}

/// Makes steps until the end: of `ticks_max` ticks, or when a client or the user wants it. `each_step` is called after
/// every step.
pub fn drive(
    simulation: &mut Simulation,
    pace: Pace,
    ticks_max: Option<u64>,
    each_step: impl FnMut(&mut Simulation) + Send,
) -> Ending {
    // On a thread of the simulation's own, so that no step has to be handed over.
    simulation.threads().install(|| run(simulation, pace, ticks_max, each_step))
}

fn run(
    simulation: &mut Simulation,
    pace: Pace,
    ticks_max: Option<u64>,
    mut each_step: impl FnMut(&mut Simulation),
) -> Ending {
    let mut pacer = Pacer::new(pace, simulation.clock().rate_hz(), Instant::now());
    loop {
        set_log_levels(simulation);
        if let Some(end) = simulation.controls().end() {
            return if end == End::Quit { Ending::InOrder } else { Ending::AtOnce };
        }
        if signals::interrupted() || ticks_max.is_some_and(|ticks| simulation.clock().tick() >= ticks) {
            return Ending::InOrder;
        }
        match pacer.turn(Instant::now(), simulation.controls()) {
            Turn::Step => {
                simulation.step();
                each_step(simulation);
            }
            Turn::Wait(time) => wait(simulation, time),
        }
    }
}

/// Waits that long, or until requests have been served.
fn wait(simulation: &mut Simulation, time: Duration) {
    let end = Instant::now() + time;
    match simulation.events().recv_timeout(time) {
        Ok(event) => {
            simulation.handle(event);
            serve_awake(simulation, end);
        }
        Err(RecvTimeoutError::Timeout) => {}
        // The simulation itself holds a way in, so the queue does not close; without one there would be nothing to serve.
        Err(RecvTimeoutError::Disconnected) => std::thread::sleep(time),
    }
}

/// Serves requests that follow one another closely, without falling asleep between them, until `end` at the latest.
fn serve_awake(simulation: &mut Simulation, end: Instant) {
    let mut sleep_at = Instant::now() + AWAKE;
    while Instant::now() < sleep_at.min(end) && simulation.controls().end().is_none() {
        match simulation.events().try_recv() {
            Ok(event) => {
                simulation.handle(event);
                sleep_at = Instant::now() + AWAKE;
            }
            // Whoever else wants this processor, the client perhaps, has it first.
            Err(_) => std::thread::yield_now(),
        }
    }
}

fn set_log_levels(simulation: &mut Simulation) {
    for (logger, level) in simulation.controls().log_levels.drain(..) {
        log::set_level(&logger, level);
    }
}

/// What to do now.
#[derive(Debug, PartialEq, Eq)]
enum Turn {
    Step,
    /// Serve requests for that long, then ask again.
    Wait(Duration),
}

struct Pacer {
    pace: Pace,
    tick_s: f64,
    /// When the last step was due.
    last_due: Instant,
    /// When the last step was made.
    last_step: Option<Instant>,
}

impl Pacer {
    fn new(pace: Pace, rate_hz: f64, now: Instant) -> Self {
        Self { pace, tick_s: 1.0 / rate_hz, last_due: now, last_step: None }
    }

    /// Decides; a step is taken as made.
    fn turn(&mut self, now: Instant, controls: &mut Controls) -> Turn {
        let look = Duration::from_millis(signals::LOOK_EVERY_MS);
        if self.pace.obeys_triggers && controls.clock_attached {
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
        if let Some(last) = self.last_step.replace(now) {
            controls.wall_steps.add(now.duration_since(last).as_secs_f64());
        }
        Turn::Step
    }

    fn period(&self, time_scale: f64) -> Duration {
        Duration::try_from_secs_f64((self.tick_s / time_scale).min(PERIOD_S_MAX)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
