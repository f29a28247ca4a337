//! Runs a simulation: steps it at a pace, serves requests between steps, and shows each finished tick to observers.

mod background;
mod frame;
mod observer;
mod observers;
mod pacer;
mod pose_history;

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

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
use pacer::{NextAction, Pacer};

/// Time for which the run polls for requests after a request, because clients often send the next request immediately, and
/// waking up takes longer than serving a request.
const POLL_TIME: Duration = Duration::from_micros(200);

/// Period at which observers are called while the run waits.
const WAITING_PERIOD: Duration = Duration::from_millis(45);

/// Largest share of the time of a tick that serves requests, in real time.
const REQUEST_SHARE: f64 = 0.5;

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// A stop condition of the runner holds.
    Stopped,
    /// The [`Interrupt`] was requested.
    Interrupted,
    /// A client or an observer requested an orderly end with `simulation quit`.
    Quit,
    /// A client or an observer requested an immediate end with `simulation terminate`.
    Terminated,
}

/// Ends the run when it returns true for a finished tick.
type StopCondition<'a> = Box<dyn FnMut(&Frame<'_>) -> bool + Send + 'a>;

/// Callback for a logger and its new level, when a client changes a log level.
type LogLevelHandler<'a> = Box<dyn FnMut(&str, LogLevel) + Send + 'a>;

/// Makes a sensor read as for a connected client, so that observers can use its readings.
struct Listener;

impl Publisher for Listener {
    fn publish(&mut self, _: &Sample<'_>) {}

    fn audience(&self) -> Audience {
        Audience::Clients
    }
}

/// Steps one simulation until a stop condition, an [`Interrupt`] or a client ends the run.
///
/// By default, it steps as fast as possible, and ends only on request of a client or an observer.
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
    /// Creates the runner of a simulation.
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

    /// Sets the pace of steps in wall time: [`Pace::FAST`], or [`Pace::of`] for the setting of the scene.
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

    /// Makes a sensor read without connected clients. By default, costly sensors skip readings that are not used.
    ///
    /// # Errors
    /// If the simulation has no sensor of this full name.
    pub fn keep_reading(mut self, sensor: &str) -> Result<Self, UnknownSensor> {
        if self.simulation.listen(sensor, Box::new(Listener)) {
            Ok(self)
        } else {
            Err(UnknownSensor(sensor.to_owned()))
        }
    }

    /// Ends the run when the simulation has made this number of ticks since its start.
    #[must_use]
    pub fn stop_after_ticks(mut self, ticks: u64) -> Self {
        self.ticks_max = Some(ticks);
        self
    }

    /// Ends the run at the tick nearest to a simulated time since the start of the simulation. [s]
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

    /// Measures costs of components in wall time: see [`Simulation::costs`].
    #[must_use]
    pub fn measure_costs(mut self) -> Self {
        self.simulation.measure_costs(wall_ns);
        self
    }

    /// Ends the run when the interrupt is requested.
    #[must_use]
    pub fn interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// Calls `handler` with a logger and its new level when a client changes it.
    #[must_use]
    pub fn on_log_level(mut self, handler: impl FnMut(&str, LogLevel) + Send + 'a) -> Self {
        self.on_log_level = Box::new(handler);
        self
    }

    /// Steps until the run ends. It can be called again with another stop condition.
    ///
    /// [`Simulation::finish`], which the caller calls, sends the last messages to clients.
    pub fn run(&mut self) -> Ending {
        // Runs on a thread of the simulation, so that steps need not be passed to another thread.
        let ending = self.simulation.threads().install(|| self.run_here());
        self.observers.end(&mut self.simulation);
        ending
    }

    /// Enables the recording of activity while an observer uses it.
    fn record_activity(&mut self) {
        let records = self.observers.need_activity();
        self.simulation.record_activity(records || !self.stop_conditions.is_empty());
    }

    /// The simulation between two runs.
    #[must_use]
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The simulation between two runs, to command robots or to call services.
    pub fn simulation_mut(&mut self) -> &mut Simulation {
        &mut self.simulation
    }

    /// Drops the observers, and returns the simulation.
    #[must_use]
    pub fn into_simulation(mut self) -> Simulation {
        self.simulation.record_activity(false);
        self.simulation
    }

    fn run_here(&mut self) -> Ending {
        let mut pacer = Pacer::new(self.pace, self.simulation.clock().rate_hz(), Instant::now());
        let mut stops = false;
        // Time of the last call of observers.
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
            match pacer.next_action(Instant::now(), self.simulation.controls(), has_answers) {
                NextAction::Step => {
                    self.limit_request_time();
                    self.simulation.step();
                    stops = self.show();
                    shown = Instant::now();
                    pacer.published(Instant::now());
                }
                NextAction::Answer => self.simulation.send_answers(),
                NextAction::Wait(time) => {
                    if shown.elapsed() >= WAITING_PERIOD {
                        self.observers.show_waiting(&mut self.simulation);
                        shown = Instant::now();
                    }
                    wait(&mut self.simulation, time);
                }
            }
        }
    }

    /// In real time, a tick spends half of its time on requests at most, so that clients cannot hold up the run.
    fn limit_request_time(&mut self) {
        let scale = self.simulation.controls().time_scale;
        if !self.pace.fast && scale > 0.0 {
            let tick_ns = 1e9 / (self.simulation.clock().rate_hz() * scale);
            self.simulation.limit_request_time(wall_ns, (REQUEST_SHARE * tick_ns) as u64);
        }
    }

    /// Shows the finished tick to all observers, then applies what they sent. Returns whether a stop condition holds.
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

/// Wall time for the measurement of costs. [ns]
fn wall_ns() -> u64 {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
    since_epoch.map_or(0, |time| u64::try_from(time.as_nanos()).unwrap_or(0))
}

/// Waits for a time, or until requests have been served.
fn wait(simulation: &mut Simulation, time: Duration) {
    let end = Instant::now() + time;
    match simulation.events().recv_timeout(time) {
        Ok(event) => {
            // After a clock trigger or an answer in lock-step, the next step is due immediately.
            let is_request = matches!(event, Event::Request(_));
            simulation.handle(event);
            if is_request && simulation.request_timing() == RequestTiming::Immediate {
                serve_polling(simulation, end);
            }
        }
        Err(RecvTimeoutError::Timeout) => {}
        // This cannot happen, because the simulation itself owns a sender of the queue.
        Err(RecvTimeoutError::Disconnected) => std::thread::sleep(time),
    }
}

/// Serves requests in quick succession without sleeping between them, until `end` at the latest.
fn serve_polling(simulation: &mut Simulation, end: Instant) {
    let mut sleep_at = Instant::now() + POLL_TIME;
    while Instant::now() < sleep_at.min(end) && simulation.controls().end().is_none() {
        match simulation.events().try_recv() {
            Ok(event) => {
                simulation.handle(event);
                sleep_at = Instant::now() + POLL_TIME;
            }
            // Lets other threads and processes, such as the client, use this processor.
            Err(_) => std::thread::yield_now(),
        }
    }
}
