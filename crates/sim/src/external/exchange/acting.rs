//! Second half of a tick in the hosts: robots and actuators act.

use std::collections::BTreeMap;

use crate::contract::data::Data;
use crate::contract::outcome::Completion;
use crate::engine::activity::replaying::CommandInputs;
use crate::engine::instance::{InstanceRef, Tick};
use crate::engine::simulation::Simulation;
use crate::engine::state::current::State;
use crate::external::Reply;
use crate::external::component::external;
use crate::external::exchange::in_flight::{due_results, send_later};
use crate::external::exchange::replies::take_reply;
use crate::external::exchange::{Exchange, Part, exchange, values_of};
use crate::external::scene_access::executing::execute_commands;
use crate::external::serving::settle_host_calls;

use morse_scene::value::{Map, Value};

/// The first round of external actuators.
const FIRST_ROUND: usize = 1;

/// The due external actuators of a round take their newest command and act. In the first round, the robots act
/// before them in scene order. Hosts act one after the other. Actuators of lagging hosts start in the first round,
/// and the effects of their earlier actions are applied there.
pub(crate) fn act_external(simulation: &mut Simulation, tick: Tick, round: usize) {
    // For each host: whether it was busy. Waiting sensors get the host before its actuators.
    let mut was_busy = vec![false; simulation.engine.host_count()];
    if round == FIRST_ROUND {
        for (host, was_busy) in was_busy.iter_mut().enumerate() {
            *was_busy = simulation.engine.is_in_flight(host);
        }
        for ((reply, commands), _) in due_results(simulation, tick.number, true) {
            execute_commands(simulation, commands);
            take_actions(simulation, reply);
        }
    }
    let mut due: BTreeMap<usize, Vec<Part>> = BTreeMap::new();
    for (external_id, (host, instance)) in simulation
        .engine
        .host_entries(|entry| (entry.acts && !entry.failed).then_some((entry.host, entry.instance)))
    {
        let mut act =
            |part: Part| due.entry(host).or_default().push(Part { external_id, acts: true, ..part });
        match instance {
            InstanceRef::Robot(index) if round == FIRST_ROUND && !simulation.state.robots[index].external => {
                act(Part::default());
            }
            InstanceRef::Actuator(_) if simulation.engine.lags(host) && round != FIRST_ROUND => {}
            InstanceRef::Actuator(index) if simulation.engine.lags(host) => {
                if begins_with_lag(simulation, tick, !was_busy[host], index) {
                    act(lagging_part(simulation, tick, index));
                }
                simulation.state.actuators[index].keep_pushing(
                    tick.now,
                    &simulation.state.robots,
                    &mut simulation.state.world,
                );
            }
            InstanceRef::Actuator(index) if simulation.state.actuators[index].round == round => {
                let actuator = &mut simulation.state.actuators[index];
                let prepared = actuator.prepared.take();
                if !actuator.active || !actuator.is_due(tick, prepared) {
                    actuator.keep_pushing(tick.now, &simulation.state.robots, &mut simulation.state.world);
                    continue;
                }
                actuator.push = None;
                let commanded = match prepared {
                    Some(commanded) => commanded,
                    None => take_command(simulation, tick, index),
                };
                if commanded {
                    simulation.state.note_taken(index);
                }
                let yields = simulation.state.yields(tick, index);
                let has_unsent_data = &mut simulation.state.actuators[index].has_unsent_data;
                *has_unsent_data |= commanded;
                if !yields {
                    let with_data = std::mem::take(has_unsent_data);
                    let streams = simulation.state.actuators[index].chain.opposite_streams.clone();
                    act(Part { with_data, streams, ..Part::default() });
                }
            }
            _ => {}
        }
    }
    for (host, due) in due {
        if simulation.engine.lags(host) {
            send_later(simulation, tick.number, (host, Exchange::Acting), due, BTreeMap::new());
        } else if let Some(reply) = exchange(simulation, host, Exchange::Acting, due) {
            take_actions(simulation, reply);
        }
    }
    settle_host_calls(simulation);
}

/// Applies the results of robots and actuators that acted, whose data are published in this tick.
fn take_actions(simulation: &mut Simulation, mut reply: Reply) {
    for report in &mut reply.reports {
        let instance = simulation.engine.external_entry(report.external_id).map(|entry| entry.instance);
        if let Some(InstanceRef::Actuator(index)) = instance {
            let actuator = &mut simulation.state.actuators[index];
            actuator.is_published_next = report.error.is_none();
            let sent = std::mem::take(&mut report.sent).into_iter();
            actuator.chain.sent.extend(sent.filter_map(|(stream, message)| match message {
                Value::Bytes(message) => Some((stream, message)),
                _ => None,
            }));
        }
    }
    take_reply(simulation, reply);
}

/// Whether an actuator of a lagging host starts to act. If it is due while the host is busy, it starts in the tick
/// after the host becomes free.
fn begins_with_lag(simulation: &mut Simulation, tick: Tick, is_free: bool, index: usize) -> bool {
    let actuator = &mut simulation.state.actuators[index];
    let is_due = actuator.schedule.is_due(tick.now, tick.length_ns) || actuator.is_overdue;
    actuator.is_overdue = is_due && actuator.active && !is_free;
    is_due && actuator.active && is_free
}

/// The part of an actuator of a lagging host: it takes its newest command, its modifiers and streams change the
/// command, and it acts, all in one exchange.
fn lagging_part(simulation: &mut Simulation, tick: Tick, index: usize) -> Part {
    let commanded = take_command(simulation, tick, index);
    let actuator = &mut simulation.state.actuators[index];
    let with_data = commanded || !actuator.chain.streams.is_empty();
    let streams = [&*actuator.chain.streams, &*actuator.chain.opposite_streams].concat();
    if !commanded {
        actuator.chain.begin();
    }
    let (modifiers, _) = actuator.chain.leading(&actuator.modifiers);
    actuator.chain.is_open = false;
    Part { with_data, received: actuator.received(), streams, commanded, modifiers, ..Part::default() }
}

/// Copies the newest command of an actuator into its data. Returns whether there was a command.
fn take_command(simulation: &mut Simulation, tick: Tick, index: usize) -> bool {
    let inputs = CommandInputs {
        recorder: simulation.engine.recorder.as_mut(),
        replayed: simulation.engine.replayed.as_mut(),
        arrivals: simulation.engine.arrivals.count(),
    };
    simulation.state.actuators[index].take_commands(tick, inputs)
}

/// Lets the built-in part of an external actuator act with the data `values`, and with the numbers `open` that it takes by
/// name. Returns its data afterwards, and the completion of its service, if any.
pub(crate) fn act_native(
    simulation: &mut Simulation,
    instance: InstanceRef,
    values: &[Value],
    open: &Map,
) -> Result<Value, String> {
    let InstanceRef::Actuator(index) = instance else {
        return Err(format!("{} is not an actuator", simulation.state.meta(instance).name));
    };
    let State { actuators, robots, world, devices, clock, .. } = &mut simulation.state;
    let actuator = &mut actuators[index];
    let Some(component) = external(actuator.component_mut()) else {
        return Err(format!("{} is built in", actuator.meta.name));
    };
    for (field, value) in values.iter().enumerate() {
        component.assign(field, value).map_err(|mismatch| mismatch.to_string())?;
    }
    if let Some(known) = component.open_mut() {
        assign_open(known, open)?;
    }
    actuator.push = None;
    actuator.activate(clock.now(), robots, devices, world);
    let mut answer = Map::from([("data", Value::List(values_of(actuator.component().data())))]);
    if let Some(open) = actuator.component().data().open().filter(|open| !open.is_empty()) {
        answer.insert("open", Value::Map(open.clone()));
    }
    if let Some(completion) = actuator.completion.take() {
        let (status, value) = match completion {
            Completion::Success(value) => ("SUCCESS", value),
            Completion::Failed(reason) => ("FAILED", Value::Text(reason)),
        };
        answer.insert("completion", Value::List(vec![Value::from(status), value]));
    }
    Ok(Value::Map(answer))
}

/// Sets numbers by name, such as those of joints.
fn assign_open(known: &mut Map, values: &Map) -> Result<(), String> {
    for (name, value) in values {
        let number = value.as_f64().filter(|number| number.is_finite());
        let number = number.ok_or_else(|| format!("{name} is {value:?}: a finite number is needed"))?;
        if !known.contains_key(name) {
            let names: Vec<&str> = known.iter().map(|(name, _)| name).collect();
            return Err(format!("there is no {name} among {}", names.join(", ")));
        }
        known.insert(name, number);
    }
    Ok(())
}
