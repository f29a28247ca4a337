//! Failures of code in a host, and the loss of a host.

use morse_scene::description::ExtensionKind;

use crate::contract::outcome::{Answer, ServiceError};
use crate::engine::instance::{InstanceRef, ModifierInstance};
use crate::engine::simulation::Simulation;
use crate::external::{Failure, HostLost};

/// Whether an instance is external and its host is lost.
pub(crate) fn is_orphaned(simulation: &Simulation, instance: InstanceRef) -> bool {
    let entry = simulation
        .state
        .meta(instance)
        .external_id
        .and_then(|external_id| simulation.engine.external_entry(external_id));
    let hosts = simulation.engine.external.as_ref().map(|external| &external.hosts);
    entry.zip(hosts).is_some_and(|(entry, hosts)| hosts[entry.host].lost)
}

/// The modifiers of all components.
pub(crate) fn all_modifiers_mut(simulation: &mut Simulation) -> impl Iterator<Item = &mut ModifierInstance> {
    let of_sensors = simulation.state.sensors.iter_mut().flat_map(|sensor| &mut sensor.modifiers);
    of_sensors.chain(simulation.state.actuators.iter_mut().flat_map(|actuator| &mut actuator.modifiers))
}

/// Deactivates a component whose code failed.
pub(crate) fn stop_external(simulation: &mut Simulation, number: usize, error: &str) {
    let Some(entry) =
        simulation.engine.external.as_mut().and_then(|external| external.entries.get_mut(number))
    else {
        return;
    };
    entry.failed = matches!(entry.instance, InstanceRef::Robot(_));
    let (name, instance) = (entry.name.clone(), entry.instance);
    tracing::error!("{name}: its Python code failed, and it stops. Everything else continues.\n{error}");
    deactivate_component(simulation, instance, "the component's code failed");
}

/// Stops a modifier or stream whose code failed. For other extensions, only logs the error.
pub(crate) fn stop_extension(simulation: &mut Simulation, failure: &Failure) {
    let Failure { kind, number, error } = failure;
    let of = simulation.engine.external.as_ref().and_then(|external| {
        let extensions = external.extensions(*kind);
        let (class, owner) = extensions.get(*number)?;
        Some((class.clone(), *owner))
    });
    let Some((class, owner)) = of else { return };
    let name = owner.and_then(|owner| Some(simulation.engine.external_entry(owner)?.name.clone()));
    let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
    tracing::error!(
        "{name}the Python code of the {} {class} failed, and it stops. Everything else continues.\n{error}",
        kind.name()
    );
    match kind {
        ExtensionKind::Modifier => {
            let all = all_modifiers_mut(simulation);
            all.filter(|modifier| modifier.external == Some(*number))
                .for_each(|modifier| modifier.failed = true);
        }
        ExtensionKind::Stream => {
            let sensors = simulation.state.sensors.iter_mut().map(|sensor| &mut sensor.chain);
            let actuators = simulation.state.actuators.iter_mut().map(|actuator| &mut actuator.chain);
            for chain in sensors.chain(actuators) {
                chain.streams.retain(|stream| stream != number);
                chain.opposite_streams.retain(|stream| stream != number);
            }
        }
        ExtensionKind::Overlay | ExtensionKind::StreamManager | ExtensionKind::RequestManager => {}
    }
}

/// Stops everything that a lost host computed.
pub(crate) fn lose_host(simulation: &mut Simulation, host: usize, error: &HostLost) {
    let Some(external) = &mut simulation.engine.external else { return };
    external.hosts[host].lost = true;
    external.hosts[host].in_flight = None;
    let names = external.names(host);
    let entries = external.entries.iter().enumerate().filter(|(_, entry)| entry.host == host);
    let lost: Vec<(usize, bool, InstanceRef)> =
        entries.map(|(number, entry)| (number, entry.acts, entry.instance)).collect();
    tracing::error!(
        "{error}. The components and extensions that it computed stop, and everything else continues: {}",
        names.join(", ")
    );
    for &(_, acts, instance) in &lost {
        if acts {
            deactivate_component(
                simulation,
                instance,
                "the Python process that computed the component has ended",
            );
        }
        let (modifiers, chain) = match instance {
            InstanceRef::Robot(_) => continue,
            InstanceRef::Sensor(index) => {
                let sensor = &mut simulation.state.sensors[index];
                sensor.drop_held();
                (&mut sensor.modifiers, &mut sensor.chain)
            }
            InstanceRef::Actuator(index) => {
                let actuator = &mut simulation.state.actuators[index];
                actuator.held.drop_command();
                (&mut actuator.modifiers, &mut actuator.chain)
            }
        };
        modifiers
            .iter_mut()
            .filter(|modifier| modifier.external.is_some())
            .for_each(|modifier| modifier.failed = true);
        chain.is_open = false;
        chain.streams.clear();
        chain.opposite_streams.clear();
    }
    for overlay in 0..simulation.engine.overlays.len() {
        if lost.iter().all(|&(number, ..)| number != simulation.engine.overlays[overlay].external_id) {
            continue;
        }
        if let Some(running) = simulation.engine.overlays[overlay].running.take() {
            let reason = "the Python process that computed the overlay has ended".to_owned();
            simulation.engine.answers.ended.push(running.end(Answer::Failed(ServiceError::Refused(reason))));
        }
    }
}

fn deactivate_component(simulation: &mut Simulation, instance: InstanceRef, reason: &str) {
    match instance {
        InstanceRef::Robot(_) => {}
        InstanceRef::Sensor(index) => simulation.state.sensors[index].active = false,
        InstanceRef::Actuator(index) => simulation.state.actuators[index].active = false,
    }
    if let Some(running) = simulation.state.meta_mut(instance).running.take() {
        let answer = Answer::Failed(ServiceError::Refused(reason.to_owned()));
        simulation.engine.answers.ended.push(running.end(answer));
    }
}
