//! Phase 3: due sensors read the world, which is constant meanwhile.
//!
//! Sensors without inputs read in parallel. Sensors of users' processes and sensors with inputs read afterwards. Then
//! the effects of the readings on the world are applied, in scene order.

use std::collections::BTreeSet;

use morse_world::{RayKind, World, divide};

use crate::engine::cost::measured;
use crate::engine::instance::{SensorInstance, Tick};
use crate::engine::model::Model;
use crate::engine::phases::division::{ends, is_divided};
use crate::engine::resources::Engine;
use crate::engine::simulation::Simulation;
use crate::engine::state::current::State;
use crate::external::exchange::sensing::{finish_chains, sense_external};
use crate::external::scene_access::executing::execute_commands;
use crate::external::serving::settle_host_calls;

/// Number of sensors that a thread takes at once. A thread that has finished its own sensors takes those of other
/// threads.
const SENSORS_PER_TASK: usize = 32;

/// Finds the sensors that are skipped. In a world with a renderer, the other sensors announce their pictures.
pub(crate) fn announce(simulation: &mut Simulation, tick: Tick) {
    let Simulation { model, state, engine, .. } = simulation;
    if model.plan.has_on_demand {
        state.skip_idle(engine.readers_of_all > 0);
    }
    if !state.world.has_extension() {
        return;
    }
    let State { world, sensors, .. } = state;
    sensors.iter_mut().for_each(|sensor| sensor.announce(tick, world));
}

/// Runs the phase.
pub(crate) fn sense(simulation: &mut Simulation, tick: Tick) {
    let Simulation { model, state, engine, .. } = simulation;
    if let Some(checks) = &mut engine.contract_checks {
        checks.try_sensors(tick, &state.world, &mut state.sensors);
    }
    read_sensors(model, state, engine, tick);
    let clock = tick.cost_clock.filter(|_| engine.external.is_some());
    let (hosts_ns, commands) = measured(clock, || sense_external(simulation, tick));
    simulation.engine.costs.so_far.hosts_ns += hosts_ns;
    read_inputs(simulation, tick);
    execute_commands(simulation, commands);
    follow_up(&mut simulation.state, &mut simulation.engine, tick);
    settle_host_calls(simulation);
}

/// Sensors without inputs read. Records which readings may need further processing.
fn read_sensors(model: &Model, state: &mut State, engine: &mut Engine, tick: Tick) {
    let State { world, sensors, .. } = state;
    let is_divided = is_divided(engine, sensors.len());
    for (kind, casting) in &model.plan.casting {
        if is_divided && casting.iter().any(|&index| sensors[index].will_read(tick)) {
            world.prepare_rays(*kind);
        }
    }
    let world = &*world;
    engine.is_followed_up.resize(sensors.len(), true);
    let cameras = model.plan.casting.iter().find(|(kind, _)| *kind == RayKind::Visual);
    if cameras.is_some_and(|(_, cameras)| cameras.len() > 1) {
        world.sharing_results(|| read_alone(world, sensors, engine, tick, is_divided));
    } else {
        read_alone(world, sensors, engine, tick, is_divided);
    }
}

/// Sensors without inputs read a world that does not change.
fn read_alone(
    world: &World,
    sensors: &mut [SensorInstance],
    engine: &mut Engine,
    tick: Tick,
    is_divided: bool,
) {
    let read = |(sensor, is_followed_up): (&mut SensorInstance, &mut bool)| {
        *is_followed_up = !sensor.reads_alone || sensor.sense(tick, world, &[]);
    };
    if !is_divided {
        // Expensive sensors distribute their own work over the threads.
        sensors.iter_mut().zip(&mut engine.is_followed_up).for_each(read);
        return;
    }
    let ends = ends(sensors, &world.part_ends(engine.team.size()), |sensor| sensor.robot);
    let parts =
        divide(sensors, ends.iter().copied()).zip(divide(&mut engine.is_followed_up, ends.iter().copied()));
    let tasks = parts.map(|(sensors, flags)| {
        let sensors = sensors.into_slice().chunks_mut(SENSORS_PER_TASK);
        sensors.zip(flags.into_slice().chunks_mut(SENSORS_PER_TASK)).collect()
    });
    engine
        .team
        .run(tasks, |(sensors, flags): (&mut [_], &mut [_])| sensors.iter_mut().zip(flags).for_each(read));
}

/// Sensors with inputs read, in scene order.
fn read_inputs(simulation: &mut Simulation, tick: Tick) {
    for number in 0..simulation.model.plan.joining.len() {
        let index = simulation.model.plan.joining[number];
        let epoch = simulation.model.epoch;
        simulation.state.with_inputs(index, epoch, |sensor, world, inputs| {
            sensor.sense(tick, world, inputs);
        });
        if simulation.state.sensors[index].chain.is_open {
            let commands = finish_chains(simulation, tick, &BTreeSet::new(), &BTreeSet::new());
            execute_commands(simulation, commands);
        }
    }
}

/// Applies the effects of readings on the world, and ends the services of sensors.
fn follow_up(state: &mut State, engine: &mut Engine, tick: Tick) {
    for (sensor, &is_followed_up) in state.sensors.iter_mut().zip(&engine.is_followed_up) {
        if let Some(checks) = &mut engine.contract_checks {
            checks.try_follow_up(tick, &mut state.world, sensor);
        }
        if !is_followed_up {
            continue;
        }
        sensor.follow_up(tick, &mut state.world);
        let completion = sensor.completion.take();
        engine.answers.ended.extend(sensor.meta.finished(completion));
    }
}
