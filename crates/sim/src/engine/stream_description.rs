//! Description of a component for middlewares and recorders that open a stream for it.

use glam::DQuat;
use morse_scene::data_kind::DataKind;
use morse_scene::value::Map;
use morse_world::Pose;

use crate::contract::data::{FieldInfo, Layout};
use crate::contract::north::given_enu_from_world;
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::transport::stream::{StreamSpec, UnknownOptions};

/// Description of a component for a stream, with owned values: see [`StreamSpec`].
#[derive(Debug, Clone)]
pub struct StreamDescription {
    /// Full name of the component.
    pub component: String,
    /// Full name of its robot.
    pub robot: String,
    /// Full name of the object that carries it.
    pub parent: String,
    /// Class path of the component.
    pub component_class: String,
    /// Builder class of the component, if the scene names it.
    pub builder: Option<String>,
    /// Abstraction level of the component.
    pub level: String,
    /// Number of activations per simulated second. [Hz]
    pub rate_hz: f64,
    /// Current property values by name.
    pub properties: Map,
    /// The component's fields, without the time stamp.
    pub fields: &'static [FieldInfo],
    /// Kind of the component's data at its level.
    pub kind: DataKind,
    /// Current layout of the arrays in the component's data.
    pub layout: Option<Layout>,
    /// Whether the component may move itself on its robot.
    pub turns: bool,
    /// Current pose of the component relative to its robot.
    pub robot_from_component: Pose,
    /// Current pose of the robot in the world.
    pub world_from_robot: Pose,
    /// Rotation from the axes of the world to east, north and up; `None` if the scene does not set it.
    pub enu_from_world: Option<DQuat>,
}

impl StreamDescription {
    /// The specification of a stream of class `class` with these keyword arguments.
    #[must_use]
    pub fn spec<'a>(&'a self, class: &'a str, options: &'a Map) -> StreamSpec<'a> {
        StreamSpec {
            component: &self.component,
            robot: &self.robot,
            parent: &self.parent,
            component_class: &self.component_class,
            builder: self.builder.as_deref(),
            level: &self.level,
            rate_hz: self.rate_hz,
            properties: &self.properties,
            class,
            options,
            encoded: false,
            fields: self.fields,
            kind: self.kind,
            layout: self.layout.clone(),
            turns: self.turns,
            robot_from_component: self.robot_from_component,
            world_from_robot: self.world_from_robot,
            enu_from_world: self.enu_from_world,
            unknown: UnknownOptions::default(),
        }
    }
}

pub(crate) fn describe_stream_of(simulation: &Simulation, instance: InstanceRef) -> StreamDescription {
    let (world, meta, robot) =
        (&simulation.state.world, simulation.state.meta(instance), simulation.state.robot_node(instance));
    let world_from_robot = world.world_from(robot);
    let robot = world.name(robot).to_owned();
    let enu_from_world = given_enu_from_world(&simulation.engine.spawning.environment.properties);
    let enu_from_world = enu_from_world.unwrap_or_else(|error| {
        tracing::warn!(
            "{}: {error}; its streams assume that the Y axis of the world points north",
            meta.name
        );
        None
    });
    StreamDescription {
        component: meta.name.clone(),
        parent: world.parent(meta.node).map_or_else(|| robot.clone(), |node| world.name(node).to_owned()),
        robot,
        component_class: meta.description.class.clone(),
        builder: None,
        level: meta.level_name().unwrap_or("default").to_owned(),
        rate_hz: simulation.state.rate_hz(instance),
        properties: simulation.state.property_values(instance),
        fields: simulation.state.component(instance).data().fields(),
        kind: simulation.state.data_kind(instance),
        layout: simulation.state.component(instance).data().layout(),
        turns: is_turning_sensor(simulation, instance),
        robot_from_component: world_from_robot.inverse() * world.world_from(meta.node),
        world_from_robot,
        enu_from_world,
    }
}

/// Whether a component may change its own pose: only sensors whose readings change the world do. Components in Python
/// may change the world too, but their own pose is fixed.
fn is_turning_sensor(simulation: &Simulation, instance: InstanceRef) -> bool {
    match instance {
        InstanceRef::Sensor(index) => {
            let sensor = &simulation.state.sensors[index];
            sensor.changes_world && sensor.meta.external_id.is_none()
        }
        InstanceRef::Robot(_) | InstanceRef::Actuator(_) => false,
    }
}
