//! Objects of the scene: their nodes in the world, and the units of those that run.

use std::sync::Arc;

use morse_scene::description::Description;
use morse_scene::document::{Object, ObjectKind};
use morse_scene::python_repr::repr;
use morse_scene::value::{Map, Value};
use morse_world::{Look, NodeId, Properties, PropertyValue};

use super::Assembly;
use super::bodies::primitive_body;
use super::frames::WHEELED;
use crate::cell::AnyComponent;
use crate::component::{ModifyError, RobotModel, Setup, SetupError};
use crate::data::Data;
use crate::random::RandomKey;
use crate::registry::Made;
use crate::schedule::Schedule;
use crate::time::Time;
use crate::unit::{ActuatorUnit, Head, ModifierUnit, Reading, RobotUnit, SensorUnit, UnitRef};

impl<'a> Assembly<'a> {
    pub(super) fn add_object(&mut self, object: &'a Object) {
        if self.is_of_environment(object) {
            return;
        }
        match object.kind {
            ObjectKind::Zone => self.add_zone(object),
            ObjectKind::Object => self.add_prop(object),
            ObjectKind::Robot | ObjectKind::Sensor | ObjectKind::Actuator => self.add_unit(object),
        }
        self.mount_on_end_effector(object);
        self.paint(object);
    }

    /// Colours, fades or hides an object with all that its model brought, as the scene says.
    fn paint(&mut self, object: &Object) {
        let Some(&node) = self.nodes.get(object.name.as_str()) else { return };
        let world = &mut self.simulation.world;
        let visual = &object.visual;
        if visual.visible == Some(false) {
            world.set_visible(node, false, true);
        }
        let rgb = visual.color.map(|rgb| rgb.map(|part| part as f32));
        let alpha = visual.alpha.map(|alpha| alpha as f32);
        let mut painted = Ok(());
        for part in world.below(node) {
            painted = painted.and_then(|()| rgb.map_or(Ok(()), |rgb| world.set_color(part, Some(rgb))));
            painted = painted.and_then(|()| alpha.map_or(Ok(()), |alpha| world.set_alpha(part, alpha)));
        }
        if let Err(error) = painted {
            self.problem("run::looks", object, error.to_string());
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
        if object.model.is_some() {
            self.add_framed(object, &RobotModel::default(), false);
            return;
        }
        let own = object.shape.as_ref().and_then(primitive_body);
        let body = self.body(object, own.clone().filter(|_| object.body.physics.is_some()));
        let Some(node) = self.add_node(object, &RobotModel::default(), body) else { return };
        if let Some(own) = own {
            let looks = own.shapes.into_iter().map(|(place, shape)| Look::new(shape).at(place)).collect();
            if let Err(error) = self.simulation.world.set_looks(node, looks) {
                self.problem("run::looks", object, error.to_string());
            }
        }
        self.add_parts_of(object, node);
    }

    fn add_unit(&mut self, object: &'a Object) {
        let Some((maker, description)) = self.entry(object) else { return };
        match (object.kind, maker.make(object.level.as_deref())) {
            (ObjectKind::Robot, Made::Robot(mut cell)) => {
                self.set_properties(object, &description, cell.as_mut());
                let wheeled = description.builders.iter().any(|builder| builder.base == WHEELED);
                let Some(node) = self.add_framed(object, &cell.model(), wheeled) else { return };
                let wheels = self.put_on_wheels(object, cell.as_ref(), node);
                let head = self.head(object, description, node);
                let unit = UnitRef::Robot(self.simulation.robots.len());
                let external = object.external;
                let (mover, rivals_told) = (None, false);
                let robot = RobotUnit { head, cell, external, wheels, mover, rivals_told };
                self.simulation.robots.push(robot);
                self.simulation.units.insert(object.name.clone(), unit);
            }
            (ObjectKind::Sensor | ObjectKind::Actuator, made) => {
                self.add_component(object, made, description)
            }
            (kind, _) => {
                let text = format!("{} is not the class of a {}", description.class, kind.name());
                self.problem("run::class", object, text);
            }
        }
    }

    fn add_component(&mut self, object: &'a Object, made: Made, description: Arc<Description>) {
        let Some(robot) = self.robot_above(object) else {
            return self.problem("run::no-robot", object, "it is on no robot: append it to one");
        };
        // What keeps the robot from running has been told already.
        let Some(&UnitRef::Robot(robot)) = self.simulation.units.get(&robot.name) else { return };
        let carrier = self.simulation.robots[robot].head.node;
        let linked = self.add_linked(object, carrier);
        let framed = linked.unwrap_or_else(|| self.add_framed(object, &RobotModel::default(), false));
        let Some(node) = framed else { return };
        self.add_ik_targets(object, node);
        let head = self.head(object, Arc::clone(&description), node);
        let schedule = Schedule::new(object.rate_hz);
        let rate_hz = object.rate_hz.unwrap_or(self.simulation.clock.rate_hz());
        let modifiers = self.modifiers(object);
        // Components of a robot that another node moves do not run.
        let active = !self.simulation.robots[robot].external;
        let unit = match made {
            Made::Sensor(mut cell) => {
                self.set_properties(object, &description, cell.as_mut());
                let robot = self.simulation.robots[robot].head.node;
                let (timestamp, publishers, sources) = (Time::ZERO, Vec::new(), Vec::new());
                let (completion, reading) = (None, Reading::None);
                let (resting, overdue) = (false, false);
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
                    resting,
                    overdue,
                });
                UnitRef::Sensor(self.simulation.sensors.len() - 1)
            }
            Made::Actuator(mut cell) => {
                self.set_properties(object, &description, cell.as_mut());
                let (inboxes, push, completion) = (Vec::new(), None, None);
                self.simulation.actuators.push(ActuatorUnit {
                    head,
                    robot,
                    cell,
                    schedule,
                    rate_hz,
                    active,
                    modifiers,
                    inboxes,
                    push,
                    completion,
                });
                UnitRef::Actuator(self.simulation.actuators.len() - 1)
            }
            Made::Robot(_) | Made::Modifier => {
                let text = format!("{} is neither a sensor nor an actuator", description.class);
                return self.problem("run::class", object, text);
            }
        };
        self.simulation.units.insert(object.name.clone(), unit);
    }

    fn head(&self, object: &Object, description: Arc<Description>, node: NodeId) -> Head {
        let mut managers = self.document.component_service.get(&object.name).cloned().unwrap_or_default();
        managers.dedup();
        let (name, streams) = (object.name.clone(), Vec::new());
        Head { name, description, node, managers, streams, running: None, seat: None }
    }

    /// The robot an object hangs on, however deep.
    pub(super) fn robot_above(&self, object: &Object) -> Option<&'a Object> {
        let above =
            |object: &Object| object.parent.as_deref().and_then(|parent| self.objects.get(parent).copied());
        let parents = std::iter::successors(above(object), |&object| above(object));
        parents.take(self.objects.len()).filter(|object| object.kind == ObjectKind::Robot).last()
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
        let fastmode = self.document.environment.fastmode;
        let wheels = simulation.robots.iter().find(|unit| unit.head.node == robot);
        let wheels = wheels.and_then(|unit| unit.wheels.as_ref());
        let setup = |node, rate_hz| Setup {
            name,
            node,
            robot,
            world,
            object,
            environment,
            wheels,
            rate_hz,
            fastmode,
            started_at_s,
        };
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
pub(super) fn node_properties(properties: &Map) -> Properties {
    let value = |value: &Value| match value {
        Value::Bool(truth) => PropertyValue::Bool(*truth),
        Value::Int(number) => PropertyValue::Int(*number),
        Value::Float(number) | Value::Timer(number) => PropertyValue::Float(*number),
        Value::Text(text) => PropertyValue::Text(text.clone()),
        other => PropertyValue::Text(repr(other)),
    };
    properties.iter().map(|(name, said)| (name.to_owned(), value(said))).collect()
}
