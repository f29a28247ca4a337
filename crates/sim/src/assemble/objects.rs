//! Objects of the scene: their nodes in the world and the instances of components.

mod armatures;
pub(super) mod bodies;
mod frames;
mod joint_drives;
mod moving_body;
mod starting_place;
mod wheels;

use std::sync::Arc;

use morse_scene::description::Description;
use morse_scene::diagnostic::Code;
use morse_scene::document::{Object, ObjectKind};
use morse_scene::value::Value;
use morse_world::{NodeId, Visual};

use crate::assemble::Assembly;
use crate::assemble::objects::bodies::primitive_body;
use crate::assemble::objects::frames::{OWN_WHEELS, WHEELED};
use crate::assemble::wiring::modifiers::{Levels, start_modifiers};
use crate::contract::component::erased::AnyComponent;
use crate::contract::component::{RobotModel, Setup};
use crate::contract::registry::MadeInstance;
use crate::engine::instance::chain::Chain;
use crate::engine::instance::connections::Connections;
use crate::engine::instance::hashed::Hashed;
use crate::engine::instance::sensor_reading::HeldReading;
use crate::engine::instance::stillness::Stillness;
use crate::engine::instance::{
    ActuatorInstance, ActuatorParts, InstanceRef, Metadata, Reading, RobotInstance, SensorInstance,
};
use crate::engine::random::RandomKey;
use crate::engine::time::Time;
use crate::engine::time::schedule::Schedule;

impl<'a> Assembly<'a> {
    pub(super) fn add_object(&mut self, object: &'a Object) {
        if self.is_of_environment(object) {
            return;
        }
        match object.kind {
            ObjectKind::Zone => self.add_zone(object),
            ObjectKind::Object => self.add_prop(object),
            ObjectKind::Robot | ObjectKind::Sensor | ObjectKind::Actuator => self.add_instance(object),
        }
        self.mount_on_end_effector(object);
        if let Some(&node) = self.nodes.get(object.name.as_str()) {
            self.paint(object, node);
            self.set_parts(object, node);
        }
    }

    fn add_zone(&mut self, object: &Object) {
        let kind = object.properties.get("Type").and_then(Value::as_str).unwrap_or_default();
        let added = self.simulation.state.world.add_zone(
            &object.name,
            kind,
            object.location.into(),
            object.scale.into(),
        );
        if let Err(error) = added {
            self.problem(Code::RunZone, object, error.to_string());
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
            let visuals = own.shapes.into_iter().map(|(place, shape)| Visual::new(shape).at(place)).collect();
            if let Err(error) = self.simulation.state.world.set_visuals(node, visuals) {
                self.problem(Code::RunLooks, object, error.to_string());
            }
        }
        self.add_light(object, node);
        self.add_parts_of(object, node);
    }

    fn add_instance(&mut self, object: &'a Object) {
        let Some((factory, description)) = self.entry(object) else { return };
        match (object.kind, factory.make(object.level.as_deref())) {
            (ObjectKind::Robot, MadeInstance::Robot(mut component)) => {
                self.set_properties(object, &description, component.as_mut());
                let base = self.registry.base(&description.class);
                let builders = base.map_or(&description.builders, |base| &base.builders);
                let wheeled = base.is_some_and(|base| base.class.starts_with(OWN_WHEELS))
                    || builders.iter().any(|builder| builder.base == WHEELED);
                let Some(node) = self.add_framed(object, &component.model(), wheeled) else { return };
                let wheels = self.add_wheels(object, component.as_ref(), node);
                let meta = self.meta(object, description, node);
                let instance = InstanceRef::Robot(self.simulation.state.robots.len());
                let robot = RobotInstance::new(meta, component, object.external, wheels);
                self.simulation.state.robots.push(robot);
                self.simulation.model.instances.insert(object.name.clone(), instance);
            }
            (ObjectKind::Sensor | ObjectKind::Actuator, made) => {
                self.add_component(object, made, description)
            }
            (kind, _) => {
                let text = format!("{} is not the class of a {}", description.class, kind.name());
                self.problem(Code::RunClass, object, text);
            }
        }
    }

    fn add_component(&mut self, object: &'a Object, made: MadeInstance, description: Arc<Description>) {
        let Some(robot) = self.robot_above(object) else {
            return self.problem(Code::RunNoRobot, object, "it is not on a robot: append it to one");
        };
        // If the robot was not created, its own problem has already been reported.
        let Some(&InstanceRef::Robot(robot)) = self.simulation.model.instances.get(&robot.name) else {
            return;
        };
        let carrier = self.simulation.state.robots[robot].meta.node;
        let linked = self.add_linked(object, carrier);
        let framed = linked.unwrap_or_else(|| self.add_framed(object, &RobotModel::default(), false));
        let Some(node) = framed else { return };
        self.add_ik_targets(object, node);
        let meta = self.meta(object, Arc::clone(&description), node);
        let schedule = Schedule::new(object.rate_hz);
        let rate_hz = object.rate_hz.unwrap_or(self.simulation.state.clock.rate_hz());
        let modifiers = self.modifiers(object);
        // Components of a robot that another simulator moves do not run here.
        let active = !self.simulation.state.robots[robot].external;
        let instance = match made {
            MadeInstance::Sensor(mut component) => {
                self.set_properties(object, &description, component.as_mut());
                let access = component.access();
                if access.contact_forces {
                    self.simulation.state.world.record_contact_forces();
                }
                let robot = self.simulation.state.robots[robot].meta.node;
                let (timestamp, inputs) = (Time::ZERO, Vec::new());
                let (completion, reading) = (None, Reading::None);
                let (idle, overdue, asked_by_host, reads_on_demand) = (false, false, false, false);
                let key = RandomKey::new(self.options.seed, &object.name);
                self.simulation.state.sensors.push(SensorInstance {
                    reads_alone: true,
                    changes_world: access.changes,
                    tracks_objects: access.objects,
                    meta,
                    robot,
                    component: Hashed::new(component),
                    schedule,
                    rate_hz,
                    key,
                    active,
                    timestamp,
                    modifiers,
                    chain: Chain::default(),
                    connections: Connections::default(),
                    inputs,
                    completion,
                    reading,
                    idle,
                    overdue,
                    asked_by_host,
                    reads_on_demand,
                    stillness: Stillness::default(),
                    held: HeldReading::default(),
                });
                InstanceRef::Sensor(self.simulation.state.sensors.len() - 1)
            }
            MadeInstance::Actuator(mut component) => {
                self.set_properties(object, &description, component.as_mut());
                let timeout_ns = self.command_timeout_ns(object, component.data().kind());
                self.simulation.state.actuators.push(ActuatorInstance::new(ActuatorParts {
                    timeout_ns,
                    meta,
                    robot,
                    component,
                    schedule,
                    rate_hz,
                    active,
                    modifiers,
                }));
                InstanceRef::Actuator(self.simulation.state.actuators.len() - 1)
            }
            MadeInstance::Robot(_) | MadeInstance::Modifier => {
                let text = format!("{} is neither a sensor nor an actuator", description.class);
                return self.problem(Code::RunClass, object, text);
            }
        };
        self.simulation.model.instances.insert(object.name.clone(), instance);
    }

    fn meta(&mut self, object: &Object, description: Arc<Description>, node: NodeId) -> Metadata {
        let serial = self.simulation.model.objects.next_serial(object.kind);
        let mut managers = self.document.component_service.get(&object.name).cloned().unwrap_or_default();
        managers.dedup();
        for (manager, overlaid) in &self.document.overlays {
            if overlaid.contains_key(&object.name) && !managers.contains(manager) {
                managers.push(manager.clone());
            }
        }
        Metadata {
            name: object.name.clone(),
            description,
            node,
            serial,
            managers,
            level: object.level.clone(),
            streams: Vec::new(),
            running: None,
            external_id: None,
            cost_ns: 0,
        }
    }

    /// The topmost robot among the ancestors of an object.
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
        component: &mut (impl AnyComponent + ?Sized),
    ) {
        for (index, property) in description.properties.iter().enumerate() {
            let Some(value) = object.properties.get(&property.name) else { continue };
            if let Err(mismatch) = component.set_property(index, value) {
                self.problem(Code::RunProperty, object, mismatch.to_string());
            }
        }
    }

    /// Starts the modifiers of an instance, then the instance itself.
    pub(super) fn start_instance(&mut self, object: &Object, instance: InstanceRef) {
        let robot = self.simulation.state.robot_node(instance);
        let simulation = &mut *self.simulation;
        let (environment, world) = (&self.document.environment.properties, &simulation.state.world);
        let (name, started_at_s) = (&*object.name, self.document.environment.time.start_date_s());
        let fastmode = self.document.environment.fastmode;
        let wheels = match simulation.model.instances.get(world.name(robot)) {
            Some(&InstanceRef::Robot(index)) => simulation.state.robots[index].wheels.as_ref(),
            _ => None,
        };
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
        let levels = Levels { registry: self.registry, class: object.class.as_deref().unwrap_or_default() };
        let started = match instance {
            InstanceRef::Robot(_) => Ok(Vec::new()),
            InstanceRef::Sensor(index) => {
                let sensor = &mut simulation.state.sensors[index];
                let setup = setup(sensor.meta.node, sensor.rate_hz);
                let component = &mut sensor.component;
                component
                    .check()
                    .and_then(|()| component.start(&setup))
                    .and_then(|()| start_modifiers(&mut sensor.modifiers, &setup, component.data(), levels))
            }
            InstanceRef::Actuator(index) => {
                let actuator = &mut simulation.state.actuators[index];
                let setup = setup(actuator.meta.node, actuator.rate_hz);
                let (component, modifiers) = actuator.parts_mut();
                component
                    .start(&setup)
                    .and_then(|()| start_modifiers(modifiers, &setup, component.data(), levels))
            }
        };
        match started {
            Err(error) => return self.problem(Code::RunSetup, object, error.to_string()),
            Ok(unfit) => self.refuse_modifiers(object, unfit),
        }
        match instance {
            InstanceRef::Sensor(index) => self.connect_inputs(object, index),
            InstanceRef::Actuator(index) => {
                self.warn_without_moving_body(object, index, robot);
                self.warn_sideways(object, index, self.simulation.state.actuators[index].robot);
                self.warn_of_joints(object, index);
            }
            InstanceRef::Robot(_) => {}
        }
    }
}
