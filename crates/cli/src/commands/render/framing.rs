//! How a user wants a scene to be shown.

use glam::DVec3;

use super::extent::Extent;
use crate::arguments::Side;

/// Whose eyes a picture is seen with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Viewpoint {
    /// As far away as everything that matters is in the picture.
    Side(Side),
    /// A camera that stands somewhere.
    Eye {
        /// [m]
        eye: DVec3,
        /// What it looks at; `None`: what matters. [m]
        target: Option<DVec3>,
    },
}

/// How a scene is to be shown.
#[derive(Debug, Clone, Copy)]
pub struct Framing {
    pub from: Viewpoint,
    /// Width and height. [pixels]
    pub size: [u32; 2],
    /// How many times as large as fits.
    pub zoom: f64,
    /// Of cameras with perspective. [rad]
    pub width_angle: Option<f64>,
    /// The box that is shown, of a film: the same in all pictures.
    pub shown: Option<Extent>,
}
