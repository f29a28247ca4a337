//! Constraints between the rigid bodies of Blender 2.80 and later, as joints between objects.

use std::collections::BTreeSet;

use glam::DVec3;

use crate::formats::blend::import::Import;
use crate::formats::blend::view::View;
use crate::model::{Joint, JointKind, JointLimits, Node, NodeId};

/// Numbers of the kinds.
const POINT: i64 = 0;
const HINGE: i64 = 1;
const SLIDER: i64 = 3;
const FIXED: i64 = 8;

/// Bit of `flag`: the constraint is in force.
const ENABLED: i64 = 1;
/// Bit of `flag`: a slider is limited along its x axis.
const LIMITED_X: i64 = 1 << 5;
/// Bit of `flag`: a hinge is limited about its z axis.
const LIMITED_ANGLE_Z: i64 = 1 << 10;

/// A joint that hangs its child on its parent, and its frame in the world.
pub(super) struct Constraint {
    pub(super) object: NodeId,
    pub(super) joint: Joint,
}

impl<'a> Import<'a, '_> {
    /// The joint of a constraint; `None` for one that is not in force or has no joint here.
    pub(super) fn constraint(&mut self, object: &View<'a>, id: NodeId) -> Option<Constraint> {
        let constraint = object.follow_as("rigidbody_constraint", "RigidBodyCon")?;
        let name = object.id_name();
        if !constraint.bit("flag", ENABLED) {
            return None;
        }
        let number = |field: &str| {
            let value = constraint.float(field);
            if value.is_finite() { value } else { 0.0 }
        };
        let (kind, axis, limits) = match constraint.int("type") {
            FIXED => (JointKind::Fixed, DVec3::Z, None),
            HINGE if constraint.bit("flag", LIMITED_ANGLE_Z) => {
                (JointKind::Revolute, DVec3::Z, Some(["limit_ang_z_lower", "limit_ang_z_upper"]))
            }
            HINGE => (JointKind::Continuous, DVec3::Z, None),
            SLIDER => {
                let is_limited = constraint.bit("flag", LIMITED_X);
                (
                    JointKind::Prismatic,
                    DVec3::X,
                    is_limited.then_some(["limit_lin_x_lower", "limit_lin_x_upper"]),
                )
            }
            kind => {
                let sentence = if kind == POINT { "points" } else { "pistons, springs, motors and generic" };
                self.omissions.note(
                    format!("constraints between rigid bodies that are {sentence} are left out"),
                    &name,
                );
                return None;
            }
        };
        let end = |field: &str| {
            let body = constraint.follow_as(field, "Object")?;
            self.nodes.get(&body.block).copied()
        };
        let (Some(parent), Some(child)) = (end("ob1"), end("ob2")) else {
            self.omissions.note("constraints with fewer than two rigid bodies are left out", &name);
            return None;
        };
        let limits = limits.map(|fields| {
            let [lower, upper] = fields.map(number);
            JointLimits { lower, upper, velocity: f64::INFINITY, effort: f64::INFINITY }
        });
        let limits = limits.filter(|limits| limits.lower <= limits.upper);
        let joint = Joint { axis, limits, ..Joint::new(name, kind, parent, child) };
        Some(Constraint { object: id, joint })
    }

    /// Hangs the second body of each constraint on the first one, and gives the model the joints. A body that hangs on an
    /// object already, and one that would hang below itself, keeps its place.
    pub(super) fn hang(&mut self, nodes: &mut [Node], constraints: Vec<Constraint>) {
        let tree = crate::Model { nodes: nodes.to_vec(), ..crate::Model::default() };
        let mut warnings = crate::Warnings::default();
        let mut tree = tree;
        tree.put_right(&mut warnings);
        let world_from_nodes = tree.world_from_nodes();
        let mut moved = BTreeSet::new();
        for Constraint { object, mut joint } in constraints {
            let (parent, child) = (joint.parent, joint.child);
            let up = |at: &NodeId| nodes[at.index()].parent;
            let is_circle = std::iter::successors(Some(parent), up).take(nodes.len()).any(|at| at == child);
            let hangs = nodes[child.index()].parent.is_some_and(|above| above != parent);
            if is_circle || hangs || !moved.insert(child) {
                let text =
                    "constraints that close a loop, or whose second body hangs on an object, are left out";
                self.omissions.note(text, &joint.name);
                continue;
            }
            let child_from_world = world_from_nodes[child.index()].inverse();
            let child_from_joint = child_from_world * world_from_nodes[object.index()];
            joint.anchor = child_from_joint.translation;
            joint.axis = child_from_joint.transform_vector3(joint.axis).normalize_or(joint.axis);
            let node = &mut nodes[child.index()];
            node.parent = Some(parent);
            node.parent_from_node =
                world_from_nodes[parent.index()].inverse() * world_from_nodes[child.index()];
            self.model.joints.push(joint);
        }
    }
}
