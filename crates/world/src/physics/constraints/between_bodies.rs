//! Constraints between bodies.

use std::collections::BTreeSet;

use rapier3d::dynamics::{GenericJoint, JointAxesMask, JointAxis, RigidBodyBuilder, RigidBodyHandle};

use super::{AxisLimit, Constraint, ConstraintSpec};
use crate::physics::convert::{fits, pose_from_engine, pose_to_engine};
use crate::physics::rapier_world::Physics;
use crate::{NodeId, World, WorldError};

/// See [`World::add_constraint`].
pub(crate) fn add_constraint(world: &mut World, spec: &ConstraintSpec) -> Result<(), WorldError> {
    let bad = |what: &str, value: &dyn std::fmt::Debug, allowed| {
        Err(WorldError::bad(&spec.name, what, value, allowed))
    };
    if world.physics.constraints.iter().any(|known| known.name == spec.name) {
        return bad("name", &spec.name, "a name that no other constraint has");
    }
    let Some(frame) = spec.one_from_constraint.normalized().filter(|pose| fits(pose.translation)) else {
        return bad("pivot", &spec.one_from_constraint, "a finite pose");
    };
    if let Some(limit) = spec.limits.iter().find(|limit| !limit.is_valid()) {
        return bad("a limit", limit, "finite numbers in order");
    }
    let Some(one) = moving_body(world, spec.one) else {
        return bad("the first object", &world.name(spec.one), "an object with a body that physics moves");
    };
    let moving = spec.other.and_then(|node| moving_body(world, node));
    let standing = spec.other.and_then(|node| world.physics.body(node)).map(|body| body.handle);
    let other = moving.or(standing);
    if other == Some(one) {
        return bad("the second object", &spec.other, "a different body than that of the first object");
    }
    let world_from_constraint = world.tree.world_from(spec.one) * frame;
    let (other, base) = match other {
        Some(other) => (other, None),
        None => {
            let base = RigidBodyBuilder::fixed().pose(pose_to_engine(world_from_constraint));
            let base = world.physics.engine.insert_body(base);
            (base, Some(base))
        }
    };
    let body_from_constraint = |handle| {
        let world_from_body = world.physics.engine.bodies.get(handle).map(|body| *body.position());
        let world_from_body = world_from_body.as_ref().map(pose_from_engine).unwrap_or_default();
        pose_to_engine(world_from_body.inverse() * world_from_constraint)
    };
    let mut joint = GenericJoint::default();
    joint.set_local_frame1(body_from_constraint(one));
    joint.set_local_frame2(body_from_constraint(other));
    joint.set_contacts_enabled(spec.collides);
    limit(&mut joint, &spec.limits);
    let handle = world.physics.engine.insert_impulse_joint(one, other, joint);
    let nodes = [Some(spec.one), spec.other];
    let constraint = Constraint { name: spec.name.clone(), nodes, handle, base, limits: spec.limits };
    world.physics.constraints.push(constraint);
    wake_sides(world, nodes);
    Ok(())
}

/// See [`World::limit_constraint`].
pub(crate) fn limit_constraint(
    world: &mut World,
    name: &str,
    axis: usize,
    to: AxisLimit,
) -> Result<(), WorldError> {
    if !to.is_valid() {
        return Err(WorldError::bad(name, "a limit", to, "finite numbers in order"));
    }
    let Some(known) = world.physics.constraints.iter_mut().find(|known| known.name == name) else {
        return Err(WorldError::bad(name, "the constraint", name, "a constraint of the world"));
    };
    let Some(limit_of_axis) = known.limits.get_mut(axis) else {
        return Err(WorldError::bad(name, "the axis", axis, "0 to 5"));
    };
    *limit_of_axis = to;
    if let Some(joint) = world.physics.engine.impulse_joints.get_mut(known.handle, true) {
        limit(&mut joint.data, &known.limits);
    }
    let nodes = known.nodes;
    wake_sides(world, nodes);
    Ok(())
}

/// See [`World::remove_constraint`].
pub(crate) fn remove_constraint(world: &mut World, name: &str) -> bool {
    let Some(index) = world.physics.constraints.iter().position(|known| known.name == name) else {
        return false;
    };
    let constraint = world.physics.constraints.remove(index);
    world.physics.take_out(&constraint);
    wake_sides(world, constraint.nodes);
    true
}

/// The rapier body that moves a node, if physics moves it.
pub(crate) fn moving_body(world: &World, node: NodeId) -> Option<RigidBodyHandle> {
    let anchor = world.tree.anchor(node);
    let body = world.physics.body(anchor).filter(|body| body.physics.moves())?;
    world.tree.node(anchor).free.then_some(body.handle)
}

fn wake_sides(world: &mut World, nodes: [Option<NodeId>; 2]) {
    for node in nodes.into_iter().flatten() {
        let anchor = world.tree.anchor(node);
        world.physics.wake(anchor);
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
