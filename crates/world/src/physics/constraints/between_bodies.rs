//! Constraints between bodies: methods of [`World`].

use std::collections::BTreeSet;

use rapier3d::dynamics::{GenericJoint, JointAxesMask, JointAxis, RigidBodyBuilder, RigidBodyHandle};

use super::{AxisLimit, Constraint, ConstraintSpec};
use crate::physics::convert::{fits, pose_from_engine, pose_to_engine};
use crate::physics::rapier_world::Physics;
use crate::{NodeId, World, WorldError};

/// # Constraints between bodies
impl World {
    /// Adds a constraint between two bodies at their current poses. Both bodies wake.
    ///
    /// # Errors
    /// [`WorldError`] if the name is taken, physics does not move the first node, both nodes belong to one body, or a number
    /// is invalid. The world is then unchanged.
    pub fn add_constraint(&mut self, spec: &ConstraintSpec) -> Result<(), WorldError> {
        let bad = |what: &str, value: &dyn std::fmt::Debug, allowed| {
            Err(WorldError::bad(&spec.name, what, value, allowed))
        };
        if self.physics.constraints.iter().any(|known| known.name == spec.name) {
            return bad("name", &spec.name, "a name that no other constraint has");
        }
        let Some(frame) = spec.one_from_constraint.normalized().filter(|pose| fits(pose.translation)) else {
            return bad("pivot", &spec.one_from_constraint, "a finite pose");
        };
        if let Some(limit) = spec.limits.iter().find(|limit| !limit.is_valid()) {
            return bad("a limit", limit, "finite numbers in order");
        }
        let Some(one) = self.moving_body(spec.one) else {
            return bad("the first object", &self.name(spec.one), "an object with a body that physics moves");
        };
        let moving = spec.other.and_then(|node| self.moving_body(node));
        let standing = spec.other.and_then(|node| self.physics.body(node)).map(|body| body.handle);
        let other = moving.or(standing);
        if other == Some(one) {
            return bad("the second object", &spec.other, "a different body than that of the first object");
        }
        let world_from_constraint = self.world_from(spec.one) * frame;
        let (other, base) = match other {
            Some(other) => (other, None),
            None => {
                let base = RigidBodyBuilder::fixed().pose(pose_to_engine(world_from_constraint));
                let base = self.physics.engine.insert_body(base);
                (base, Some(base))
            }
        };
        let body_from_constraint = |handle| {
            let world_from_body = self.physics.engine.bodies.get(handle).map(|body| *body.position());
            let world_from_body = world_from_body.as_ref().map(pose_from_engine).unwrap_or_default();
            pose_to_engine(world_from_body.inverse() * world_from_constraint)
        };
        let mut joint = GenericJoint::default();
        joint.set_local_frame1(body_from_constraint(one));
        joint.set_local_frame2(body_from_constraint(other));
        joint.set_contacts_enabled(spec.collides);
        limit(&mut joint, &spec.limits);
        let handle = self.physics.engine.insert_impulse_joint(one, other, joint);
        let nodes = [Some(spec.one), spec.other];
        let constraint = Constraint { name: spec.name.clone(), nodes, handle, base, limits: spec.limits };
        self.physics.constraints.push(constraint);
        self.wake_sides(nodes);
        Ok(())
    }

    /// Sets the limit of an axis of a constraint: 0 to 2 along x, y and z, 3 to 5 about them.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if there is no such constraint or axis, or a number is invalid.
    pub fn limit_constraint(&mut self, name: &str, axis: usize, to: AxisLimit) -> Result<(), WorldError> {
        if !to.is_valid() {
            return Err(WorldError::bad(name, "a limit", to, "finite numbers in order"));
        }
        let Some(known) = self.physics.constraints.iter_mut().find(|known| known.name == name) else {
            return Err(WorldError::bad(name, "the constraint", name, "a constraint of the world"));
        };
        let Some(limit_of_axis) = known.limits.get_mut(axis) else {
            return Err(WorldError::bad(name, "the axis", axis, "0 to 5"));
        };
        *limit_of_axis = to;
        if let Some(joint) = self.physics.engine.impulse_joints.get_mut(known.handle, true) {
            limit(&mut joint.data, &known.limits);
        }
        let nodes = known.nodes;
        self.wake_sides(nodes);
        Ok(())
    }

    /// Removes a constraint. Both bodies wake. Returns whether it existed.
    pub fn remove_constraint(&mut self, name: &str) -> bool {
        let Some(index) = self.physics.constraints.iter().position(|known| known.name == name) else {
            return false;
        };
        let constraint = self.physics.constraints.remove(index);
        self.physics.take_out(&constraint);
        self.wake_sides(constraint.nodes);
        true
    }

    /// Whether physics moves a node, by its own body or by the body on which it is mounted.
    pub fn is_moved_by_physics(&self, node: NodeId) -> bool {
        self.moving_body(node).is_some()
    }

    /// The rapier body that moves a node, if physics moves it.
    fn moving_body(&self, node: NodeId) -> Option<RigidBodyHandle> {
        let anchor = self.tree.anchor(node);
        let body = self.physics.body(anchor).filter(|body| body.physics.moves())?;
        self.tree.node(anchor).free.then_some(body.handle)
    }

    fn wake_sides(&mut self, nodes: [Option<NodeId>; 2]) {
        for node in nodes.into_iter().flatten() {
            let anchor = self.tree.anchor(node);
            self.physics.wake(anchor);
        }
    }
}

impl Physics {
    /// Removes the constraints of nodes that are removed.
    pub(crate) fn remove_constraints(&mut self, removed: &BTreeSet<NodeId>) {
        let is_gone = |known: &Constraint| known.nodes.iter().flatten().any(|node| removed.contains(node));
        let (gone, kept): (Vec<Constraint>, _) =
            std::mem::take(&mut self.constraints).into_iter().partition(is_gone);
        self.constraints = kept;
        gone.iter().for_each(|constraint| self.take_out(constraint));
    }

    fn take_out(&mut self, constraint: &Constraint) {
        self.engine.remove_impulse_joint(constraint.handle);
        if let Some(base) = constraint.base {
            self.engine.remove_body(base);
        }
    }

    /// Hashes the constraints.
    pub(crate) fn constraint_bits(&self, mut feed: impl FnMut(u64)) {
        for Constraint { nodes, limits, .. } in &self.constraints {
            nodes.iter().for_each(|node| feed(node.map_or(u64::MAX, |node| u64::from(node.index))));
            for limit in limits {
                let [kind, low, high] = match *limit {
                    AxisLimit::Free => [0.0; 3],
                    AxisLimit::Locked => [1.0, 0.0, 0.0],
                    AxisLimit::Between(low, high) => [2.0, low, high],
                };
                [kind, low, high].into_iter().for_each(|number| feed(number.to_bits()));
            }
        }
    }
}

/// Writes limits to rapier's joint.
fn limit(joint: &mut GenericJoint, limits: &[AxisLimit; 6]) {
    const AXES: [JointAxis; 6] = [
        JointAxis::LinX,
        JointAxis::LinY,
        JointAxis::LinZ,
        JointAxis::AngX,
        JointAxis::AngY,
        JointAxis::AngZ,
    ];
    joint.locked_axes = JointAxesMask::empty();
    joint.limit_axes = JointAxesMask::empty();
    for (axis, limit) in AXES.into_iter().zip(limits) {
        match *limit {
            AxisLimit::Free => {}
            AxisLimit::Locked => joint.locked_axes |= JointAxesMask::from(axis),
            AxisLimit::Between(low, high) => {
                joint.set_limits(axis, [low as f32, high as f32]);
            }
        }
    }
}
