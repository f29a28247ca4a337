//! `simulation describe_component`: description of a component of the running simulation and of its connections.

use morse_scene::data_kind::DataKind;
use morse_scene::description::{
    FieldDescription, InstanceDescription, ServiceDescription, StreamDescription,
};
use morse_scene::nearest::did_you_mean;
use morse_scene::value::Value;
use morse_scene::wiring::StreamEntry;

use crate::contract::outcome::ServiceError;
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::services::listing::described_services;
use crate::services::listing::pseudo_services;
use crate::transport::request::PSEUDO_COMPONENTS;

/// The description of a component or pseudo component, as a dictionary with the keys of [`InstanceDescription`].
pub(super) fn describe_component(simulation: &Simulation, name: &str) -> Result<Value, ServiceError> {
    let description = match simulation.model.instances.get(name) {
        Some(&instance) => described_instance(simulation, instance),
        None if PSEUDO_COMPONENTS.contains(&name) => described_pseudo_component(simulation, name),
        None => {
            let known = simulation.model.instances.keys().map(String::as_str).chain(PSEUDO_COMPONENTS);
            let help = did_you_mean(name, known);
            let help = help.map(|help| format!("; {help}")).unwrap_or_default();
            return Err(ServiceError::Refused(format!("there is no component `{name}`{help}")));
        }
    };
    let value = serde_json::to_value(description).and_then(serde_json::from_value);
    value.map_err(|error| ServiceError::Refused(format!("{name} cannot be described: {error}")))
}

fn described_instance(simulation: &Simulation, instance: InstanceRef) -> InstanceDescription {
    let meta = simulation.state.meta(instance);
    let active = match instance {
        InstanceRef::Robot(_) => true,
        InstanceRef::Sensor(index) => simulation.state.sensors[index].active,
        InstanceRef::Actuator(index) => simulation.state.actuators[index].active,
    };
    InstanceDescription {
        name: meta.name.clone(),
        kind: Some(meta.description.kind),
        class: meta.description.class.clone(),
        doc: meta.description.doc.clone(),
        level: meta.level_name().map(str::to_owned),
        data_kind: simulation.state.data_kind(instance),
        rate_hz: Some(simulation.state.rate_hz(instance)),
        active,
        fields: described_fields(simulation, instance),
        ranges: match instance {
            InstanceRef::Actuator(index) => {
                let actuator = &simulation.state.actuators[index];
                actuator.component().command_ranges(&simulation.state.world, actuator.meta.node)
            }
            InstanceRef::Robot(_) | InstanceRef::Sensor(_) => Vec::new(),
        },
        streams: described_streams(simulation, &meta.name, &meta.streams),
        services: sorted(described_services(simulation, instance)),
        service_interfaces: meta.managers.clone(),
    }
}

fn described_pseudo_component(simulation: &Simulation, name: &str) -> InstanceDescription {
    let own = pseudo_services(simulation, name);
    InstanceDescription {
        name: name.to_owned(),
        kind: None,
        class: String::new(),
        doc: String::new(),
        level: None,
        data_kind: DataKind::Empty,
        rate_hz: None,
        active: true,
        fields: Vec::new(),
        ranges: Vec::new(),
        streams: Vec::new(),
        services: sorted(own.into_iter()),
        service_interfaces: simulation.model.supervisors.clone(),
    }
}

/// The fields of the component's data at its level.
fn described_fields(simulation: &Simulation, instance: InstanceRef) -> Vec<FieldDescription> {
    let described = &simulation.state.meta(instance).description.fields;
    let fields = simulation.state.component(instance).data().fields().iter();
    fields
        .map(|field| FieldDescription {
            name: field.name.to_owned(),
            type_name: field.type_name.to_owned(),
            default: described
                .iter()
                .find(|known| known.name == field.name)
                .map(|known| known.default.clone())
                // The default of an image is an empty byte string.
                .filter(|default| !matches!(default, Value::Bytes(_)))
                .unwrap_or_default(),
            unit: field.unit.map(str::to_owned),
            doc: field.doc.to_owned(),
            levels: Vec::new(),
        })
        .collect()
}

fn described_streams(
    simulation: &Simulation,
    component: &str,
    streams: &[StreamEntry],
) -> Vec<StreamDescription> {
    let describe = |(nth, stream): (usize, &StreamEntry)| {
        let middleware =
            simulation.engine.middlewares.iter().find(|known| known.stream_manager() == stream.manager);
        // Each middleware counts only its own streams.
        let before = streams[..nth].iter().filter(|other| other.manager == stream.manager).count();
        let endpoint = middleware.and_then(|known| known.endpoints(component).into_iter().nth(before));
        StreamDescription {
            direction: stream.direction,
            middleware: middleware.map(|known| known.name().to_owned()).unwrap_or_default(),
            manager: stream.manager.clone(),
            class: stream.class.clone(),
            endpoint: endpoint.unwrap_or_default(),
        }
    };
    streams.iter().enumerate().map(describe).collect()
}

fn sorted<'a>(services: impl Iterator<Item = &'a ServiceDescription>) -> Vec<ServiceDescription> {
    let mut services: Vec<ServiceDescription> = services.cloned().collect();
    services.sort_by(|a, b| a.name.cmp(&b.name));
    services
}
