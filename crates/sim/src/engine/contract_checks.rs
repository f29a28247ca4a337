//! Checks of a debug run: compares the declarations of components with their behavior.
//!
//! The engine skips work because components declare that it has no effect: [`Sensor::access`], [`Sensor::on_demand`] and
//! [`Actuator::commanded_twist`]. A false declaration gives stale data. A debug run does the skipped work and
//! reports each component for which it has an effect. It computes the same states as other runs, as long as all
//! declarations are true.
//!
//! [`Sensor::access`]: crate::contract::component::Sensor::access
//! [`Sensor::on_demand`]: crate::contract::component::Sensor::on_demand
//! [`Actuator::commanded_twist`]: crate::contract::component::Actuator::commanded_twist

use morse_world::World;
use xxhash_rust::xxh3::Xxh3;

use crate::contract::contexts::act_context::Effects;
use crate::contract::contexts::sense_context::SenseContext;
use crate::engine::devices::Devices;
use crate::engine::instance::{ActuatorInstance, Metadata, Reading, RobotInstance, SensorInstance, Tick};
use crate::engine::state::StateError;

/// A declaration of a component that its behavior contradicts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{component} ({class}) breaks its contract: `{declaration}` {behavior}")]
pub struct ContractViolation {
    /// Full name of the component.
    pub component: String,
    /// Class path.
    pub class: String,
    /// Method of the contract, such as `access`.
    pub declaration: &'static str,
    /// The difference between the declaration and the behavior.
    pub behavior: &'static str,
}

/// The violations that were found so far, each once.
#[derive(Debug, Default)]
pub(crate) struct ContractChecks {
    pub(crate) violations: Vec<ContractViolation>,
}

impl ContractChecks {
    fn report(&mut self, meta: &Metadata, declaration: &'static str, behavior: &'static str) {
        let violation = ContractViolation {
            component: meta.name.clone(),
            class: meta.description.class.clone(),
            declaration,
            behavior,
        };
        if !self.violations.contains(&violation) {
            self.violations.push(violation);
        }
    }

    /// Reads sensors on trial before the sensors of a tick read: those that would be skipped because their robot rests, and
    /// those that read on demand.
    pub(crate) fn try_sensors(&mut self, tick: Tick, world: &World, sensors: &mut [SensorInstance]) {
        for sensor in sensors {
            if !sensor.reads_alone || !sensor.will_read(tick) {
                continue;
            }
            let is_settled = sensor.is_settled(world);
            if is_settled || sensor.component.on_demand() {
                // A state that cannot be written or read cannot be compared. Saving the simulation reports the error.
                let _ = self.try_sensor(tick, world, sensor, is_settled);
            }
        }
    }

    fn try_sensor(
        &mut self,
        tick: Tick,
        world: &World,
        sensor: &mut SensorInstance,
        is_settled: bool,
    ) -> Result<(), StateError> {
        let before = saved(|out| sensor.component.save(out))?;
        let state_before = saved(|out| sensor.component.save_without_data(out))?;
        read_on_trial(tick, world, sensor);
        let first = saved(|out| sensor.component.save(out))?;
        let state_after = saved(|out| sensor.component.save_without_data(out))?;
        if is_settled && first != before {
            let behavior =
                "settles after too few readings: a further one of a robot at rest changes the sensor";
            self.report(&sensor.meta, "access", behavior);
        }
        if sensor.component.on_demand() {
            read_on_trial(tick, world, sensor);
            let second = saved(|out| sensor.component.save(out))?;
            if state_after != state_before || second != first {
                let behavior = "is true, and its readings depend on earlier readings";
                self.report(&sensor.meta, "on_demand", behavior);
            }
        }
        sensor.component.restore(&mut before.as_slice())
    }

    /// Lets a sensor that declares no effect on the world follow up its reading.
    pub(crate) fn try_follow_up(&mut self, tick: Tick, world: &mut World, sensor: &mut SensorInstance) {
        if sensor.changes_world || sensor.reading == Reading::None {
            return;
        }
        let before = hashed(world);
        sensor.change_world(tick, world);
        if hashed(world) != before {
            self.report(&sensor.meta, "access", "names no changes, and `follow_up` changes the world");
        }
    }

    /// Activates an actuator, and compares the effects with its declarations.
    pub(crate) fn act(
        &mut self,
        actuator: &mut ActuatorInstance,
        (tick, is_commanded): (Tick, bool),
        robots: &[RobotInstance],
        devices: &Devices,
        world: &mut World,
    ) -> Effects {
        let state = |actuator: &ActuatorInstance| saved(|out| actuator.component().save(out)).ok();
        let before = state(actuator);
        if !is_commanded && actuator.rests(world, robots[actuator.robot].meta.node) {
            let world_before = hashed(world);
            actuator.activate(tick.now, robots, devices, world);
            if hashed(world) != world_before || state(actuator) != before {
                let behavior = "is a velocity, and a repeated activation on a sleeping robot has an effect";
                self.report(&actuator.meta, "commanded_twist", behavior);
            }
            return Effects::default();
        }
        let declared = actuator.component().commanded_twist();
        let effects = actuator.act(tick, is_commanded, robots, devices, world);
        if let Some(twist) = declared {
            if effects.velocity != Some(twist) {
                self.report(&actuator.meta, "commanded_twist", "is not the velocity that `act` applies");
            } else if state(actuator) != before {
                self.report(
                    &actuator.meta,
                    "commanded_twist",
                    "is a velocity, and `act` changes the actuator",
                );
            }
        }
        effects
    }
}

/// The bytes that a function appends.
fn saved(save: impl FnOnce(&mut Vec<u8>) -> Result<(), StateError>) -> Result<Vec<u8>, StateError> {
    let mut out = Vec::new();
    save(&mut out)?;
    Ok(out)
}

fn hashed(world: &World) -> u64 {
    let mut hasher = Xxh3::new();
    world.hash_into(&mut hasher);
    hasher.digest()
}

/// Reads a sensor without further effects on its instance.
fn read_on_trial(tick: Tick, world: &World, sensor: &mut SensorInstance) {
    let (mut completion, mut withheld) = (None, false);
    let mut view = SenseContext {
        now: tick.now,
        world,
        node: sensor.meta.node,
        robot: sensor.robot,
        rate_hz: sensor.rate_hz,
        client_time_s: tick.client_time_s,
        random: sensor.key.at(tick.number),
        inputs: &[],
        world_from_robot: world.world_from(sensor.robot),
        world_from_sensor: world.world_from(sensor.meta.node),
        completion: &mut completion,
        withheld: &mut withheld,
    };
    sensor.component.sense(&mut view);
}
