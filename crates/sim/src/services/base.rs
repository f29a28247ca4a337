//! Services that every component has: properties, configuration, and for sensors their data.

use std::sync::LazyLock;

use morse_scene::description::{ArgumentDescription, ServiceDescription, ServiceKind};
use morse_scene::value::{Map, Value};

use crate::contract::data::{Field, Mismatch};
use crate::contract::property::check_range;
use crate::contract::service::{Arguments, ServiceError};
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;

/// The service that sensors have in addition.
pub(super) const GET_LOCAL_DATA: &str = "get_local_data";

static DESCRIPTIONS: LazyLock<Vec<ServiceDescription>> = LazyLock::new(|| {
    vec![
        describe("get_properties", &[], "All properties: value, type, text and name in the code of each."),
        describe("set_property", &["prop_name", "prop_val"], "Sets a property while the component runs."),
        describe(
            "get_configurations",
            &[],
            "Values of all properties, and where the component is on its robot.",
        ),
        describe(GET_LOCAL_DATA, &[], "The newest reading, after its modifiers."),
    ]
});

fn describe(name: &str, arguments: &[&str], doc: &str) -> ServiceDescription {
    let argument = |name: &&str| ArgumentDescription { name: (*name).to_owned(), default: None };
    ServiceDescription {
        name: name.to_owned(),
        arguments: arguments.iter().map(argument).collect(),
        kind: ServiceKind::Sync,
        interruptible: None,
        takes_flag: false,
        doc: doc.to_owned(),
    }
}

/// Descriptions of the services that every component has; sensors also have `get_local_data`.
pub(crate) fn descriptions(sensor: bool) -> &'static [ServiceDescription] {
    let all = &*DESCRIPTIONS;
    if sensor { all } else { &all[..all.len() - 1] }
}

pub(super) fn call(
    simulation: &mut Simulation,
    instance: InstanceRef,
    index: usize,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    match descriptions(true)[index].name.as_str() {
        "get_properties" => Ok(get_properties(simulation, instance)),
        "set_property" => {
            set_property(simulation, instance, &arguments.take::<String>(0)?, &arguments.take::<Value>(1)?)
        }
        "get_configurations" => get_configurations(simulation, instance),
        _ => {
            if let InstanceRef::Sensor(sensor) = instance {
                simulation.state.read_on_demand(sensor, simulation.model.epoch);
            }
            Ok(get_local_data(simulation, instance))
        }
    }
}

fn get_properties(simulation: &Simulation, instance: InstanceRef) -> Value {
    let component = simulation.state.component(instance);
    let entries =
        simulation.state.meta(instance).description.properties.iter().enumerate().map(|(index, property)| {
            let text = |text: &str| Value::Text(text.to_owned());
            let entry = vec![
                component.property(index),
                text(&property.type_name),
                text(&property.doc),
                text(&property.name),
            ];
            (property.name.clone(), Value::List(entry))
        });
    wrap("properties", entries.collect())
}

/// Sets a property, if the value is in its range and, for a sensor, consistent with the other properties.
pub(crate) fn set_property(
    simulation: &mut Simulation,
    instance: InstanceRef,
    name: &str,
    value: &Value,
) -> Result<Value, ServiceError> {
    let properties = &simulation.state.meta(instance).description.properties;
    let Some(index) = properties.iter().position(|property| property.name == name) else {
        let object = &simulation.state.meta(instance).name;
        return Err(ServiceError::Refused(format!("Property {name} does not exist for object {object}")));
    };
    let refused = |mismatch: Mismatch| ServiceError::Refused(mismatch.to_string());
    if let Some(range) = properties[index].range {
        check_range(name, range, value).map_err(refused)?;
    }
    let before = simulation.state.component(instance).property(index);
    simulation.state.component_mut(instance).set_property(index, value).map_err(refused)?;
    if let InstanceRef::Sensor(sensor) = instance {
        let component = &mut simulation.state.sensors[sensor].component;
        if let Err(error) = component.check() {
            // The previous value was valid, so setting it again cannot fail.
            let _ = component.set_property(index, &before);
            return Err(ServiceError::Refused(error.to_string()));
        }
    }
    Ok(Value::Null)
}

fn get_configurations(simulation: &Simulation, instance: InstanceRef) -> Result<Value, ServiceError> {
    if matches!(instance, InstanceRef::Robot(_)) {
        return Err(ServiceError::WrongType {
            service: "get_configurations".to_owned(),
            argument: "the component".to_owned(),
            expected: "a sensor or an actuator".to_owned(),
            got: "a robot, which is on no robot".to_owned(),
            asynchronous: false,
        });
    }
    let component = simulation.state.component(instance);
    let meta = simulation.state.meta(instance);
    let mut values: Map = meta
        .description
        .properties
        .iter()
        .enumerate()
        .map(|(index, property)| (property.name.clone(), component.property(index)))
        .collect();
    let world = simulation.world();
    let robot_from_component =
        world.world_from(simulation.state.robot_node(instance)).inverse() * world.world_from(meta.node);
    let rotation = glam::DMat3::from_quat(robot_from_component.rotation);
    let pose = [
        ("rotation".to_owned(), Field::Matrix(&rotation).to_value()),
        ("translation".to_owned(), Field::Vector(robot_from_component.translation).to_value()),
    ];
    values.insert("object_to_robot", Value::Map(pose.into_iter().collect()));
    Ok(wrap("configurations", values))
}

fn get_local_data(simulation: &Simulation, instance: InstanceRef) -> Value {
    let mut data = Map::new();
    if let InstanceRef::Sensor(index) = instance {
        let timestamp = simulation.model.epoch.seconds(simulation.state.sensors[index].timestamp);
        data.insert("timestamp", Value::Float(timestamp));
    }
    for (name, value) in simulation.state.shown_data(instance).to_map().iter() {
        data.insert(name, value.clone());
    }
    if let InstanceRef::Sensor(index) = instance {
        for (name, value) in simulation.state.sensors[index].chain.extra_fields.iter() {
            data.insert(name, value.clone());
        }
    }
    Value::Map(data)
}

fn wrap(name: &str, map: Map) -> Value {
    Value::Map([(name.to_owned(), Value::Map(map))].into_iter().collect())
}
