//! From where a scene is looked at, and how large the picture is.

use clap::ValueEnum;
use glam::DVec3;

/// From which side a scene is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// From above, in front and to the right, in an orthographic projection.
    Iso,
    /// From above; x of the scene points up in the image.
    Top,
    /// From the front: against the x axis of the scene.
    Front,
    /// As iso, but of everything, from outside: the whole environment
    Scene,
    /// From the camera that the script of the scene placed with `set_camera_location`
    Camera,
}

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
}
