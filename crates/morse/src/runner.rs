//! Runs a simulation: makes its steps at a pace, serves requests between them, and shows each finished tick to
//! observers.

mod background;
mod frame;
mod observer;
mod observers;
mod pacer;
mod pose_history;

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use morse_scene::document::RequestTiming;
use morse_sim::Simulation;
use morse_sim::engine::control::{End, LogLevel};
use morse_sim::transport::request::Event;
use morse_sim::transport::stream::{Audience, Publisher, Sample};

use crate::error::UnknownSensor;
use crate::interrupt::Interrupt;
pub use background::Background;
pub use frame::Frame;
pub use observer::Observer;
pub use observers::Observers;
pub use pacer::Pace;
use pacer::{Pacer, Turn};

/// How long the run stays awake after a request. A client that has its answer often asks again at once, and to wake
/// up takes longer than to serve.
const AWAKE: Duration = Duration::from_micros(200);

/// How long observers of a run that waits are left alone.
const WAITING_PERIOD: Duration = Duration::from_millis(45);

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// A stop condition of the runner holds.
    Stopped,
    /// The [`Interrupt`] was requested.
    Interrupted,
    /// A client, or an observer, asked for an orderly end with `simulation quit`.
    Quit,
    /// A client, or an observer, asked for an end at once with `simulation terminate`.
    Terminated,
}

/// Ends the run when it returns true for a finished tick.
type StopCondition<'a> = Box<dyn FnMut(&Frame<'_>) -> bool + Send + 'a>;

/// Is told the logger and the level when a client changes the level of a log.
type LogLevelHandler<'a> = Box<dyn FnMut(&str, LogLevel) + Send + 'a>;

/// Wants the readings of a sensor as a connected client does, and lets observers read them.
struct Listener;

impl Publisher for Listener {
    fn publish(&mut self, _: &Sample<'_>) {}

    fn audience(&self) -> Audience {
        Audience::Clients
    }
}

/// Makes the steps of one simulation, until a stop condition, an [`Interrupt`] or a client ends the run.
///
/// By default it makes steps as fast as it can, and ends only when a client or an observer asks for the end.
pub struct Runner<'a> {
    simulation: Simulation,
    pace: Pace,
    ticks_max: Option<u64>,
    interrupt: Interrupt,
    stop_conditions: Vec<StopCondition<'a>>,
    observers: Observers<'a>,
    on_log_level: LogLevelHandler<'a>,
}

impl<'a> Runner<'a> {
    /// The runner of a simulation.
    #[must_use]
    pub fn new(simulation: Simulation) -> Self {
        Self {
            simulation,
            pace: Pace::FAST,
            ticks_max: None,
            interrupt: Interrupt::default(),
            stop_conditions: Vec::new(),
            observers: Observers::default(),
            on_log_level: Box::new(|_, _| {}),
        }
    }

    /// How steps relate to wall time: [`Pace::FAST`], or [`Pace::of`] for what the scene asks.
    #[must_use]
    pub fn pace(mut self, pace: Pace) -> Self {
        self.pace = pace;
        self
    }

    /// Shows every finished tick to an observer. Observers are called in the order in which they were added.
    #[must_use]
    pub fn observe(mut self, observer: impl Observer + 'a) -> Self {
        self.observers.add(observer);
        self
    }

    /// Has a sensor read although no client is connected to its streams: without it, costly sensors skip what nobody
    /// wants.
    ///
    /// # Errors
    /// When the simulation has no sensor of this full name.
    pub fn keep_reading(mut self, sensor: &str) -> Result<Self, UnknownSensor> {
        if self.simulation.listen(sensor, Box::new(Listener)) {
            Ok(self)
        } else {
            Err(UnknownSensor(sensor.to_owned()))
        }
    }

    /// Ends the run when the simulation has made that many ticks since its own beginning.
    #[must_use]
    pub fn stop_after_ticks(mut self, ticks: u64) -> Self {
        self.ticks_max = Some(ticks);
        self
    }

    /// Ends the run at the tick nearest to a simulated time since the beginning of the simulation. [s]
    #[must_use]
    pub fn stop_after_seconds(self, seconds: f64) -> Self {
        let ticks = (seconds * self.simulation.clock().rate_hz()).round() as u64;
        self.stop_after_ticks(ticks)
    }

    /// Ends the run after the first tick for which `condition` returns true. It is called after the observers.
    #[must_use]
    pub fn stop_when(mut self, condition: impl FnMut(&Frame<'_>) -> bool + Send + 'a) -> Self {
        self.stop_conditions.push(Box::new(condition));
        self
    }

    /// Ends the run when the interrupt is requested.
    #[must_use]
    pub fn interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// Calls `handler` with a logger and its new level when a client asks for one.
    #[must_use]
    pub fn on_log_level(mut self, handler: impl FnMut(&str, LogLevel) + Send + 'a) -> Self {
        self.on_log_level = Box::new(handler);
        self
    }

    /// Makes steps until the end. It can be called again, with another end, to go on.
    ///
    /// What clients are sent last goes out with [`Simulation::finish`], which is left to the caller.
    pub fn run(&mut self) -> Ending {
        // On a thread of the simulation's own, so that no step has to be handed over.
        let ending = self.simulation.threads().install(|| self.run_here());
        self.observers.end(&mut self.simulation);
        ending
    }

    /// Records what arrives from outside while an observer uses it.
    fn record_activity(&mut self) {
        let records = self.observers.need_activity();
        self.simulation.record_activity(records || !self.stop_conditions.is_empty());
    }

    /// The simulation, between two runs.
    #[must_use]
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The simulation, to command robots or to call services between two runs.
    pub fn simulation_mut(&mut self) -> &mut Simulation {
        &mut self.simulation
    }

    /// Ends the work of the observers, and gives the simulation back.
    #[must_use]
    pub fn into_simulation(mut self) -> Simulation {
        self.simulation.record_activity(false);
        self.simulation
    }

    fn run_here(&mut self) -> Ending {
        let mut pacer = Pacer::new(self.pace, self.simulation.clock().rate_hz(), Instant::now());
        let mut stops = false;
        // When observers were called last.
        let mut shown = Instant::now();
        loop {
            for (logger, level) in self.simulation.controls().log_levels.drain(..) {
                (self.on_log_level)(&logger, level);
            }
            if let Some(end) = self.simulation.controls().end() {
                return if end == End::Quit { Ending::Quit } else { Ending::Terminated };
            }
            if stops || self.ticks_max.is_some_and(|ticks| self.simulation.clock().tick() >= ticks) {
                return Ending::Stopped;
            }
            if self.interrupt.is_requested() {
                return Ending::Interrupted;
            }
            self.record_activity();
            let has_answers = self.simulation.has_answers();
            match pacer.turn(Instant::now(), self.simulation.controls(), has_answers) {
                Turn::Step => {
                    self.simulation.step();
                    stops = self.show();
                    shown = Instant::now();
                    pacer.published(Instant::now());
                }
                Turn::Answer => self.simulation.send_answers(),
                Turn::Wait(time) => {
                    if shown.elapsed() >= WAITING_PERIOD {
                        self.observers.show_waiting(&mut self.simulation);
                        shown = Instant::now();
                    }
                    wait(&mut self.simulation, time);
                }
            }
        }
    }

    /// Shows the tick that was made to all observers, then handles what they sent. Returns whether a stop condition
    /// holds.
    fn show(&mut self) -> bool {
        if self.observers.is_empty() && self.stop_conditions.is_empty() {
            return false;
        }
        let mut stops = false;
        let conditions = &mut self.stop_conditions;
        self.observers.show(&mut self.simulation, &mut |frame| {
            for condition in &mut *conditions {
                stops |= condition(frame);
            }
        });
        stops
    }
}

/// Waits that long, or until requests have been served.
fn wait(simulation: &mut Simulation, time: Duration) {
    let end = Instant::now() + time;
    match simulation.events().recv_timeout(time) {
        Ok(event) => {
            // A trigger or an answer in lock-step makes a step due at once.
            let is_request = matches!(event, Event::Request(_));
            simulation.handle(event);
            if is_request && simulation.request_timing() == RequestTiming::Immediate {
                serve_awake(simulation, end);
            }
        }
        Err(RecvTimeoutError::Timeout) => {}
        // The simulation itself holds a way in, so the queue does not close; without one there would be nothing to
        // serve.
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
