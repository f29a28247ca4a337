//! Processing of actuator commands by modifiers and streams in Python, before the actuators act.

use std::collections::BTreeSet;

use crate::engine::activity::replaying::CommandInputs;
use crate::engine::instance::{InstanceRef, Tick};
use crate::engine::simulation::Simulation;
use crate::external::exchange::Part;
use crate::external::host_instance::Pending;

/// Due actuators whose commands the host prepares take their newest command. Returns the numbers of those whose
/// streams the host reads.
pub(crate) fn prepare_commands(simulation: &mut Simulation, tick: Tick) -> BTreeSet<usize> {
    let mut reading = BTreeSet::new();
    let arrivals = simulation.engine.arrivals.count();
    for (external_id, (host, instance)) in
        // External actuators of a lagging host prepare their commands when they act.
        simulation.engine.host_entries(|entry| {
            (!(entry.acts && simulation.engine.lags(entry.host))).then_some((entry.host, entry.instance))
        })
    {
        let InstanceRef::Actuator(index) = instance else { continue };
        let is_free = !simulation.engine.is_in_flight(host);
        let actuator = &mut simulation.state.actuators[index];
        if !actuator.needs_host() || !actuator.active {
            continue;
        }
        let mut is_due = actuator.schedule.is_due(tick.now, tick.length_ns);
        if actuator.held.lags {
            // It acts with its current command, and takes the next one as soon as the host is free.
            actuator.prepared = is_due.then_some(false);
            is_due |= actuator.is_overdue;
            let begins = is_due && is_free && !actuator.chain.is_open;
            actuator.is_overdue = is_due && !begins;
            is_due = begins;
        }
        if !is_due {
            continue;
        }
        if actuator.held.lags {
            actuator.take_up_command();
        }
        let commanded = actuator.receive(
            tick.now,
            CommandInputs {
                recorder: simulation.engine.recorder.as_mut(),
                replayed: simulation.engine.replayed.as_mut(),
                arrivals,
            },
        );
        actuator.held.is_commanded = commanded;
        if !actuator.held.lags {
            actuator.prepared = Some(commanded);
        }
        if !actuator.chain.streams.is_empty() {
            actuator.chain.begin();
            reading.insert(external_id);
        } else if commanded {
            actuator.chain.begin();
            actuator.modify(tick, true);
        }
    }
    reading
}

/// The part of an actuator in the next exchange, if any.
pub(crate) fn actuator_part(
    simulation: &mut Simulation,
    index: usize,
    reads: bool,
) -> Option<(Part, Pending)> {
    let actuator = &mut simulation.state.actuators[index];
    if !actuator.chain.is_open {
        return None;
    }
    if actuator.held.lags {
        actuator.take_up_command();
    }
    let (modifiers, next) = actuator.chain.leading(&actuator.modifiers);
    let (streams, received) = match reads {
        true => (actuator.chain.streams.clone(), actuator.received()),
        false => Default::default(),
    };
    let part = Part {
        with_data: true,
        streams,
        received,
        commanded: actuator.held.is_commanded,
        modifiers,
        ..Part::default()
    };
    let instance = InstanceRef::Actuator(index);
    Some((part, Pending { instance, next, acts: false, with_streams: true, withheld: false }))
}
