//! External components: assigns their numbers in the host and starts them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError};

use morse_scene::diagnostic::Code;
use morse_scene::document::{Object, ObjectKind};

use crate::assemble::Assembly;
use crate::contract::registry::Factory;
use crate::engine::instance::InstanceRef;
use crate::external::components::{ExternalComponents, ExternalEntry};
use crate::external::scene_access::Scene;
use crate::external::{ComponentInit, ComponentStep, HostCommand, Reply, StepInput};

impl<'a> Assembly<'a> {
    /// Tells the host to create its components, in scene order, after all others have started.
    pub(super) fn start_external(&mut self) {
        let Some(host) = self.registry.host().map(Arc::clone) else { return };
        let objects = self.external_objects();
        if objects.is_empty() || !self.problems.is_empty() {
            return;
        }
        let (entries, components) = self.register_all(&objects);
        let steps = entries.iter().enumerate().map(|(number, external_id)| {
            let world_from =
                self.simulation.world.world_from(self.simulation.meta(external_id.instance).node);
            ComponentStep { external_id: number, world_from, acts: false, command: None }
        });
        let input = StepInput { time_s: self.simulation.client_time_s(), steps: steps.collect() };
        let environment = &self.document.environment;
        let command = HostCommand::Begin {
            components: &components,
            seed: self.options.seed,
            rate_hz: self.simulation.clock.rate_hz(),
            gravity: self.simulation.world.gravity().to_array(),
            environment: &environment.properties,
            fastmode: environment.fastmode,
            input,
        };
        let mut scene = Scene { simulation: &mut *self.simulation, later: None };
        let begun = host.lock().unwrap_or_else(PoisonError::into_inner).exchange(&command, &mut scene);
        self.simulation.external =
            Some(ExternalComponents { host, entries, lost: false, completed: Vec::new() });
        match begun {
            Ok(reply) => self.take_beginnings(&objects, reply),
            Err(error) => {
                let object = objects[0];
                self.problem(Code::RunPython, object, format!("cannot begin: {error}"));
            }
        }
    }

    /// Objects that have an external class, and the robots that carry one, in scene order.
    fn external_objects(&self) -> Vec<&'a Object> {
        let is_external_class = |object: &Object| {
            let instance = self.simulation.instances.get(&object.name);
            instance.is_some_and(|&instance| self.is_external_class(instance))
        };
        let components = self
            .document
            .objects
            .iter()
            .filter(|object| object.kind.is_component() && is_external_class(object));
        let carriers: BTreeSet<&str> =
            components.filter_map(|object| Some(self.robot_above(object)?.name.as_str())).collect();
        let all = self.document.objects.iter();
        all.filter(|object| is_external_class(object) || carriers.contains(object.name.as_str())).collect()
    }

    fn is_external_class(&self, instance: InstanceRef) -> bool {
        let class = &self.simulation.meta(instance).description.class;
        matches!(self.registry.factory(class), Some(Factory::External(_)))
    }

    fn register_all(&mut self, objects: &[&'a Object]) -> (Vec<ExternalEntry>, Vec<ComponentInit>) {
        let numbers: BTreeMap<&str, usize> =
            objects.iter().enumerate().map(|(number, object)| (object.name.as_str(), number)).collect();
        let (mut entries, mut components) = (Vec::new(), Vec::new());
        for (number, object) in objects.iter().enumerate() {
            let Some(&instance) = self.simulation.instances.get(&object.name) else { continue };
            let above = (object.kind != ObjectKind::Robot).then(|| self.robot_above(object)).flatten();
            let robot = above.and_then(|robot| numbers.get(robot.name.as_str()));
            let robot = robot.copied().unwrap_or(number);
            let acts = self.is_external_class(instance);
            let rate_hz = object.rate_hz.unwrap_or(self.simulation.clock.rate_hz());
            let meta = self.simulation.meta_mut(instance);
            meta.external_id = acts.then_some(number);
            components.push(ComponentInit {
                name: object.name.clone(),
                class: acts.then(|| meta.description.class.clone()),
                kind: meta.description.kind,
                robot,
                level: object.level.clone().unwrap_or_else(|| "default".to_owned()),
                rate_hz,
                properties: object.properties.clone(),
            });
            entries.push(ExternalEntry { instance, name: object.name.clone(), robot, acts, failed: false });
        }
        (entries, components)
    }

    /// Takes over the data of the components before their first step.
    fn take_beginnings(&mut self, objects: &[&'a Object], mut reply: Reply) {
        for report in &mut reply.reports {
            let object = objects.get(report.external_id);
            if let Some((error, object)) = report.error.take().zip(object) {
                self.problem(Code::RunPython, object, format!("its Python code failed\n{error}"));
            }
        }
        self.simulation.take_reply(reply);
    }
}
