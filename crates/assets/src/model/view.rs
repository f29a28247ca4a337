//! The look of a scene as a file gives it: the light at the camera, the sky, and the first viewpoint (MJCF).

use glam::DVec3;
use serde::Serialize;

use crate::model::TextureId;

/// The look of a scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ViewSettings {
    /// The light at the camera. With it, the scene has no other light than the lights of its files.
    pub headlight: Option<Headlight>,
    /// The sky: an image of six squares below each other, to +x, −x, +y, −y, +z, −z of a frame in which y is up and z is south
    /// (−y of the world), as OpenGL has them.
    pub sky: Option<TextureId>,
    /// The first viewpoint.
    pub viewpoint: Option<Viewpoint>,
}

/// A light without shadows that shines along the axis of the camera.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Headlight {
    /// Light on all surfaces, of all directions: red, green and blue. \[0, 1\]
    pub ambient: [f32; 3],
    /// Light that surfaces reflect diffusely. \[0, 1\]
    pub diffuse: [f32; 3],
    /// Light in highlights. \[0, 1\]
    pub specular: [f32; 3],
}

/// A camera that looks at a point from a distance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Viewpoint {
    /// The point, in the frame of the model. \[m\]
    pub center: DVec3,
    /// Distance of the camera from it. \[m\]
    pub distance: f64,
    /// Angle of the direction of view about z; 0 looks along x. \[rad\]
    pub azimuth: f64,
    /// Angle of the direction of view above the horizon. \[rad\]
    pub elevation: f64,
    /// Field of view from the lower to the upper edge. \[rad\]
    pub height_angle: f64,
    /// Near and far clip distance. \[m\]
    pub clip: [f64; 2],
}

impl Viewpoint {
    /// Position of the camera, in the frame of the model. \[m\]
    #[must_use]
    pub fn eye(&self) -> DVec3 {
        let (up, level) = libm::sincos(self.elevation);
        let (y, x) = libm::sincos(self.azimuth);
        self.center - self.distance * DVec3::new(level * x, level * y, up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn camera_with_azimuth_90_and_elevation_minus_45_is_above_minus_y() {
        let viewpoint = Viewpoint {
            center: DVec3::new(1.0, 0.0, 0.5),
            distance: 2.0,
            azimuth: std::f64::consts::FRAC_PI_2,
            elevation: -std::f64::consts::FRAC_PI_4,
            height_angle: 0.8,
            clip: [0.01, 50.0],
        };
        let side = 2f64.sqrt();
        assert!(viewpoint.eye().abs_diff_eq(DVec3::new(1.0, -side, 0.5 + side), 1e-12));
    }
}
