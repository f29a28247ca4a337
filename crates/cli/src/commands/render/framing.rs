//! The framing of a picture that the user requests.

use glam::DVec3;

use super::extent::Extent;
use crate::arguments::ViewName;

/// The camera of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Viewpoint {
    /// A named view, at a distance that shows the whole subject.
    Named(ViewName),
    /// A camera at a given position.
    Eye {
        /// Position in the world frame. [m]
        eye: DVec3,
        /// Point that the camera looks at, in the world frame; `None`: the center of the subject. [m]
        target: Option<DVec3>,
    },
}

/// The requested framing of a picture.
#[derive(Debug, Clone, Copy)]
pub struct Framing {
    pub from: Viewpoint,
    /// Width and height. [pixels]
    pub size: [u32; 2],
    /// Magnification relative to the size that fits the picture.
    pub zoom: f64,
    /// Horizontal field of view of perspective cameras. [rad]
    pub width_angle: Option<f64>,
    /// The box that all pictures of a film show.
    pub shown: Option<Extent>,
}
