//! Armatures for external components: queries, configurations of bones, and motion towards goals.

use glam::{DQuat, DVec3};
use morse_scene::value::{Map, Value};
use morse_world::{Armature, BoneSpec, IkGoal, IkSolver, JointKind, NodeId, Pose, World};

use crate::external::message::world_command::ReachGoal;
use crate::external::scene_access::{find, numbers, vector};

/// Maximum number of steps of inverse kinematics for one command.
const STEPS_MAX: usize = 20;

/// The armature of a node, or the first one among its parts: the names of its bones, parents first, and the targets of
/// their inverse kinematics. Null without an armature.
pub(super) fn describe(world: &World, node: NodeId) -> Value {
    let found = world.subtree(node).into_iter().find_map(|node| Some((node, world.armature(node)?)));
    let Some((node, armature)) = found else { return Value::Null };
    let targets = Targets { world, node };
    let names = armature.bones().iter().map(|bone| Value::from(bone.name.as_str()));
    let ik = armature.bones().iter().filter_map(|bone| Some((bone.name.clone(), targets.ik(bone)?)));
    Value::Map(Map::from([
        ("node", Value::from(world.name(node))),
        ("bones", Value::List(names.collect())),
        ("ik", Value::Map(ik.collect())),
    ]))
}

/// A bone of an armature: its degrees of freedom and its poses.
pub(super) fn describe_bone(world: &World, node: &str, bone: &str) -> Result<Value, String> {
    let (node, armature) = armature(world, node)?;
    let index = bone_of(world, node, armature, bone)?;
    let bone = &armature.bones()[index];
    let configuration = armature.configuration().0[index];
    let parent = bone.parent.map(|parent| (&armature.bones()[parent], armature.armature_from_bone(parent)));
    let armature_from_carried = parent.map_or(bone.armature_from_rest, |(parent, armature_from_parent)| {
        armature_from_parent * parent.armature_from_rest.inverse() * bone.armature_from_rest
    });
    let limits = bone.limits.map(|limits| limits.map_or(Value::Null, numbers));
    Ok(Value::Map(Map::from([
        ("parent", parent.map_or(Value::Null, |(parent, _)| Value::from(parent.name.as_str()))),
        ("rotates", Value::List(bone.free.map(Value::Bool).to_vec())),
        ("slides", Value::Bool(bone.joint_kind() == JointKind::Prismatic)),
        ("limits", Value::List(limits.to_vec())),
        ("stretch", Value::Float(bone.stretch)),
        ("length", Value::Float(bone.length)),
        ("turn", vector(configuration.turn)),
        ("slide", Value::Float(configuration.slide)),
        ("rest", pose(bone.armature_from_rest)),
        ("pose", pose(armature.armature_from_bone(index))),
        ("channel", pose(armature_from_carried.inverse() * armature.armature_from_bone(index))),
    ])))
}

fn pose(pose: Pose) -> Value {
    numbers(pose.translation.to_array().into_iter().chain(pose.rotation.to_array()))
}

/// Finds the targets of bones.
struct Targets<'a> {
    world: &'a World,
    node: NodeId,
}

impl Targets<'_> {
    /// The target of a bone with inverse kinematics, null without a target. `None` for a bone without inverse
    /// kinematics.
    fn ik(&self, bone: &BoneSpec) -> Option<Value> {
        let target = self.of_scene(bone).or_else(|| self.of_model(bone));
        let is_known = target.is_some() || bone.ik_distance || bone.ik_chain > 0 || bone.ik_target.is_some();
        is_known.then(|| target.map_or(Value::Null, |node| Value::from(self.world.name(node))))
    }

    /// The target of the bone from an Armature component. Its name contains the full name of the component, which is
    /// on the node or above it.
    fn of_scene(&self, bone: &BoneSpec) -> Option<NodeId> {
        let name = |node| format!("ik_target.{}.{}", self.world.name(node), bone.name);
        self.above().find_map(|node| self.world.find(&name(node)))
    }

    fn of_model(&self, bone: &BoneSpec) -> Option<NodeId> {
        let name = bone.ik_target.as_deref()?;
        self.above().find_map(|node| self.world.part(node, name))
    }

    fn above(&self) -> impl Iterator<Item = NodeId> + use<'_> {
        std::iter::successors(Some(self.node), |&node| self.world.parent(node))
    }
}

/// Sets the configuration of a bone within its degrees of freedom.
pub(super) fn set_bone(
    world: &mut World,
    node: &str,
    bone: &str,
    turn: Option<[f64; 3]>,
    orientation: Option<[f64; 4]>,
    slide: Option<f64>,
) -> Result<(), String> {
    let (node, armature) = armature(world, node)?;
    let index = bone_of(world, node, armature, bone)?;
    let mut configuration = armature.configuration().clone();
    let (own, spec) = (&mut configuration.0[index], &armature.bones()[index]);
    let slides = spec.joint_kind() == JointKind::Prismatic;
    if let Some(turn) = turn.filter(|_| !slides) {
        let free = DVec3::from_array(spec.free.map(|free| if free { 1.0 } else { 0.0 }));
        own.turn = DVec3::from_array(turn) * free;
    }
    if let Some(orientation) = orientation.filter(|_| !slides) {
        let rotation = DQuat::from_array(orientation);
        own.turn = spec.configuration_at(Pose { rotation, ..Pose::IDENTITY }).turn;
    }
    if let Some(slide) = slide.filter(|_| slides) {
        own.slide = slide;
    }
    world.set_configuration(node, configuration);
    Ok(())
}

/// Moves an armature towards goals in the world.
pub(super) fn reach(world: &mut World, node: &str, goals: &[ReachGoal]) -> Result<(), String> {
    let (node, armature) = armature(world, node)?;
    let armature_from_world = world.world_from(node).inverse();
    let goal = |goal: &ReachGoal| {
        let bone = bone_of(world, node, armature, &goal.bone)?;
        let rotation = goal.orientation.map_or(DQuat::IDENTITY, DQuat::from_array);
        let world_from_tail = Pose { translation: goal.position.into(), rotation };
        Ok(IkGoal {
            bone,
            armature_from_tail: armature_from_world * world_from_tail,
            with_orientation: goal.orientation.is_some(),
            chain_length: armature.bones()[bone].ik_chain,
        })
    };
    let goals = goals.iter().map(goal).collect::<Result<Vec<_>, String>>()?;
    let from = armature.configuration();
    let found = match armature.ik_solver() {
        IkSolver::Itasc => armature.approach_as_itasc(from, &goals, STEPS_MAX),
        IkSolver::Legacy => armature.approach(from, &goals, STEPS_MAX),
    };
    world.set_configuration(node, found.configuration);
    Ok(())
}

fn armature<'a>(world: &'a World, node: &str) -> Result<(NodeId, &'a Armature), String> {
    let id = find(world, node)?;
    let armature = world.armature(id).ok_or_else(|| format!("{node} has no armature"))?;
    Ok((id, armature))
}

fn bone_of(world: &World, node: NodeId, armature: &Armature, bone: &str) -> Result<usize, String> {
    let missing = || format!("the armature {} has no bone {bone:?}", world.name(node));
    armature.find(bone).ok_or_else(missing)
}
