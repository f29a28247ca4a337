//! Nodes that follow parts of the world, or look at them: cameras and lights of robot files.
//!
//! Source: MuJoCo's documentation, "XML reference", attribute `mode` of cameras and lights.

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use crate::NodeId;

/// How a node follows a point, or looks at it. The point is the center of mass of some parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Aim {
    /// The parts: each with its mass [kg] and its center of mass in its frame [m].
    pub parts: Vec<(NodeId, f64, DVec3)>,
    /// The way in which it follows or looks.
    pub kind: AimKind,
}

/// The way in which a node uses the point of its [`Aim`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum AimKind {
    /// It keeps its place relative to the point, and its rotation in the world.
    Follow {
        /// From the point to the node, along the axes of the world. [m]
        offset: DVec3,
        /// Rotation in the world.
        rotation: DQuat,
    },
    /// It keeps its place on its parent, and turns so that a camera, which looks along its −z axis, sees the point with the world's z
    /// upwards.
    LookAt {
        /// The rotation of the node in the frame of the camera.
        camera_from_node: DQuat,
    },
}
