//! Creates the wheels of robots from parts of their models.

use glam::{DAffine3, DMat3, DVec3};
use morse_assets::model::Transform;
use morse_scene::diagnostic::Code;
use morse_scene::document::Object;
use morse_world::NodeId;

use crate::assemble::Assembly;
use crate::contract::component::erased::AnyRobot;
use crate::contract::contexts::drivetrain::{Part, WheelContext, WheelDrive};

impl Assembly<'_> {
    /// Creates the wheels of a robot, if its class has any. Returns their drive.
    pub(in crate::assemble) fn add_wheels(
        &mut self,
        object: &Object,
        component: &dyn AnyRobot,
        node: NodeId,
    ) -> Option<WheelDrive> {
        let part = |name: &str| self.part(object, node, name);
        let mass = self.simulation.state.world.mass(node);
        let made = component.wheels(&WheelContext { object, mass, part: &part });
        let mut drivetrain = match made {
            Ok(made) => made?,
            Err(error) => {
                self.problem(Code::RunWheels, object, error.to_string());
                return None;
            }
        };
        if !self.simulation.state.world.is_free(node) {
            tracing::warn!(
                "{}: its wheels are not simulated, because physics does not move the robot",
                object.name
            );
            return Some(drivetrain.drive);
        }
        for number in drivetrain.drive.steered() {
            if let Some(wheel) = drivetrain.wheels.get_mut(number) {
                wheel.steered = true;
            }
        }
        let world = &mut self.simulation.state.world;
        let mut added = world.add_wheels(node, drivetrain.wheels);
        if let WheelDrive::Differential(drive) = &drivetrain.drive {
            // The motors hold the wheels until the first command.
            added = added.and_then(|()| drive.drive(world, node, 0.0, 0.0));
        }
        if let Err(error) = added {
            self.problem(Code::RunWheels, object, error.to_string());
        }
        Some(drivetrain.drive)
    }

    /// A part of the model of a robot, by its name in the file.
    fn part(&self, object: &Object, robot: NodeId, name: &str) -> Option<Part> {
        let model = self.models.of_object(object, object.model.as_ref()?)?;
        let source = model.find(name)?;
        let (stored, _) = Transform::of(&model.world_from(source));
        let source = &model.nodes[source.index()];
        let mesh = model.meshes.get(source.mesh()?.index())?;
        let (low, high) = mesh.bounds(&DAffine3::from_scale(stored.scale))?;
        let world = &self.simulation.state.world;
        let node = world.part(robot, name)?;
        let robot_from_part = world.world_from(robot).inverse() * world.world_from(node);
        // The scene may scale the robot along the robot's axes.
        let scale = DVec3::from_array(object.scale);
        let scaled = DMat3::from_diagonal(scale) * DMat3::from_quat(robot_from_part.rotation);
        let factors = DVec3::new(scaled.x_axis.length(), scaled.y_axis.length(), scaled.z_axis.length());
        Some(Part {
            name: name.to_owned(),
            node,
            robot_from_part,
            size: (high - low) * factors,
            mass: source.physics.mass,
            friction: source.physics.friction,
        })
    }
}
