//! Targets of inverse kinematics: where the ends of bones shall be.

use morse_scene::document::Object;
use morse_sim::prelude::*;
use morse_world::{BoneSpec, NodeId, NodeSpec, World};

use super::Armature;

/// A target that comes this near to its goal along each axis of the world is there. [m]
const NEAR_M: f64 = 0.005;

/// A thing of the scene that the end of a bone follows.
#[derive(Serialize, Deserialize)]
pub(super) struct Target {
    pub(super) name: String,
    pub(super) node: NodeId,
    pub(super) bone: usize,
    way: Option<Way>,
}

/// A target's way to another place.
#[derive(Serialize, Deserialize)]
pub(super) struct Way {
    to: Pose,
    from: DQuat,
    since: Time,
    /// How long it turns.
    turning_s: f64,
    /// Along each axis of the world. [m/s]
    speed: f64,
}

impl Target {
    pub(super) fn stop(&mut self) {
        self.way = None;
    }

    /// Sends the target somewhere in the world, at that speed along each axis [m/s] and turning at that rate [rad/s].
    pub(super) fn send(&mut self, world: &World, now: Time, to: Pose, speed: f64, turn_rate: f64) {
        let from = world.world_from(self.node).rotation;
        let angle = from.angle_between(to.rotation);
        let turning_s = if angle > 0.0 { angle / turn_rate } else { 0.0 };
        self.way = Some(Way { to, from, since: now, turning_s, speed });
    }

    /// Moves the target on its way; whether it is still under way.
    fn advance(&mut self, act: &mut Act<'_>) -> bool {
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

/// Where a target is to be: beside where it is or anywhere in the world, turned by or to the given angles about the
/// axes of the world, or as it is without them.
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

/// The name of a bone's target, of an armature with that name.
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

/// The bones that the model has keep a distance from a target, and for which the scene has none.
fn own<'a>(object: &Object, armature: &'a morse_world::Armature) -> Vec<&'a BoneSpec> {
    let listed = listed(object);
    let is_own = |bone: &&BoneSpec| bone.ik_distance && listed.iter().all(|&(_, known)| known != bone.name);
    armature.bones().iter().filter(is_own).collect()
}

/// Makes a target for each bone that waits for one, where the bone ends.
///
/// # Errors
/// When a name is taken.
pub(super) fn add_own(mount: &mut Mount<'_>) -> Result<(), SetupError> {
    let Some((node, armature)) = super::armature_of(mount.world, mount.node) else { return Ok(()) };
    let waits = own(mount.object, armature).into_iter().filter(|bone| bone.ik_target.is_none());
    let spec = |bone: &BoneSpec| {
        let place = armature.armature_from_tail(armature.find(&bone.name)?);
        Some(NodeSpec::new(name_of(mount.name, &bone.name)).on(node).at(place))
    };
    let specs: Vec<NodeSpec> = waits.filter_map(spec).collect();
    for spec in specs {
        mount.world.add_node(spec).map_err(|error| SetupError(error.to_string()))?;
    }
    Ok(())
}

/// The targets of an armature, those of the scene first, whose things stand in the world already.
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
    /// Moves all targets on their ways; whether any is still under way.
    pub(super) fn move_targets(&mut self, act: &mut Act<'_>) -> bool {
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
