//! Mounts and starts the components of a scene after the whole world has been built.

use morse_scene::diagnostic::Code;

use crate::assemble::{Assembly, roots_after};
use crate::contract::component::MountContext;
use crate::engine::instance::InstanceRef;
use crate::engine::model::Model;
use crate::engine::simulation::Simulation;
use crate::engine::state::current::State;

impl Assembly<'_> {
    /// Calls `mount` of every robot, then of every actuator, in scene order.
    pub(super) fn mount_instances(&mut self) {
        let Simulation { model: Model { objects, .. }, state, .. } = &mut *self.simulation;
        let State { robots, actuators, world, .. } = state;
        let mut problems = Vec::new();
        for robot in robots.iter_mut() {
            let Some(&object) = self.objects.get(robot.meta.name.as_str()) else { continue };
            let (node, count) = (robot.meta.node, world.nodes().len());
            let mut mount = MountContext { name: &object.name, node, robot: node, world, object };
            problems.extend(robot.component_mut().mount(&mut mount).err().map(|error| (object, error)));
            objects.add_further(&object.name, roots_after(world, count));
        }
        for actuator in actuators {
            let Some(&object) = self.objects.get(actuator.meta.name.as_str()) else { continue };
            let (node, robot) = (actuator.meta.node, robots[actuator.robot].meta.node);
            let count = world.nodes().len();
            let mut mount = MountContext { name: &object.name, node, robot, world, object };
            problems.extend(actuator.component_mut().mount(&mut mount).err().map(|error| (object, error)));
            objects.add_further(&object.name, roots_after(world, count));
        }
        for (object, error) in problems {
            self.problem(Code::RunSetup, object, error.to_string());
        }
    }

    /// Calls `start` of every modifier and component, in the order of component names.
    pub(super) fn start_components(&mut self) {
        let instances: Vec<(String, InstanceRef)> = self
            .simulation
            .model
            .instances
            .iter()
            .map(|(name, &instance)| (name.clone(), instance))
            .collect();
        for (name, instance) in instances {
            if let Some(&object) = self.objects.get(name.as_str()) {
                self.start_instance(object, instance);
            }
        }
    }
}
