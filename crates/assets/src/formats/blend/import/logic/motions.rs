//! Logic bricks that move an object: Always sensor, And controller, Motion actuator. No other logic is executed.
//!
//! An actuator is active from the first positive pulse of its controller until a negative one. A plain Always sensor
//! never gives a negative pulse, in any pulse mode: its actuators act in each tick. In tap mode it gives a negative
//! pulse in the tick after each positive one.

use std::collections::BTreeMap;

use glam::DVec3;

use crate::formats::blend::file::BlendFile;
use crate::formats::blend::import::omissions::Omissions;
use crate::formats::blend::view::View;
use crate::model::{Directed, Motion, MotionSchedule};

const SENSOR_ALWAYS: i64 = 0;
const CONTROLLER_AND: i64 = 0;
const CONTROLLER_PYTHON: i64 = 3;
const ACTUATOR_MOTION: i64 = 0;
const ACTUATOR_STATE: i64 = 17;
/// Kind of a Motion actuator that is neither a servo nor for characters.
const MOTION_SIMPLE: i64 = 0;

// Bits of the `flag` of sensors, controllers and actuators.
const SENSOR_OFF: i64 = 1 << 6;
const CONTROLLER_OFF: i64 = 1 << 5;
const ACTUATOR_OFF: i64 = 1 << 6;
/// Bit of the `pulse` of a sensor.
const REPEATS: i64 = 1 << 0;
// Bits of the `flag` of a Motion actuator.
const FORCE_LOCAL: i64 = 1 << 0;
const TORQUE_LOCAL: i64 = 1 << 1;
const TRANSLATION_LOCAL: i64 = 1 << 2;
const ROTATION_LOCAL: i64 = 1 << 3;
const LINEAR_VELOCITY_LOCAL: i64 = 1 << 4;
const ANGULAR_VELOCITY_LOCAL: i64 = 1 << 5;
const ADDS_LINEAR_VELOCITY: i64 = 1 << 6;

/// Smaller components of a Motion actuator count as zero.
const COMPONENT_MIN: f64 = 1e-4;

const NOT_RUN: &str = "logic bricks other than Always sensor, And controller and Motion actuator do not run";

/// The motions of a file, by the block of the object that moves.
#[derive(Default)]
pub(crate) struct Motions(BTreeMap<u32, Vec<Motion>>);

/// Largest number of links of a brick; files with more are invalid.
const LINKS_MAX: usize = 64;

/// The inputs of a controller or an actuator.
#[derive(Default)]
struct Input {
    /// Whether some input activates it in each tick.
    every_tick: bool,
    /// The other schedule by which it acts, if there is one.
    tapped: Option<MotionSchedule>,
    /// Whether there are inputs other than Always sensors through And controllers, or several other schedules.
    has_other: bool,
}

impl Input {
    fn add(&mut self, schedule: Option<MotionSchedule>) {
        match schedule {
            Some(MotionSchedule::EveryTick) => self.every_tick = true,
            Some(tapped) if self.tapped.is_none_or(|known| known == tapped) => self.tapped = Some(tapped),
            _ => self.has_other = true,
        }
    }
}

impl Motions {
    /// Reads the logic of all objects. Bricks that are not executed are recorded as `object.brick`.
    pub(crate) fn of(file: &BlendFile<'_>, omissions: &mut Omissions) -> Motions {
        let objects: Vec<View<'_>> = file.with_code(b"OB").collect();
        let inputs = inputs(&objects);
        // Keyed by the block of an actuator.
        let mut drivers: BTreeMap<u32, Input> = BTreeMap::new();
        for object in &objects {
            for (controller, is_on) in controllers(object) {
                let Some(input) = inputs.get(&controller.block) else { continue };
                if controller.int("type") == CONTROLLER_PYTHON {
                    omissions.note(NOT_RUN, &brick(object, &controller));
                }
                let schedule = schedule(&controller, input).filter(|_| is_on);
                for actuator in linked(&controller) {
                    drivers.entry(actuator.block).or_default().add(schedule);
                }
            }
        }
        let mut motions = Motions::default();
        for object in &objects {
            for actuator in object.list("actuators") {
                let Some(driver) = drivers.get(&actuator.block) else { continue };
                if actuator.bit("flag", ACTUATOR_OFF) {
                    continue;
                }
                // An actuator that acts in each tick needs no other input.
                let schedule =
                    if driver.every_tick { Some(MotionSchedule::EveryTick) } else { driver.tapped };
                let motion = schedule.and_then(|schedule| simple_motion(&actuator, schedule));
                if motion.is_none() || driver.has_other {
                    omissions.note(NOT_RUN, &brick(object, &actuator));
                }
                let Some(motion) = motion else { continue };
                let has_velocity = [motion.linear_velocity, motion.angular_velocity]
                    .iter()
                    .any(|it| it.vector != DVec3::ZERO);
                if has_velocity && actuator.follow("data").is_some_and(|data| data.int("damping") != 0) {
                    omissions.note("damping of Motion actuators is not simulated", &brick(object, &actuator));
                }
                motions.0.entry(object.block).or_default().push(motion);
            }
        }
        motions
    }

    /// Takes the motions of an object, in the order of its actuators.
    pub(crate) fn take(&mut self, object: &View<'_>) -> Vec<Motion> {
        self.0.remove(&object.block).unwrap_or_default()
    }
}

fn brick(object: &View<'_>, brick: &View<'_>) -> String {
    format!("{}.{}", object.id_name(), brick.text("name"))
}

/// The controllers of an object, and whether each is active in the initial state of the object. Controllers of other
/// states are left out, unless the logic of the object may change its state.
fn controllers<'a>(object: &View<'a>) -> Vec<(View<'a>, bool)> {
    let all = object.list("controllers");
    let changes_state =
        object.list("actuators").iter().any(|actuator| actuator.int("type") == ACTUATOR_STATE)
            || all.iter().any(|controller| controller.int("type") == CONTROLLER_PYTHON);
    let state = match object.int("init_state") {
        0 => object.int("state"),
        first => first,
    };
    let is_on =
        |controller: &View<'_>| !controller.has("state_mask") || controller.int("state_mask") & state != 0;
    let with_state = all.into_iter().map(|controller| (controller, is_on(&controller)));
    with_state
        .filter(|(controller, is_on)| !controller.bit("flag", CONTROLLER_OFF) && (*is_on || changes_state))
        .collect()
}

/// The bricks that a sensor or a controller is connected to.
fn linked<'a>(brick: &View<'a>) -> Vec<View<'a>> {
    let count = usize::try_from(brick.int("totlinks")).unwrap_or_default();
    let addresses = brick.pointed_addresses("links", count.min(LINKS_MAX));
    addresses.into_iter().filter_map(|address| brick.at(address)).collect()
}

/// The inputs of each controller from the sensors of all objects, by the block of the controller.
fn inputs(objects: &[View<'_>]) -> BTreeMap<u32, Input> {
    let mut inputs: BTreeMap<u32, Input> = BTreeMap::new();
    for sensor in objects.iter().flat_map(|object| object.list("sensors")) {
        if sensor.bit("flag", SENSOR_OFF) {
            continue;
        }
        for controller in linked(&sensor) {
            let is_always = sensor.int("type") == SENSOR_ALWAYS && sensor.int("invert") == 0;
            inputs.entry(controller.block).or_default().add(is_always.then(|| pulses(&sensor)));
        }
    }
    inputs
}

/// The ticks in which an Always sensor is positive.
fn pulses(sensor: &View<'_>) -> MotionSchedule {
    match (sensor.int("tap") != 0, sensor.bit("pulse", REPEATS)) {
        (false, _) => MotionSchedule::EveryTick,
        (true, false) => MotionSchedule::Once,
        (true, true) => {
            let skipped = u32::try_from(sensor.int("freq")).unwrap_or_default();
            MotionSchedule::OneIn(skipped.saturating_add(1))
        }
    }
}

/// The schedule of a controller; `None` unless it is an And of Always sensors.
fn schedule(controller: &View<'_>, input: &Input) -> Option<MotionSchedule> {
    if controller.int("type") != CONTROLLER_AND || input.has_other {
        return None;
    }
    // An And acts when all its sensors are positive; sensors that always are do not change the schedule.
    input.tapped.or(input.every_tick.then_some(MotionSchedule::EveryTick))
}

/// The motion of a Motion actuator; `None` for another kind of actuator.
fn simple_motion(actuator: &View<'_>, schedule: MotionSchedule) -> Option<Motion> {
    let data = actuator.follow_as("data", "bObjectActuator")?;
    if actuator.int("type") != ACTUATOR_MOTION || data.int("type") != MOTION_SIMPLE {
        return None;
    }
    let directed = |field: &str, local: i64| Directed {
        vector: data.vector(field).to_array().map(usable).into(),
        local: data.bit("flag", local),
    };
    Some(Motion {
        name: actuator.text("name"),
        schedule,
        translation: directed("dloc", TRANSLATION_LOCAL),
        rotation: directed("drot", ROTATION_LOCAL),
        linear_velocity: directed("linearvelocity", LINEAR_VELOCITY_LOCAL),
        adds_linear_velocity: data.bit("flag", ADDS_LINEAR_VELOCITY),
        angular_velocity: directed("angularvelocity", ANGULAR_VELOCITY_LOCAL),
        force: directed("forceloc", FORCE_LOCAL),
        torque: directed("forcerot", TORQUE_LOCAL),
    })
}

fn usable(component: f64) -> f64 {
    if component.is_finite() && component.abs() >= COMPONENT_MIN { component } else { 0.0 }
}
