//! The joints of a robot as one tree: bones of armatures, joints of robots from files, wheels, and turning parts such as those of pan-tilt
//! units.

use std::collections::BTreeMap;

use glam::{DQuat, DVec3};
use morse_world::{JointId, JointKind, NodeId, Pose, ShownWheel, TurningPart, World};

use super::joint::{Joint, Source};
use super::names::{BASE_LINK, Names};

/// The joints of a robot, parents before their children. A bone that turns about several axes becomes one joint about
/// the first axis. `is_frame` returns whether TF has a frame of a name; links do not get such names.
pub(super) fn joints_of(world: &World, robot: NodeId, is_frame: &dyn Fn(&str) -> bool) -> Vec<Joint> {
    let parts = world.subtree(robot);
    let mut names = Names::new(is_frame);
    // Bones are named first, since actions and ArmaturePose sensors refer to them by name.
    let mut bones = BTreeMap::new();
    for &node in &parts {
        for (bone, spec) in
            world.armature(node).map_or(&[][..], |armature| armature.bones()).iter().enumerate()
        {
            bones.insert((node, bone), names.joint(&spec.name, world.name(node)));
        }
    }
    let (links, bone_links, joints) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    let mut tree = Tree { world, robot, names, links, bone_links, joints };
    for node in parts {
        for wheel in world.shown_wheels(node) {
            tree.add_wheel(node, &wheel);
        }
        if let Some(part) = world.turning_part(node).filter(|_| !tree.links.contains_key(&node)) {
            tree.add_part(node, part);
        }
        tree.add_bones(node, &bones);
        if let Some(joint) = world.joint_of(node).filter(|_| node != robot) {
            tree.add_physics(node, joint);
        }
    }
    tree.joints
}

struct Tree<'a> {
    world: &'a World,
    robot: NodeId,
    names: Names<'a>,
    /// The links whose frame is the frame of a node.
    links: BTreeMap<NodeId, String>,
    /// The links whose frame is the frame of a bone.
    bone_links: BTreeMap<(NodeId, usize), String>,
    joints: Vec<Joint>,
}

impl Tree<'_> {
    /// The link to which a node is fixed, and the frame of the node in that link.
    fn carrier(&self, node: NodeId) -> (String, Pose) {
        let world = self.world;
        let from = |frame: Pose| frame.inverse() * world.world_from(node);
        let mut at = node;
        loop {
            if let Some(link) = self.links.get(&at) {
                return (link.clone(), from(world.world_from(at)));
            }
            let Some(parent) = world.parent(at).filter(|_| at != self.robot) else {
                return (BASE_LINK.to_owned(), from(world.world_from(self.robot)));
            };
            if let Some(bone) = world.bone_of(at)
                && let Some(link) = self.bone_links.get(&(parent, bone))
                && let Some(armature) = world.armature(parent)
            {
                return (link.clone(), from(world.world_from(parent) * armature.armature_from_bone(bone)));
            }
            at = parent;
        }
    }

    /// Adds a joint and returns its child link.
    fn add(
        &mut self,
        name: String,
        (parent, parent_from_joint): (String, Pose),
        (kind, axis, limits): (JointKind, DVec3, [f64; 2]),
        source: Source,
    ) -> String {
        let link = self.names.link(&name);
        let joint = Joint { name, link: link.clone(), parent, parent_from_joint, kind, axis, limits, source };
        self.joints.push(joint);
        link
    }

    fn add_bones(&mut self, node: NodeId, bone_names: &BTreeMap<(NodeId, usize), String>) {
        let Some(armature) = self.world.armature(node) else { return };
        let carrier = self.carrier(node);
        for (bone, spec) in armature.bones().iter().enumerate() {
            let parent = spec.parent.and_then(|parent| {
                let link = self.bone_links.get(&(node, parent))?.clone();
                let parent_from_armature = armature.bones().get(parent)?.armature_from_rest.inverse();
                Some((link, parent_from_armature * spec.armature_from_rest))
            });
            let (parent, at) =
                parent.unwrap_or_else(|| (carrier.0.clone(), carrier.1 * spec.armature_from_rest));
            let kind = spec.joint_kind();
            let axis = if kind == JointKind::Prismatic { 1 } else { spec.axis().unwrap_or(0) };
            let axis = [DVec3::X, DVec3::Y, DVec3::Z][axis.min(2)];
            let name = bone_names.get(&(node, bone)).unwrap_or(&spec.name).clone();
            let source = Source::Bone { armature: node, bone };
            let link = self.add(name, (parent, at), (kind, axis, spec.joint_limits()), source);
            self.bone_links.insert((node, bone), link);
        }
    }

    /// Adds a joint of a robot from a file. A link turns about its origin: a node that turns about another
    /// point has a link of its own.
    fn add_physics(&mut self, node: NodeId, joint: JointId) {
        let world = self.world;
        let own = world.joint_name(joint);
        let own = own.strip_prefix(&format!("{}/", world.name(self.robot))).unwrap_or(own);
        let name = self.names.joint(own, world.name(self.robot));
        let (parent, at) = self.carrier(node);
        let (limits, axis, anchor) =
            (world.joint_limits(joint), world.joint_axis(joint), world.joint_anchor(joint));
        let position = world.joint_position(joint);
        let kind = world.joint_kind(joint);
        let moved = match kind {
            JointKind::Fixed => Pose::IDENTITY,
            JointKind::Prismatic => Pose::from_translation(axis * position),
            _ => Pose { translation: DVec3::ZERO, rotation: DQuat::from_axis_angle(axis, position) },
        };
        let range = (kind, axis, [limits.lower, limits.upper]);
        let parent_from_joint = at * Pose::from_translation(anchor) * moved.inverse();
        let mut link = self.add(name.clone(), (parent, parent_from_joint), range, Source::Physics(joint));
        if anchor != DVec3::ZERO {
            let origin = self.names.joint(&format!("{name}_origin"), world.name(self.robot));
            let fixed = (JointKind::Fixed, DVec3::X, [0.0; 2]);
            link = self.add(origin, (link, Pose::from_translation(-anchor)), fixed, Source::Physics(joint));
        }
        self.links.insert(node, link);
    }

    fn add_part(&mut self, node: NodeId, part: &TurningPart) {
        let (parent, link_from_node) = self.carrier(node);
        // The rotation from angle zero to the current angle.
        let turned = part.parent_from_zero.inverse() * self.world.parent_from(node);
        let (kind, limits) = match part.limits {
            Some(limits) => (JointKind::Revolute, limits),
            None => (JointKind::Continuous, [0.0; 2]),
        };
        let name = self.names.joint(&part.name, self.world.name(part.owner));
        let place = (parent, link_from_node * turned.inverse());
        let link = self.add(name, place, (kind, part.axis, limits), Source::Part(node));
        self.links.insert(node, link);
    }

    /// Adds a wheel: a joint for the suspension and a joint for the steering, if any, and a joint about the axle.
    fn add_wheel(&mut self, chassis: NodeId, wheel: &ShownWheel<'_>) {
        let &ShownWheel { number, spec, node, chassis_from_node } = wheel;
        let own = if spec.name.is_empty() { self.world.name(node) } else { &spec.name };
        let name = self.names.joint(own, self.world.name(chassis));
        let (mut parent, mut parent_from_wheel) = self.carrier(chassis);
        let rest_length = spec.suspension.map_or(0.0, |suspension| suspension.rest_length);
        parent_from_wheel = parent_from_wheel * Pose::from_translation(spec.mount - spec.up * rest_length);
        if spec.suspension.is_some() {
            let joint = self.names.joint(&format!("{name}_suspension"), self.world.name(chassis));
            let kind = (JointKind::Prismatic, spec.up, [0.0, rest_length + spec.radius]);
            let source = Source::Suspension { chassis, number, rest_length };
            parent = self.add(joint, (parent, parent_from_wheel), kind, source);
            parent_from_wheel = Pose::IDENTITY;
        }
        if spec.steered || spec.swivels {
            let joint = self.names.joint(&format!("{name}_steering"), self.world.name(chassis));
            let kind = (JointKind::Continuous, spec.up, [0.0; 2]);
            parent = self.add(joint, (parent, parent_from_wheel), kind, Source::Steering { chassis, number });
            parent_from_wheel = Pose::IDENTITY;
        }
        let at = parent_from_wheel * Pose { translation: DVec3::ZERO, rotation: chassis_from_node };
        let kind = (JointKind::Continuous, chassis_from_node.inverse() * spec.axle, [0.0; 2]);
        let (up, axle) = (spec.up, spec.axle);
        let source = Source::Roll { chassis, number, node, chassis_from_node, up, axle };
        let link = self.add(name, (parent, at), kind, source);
        self.links.insert(node, link);
    }
}

#[cfg(test)]
pub(super) mod tests;
