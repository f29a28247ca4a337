//! Targets of inverse kinematics: poses for the ends of bones.

use morse_scene::document::Object;
use morse_sim::prelude::*;
use morse_world::{BoneSpec, NodeId, NodeSpec, World};

use crate::actuators::arms::armature::Armature;

/// Distance along each axis of the world at which a target has arrived. [m]
const NEAR_M: f64 = 0.005;

/// A node of the scene that the end of a bone follows.
#[derive(Serialize, Deserialize)]
pub(super) struct Target {
    pub(super) name: String,
    pub(super) node: NodeId,
    pub(super) bone: usize,
    way: Option<TargetMotion>,
}

/// A motion of a target.
#[derive(Serialize, Deserialize)]
pub(super) struct TargetMotion {
    to: Pose,
    from: DQuat,
    since: Time,
    /// Duration of the rotation.
    turning_s: f64,
    /// Along each axis of the world. [m/s]
    speed: f64,
}

impl Target {
    pub(super) fn stop(&mut self) {
        self.way = None;
    }

    /// Starts a motion of the target in the world, with a speed along each axis [m/s] and a turn rate [rad/s].
    pub(super) fn send(&mut self, world: &World, now: Time, to: Pose, speed: f64, turn_rate: f64) {
        let from = world.world_from(self.node).rotation;
        let angle = from.angle_between(to.rotation);
        let turning_s = if angle > 0.0 { angle / turn_rate } else { 0.0 };
        self.way = Some(TargetMotion { to, from, since: now, turning_s, speed });
    }

    /// Resets a target that is a child of the armature to the end of its bone.
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
        let Some(way) = &self.way else { return false };
        let here = act.world.world_from(self.node).translation;
        let most = DVec3::splat(way.speed / act.rate_hz);
        let there = here + (way.to.translation - here).clamp(-most, most);
        let since_s = act.now.seconds() - way.since.seconds();
        let turned = since_s >= way.turning_s;
        let rotation =
            if turned { way.to.rotation } else { way.from.slerp(way.to.rotation, since_s / way.turning_s) };
        let arrived = turned && (way.to.translation - there).abs().max_element() < NEAR_M;
        act.world.set_world_pose(self.node, Pose { translation: there, rotation });
        if arrived {
            self.way = None;
        }
        !arrived
    }
}

/// The goal pose of a target: relative to its current position or absolute in the world, rotated by or to the given
/// angles about the axes of the world. Without angles it keeps its orientation.
pub(super) fn destination(
    world: &World,
    target: &Target,
    by: DVec3,
    turn: Option<DVec3>,
    relative: bool,
) -> Pose {
    let here = world.world_from(target.node);
    let turn = turn.map(|angles| Euler { roll: angles.x, pitch: angles.y, yaw: angles.z }.to_quat());
    match (relative, turn) {
        (true, turn) => {
            let rotation = turn.unwrap_or(DQuat::IDENTITY) * here.rotation;
            Pose { translation: here.translation + by, rotation }
        }
        (false, turn) => Pose { translation: by, rotation: turn.unwrap_or(here.rotation) },
    }
}

/// The name of the target of a bone.
fn name_of(armature: &str, bone: &str) -> String {
    format!("ik_target.{armature}.{bone}")
}

/// The targets that the scene gives an armature by name, each with its bone.
fn listed<'a>(object: &'a Object) -> Vec<(&'a str, &'a str)> {
    let Some(Value::List(listed)) = object.options.get("ik_targets") else { return Vec::new() };
    let entry = |listed: &'a Value| {
        let text = |key| listed.as_map()?.get(key)?.as_str();
        Some((text("name")?, text("bone")?))
    };
    listed.iter().filter_map(entry).collect()
}

/// The bones whose constraint in the model keeps a distance from a target, and for which the scene has no target.
fn own<'a>(object: &Object, armature: &'a morse_world::Armature) -> Vec<&'a BoneSpec> {
    let listed = listed(object);
    let is_own = |bone: &&BoneSpec| bone.ik_distance && listed.iter().all(|&(_, known)| known != bone.name);
    armature.bones().iter().filter(is_own).collect()
}

/// Creates a target at the end of each bone that needs one.
///
/// # Errors
/// When a name is already in use.
pub(super) fn add_own(mount: &mut MountContext<'_>) -> Result<(), SetupError> {
    let Some((node, armature)) = crate::actuators::arms::armature::armature_of(mount.world, mount.node)
    else {
        return Ok(());
    };
    let waits = own(mount.object, armature).into_iter().filter(|bone| bone.ik_target.is_none());
    let spec = |bone: &BoneSpec| {
        let place = armature.armature_from_tail(armature.find(&bone.name)?);
        Some(NodeSpec::new(name_of(mount.name, &bone.name)).on(node).at(place))
    };
    let specs: Vec<NodeSpec> = waits.filter_map(spec).collect();
    for spec in specs {
        mount.world.add_node(spec)?;
    }
    Ok(())
}

/// The targets of an armature, those of the scene first; their nodes exist already.
pub(super) fn of_object(setup: &Setup<'_>, armature: &morse_world::Armature) -> Vec<Target> {
    let target = |node: NodeId, bone: &str| {
        let name = setup.world.name(node).to_owned();
        Some(Target { name, node, bone: armature.find(bone)?, way: None })
    };
    let listed = listed(setup.object).into_iter();
    let listed = listed.filter_map(|(name, bone)| target(setup.world.find(name)?, bone));
    let own = own(setup.object, armature).into_iter().filter_map(|bone| {
        let node = match &bone.ik_target {
            Some(name) => setup.world.part(setup.robot, name),
            None => setup.world.find(&name_of(setup.name, &bone.name)),
        };
        target(node?, &bone.name)
    });
    listed.chain(own).collect()
}

impl Armature {
    /// Advances the motions of all targets. Returns whether any is still moving.
    pub(super) fn move_targets(&mut self, act: &mut ActContext<'_>) -> bool {
        let mut on_the_way = false;
        for target in &mut self.targets {
            on_the_way |= target.advance(act);
        }
        on_the_way
    }

    /// The target of that name.
    pub(super) fn target(&mut self, name: &str) -> Result<&mut Target, ServiceError> {
        let known: Vec<&str> = self.targets.iter().map(|target| target.name.as_str()).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        self.targets.iter_mut().find(|target| target.name == name).ok_or_else(|| {
            ServiceError::Refused(format!("there is no IK target {name:?}; this armature has {known}"))
        })
    }
}
