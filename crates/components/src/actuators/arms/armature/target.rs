//! Targets of inverse kinematics: nodes whose poses the ends of bones follow.

use morse_scene::document::Object;
use morse_sim::prelude::*;
use morse_world::{BoneSpec, NodeId, NodeSpec, World};

use crate::actuators::arms::armature::Armature;

/// A target has arrived when it is nearer than this to its goal along each axis of the world. [m]
const ARRIVAL_TOLERANCE_M: f64 = 0.005;

/// A node of the scene that the end of a bone follows.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Target {
    pub(super) name: String,
    pub(super) node: NodeId,
    pub(super) bone: usize,
    motion: Option<TargetMotion>,
}

/// A motion of a target to a pose of the world.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct TargetMotion {
    to: Pose,
    from: DQuat,
    since: Time,
    /// Duration of the rotation. [s]
    rotation_s: f64,
    /// Maximum speed along each axis of the world. [m/s]
    speed: f64,
}

impl Target {
    pub(super) fn stop(&mut self) {
        self.motion = None;
    }

    /// Starts a motion of the target to a pose of the world, with a speed along each axis of the world [m/s] and a
    /// turn rate [rad/s].
    pub(super) fn start_motion(&mut self, world: &World, now: Time, to: Pose, speed: f64, turn_rate: f64) {
        let from = world.world_from(self.node).rotation;
        let angle = from.angle_between(to.rotation);
        let rotation_s = if angle > 0.0 { angle / turn_rate } else { 0.0 };
        self.motion = Some(TargetMotion { to, from, since: now, rotation_s, speed });
    }

    /// Moves a target that is a child of the armature back to the end of its bone.
    pub(super) fn reset(&self, world: &mut World, arm: NodeId) {
        if world.parent(self.node) == Some(arm)
            && let Some(armature) = world.armature(arm)
        {
            let world_from_tail = world.world_from(arm) * armature.armature_from_tail(self.bone);
            world.set_world_pose(self.node, world_from_tail);
        }
    }

    /// Advances the motion of the target. Returns whether it is still moving.
    fn advance(&mut self, act: &mut ActContext<'_>) -> bool {
        let Some(motion) = &self.motion else { return false };
        let current = act.world.world_from(self.node).translation;
        let step = DVec3::splat(motion.speed / act.rate_hz);
        let next = current + (motion.to.translation - current).clamp(-step, step);
        let since_s = act.now.seconds() - motion.since.seconds();
        let rotation_done = since_s >= motion.rotation_s;
        let rotation = if rotation_done {
            motion.to.rotation
        } else {
            motion.from.slerp(motion.to.rotation, since_s / motion.rotation_s)
        };
        let arrived =
            rotation_done && (motion.to.translation - next).abs().max_element() < ARRIVAL_TOLERANCE_M;
        act.world.set_world_pose(self.node, Pose { translation: next, rotation });
        if arrived {
            self.motion = None;
        }
        !arrived
    }
}

/// Goal pose of a target. `offset` [m] and `turn`, angles about the axes of the world [rad], are relative to the current
/// pose or absolute in the world. Without angles the target keeps its orientation.
pub(super) fn destination(
    world: &World,
    target: &Target,
    offset: DVec3,
    turn: Option<DVec3>,
    relative: bool,
) -> Pose {
    let current = world.world_from(target.node);
    let turn = turn.map(|angles| Euler { roll: angles.x, pitch: angles.y, yaw: angles.z }.to_quat());
    match (relative, turn) {
        (true, turn) => {
            let rotation = turn.unwrap_or(DQuat::IDENTITY) * current.rotation;
            Pose { translation: current.translation + offset, rotation }
        }
        (false, turn) => Pose { translation: offset, rotation: turn.unwrap_or(current.rotation) },
    }
}

/// Name of the target that the actuator creates for a bone.
fn target_name(armature: &str, bone: &str) -> String {
    format!("ik_target.{armature}.{bone}")
}

/// Targets in the options of the scene's object: name of the target and of its bone.
fn scene_targets<'a>(object: &'a Object) -> Vec<(&'a str, &'a str)> {
    let Some(Value::List(scene_targets)) = object.options.get("ik_targets") else { return Vec::new() };
    let entry = |scene_targets: &'a Value| {
        let text = |key| scene_targets.as_map()?.get(key)?.as_str();
        Some((text("name")?, text("bone")?))
    };
    scene_targets.iter().filter_map(entry).collect()
}

/// Bones whose IK constraint in the model keeps a distance from a target, and for which the scene lists no target.
fn distance_bones<'a>(object: &Object, armature: &'a morse_world::Armature) -> Vec<&'a BoneSpec> {
    let scene_targets = scene_targets(object);
    let is_selected =
        |bone: &&BoneSpec| bone.ik_distance && scene_targets.iter().all(|&(_, known)| known != bone.name);
    armature.bones().iter().filter(is_selected).collect()
}

/// Creates a target at the end of each bone whose IK constraint needs one and has none.
///
/// # Errors
/// When a name is already in use.
pub(super) fn add_missing(mount: &mut MountContext<'_>) -> Result<(), SetupError> {
    let Some((node, armature)) = crate::actuators::arms::armature::armature_of(mount.world, mount.node)
    else {
        return Ok(());
    };
    let bones = distance_bones(mount.object, armature).into_iter().filter(|bone| bone.ik_target.is_none());
    let spec = |bone: &BoneSpec| {
        let place = armature.armature_from_tail(armature.find(&bone.name)?);
        Some(NodeSpec::new(target_name(mount.name, &bone.name)).on(node).at(place))
    };
    let specs: Vec<NodeSpec> = bones.filter_map(spec).collect();
    for spec in specs {
        mount.world.add_node(spec)?;
    }
    Ok(())
}

/// Targets of an armature, whose nodes exist already. Targets that the scene lists come first.
pub(super) fn of_object(setup: &Setup<'_>, armature: &morse_world::Armature) -> Vec<Target> {
    let target = |node: NodeId, bone: &str| {
        let name = setup.world.name(node).to_owned();
        Some(Target { name, node, bone: armature.find(bone)?, motion: None })
    };
    let scene_targets = scene_targets(setup.object).into_iter();
    let scene_targets = scene_targets.filter_map(|(name, bone)| target(setup.world.find(name)?, bone));
    let distance_bones = distance_bones(setup.object, armature).into_iter().filter_map(|bone| {
        let node = match &bone.ik_target {
            Some(name) => setup.world.part(setup.robot, name),
            None => setup.world.find(&target_name(setup.name, &bone.name)),
        };
        target(node?, &bone.name)
    });
    scene_targets.chain(distance_bones).collect()
}

impl Armature {
    /// Advances the motions of all targets. Returns whether any target is still moving.
    pub(super) fn move_targets(&mut self, act: &mut ActContext<'_>) -> bool {
        let mut moving = false;
        for target in &mut self.targets {
            moving |= target.advance(act);
        }
        moving
    }

    /// Finds a target by name. The error lists the known names.
    pub(super) fn target(&mut self, name: &str) -> Result<&mut Target, ServiceError> {
        let known: Vec<&str> = self.targets.iter().map(|target| target.name.as_str()).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        self.targets.iter_mut().find(|target| target.name == name).ok_or_else(|| {
            ServiceError::Refused(format!("there is no IK target {name:?}; this armature has {known}"))
        })
    }
}
