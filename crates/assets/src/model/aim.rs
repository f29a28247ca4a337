//! Cameras and lights that follow links, or look at them (MJCF).

use glam::{DQuat, DVec3};
use serde::Serialize;

use crate::model::NodeId;

/// A node that follows a link, or looks at it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Aim {
    /// The node.
    pub node: NodeId,
    /// The link.
    pub link: NodeId,
    /// Whether the center of mass of the link with all links below it counts, instead of the origin of the link.
    pub of_subtree: bool,
    /// The way in which it follows or looks.
    pub kind: AimKind,
}

/// The way in which a node uses the point of an [`Aim`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum AimKind {
    /// It keeps its place relative to the point, and its rotation, as in the reference pose of the file.
    Follow {
        /// From the point to the node, along the axes of the root at the start \[m\].
        offset: DVec3,
        /// Rotation in relation to the root at the start.
        rotation: DQuat,
    },
    /// It keeps its place on its link and turns so that a camera, which looks along its −z axis, sees the point, with z of the world
    /// upwards.
    LookAt {
        /// The rotation of the node in the frame of the camera.
        camera_from_node: DQuat,
    },
}
