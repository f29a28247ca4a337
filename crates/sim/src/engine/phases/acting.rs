//! Phase 4: due actuators act, in a defined order.
//!
//! Several actuators of one robot may set its pose or velocity. The one that the scene declares first then takes
//! precedence, as in MORSE 1.4: actuators act in reverse scene order, so it acts last. Forces add up in any order.
//! Actuators without a command, and those of a robot that another actuator drives to a goal, do not act at all: see
//! [`driving`](crate::engine::driving).
//!
//! The rounds of built-in and external actuators are those of the [`plan`](crate::engine::plan).

use morse_world::divide;

use crate::contract::contexts::post_act_context::PartMotions;
use crate::engine::activity::replaying::CommandInputs;
use crate::engine::cost::measured;
use crate::engine::instance::{ActuatorInstance, Tick};
use crate::engine::phases::division::{ends, is_divided};
use crate::engine::plan::is_external_round;
use crate::engine::resources::Engine;
use crate::engine::simulation::Simulation;
use crate::engine::state::current::State;
use crate::external::exchange::acting::act_external;
use crate::external::serving::settle_host_calls;

/// Runs the phase: due actuators take their newest command and act, round by round. Then robots move the parts that
/// follow their motion, and then objects with motions of their own move.
pub(crate) fn act(simulation: &mut Simulation, tick: Tick) {
    for round in 0..simulation.model.plan.rounds {
        if is_external_round(round) {
            let (hosts_ns, ()) = measured(tick.cost_clock, || act_external(simulation, tick, round));
            simulation.engine.costs.so_far.hosts_ns += hosts_ns;
        } else {
            act_round(&mut simulation.state, &mut simulation.engine, tick, round);
            settle_host_calls(simulation);
        }
    }
    let Simulation { model, state, engine, .. } = simulation;
    animate(state, engine, tick.length_ns as f64 * 1e-9);
    for motion in &model.motions {
        motion.act(tick.number.saturating_sub(1), &mut state.world);
    }
}

fn act_round(state: &mut State, engine: &mut Engine, tick: Tick, round: usize) {
    let ended_before = engine.answers.ended.len();
    let arrivals = engine.arrivals.count();
    drive_robots(state, engine, tick, round);
    for index in (0..state.actuators.len()).rev() {
        if engine.has_driven.get(index) == Some(&true) {
            continue;
        }
        let actuator = &mut state.actuators[index];
        if actuator.round != round {
            continue;
        }
        let inputs = CommandInputs {
            recorder: engine.recorder.as_mut(),
            replayed: engine.replayed.as_mut(),
            arrivals,
        };
        let Some(is_commanded) = actuator.begin(tick, &state.robots, &mut state.world, inputs) else {
            continue;
        };
        if is_commanded {
            state.note_taken(index);
        }
        if state.yields(tick, index) {
            continue;
        }
        let State { world, robots, actuators, devices, .. } = state;
        let actuator = &mut actuators[index];
        let effects = match &mut engine.contract_checks {
            Some(checks) => checks.act(actuator, (tick, is_commanded), robots, devices, world),
            None => actuator.act(tick, is_commanded, robots, devices, world),
        };
        let completion = actuator.completion.take();
        engine.answers.ended.extend(actuator.meta.finished(completion));
        if effects.moves {
            state.note_input(index);
            warn_conflicting_actuators(state, tick, index);
        }
    }
    // Answers are sent in scene order.
    engine.answers.ended[ended_before..].reverse();
}

/// Runs the actuators of a round that only drive their robots in this tick, on all threads. Records which have
/// acted.
fn drive_robots(state: &mut State, engine: &mut Engine, tick: Tick, round: usize) {
    engine.has_driven.clear();
    if !is_divided(engine, state.world.divisible_body_count())
        || engine.replayed.is_some()
        || engine.contract_checks.is_some()
    {
        return;
    }
    engine.has_driven.resize(state.actuators.len(), false);
    let inputs = (engine.arrivals.count(), engine.recorder.is_some());
    let node_ends = state.world.part_ends(engine.team.size());
    let robot_ends = ends(&state.robots, &node_ends, |robot| robot.meta.node);
    let robot = |actuator: &ActuatorInstance| state.robots[actuator.robot].meta.node;
    let ends = ends(&state.actuators, &node_ends, robot);
    let robots = divide(&mut state.robots, robot_ends);
    let actuators = divide(&mut state.actuators, ends.iter().copied());
    let flags = divide(&mut engine.has_driven, ends.iter().copied());
    let tasks: Vec<_> = robots.zip(actuators.zip(flags)).collect();
    state.world.drive_in_parts(&engine.team, tasks, |(mut robots, (actuators, flags)), part| {
        for (actuator, flag) in actuators.into_slice().iter_mut().zip(flags.into_slice()) {
            let robot = robots.get_mut(actuator.robot).filter(|_| actuator.round == round);
            *flag = robot.is_some_and(|robot| actuator.drive(tick, inputs, robot.handle(), part));
        }
    });
}

/// Robots move the parts that follow their motion.
fn animate(state: &mut State, engine: &Engine, tick_s: f64) {
    if !is_divided(engine, state.world.divisible_body_count()) {
        let mut motions = PartMotions::default();
        for robot in &mut state.robots {
            robot.animate(&state.world, tick_s, &mut motions);
            motions.apply(&mut state.world);
        }
        return;
    }
    let world = &state.world;
    let ends = ends(&state.robots, &world.part_ends(engine.team.size()), |robot| robot.meta.node);
    let mut motions: Vec<PartMotions> = Vec::new();
    motions.resize_with(ends.len(), PartMotions::default);
    let tasks = divide(&mut state.robots, ends).zip(&mut motions).map(|task| vec![task]);
    engine.team.run(tasks, |(robots, motions)| {
        robots.into_slice().iter_mut().for_each(|robot| robot.animate(world, tick_s, motions));
    });
    let turns = motions.iter_mut().map(PartMotions::take_turns).collect();
    state.world.rotate_many_about_z(&engine.team, turns);
    motions.iter_mut().for_each(|part| part.apply(&mut state.world));
}

/// Warns once per robot when more than one actuator moves it in a tick.
fn warn_conflicting_actuators(state: &mut State, tick: Tick, index: usize) {
    let robot = &mut state.robots[state.actuators[index].robot];
    let before = robot.mover.replace((tick.number, index));
    if let Some((_, later)) = before.filter(|&(number, _)| number == tick.number && !robot.conflict_warned) {
        robot.conflict_warned = true;
        let [first, later] = [index, later].map(|index| &state.actuators[index].meta.name);
        tracing::warn!(
            "{first} and {later} both move {}: {first}, which the scene declares first, sets the values that both set",
            robot.meta.name
        );
    }
}
