//! A hundred robots that drive in real time, and the processor time that an observer takes of the thread of their
//! simulation.

use std::error::Error;
use std::time::Duration;

use cpu_time::ThreadTime;
use morse::{Document, Frame, Interrupt, LoadOptions, Observer, Options, Pace, Runner, Scene, Simulation};
use serde_json::json;

/// Robots of the scene.
const ROBOTS: usize = 100;
/// How long is measured, in simulated time. [s]
pub const MEASURED_S: f64 = 10.0;

/// A scene of robots that drive, each with a pose sensor if `has_sensors`, and its simulation.
pub fn scene(has_sensors: bool) -> Result<(Scene, Simulation), Box<dyn Error>> {
    let objects = (0..ROBOTS).flat_map(|index| {
        let name = format!("robot{index}");
        let place = [4.0 * (index % 10) as f64, 4.0 * (index / 10) as f64, 0.1];
        let component = |part: &str, kind: &str, class: &str| {
            json!({"name": format!("{name}.{part}"), "kind": kind, "class": class, "parent": name, "rate_hz": 60.0})
        };
        let sensor = has_sensors.then(|| component("pose", "sensor", "morse.sensors.pose.Pose"));
        let robot = [
            json!({"name": name, "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"},
                "location": place}),
            component("motion", "actuator", "morse.actuators.v_omega.MotionVW"),
        ];
        robot.into_iter().chain(sensor)
    });
    let document =
        json!({"morse_scene": 1, "objects": objects.collect::<Vec<_>>(), "environment": {"file": "empty"}});
    let document = Document::from_json(&document.to_string())?;
    let scene = Scene::from_document("cost", document, &LoadOptions::default())?;
    let mut simulation = scene.simulation(&Options::default())?;
    for index in 0..ROBOTS {
        let speed = 0.5 + 0.01 * index as f64;
        simulation.command(&format!("robot{index}.motion"), &[("v", speed), ("w", 0.5)].into())?;
    }
    Ok((scene, simulation))
}

/// Processor time a tick of the thread of the simulation. [µs]
pub struct Spent {
    /// Of the observer.
    pub observer_us: f64,
    /// Of all else.
    pub tick_us: f64,
}

/// Measures the processor time of an observer.
struct Timed<'a, O> {
    observer: O,
    spent: &'a mut Duration,
    whole: &'a mut Duration,
    first: Option<Duration>,
}

impl<O: Observer> Observer for Timed<'_, O> {
    fn tick(&mut self, frame: &Frame<'_>) {
        let begun = ThreadTime::now().as_duration();
        self.observer.tick(frame);
        let ended = ThreadTime::now().as_duration();
        *self.spent += ended.saturating_sub(begun);
        *self.whole = ended.saturating_sub(*self.first.get_or_insert(begun));
    }

    fn needs_activity(&self) -> bool {
        self.observer.needs_activity()
    }
}

/// Runs a simulation in real time until `interrupt`. The time of all observers and steps is that of one thread.
pub fn run(simulation: Simulation, observer: impl Observer, interrupt: Interrupt) -> Spent {
    let (mut spent, mut whole) = (Duration::ZERO, Duration::ZERO);
    let timed = Timed { observer, spent: &mut spent, whole: &mut whole, first: None };
    let runner = Runner::new(simulation).observe(timed).interrupt(interrupt);
    let mut runner = runner.pace(Pace { fast: false, ..Pace::FAST });
    runner.run();
    let ticks = runner.into_simulation().clock().tick();
    let per_tick = |time: Duration| time.as_secs_f64() * 1e6 / ticks as f64;
    Spent { observer_us: per_tick(spent), tick_us: per_tick(whole.saturating_sub(spent)) }
}
