//! Kinematics of a robot with joints, at any positions of its joints: poses of links, Jacobians, inverse kinematics.

mod inverse;
mod least_squares;
pub(crate) mod structure;

use std::collections::BTreeMap;

use glam::DVec3;
use morse_dynamics::{Data, Model, Spatial, point_jacobian, update_positions};

use crate::physics::joints::joint_access;
use crate::physics::joints::{JointId, JointLimits};
use crate::{NodeId, Pose, World};

pub use inverse::{IkRequest, JointSolution};

/// Kinematics of the joints below a node, its base. It depends on no state: positions of joints are arguments.
///
/// Poses and points are in the frame of the base. Positions [rad or m] have the order of [`RobotKinematics::joints`].
#[derive(Debug, Clone)]
pub struct RobotKinematics {
    joints: Vec<JointId>,
    limits: Vec<JointLimits>,
    model: Model,
    data: Data,
    /// For each degree of freedom of the model: its joint and its position, a multiple of that of the joint plus an offset.
    dofs: Vec<Dof>,
    /// For each node: the link of the model that carries it, and its pose there.
    carried: BTreeMap<NodeId, (Option<usize>, Pose)>,
    /// Positions of the degrees of freedom.
    q: Vec<f64>,
    /// Columns of a Jacobian, by degree of freedom.
    columns: Vec<Spatial>,
}

/// A degree of freedom of a model: that of a joint, or of a mimic joint that follows it.
#[derive(Debug, Clone, Copy)]
struct Dof {
    joint: usize,
    multiplier: f64,
    offset: f64,
}

/// See [`World::joints_below`].
pub(crate) fn joints_below(world: &World, base: NodeId) -> Vec<JointId> {
    let own = world.subtree_set(base);
    let moves = |&id: &JointId| {
        let child = joint_access::joint_child(world, id);
        let joint = &world.physics.joints[id.index()];
        child != base && own.contains(child) && joint.moves() && joint.mimic.is_none()
    };
    world.joints().filter(moves).collect()
}

impl RobotKinematics {
    /// The joints, without mimic joints.
    pub fn joints(&self) -> &[JointId] {
        &self.joints
    }

    /// Pose of a node that the base carries, at positions; `None` for a node elsewhere.
    pub fn base_from(&mut self, node: NodeId, positions: &[f64]) -> Option<Pose> {
        let (link, link_from_node) = *self.carried.get(&node)?;
        self.move_to(positions);
        Some(self.base_from_carried(link, link_from_node))
    }

    /// Jacobian of a point of a node at positions: for each joint the velocity of the point [m/s] and the angular velocity of
    /// the node [rad/s], along the axes of the base, for a unit of the velocity of the joint. The point is in the frame of the
    /// node. [m] `None` for a node that the base does not carry.
    pub fn jacobian(&mut self, node: NodeId, point: DVec3, positions: &[f64]) -> Option<Vec<[f64; 6]>> {
        let (link, link_from_node) = *self.carried.get(&node)?;
        self.move_to(positions);
        let point = self.base_from_carried(link, link_from_node).transform_point(point);
        Some(self.rows(link, point))
    }

    fn base_from_carried(&self, link: Option<usize>, link_from_node: Pose) -> Pose {
        link.map_or(link_from_node, |link| self.data.world_from_link(&self.model, link) * link_from_node)
    }

    /// Jacobian of a point of a link. The point is in the frame of the base. [m]
    fn rows(&mut self, link: Option<usize>, point: DVec3) -> Vec<[f64; 6]> {
        let mut rows = vec![[0.0; 6]; self.joints.len()];
        let Some(link) = link else { return rows };
        point_jacobian(&self.model, &self.data, link, point, &mut self.columns);
        for (column, dof) in self.columns.iter().zip(&self.dofs) {
            let numbers = column.linear.to_array().into_iter().chain(column.angular.to_array());
            for (row, number) in rows[dof.joint].iter_mut().zip(numbers) {
                *row += dof.multiplier * number;
            }
        }
        rows
    }

    /// Computes the poses of all links. Missing positions count as 0.
    fn move_to(&mut self, positions: &[f64]) {
        for (q, dof) in self.q.iter_mut().zip(&self.dofs) {
            let position = positions.get(dof.joint).copied().unwrap_or_default();
            *q = dof.multiplier * position + dof.offset;
        }
        update_positions(&self.model, &self.q, &mut self.data);
    }
}
