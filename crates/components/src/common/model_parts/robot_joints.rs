//! The joints of a robot that was read from a URDF, SDF or MJCF file.

use morse_scene::nearest::did_you_mean;
use morse_sim::prelude::*;
use morse_world::{JointId, JointKind, NodeId, World};

/// A joint that moves, and is not moved by another joint that it mimics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct RobotJoint {
    pub(crate) id: JointId,
    /// Name in the file.
    pub(crate) name: String,
}

/// The joints of a robot, in the order of its file, mimic joints left out.
pub(crate) fn joints_of(world: &World, robot: NodeId) -> Vec<RobotJoint> {
    let own = world.subtree_set(robot);
    let prefix = format!("{}/", world.name(robot));
    let moves = |&id: &JointId| {
        own.contains(world.joint_child(id))
            && world.joint_kind(id) != JointKind::Fixed
            && world.joint_mimic(id).is_none()
    };
    let joint = |id: JointId| {
        let name = world.joint_name(id);
        RobotJoint { id, name: name.strip_prefix(&prefix).unwrap_or(name).to_owned() }
    };
    world.joints().filter(moves).map(joint).collect()
}

/// The joints of a robot with the given names, or all if there are none.
///
/// # Errors
/// If the robot has no joints, or none of a given name.
pub(crate) fn named(world: &World, robot: NodeId, names: &str) -> Result<Vec<RobotJoint>, SetupError> {
    let all = joints_of(world, robot);
    if all.is_empty() {
        return Err(SetupError::Missing(
            "its robot has no joints that move: make the robot of a URDF, SDF or MJCF file, Robot('arm.urdf')"
                .to_owned(),
        ));
    }
    let wanted: Vec<&str> = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    if wanted.is_empty() {
        return Ok(all);
    }
    let joint =
        |name: &&str| find(&all, name).cloned().map_err(|error| SetupError::Invalid(error.to_string()));
    wanted.iter().map(joint).collect()
}

/// The joint of this name.
///
/// # Errors
/// If the name is unknown. The error contains the nearest name.
pub(crate) fn find<'a>(joints: &'a [RobotJoint], name: &str) -> Result<&'a RobotJoint, ServiceError> {
    joints.iter().find(|joint| joint.name == name).ok_or_else(|| {
        let known: Vec<&str> = joints.iter().map(|joint| joint.name.as_str()).collect();
        let meant =
            did_you_mean(name, known.iter().copied()).map(|help| format!("; {help}")).unwrap_or_default();
        ServiceError::Refused(format!(
            "there is no joint `{name}`; the joints are {}{meant}",
            known.join(", ")
        ))
    })
}
