//! Changes of a simulation that was reset, before the first tick of an episode: masses, friction, noise, and the places where
//! components begin.

use morse_scene::value::Value;

use crate::contract::component::{EpisodeStart, Setup};
use crate::contract::data::Mismatch;
use crate::contract::outcome::ServiceError;
use crate::contract::property::check_range;
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::services::base::set_property;

/// Names of the properties of a component and of the parameters of its modifiers; `None` for an unknown component.
pub(crate) fn property_names<'a>(simulation: &'a Simulation, component: &str) -> Option<Vec<&'a str>> {
    let &instance = simulation.model.instances.get(component)?;
    let own =
        simulation.state.meta(instance).description.properties.iter().map(|property| property.name.as_str());
    let modifiers =
        simulation.state.modifiers(instance).iter().flat_map(|modifier| &modifier.description.parameters);
    Some(own.chain(modifiers.map(|parameter| parameter.name.as_str())).collect())
}

/// Sets a parameter of the modifiers of a component that have it, else a property of the component.
pub(crate) fn set_property_of(
    simulation: &mut Simulation,
    component: &str,
    name: &str,
    value: &Value,
) -> Result<(), ServiceError> {
    let unknown = || ServiceError::Refused(format!("there is no component {component} in the simulation"));
    let &instance = simulation.model.instances.get(component).ok_or_else(unknown)?;
    let refused = |mismatch: Mismatch| ServiceError::Refused(mismatch.to_string());
    let mut is_set = false;
    for modifier in simulation.state.modifiers_mut(instance) {
        let parameters = &modifier.description.parameters;
        let Some(index) = parameters.iter().position(|parameter| parameter.name == name) else {
            continue;
        };
        if let Some(range) = parameters[index].range {
            check_range(name, range, value).map_err(refused)?;
        }
        modifier.component.set_property(index, value).map_err(refused)?;
        is_set = true;
    }
    if is_set {
        restart_modifiers(simulation, instance)
    } else {
        set_property(simulation, instance, name, value).map(drop)
    }
}

/// Makes all sensors and actuators begin where they are now, as if the scene had placed them there: odometers count
/// from here, and actuators hold this pose.
pub(crate) fn begin_components_here(simulation: &mut Simulation) {
    let world = &simulation.state.world;
    for sensor in &mut simulation.state.sensors {
        sensor.component.begin(&EpisodeStart { world, node: sensor.meta.node, robot: sensor.robot });
    }
    for actuator in &mut simulation.state.actuators {
        let robot = simulation.state.robots[actuator.robot].meta.node;
        let begin = EpisodeStart { world, node: actuator.meta.node, robot };
        actuator.component_mut().begin(&begin);
    }
}

/// Starts the modifiers of an instance again, because they compute values from their properties at the start.
fn restart_modifiers(simulation: &mut Simulation, instance: InstanceRef) -> Result<(), ServiceError> {
    let scene = simulation.engine.spawning.source.as_ref().and_then(|source| source.scene());
    let name = simulation.state.meta(instance).name.clone();
    let described = scene.as_ref().and_then(|scene| Some((scene, scene.object(&name)?)));
    let unknown = || ServiceError::Refused(format!("the scene of {name} is not known"));
    let (scene, object) = described.ok_or_else(unknown)?;
    let (node, robot) = (simulation.state.meta(instance).node, simulation.state.robot_node(instance));
    let rate_hz = simulation.state.rate_hz(instance);
    let setup = Setup {
        name: &name,
        node,
        robot,
        world: &simulation.state.world,
        object,
        environment: &scene.environment.properties,
        wheels: None,
        rate_hz,
        fastmode: scene.environment.fastmode,
        started_at_s: scene.environment.time.start_date_s(),
    };
    let (modifiers, data) = match instance {
        InstanceRef::Robot(_) => return Ok(()),
        InstanceRef::Sensor(index) => {
            let sensor = &mut simulation.state.sensors[index];
            (&mut sensor.modifiers, sensor.component.data())
        }
        InstanceRef::Actuator(index) => {
            let (component, modifiers) = simulation.state.actuators[index].parts_mut();
            (modifiers, component.data())
        }
    };
    let started = modifiers.iter_mut().try_for_each(|modifier| modifier.component.start(&setup, data));
    started.map_err(|error| ServiceError::Refused(error.to_string()))
}
