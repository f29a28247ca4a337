//! Motors of a robot, which an MJCF file gives it as actuators of joints, tendons and sites.

use morse_scene::nearest::did_you_mean;
use morse_sim::prelude::*;
use morse_world::{MotorId, NodeId, World};

use super::JointController;
use crate::common::model_parts::joints::JointValues;

/// The motors of a robot with the given names, or all if there are none.
///
/// # Errors
/// If the robot has no motors, or none of a given name.
pub(super) fn named(world: &World, robot: NodeId, names: &str) -> Result<Vec<(MotorId, String)>, SetupError> {
    let prefix = format!("{}/", world.name(robot));
    let all: Vec<(MotorId, String)> = world
        .motors_of(robot)
        .into_iter()
        .filter_map(|id| {
            let name = &world.motor(id)?.name;
            Some((id, name.strip_prefix(&prefix).unwrap_or(name).to_owned()))
        })
        .collect();
    if all.is_empty() {
        return Err(SetupError::Missing(
            "its robot has no actuators: level motors is for robots of MJCF files with an <actuator> section"
                .to_owned(),
        ));
    }
    let wanted: Vec<&str> = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    if wanted.is_empty() {
        return Ok(all);
    }
    let motor =
        |name: &&str| find(&all, name).cloned().map_err(|error| SetupError::Invalid(error.to_string()));
    wanted.iter().map(motor).collect()
}

/// The motor of this name.
///
/// # Errors
/// If the name is unknown. The error contains the nearest name.
fn find<'a>(motors: &'a [(MotorId, String)], name: &str) -> Result<&'a (MotorId, String), ServiceError> {
    motors.iter().find(|(_, known)| known == name).ok_or_else(|| {
        let known: Vec<&str> = motors.iter().map(|(_, name)| name.as_str()).collect();
        let meant =
            did_you_mean(name, known.iter().copied()).map(|help| format!("; {help}")).unwrap_or_default();
        ServiceError::Refused(format!(
            "there is no actuator `{name}`; the actuators are {}{meant}",
            known.join(", ")
        ))
    })
}

impl JointController {
    /// The motor of this name.
    ///
    /// # Errors
    /// If the name is unknown.
    pub(super) fn find_motor(&self, name: &str) -> Result<&(MotorId, String), ServiceError> {
        find(&self.motors, name)
    }

    /// The commands of the motors at the start.
    pub(super) fn first_commands(&self, world: &World) -> JointValues {
        let entry =
            |(id, name): &(MotorId, String)| (name.clone(), world.motor(*id).map_or(0.0, |it| it.command));
        JointValues::from_entries(self.motors.iter().map(entry))
    }

    /// Commands each motor with its value. Values that are not finite are left out.
    pub(super) fn command_motors(&self, world: &mut World, data: &JointValues) {
        for (id, name) in &self.motors {
            if let Some(command) = data.get(name).filter(|command| command.is_finite()) {
                world.command_motor(*id, command);
            }
        }
    }

    /// The efforts of the motors in the last tick by name. [N m or N]
    pub(super) fn motor_efforts(&self, world: &World) -> Map {
        let effort = |(id, name): &(MotorId, String)| (name.clone(), Value::Float(world.motor_effort(*id)));
        self.motors.iter().map(effort).collect()
    }

    /// The names of the motors, in order.
    pub(super) fn motor_names(&self) -> Value {
        Value::List(self.motors.iter().map(|(_, name)| Value::from(name.as_str())).collect())
    }
}
