//! The joints of a robot that was read from a URDF, SDF or MJCF file.

use morse_scene::nearest::did_you_mean;
use morse_sim::prelude::*;
use morse_world::{JointId, JointLoad, NodeId, ServoDamping, ServoGains, World};

/// Natural frequency of a servo without gains, with the inertia of its load at the start. [rad/s]
const BANDWIDTH_RAD_PER_S: f64 = 100.0;
/// Maximum deflection of a servo without gains by the weight of its load at the start. [rad or m]
const SAG: f64 = 0.00005;

/// A joint that moves, and is not moved by another joint that it mimics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct RobotJoint {
    pub(crate) id: JointId,
    /// Name in the file.
    pub(crate) name: String,
}

/// Stiffness and damping of a servo.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Gains {
    /// Stiffness. [N m/rad or N/m]
    pub(crate) stiffness: f64,
    /// Damping. [N m s/rad or N s/m]
    pub(crate) damping: f64,
}

/// Moment of inertia or mass that a servo moves, and the greatest effort of its weight. A joint of a robot that moves
/// freely may carry the robot, as wheels and legs do: its child then counts as a disk that the mass of the robot lies on.
pub(crate) fn load(world: &World, robot: NodeId, id: JointId) -> JointLoad {
    let load = world.joint_load(id);
    if !world.is_free(robot) || load.mass <= 0.0 {
        return load;
    }
    let carried = world.subtree(robot).into_iter().map(|node| world.mass(node)).sum::<f64>() / load.mass;
    JointLoad { inertia: load.inertia * (1.0 + 2.0 * carried), ..load }
}

impl Gains {
    /// Gains of a servo for a load. `stiffness` and `damping` come before the gains of the file. Without both, the servo is
    /// critically damped, and hardly deflected by the weight of the load.
    pub(crate) fn of(
        load: JointLoad,
        of_file: Option<ServoGains>,
        stiffness: Option<f64>,
        damping: Option<f64>,
    ) -> Gains {
        let own = (load.inertia * BANDWIDTH_RAD_PER_S.powi(2)).max(load.weight / SAG);
        let declared = of_file.filter(|_| stiffness.is_none());
        let stiffness = stiffness.or(declared.map(|gains| gains.stiffness)).unwrap_or(own);
        let critical = 2.0 * (stiffness * load.inertia).sqrt();
        let declared = declared.map(|gains| match gains.damping {
            ServoDamping::Absolute(damping) => damping,
            ServoDamping::Ratio(ratio) => ratio * critical,
        });
        Gains { stiffness, damping: damping.or(declared).unwrap_or(critical) }
    }
}

/// Units of the quantities of a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Units {
    pub(crate) position: &'static str,
    pub(crate) velocity: &'static str,
    pub(crate) effort: &'static str,
}

/// The units of a joint that turns, or slides.
pub(crate) fn units(world: &World, id: JointId) -> Units {
    match world.joint_kind(id).turns() {
        true => Units { position: "rad", velocity: "rad/s", effort: "N·m" },
        false => Units { position: "m", velocity: "m/s", effort: "N" },
    }
}

/// The joints of a robot, in the order of its file, mimic joints left out.
pub(crate) fn joints_of(world: &World, robot: NodeId) -> Vec<RobotJoint> {
    let prefix = format!("{}/", world.name(robot));
    let joint = |id: JointId| {
        let name = world.joint_name(id);
        RobotJoint { id, name: name.strip_prefix(&prefix).unwrap_or(name).to_owned() }
    };
    world.joints_below(robot).into_iter().map(joint).collect()
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

/// The names of joints, in order.
pub(crate) fn names(joints: &[RobotJoint]) -> Value {
    Value::List(joints.iter().map(|joint| Value::from(joint.name.as_str())).collect())
}

/// The positions of joints, with their names. [rad or m]
pub(crate) fn positions<'a>(
    world: &'a World,
    joints: &'a [RobotJoint],
) -> impl Iterator<Item = (String, f64)> + 'a {
    joints.iter().map(|joint| (joint.name.clone(), world.joint_position(joint.id)))
}

/// The velocities of joints by name. [rad/s or m/s]
pub(crate) fn velocities(world: &World, joints: &[RobotJoint]) -> Map {
    let entry = |joint: &RobotJoint| (joint.name.clone(), Value::Float(world.joint_velocity(joint.id)));
    joints.iter().map(entry).collect()
}

/// The efforts of the drives of joints by name, without joints whose effort is unknown. [N m or N]
pub(crate) fn efforts(world: &World, joints: &[RobotJoint]) -> Map {
    let entry = |joint: &RobotJoint| Some((joint.name.clone(), Value::Float(world.joint_effort(joint.id)?)));
    joints.iter().filter_map(entry).collect()
}

/// The joint of this name.
///
/// # Errors
/// If the name is unknown. The error contains the nearest name.
pub(crate) fn find<'a>(joints: &'a [RobotJoint], name: &str) -> Result<&'a RobotJoint, ServiceError> {
    index(joints, name).map(|index| &joints[index])
}

/// The index of the joint of this name.
///
/// # Errors
/// If the name is unknown. The error contains the nearest name.
pub(crate) fn index(joints: &[RobotJoint], name: &str) -> Result<usize, ServiceError> {
    joints.iter().position(|joint| joint.name == name).ok_or_else(|| {
        let known: Vec<&str> = joints.iter().map(|joint| joint.name.as_str()).collect();
        let meant =
            did_you_mean(name, known.iter().copied()).map(|help| format!("; {help}")).unwrap_or_default();
        ServiceError::Refused(format!(
            "there is no joint `{name}`; the joints are {}{meant}",
            known.join(", ")
        ))
    })
}
