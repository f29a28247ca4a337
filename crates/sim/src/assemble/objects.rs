//! Objects of the scene: their nodes in the world, and the units of those that run.

use std::sync::Arc;

use glam::DVec3;
use morse_scene::description::Description;
use morse_scene::document::{Object, ObjectKind};
use morse_scene::python_repr::repr;
use morse_scene::value::{Map, Value};
use morse_world::{BodySpec, Euler, NodeId, NodeSpec, Pose, Properties, PropertyValue};

use super::bodies::primitive_body;
use super::{Assembly, is_unit};
use crate::cell::AnyComponent;
use crate::component::{ModifyError, RobotModel, Setup, SetupError};
use crate::data::Data;
use crate::random::RandomKey;
use crate::registry::Maker;
use crate::schedule::Schedule;
use crate::time::Time;
use crate::unit::{ActuatorUnit, Head, ModifierUnit, Reading, RobotUnit, SensorUnit, UnitRef};

impl<'a> Assembly<'a> {
    pub(super) fn add_object(&mut self, object: &'a Object) {
        if self.is_of_environment(object) {
            return;
        }
        if object.attach_to.is_some() {
            let text = "it is attached to a part of a model, and model files are not read yet";
            return self.problem("run::model-part", object, text);
        }
        if object.model.is_some() && !is_unit(object.kind) {
            let text = "its model file cannot be loaded: model files are not read yet";
            return self.problem("run::model", object, text);
        }
        match object.kind {
            ObjectKind::Zone => self.add_zone(object),
            ObjectKind::Object => self.add_prop(object),
            ObjectKind::Robot | ObjectKind::Sensor | ObjectKind::Actuator => self.add_unit(object),
        }
    }

    fn add_zone(&mut self, object: &Object) {
        let kind = object.properties.get("Type").and_then(Value::as_str).unwrap_or_default();
        let added =
            self.simulation.world.add_zone(&object.name, kind, object.location.into(), object.scale.into());
        if let Err(error) = added {
            self.problem("run::zone", object, error.to_string());
        }
    }

    fn add_prop(&mut self, object: &'a Object) {
        let own = object.shape.as_ref().and_then(primitive_body).filter(|_| object.body.physics.is_some());
        let body = self.body(object, own);
        self.add_node(object, &RobotModel::default(), body);
    }

    fn add_unit(&mut self, object: &'a Object) {
        let Some((entry, description)) = self.entry(object) else { return };
        if let Some(file) = object.model.as_ref().map(|model| &model.file)
            && !has_builtin(&description, file)
        {
            let text = format!("its model {file:?} cannot be loaded: model files are not read yet");
            return self.problem("run::model", object, text);
        }
        match (object.kind, entry.maker) {
            (ObjectKind::Robot, Maker::Robot(make)) => {
                let mut cell = make();
                let model = cell.model();
                let body = self.body(object, model.body.clone());
                self.set_properties(object, &description, cell.as_mut());
                let Some(node) = self.add_node(object, &model, body) else { return };
                let head = self.head(object, description, node);
                let unit = UnitRef::Robot(self.simulation.robots.len());
                self.simulation.robots.push(RobotUnit { head, cell, external: object.external });
                self.simulation.units.insert(object.name.clone(), unit);
            }
            (ObjectKind::Sensor | ObjectKind::Actuator, maker) => {
                self.add_component(object, maker, description)
            }
            (kind, _) => {
                let text = format!("{} is not the class of a {}", description.class, kind.name());
                self.problem("run::class", object, text);
            }
        }
    }

    fn add_component(&mut self, object: &'a Object, maker: Maker, description: Arc<Description>) {
        let Some(robot) = self.robot_of(object) else {
            return self.problem("run::no-robot", object, "it is on no robot: append it to one");
        };
        let Some(node) = self.add_node(object, &RobotModel::default(), None) else { return };
        let head = self.head(object, Arc::clone(&description), node);
        let schedule = Schedule::new(object.rate_hz);
        let rate_hz = object.rate_hz.unwrap_or(self.simulation.clock.rate_hz());
        let modifiers = self.modifiers(object);
        // Components of a robot that another node moves do not run.
        let active = !self.simulation.robots[robot].external;
        let unit = match maker {
            Maker::Sensor(make) => {
                let mut cell = make();
                self.set_properties(object, &description, cell.as_mut());
                let robot = self.simulation.robots[robot].head.node;
                let (timestamp, publishers, sources) = (Time::ZERO, Vec::new(), Vec::new());
                let (completion, reading) = (None, Reading::None);
                let key = RandomKey::new(self.options.seed, &object.name);
                self.simulation.sensors.push(SensorUnit {
                    head,
                    robot,
                    cell,
                    schedule,
                    rate_hz,
                    key,
                    active,
                    timestamp,
                    modifiers,
                    publishers,
                    sources,
                    completion,
                    reading,
                });
                UnitRef::Sensor(self.simulation.sensors.len() - 1)
            }
            Maker::Actuator(make) => {
                let mut cell = make();
                self.set_properties(object, &description, cell.as_mut());
                let (inboxes, completion) = (Vec::new(), None);
                self.simulation.actuators.push(ActuatorUnit {
                    head,
                    robot,
                    cell,
                    schedule,
                    rate_hz,
                    active,
                    modifiers,
                    inboxes,
                    completion,
                });
                UnitRef::Actuator(self.simulation.actuators.len() - 1)
            }
            Maker::Robot(_) | Maker::Modifier(_) => {
                let text = format!("{} is neither a sensor nor an actuator", description.class);
                return self.problem("run::class", object, text);
            }
        };
        self.simulation.units.insert(object.name.clone(), unit);
    }

    fn head(&self, object: &Object, description: Arc<Description>, node: NodeId) -> Head {
        let mut managers = self.document.component_service.get(&object.name).cloned().unwrap_or_default();
        managers.dedup();
        Head { name: object.name.clone(), description, node, managers, streams: Vec::new(), running: None }
    }

    /// Index of the robot an object hangs on, however deep.
    fn robot_of(&self, object: &Object) -> Option<usize> {
        let parents = std::iter::successors(Some(object), |object| {
            object.parent.as_deref().and_then(|parent| self.objects.get(parent).copied())
        });
        let robot = parents
            .skip(1)
            .take(self.objects.len())
            .filter(|object| object.kind == ObjectKind::Robot)
            .last()?;
        match self.simulation.units.get(&robot.name) {
            Some(&UnitRef::Robot(index)) => Some(index),
            _ => None,
        }
    }

    /// Adds the node of an object: what the scene says, on top of the pose its model has by itself.
    fn add_node(&mut self, object: &'a Object, model: &RobotModel, body: Option<BodySpec>) -> Option<NodeId> {
        let stored = model.world_from_robot.rotation;
        let turned = DVec3::from_array(object.rotation);
        let own = Euler::from_quat(stored);
        let rotation =
            Euler { roll: own.roll + turned.x, pitch: own.pitch + turned.y, yaw: own.yaw + turned.z };
        let translation = model.world_from_robot.translation + DVec3::from_array(object.location);
        let parent = object.parent.as_deref().and_then(|parent| self.nodes.get(parent).copied());
        let spec = NodeSpec {
            parent,
            parent_from_node: Pose { translation, rotation: rotation.to_quat() },
            scale: object.scale.into(),
            body,
            properties: node_properties(&object.properties),
            ..NodeSpec::new(&*object.name)
        };
        match self.simulation.world.add_node(spec) {
            Ok(node) => {
                self.nodes.insert(&object.name, node);
                Some(node)
            }
            Err(error) => {
                self.problem("run::body", object, error.to_string());
                None
            }
        }
    }

    fn set_properties(
        &mut self,
        object: &Object,
        description: &Description,
        cell: &mut (impl AnyComponent + ?Sized),
    ) {
        for (index, property) in description.properties.iter().enumerate() {
            let Some(value) = object.properties.get(&property.name) else { continue };
            if let Err(mismatch) = cell.set_property(index, value) {
                self.problem("run::property", object, mismatch.to_string());
            }
        }
    }

    /// Starts the modifiers of a unit, then the unit itself.
    pub(super) fn start_unit(&mut self, object: &Object, unit: UnitRef) {
        let robot = self.simulation.robot_node(unit);
        let simulation = &mut self.simulation;
        let (environment, world) = (&self.document.environment.properties, &simulation.world);
        let (name, started_at_s) = (&*object.name, self.options.epoch_s);
        let setup =
            |node, rate_hz| Setup { name, node, robot, world, object, environment, rate_hz, started_at_s };
        let started = match unit {
            UnitRef::Robot(_) => Ok(()),
            UnitRef::Sensor(index) => {
                let sensor = &mut simulation.sensors[index];
                let setup = setup(sensor.head.node, sensor.rate_hz);
                let cell = &mut sensor.cell;
                cell.check()
                    .and_then(|()| cell.start(&setup))
                    .and_then(|()| start_modifiers(&mut sensor.modifiers, &setup, cell.data()))
            }
            UnitRef::Actuator(index) => {
                let actuator = &mut simulation.actuators[index];
                let setup = setup(actuator.head.node, actuator.rate_hz);
                let cell = &mut actuator.cell;
                cell.start(&setup)
                    .and_then(|()| start_modifiers(&mut actuator.modifiers, &setup, cell.data()))
            }
        };
        match (started, unit) {
            (Err(error), _) => self.problem("run::setup", object, error.to_string()),
            (Ok(()), UnitRef::Sensor(index)) => self.connect_sources(object, index),
            (Ok(()), _) => {}
        }
    }
}

/// Starts the modifiers of a component, and leaves out, with a warning, those that have nothing to modify: a scene may
/// name a modifier for a component whose level has none of its fields.
fn start_modifiers(
    modifiers: &mut Vec<ModifierUnit>,
    setup: &Setup<'_>,
    data: &dyn Data,
) -> Result<(), SetupError> {
    let mut refused = Ok(());
    modifiers.retain_mut(|modifier| match modifier.cell.start(setup, data) {
        Ok(()) => true,
        Err(ModifyError::NothingToModify(reason)) => {
            tracing::warn!("{reason}; it runs without this modifier");
            false
        }
        Err(ModifyError::Setup(error)) => {
            refused = Err(error);
            true
        }
    });
    refused
}

/// What others may recognise an object by. Values that are neither a number nor text are kept as Python prints them.
fn node_properties(properties: &Map) -> Properties {
    let value = |value: &Value| match value {
        Value::Bool(truth) => PropertyValue::Bool(*truth),
        Value::Int(number) => PropertyValue::Int(*number),
        Value::Float(number) | Value::Timer(number) => PropertyValue::Float(*number),
        Value::Text(text) => PropertyValue::Text(text.clone()),
        other => PropertyValue::Text(repr(other)),
    };
    properties.iter().map(|(name, said)| (name.to_owned(), value(said))).collect()
}

/// Whether a class brings the shape of this model along.
fn has_builtin(description: &Description, file: &str) -> bool {
    let own = |model: &str| file == model || file.rsplit_once('/').is_some_and(|(_, name)| name == model);
    description.builders.iter().filter_map(|builder| builder.model.as_deref()).any(own)
}
