//! First half of a tick in the hosts: external sensors read, and external modifiers and streams process the data of
//! all components.
//!
//! Everything that does not wait for built-in modifiers is done in one exchange.

use std::collections::{BTreeMap, BTreeSet};

use morse_scene::value::Value;

use crate::engine::activity::replaying::CommandInputs;
use crate::engine::instance::{InstanceRef, Reading, Tick};
use crate::engine::simulation::Simulation;
use crate::external::exchange::commands::{actuator_part, prepare_commands};
use crate::external::exchange::in_flight::{due_results, send_later};
use crate::external::exchange::replies::take_reply;
use crate::external::exchange::{Exchange, Part};
use crate::external::host_instance::Pending;
use crate::external::{Reply, WorldCommand};

/// Due external sensors read the world, and the hosts process new data. Returns the resulting changes of the
/// world, which are applied later.
pub(crate) fn sense_external(simulation: &mut Simulation, tick: Tick) -> Vec<WorldCommand> {
    let due = due_sensors(simulation, tick);
    let reading = prepare_commands(simulation, tick);
    let mut commands = take_results(simulation, tick);
    commands.extend(finish_chains(simulation, tick, &due, &reading));
    commands
}

/// Processes all new data to the end, or until a lagging host has them. The external sensors in `due` read first,
/// and so do the streams of the actuators in `reading`.
pub(crate) fn finish_chains(
    simulation: &mut Simulation,
    tick: Tick,
    due: &BTreeSet<usize>,
    reading: &BTreeSet<usize>,
) -> Vec<WorldCommand> {
    let mut commands = Vec::new();
    let none = BTreeSet::new();
    let (mut due, mut reading) = (due, reading);
    loop {
        let mut sent: BTreeMap<usize, (Vec<Part>, BTreeMap<usize, Pending>)> = BTreeMap::new();
        for (external_id, (host, instance)) in
            simulation.engine.host_entries(|entry| Some((entry.host, entry.instance)))
        {
            if simulation.engine.is_in_flight(host) {
                wait_for_host(simulation, tick, instance, due.contains(&external_id));
                continue;
            }
            let part = match instance {
                InstanceRef::Sensor(index) => {
                    sensor_part(simulation, tick, index, due.contains(&external_id))
                }
                InstanceRef::Actuator(index) => {
                    actuator_part(simulation, index, reading.contains(&external_id))
                }
                InstanceRef::Robot(_) => None,
            };
            if let Some((part, after)) = part {
                let (parts, pending) = sent.entry(host).or_default();
                parts.push(Part { external_id, ..part });
                pending.insert(external_id, after);
            }
        }
        if sent.is_empty() {
            break;
        }
        for (host, (parts, pending)) in sent {
            if simulation.engine.lags(host) {
                hold_readings(simulation, tick, &pending);
            }
            send_later(simulation, tick.number, (host, Exchange::Sensing), parts, pending);
        }
        commands.extend(take_results(simulation, tick));
        (due, reading) = (&none, &none);
    }
    for (_, instance) in simulation.engine.host_entries(|entry| Some(entry.instance)) {
        if let InstanceRef::Actuator(index) = instance {
            simulation.state.actuators[index].put_command_aside();
        }
    }
    commands
}

/// Applies the results that are due in this tick. Returns the changes of the world that came with them.
fn take_results(simulation: &mut Simulation, tick: Tick) -> Vec<WorldCommand> {
    let mut commands = Vec::new();
    for ((reply, more), pending) in due_results(simulation, tick.number, false) {
        commands.extend(more);
        take_parts(simulation, tick, reply, pending);
    }
    commands
}

/// Handles a sensor whose host works on other readings: its reading is held, or it reads when the host is free.
fn wait_for_host(simulation: &mut Simulation, tick: Tick, instance: InstanceRef, is_due: bool) {
    let InstanceRef::Sensor(index) = instance else { return };
    let sensor = &mut simulation.state.sensors[index];
    if is_due {
        sensor.held.miss();
    } else if sensor.chain.is_open {
        sensor.hold(tick, &simulation.state.world);
    }
}

/// Holds the readings of the sensors of a lagging host until the host has processed them.
fn hold_readings(simulation: &mut Simulation, tick: Tick, pending: &BTreeMap<usize, Pending>) {
    for after in pending.values() {
        if let InstanceRef::Sensor(index) = after.instance {
            simulation.state.sensors[index].hold(tick, &simulation.state.world);
        }
    }
}

/// The numbers of the external sensors that are due.
fn due_sensors(simulation: &mut Simulation, tick: Tick) -> BTreeSet<usize> {
    let sensors = simulation.engine.host_entries(|entry| match entry.instance {
        InstanceRef::Sensor(index) if entry.acts => Some(index),
        _ => None,
    });
    let is_due = |&(_, index): &(usize, usize)| {
        let sensor = &mut simulation.state.sensors[index];
        sensor.reading = Reading::None;
        sensor.active && sensor.is_due(tick)
    };
    sensors.into_iter().filter(is_due).map(|(external_id, _)| external_id).collect()
}

/// The part of a sensor in the next exchange, if any.
fn sensor_part(simulation: &mut Simulation, tick: Tick, index: usize, acts: bool) -> Option<(Part, Pending)> {
    let mut input = None;
    if acts {
        input = simulation.state.sensors[index].receive(CommandInputs {
            recorder: simulation.engine.recorder.as_mut(),
            replayed: simulation.engine.replayed.as_mut(),
            arrivals: 0,
        });
    }
    let sensor = &mut simulation.state.sensors[index];
    let mut withheld = false;
    let mut with_native = false;
    let (mut streams, mut received) = (Vec::new(), Vec::new());
    if acts {
        streams.clone_from(&sensor.chain.opposite_streams);
        received = sensor.received_texts();
        // The reading is marked as fresh after the host has processed it.
        withheld = sensor.observe(tick, &simulation.state.world, &[]) == Reading::Withheld;
        with_native = !withheld && sensor.component.has_native_part();
        sensor.chain.begin();
    }
    if !sensor.chain.is_open {
        return None;
    }
    let (modifiers, next) = sensor.chain.leading(&sensor.modifiers);
    let with_streams = next == sensor.modifiers.len() && !withheld;
    if with_streams {
        streams.extend(&sensor.chain.streams);
    }
    let part =
        Part { acts, with_data: !acts, with_native, streams, received, input, modifiers, ..Part::default() };
    Some((part, Pending { instance: InstanceRef::Sensor(index), next, acts, with_streams, withheld }))
}

/// Applies the results of an exchange, and then the following built-in modifiers.
fn take_parts(simulation: &mut Simulation, tick: Tick, reply: Reply, mut pending: BTreeMap<usize, Pending>) {
    let mut done = Vec::new();
    let mut reply = reply;
    for report in &mut reply.reports {
        if let Some(after) = pending.remove(&report.external_id) {
            if let InstanceRef::Actuator(index) = after.instance
                && simulation.state.actuators[index].held.lags
            {
                simulation.state.actuators[index].take_up_command();
            }
            let sent = std::mem::take(&mut report.sent);
            done.push((after, report.error.is_none(), report.commanded, sent));
        }
    }
    take_reply(simulation, reply);
    for (after, is_ok, commanded, sent) in done {
        let Pending { instance, next, acts, with_streams, withheld } = after;
        match instance {
            InstanceRef::Sensor(index) => {
                let sensor = &mut simulation.state.sensors[index];
                sensor.chain.is_open = is_ok;
                if !is_ok {
                    if acts {
                        sensor.drop_held();
                    } else {
                        sensor.finish_held();
                    }
                    continue;
                }
                sensor.chain.sent.extend(sent.into_iter().filter_map(|(stream, message)| match message {
                    Value::Bytes(message) => Some((stream, message)),
                    _ => None,
                }));
                sensor.chain.next = next;
                sensor.modify(tick, with_streams);
                if withheld {
                    sensor.drop_held();
                    sensor.reading = Reading::Withheld;
                    sensor.chain.is_open = false;
                } else if sensor.held.is_held() {
                    // The host may have to process it again.
                    if !sensor.chain.is_open {
                        sensor.finish_held();
                    }
                } else if acts {
                    sensor.mark_fresh(tick, &simulation.state.world);
                }
            }
            InstanceRef::Actuator(index) => {
                let actuator = &mut simulation.state.actuators[index];
                actuator.chain.is_open = is_ok && commanded;
                actuator.held.is_commanded = commanded;
                if !actuator.held.lags {
                    actuator.prepared = Some(commanded);
                }
                if actuator.chain.is_open {
                    actuator.chain.next = next;
                    actuator.modify(tick, true);
                }
            }
            InstanceRef::Robot(_) => {}
        }
    }
    // The processing ends for components without a report.
    for after in pending.into_values() {
        match after.instance {
            InstanceRef::Sensor(index) => {
                simulation.state.sensors[index].chain.is_open = false;
                simulation.state.sensors[index].drop_held();
            }
            InstanceRef::Actuator(index) => {
                simulation.state.actuators[index].chain.is_open = false;
                simulation.state.actuators[index].held.drop_command();
            }
            InstanceRef::Robot(_) => {}
        }
    }
}
