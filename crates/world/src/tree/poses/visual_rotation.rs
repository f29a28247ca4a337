//! Visual rotation: rotation of nodes about their own z axis for display only, such as that of wheels.
//!
//! Many robots rotate thousands of wheels in each tick, and few of these poses are ever read. The angles are therefore
//! stored densely, separately from the nodes, and applied when a pose is read.

use std::f64::consts::{PI, TAU};

use glam::DQuat;
use serde::{Deserialize, Serialize};

use crate::{NodeId, Pose};

/// The rotation of each node about its own z axis, relative to the pose in the tree. [rad]
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct VisualRotations {
    /// Angles by node index. The last entries may be missing.
    angles: Vec<f64>,
}

impl VisualRotations {
    pub(crate) fn angle(&self, id: NodeId) -> f64 {
        self.angles.get(id.index()).copied().unwrap_or_default()
    }

    /// Angles by node index. The last entries may be missing. [rad]
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

    /// Angles by node index. The last entries may be missing. [rad]
    pub(in crate::tree) fn angles_mut(&mut self) -> &mut [f64] {
        &mut self.angles
    }

    /// Removes the angle of a node. Returns whether it had an angle.
    pub(crate) fn clear(&mut self, id: NodeId) -> bool {
        self.angles.get_mut(id.index()).is_some_and(|angle| std::mem::take(angle) != 0.0)
    }

    /// Removes the angles of all nodes with an index of at least `count`.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.angles.truncate(count);
    }

    /// Applies the angle of a node to its pose.
    pub(crate) fn turned(&self, id: NodeId, from_node: Pose) -> Pose {
        match self.angle(id) {
            0.0 => from_node,
            angle => from_node * Pose { rotation: DQuat::from_rotation_z(angle), ..Pose::IDENTITY },
        }
    }
}

/// Adds to an angle and keeps it in range. [rad]
pub(in crate::tree) fn turn(angle_rad: &mut f64, by_rad: f64) {
    *angle_rad += by_rad;
    if angle_rad.abs() > PI {
        *angle_rad -= TAU * (*angle_rad / TAU).round();
    }
}
