//! Visual rotation: nodes that rotate about their own Z axis for display only, such as wheels.
//!
//! A crowd of robots turns thousands of wheels in each tick, and few of these poses are ever read. The angles are
//! therefore stored densely, apart from the nodes, and applied when a pose is read.

use std::f64::consts::{PI, TAU};

use glam::DQuat;
use serde::{Deserialize, Serialize};

use crate::{NodeId, Pose};

/// The rotation of each node about its own Z axis, relative to the pose in the tree. [rad]
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct VisualRotations {
    /// Angles by node index; the last ones may be missing.
    angles: Vec<f64>,
}

impl VisualRotations {
    pub(crate) fn angle(&self, id: NodeId) -> f64 {
        self.angles.get(id.index()).copied().unwrap_or_default()
    }

    /// By index of the node; the last ones may be missing. [rad]
    pub(in crate::tree) fn angles(&self) -> &[f64] {
        &self.angles
    }

    /// Adds to the angle of a node. [rad]
    pub(in crate::tree) fn turn(&mut self, id: NodeId, by_rad: f64) {
        if self.angles.len() <= id.index() {
            self.angles.resize(id.index() + 1, 0.0);
        }
        turn(&mut self.angles[id.index()], by_rad);
    }

    /// By index of the node; the last ones may be missing. [rad]
    pub(in crate::tree) fn angles_mut(&mut self) -> &mut [f64] {
        &mut self.angles
    }

    /// Removes the angle of a node; returns whether it had one.
    pub(crate) fn clear(&mut self, id: NodeId) -> bool {
        self.angles.get_mut(id.index()).is_some_and(|angle| std::mem::take(angle) != 0.0)
    }

    /// Forgets the angles of all nodes from an index on.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.angles.truncate(count);
    }

    /// The pose of a node with its angle, given the pose without it.
    pub(crate) fn turned(&self, id: NodeId, from_node: Pose) -> Pose {
        match self.angle(id) {
            0.0 => from_node,
            angle => from_node * Pose { rotation: DQuat::from_rotation_z(angle), ..Pose::IDENTITY },
        }
    }
}

/// Adds to an angle. [rad]
pub(in crate::tree) fn turn(angle_rad: &mut f64, by_rad: f64) {
    *angle_rad += by_rad;
    if angle_rad.abs() > PI {
        *angle_rad -= TAU * (*angle_rad / TAU).round();
    }
}
