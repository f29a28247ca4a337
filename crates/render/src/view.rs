//! Views: camera pose, image size and projection.

use glam::{DQuat, DVec3};
use morse_world::Pose;

use crate::RenderError;

/// Maximum width and height of a picture. [pixels]
pub(crate) const SIDE_MAX: u32 = 16_384;
/// Maximum number of pixels in a picture: 8192 by 8192.
const PIXELS_MAX: u64 = 1 << 26;

/// The projection of a camera. Pixels are square.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Projection {
    /// A pinhole camera.
    Perspective {
        /// Horizontal field of view: the angle between the left and the right edge of the picture. [rad], 1e-6 to 3.1
        width_angle: f64,
    },
    /// An orthographic projection.
    Orthographic {
        /// Width of the image in the world. [m]
        width_m: f64,
    },
}

/// A camera in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// The pose of the camera. It looks along +x of its frame, with +z up.
    pub world_from_camera: Pose,
    /// Width of the picture. [pixels]
    pub width: u32,
    /// Height of the picture. [pixels]
    pub height: u32,
    /// Perspective or orthographic projection.
    pub projection: Projection,
    /// Distance of the near clip plane along the camera's x axis. [m]
    pub near_m: f64,
    /// Distance of the far clip plane along the camera's x axis; may be infinite. [m]
    pub far_m: f64,
}

impl View {
    /// Creates a pinhole camera without clip planes.
    #[must_use]
    pub fn perspective(world_from_camera: Pose, [width, height]: [u32; 2], width_angle: f64) -> View {
        let projection = Projection::Perspective { width_angle };
        View { world_from_camera, width, height, projection, near_m: 0.0, far_m: f64::INFINITY }
    }

    /// Creates an orthographic camera without clip planes.
    #[must_use]
    pub fn orthographic(world_from_camera: Pose, [width, height]: [u32; 2], width_m: f64) -> View {
        let projection = Projection::Orthographic { width_m };
        View { world_from_camera, width, height, projection, near_m: 0.0, far_m: f64::INFINITY }
    }

    /// The pose of an upright camera at the position `camera` that looks at the point `target`. If it looks straight up or
    /// down, world +y is to its left.
    #[must_use]
    pub fn looking_at(camera: DVec3, target: DVec3) -> Pose {
        let forward = (target - camera).normalize_or(DVec3::X);
        let left = DVec3::Z.cross(forward).try_normalize().unwrap_or(DVec3::Y);
        let rotation =
            DQuat::from_mat3(&glam::DMat3::from_cols(forward, left, forward.cross(left))).normalize();
        Pose { translation: camera, rotation }
    }

    /// Checks that all values are in range.
    ///
    /// # Errors
    /// [`RenderError::BadView`] for a value out of range.
    pub fn validate(&self) -> Result<(), RenderError> {
        let size = [self.width, self.height];
        let pixels = u64::from(self.width) * u64::from(self.height);
        if size.iter().any(|side| !(1..=SIDE_MAX).contains(side)) || pixels > PIXELS_MAX {
            return Err(RenderError::bad(
                "size",
                size,
                "1 to 16384 pixels a side, and 67108864 (8192 x 8192) pixels in all",
            ));
        }
        match self.projection {
            Projection::Perspective { width_angle } if !(1e-6..=3.1).contains(&width_angle) => {
                return Err(RenderError::bad("field of view", width_angle, "1e-6 to 3.1 radians"));
            }
            Projection::Orthographic { width_m } if !(1e-6..=1e9).contains(&width_m) => {
                return Err(RenderError::bad("width", width_m, "1e-6 to 1e9 meters"));
            }
            _ => {}
        }
        let is_pose = |pose: &Pose| pose.translation.is_finite() && pose.rotation.is_normalized();
        if !is_pose(&self.world_from_camera) {
            return Err(RenderError::bad(
                "pose",
                self.world_from_camera,
                "finite numbers and a unit quaternion",
            ));
        }
        if !(self.near_m >= 0.0 && self.near_m.is_finite() && self.far_m > self.near_m) {
            return Err(RenderError::bad(
                "range",
                [self.near_m, self.far_m],
                "a near end of 0 m or more and a far end beyond it",
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_at_points_x_axis_to_target_and_keeps_camera_upright() {
        for (camera, target) in [
            (DVec3::new(5.0, -5.0, 5.0), DVec3::ZERO),
            (DVec3::ZERO, DVec3::new(0.0, 0.0, -3.0)),
            (DVec3::ZERO, DVec3::new(-4.0, 0.0, 1.0)),
        ] {
            let pose = View::looking_at(camera, target);
            let seen = pose.inverse().transform_point(target);
            assert!((seen - DVec3::X * (target - camera).length()).length() < 1e-12, "{seen}");
            assert!((pose.rotation * DVec3::Y).z.abs() < 1e-12);
            assert!((pose.rotation * DVec3::Z).z >= -1e-12);
        }
    }

    #[test]
    fn error_for_invalid_view_contains_value_and_allowed_range() {
        let good = View::perspective(Pose::IDENTITY, [320, 240], 1.0);
        assert!(good.validate().is_ok());
        let error = View { width: 100_000, ..good }.validate().unwrap_err().to_string();
        assert!(error.contains("100000") && error.contains("16384"), "{error}");
        for bad in [
            View { height: 0, ..good },
            View { width: 16_384, height: 16_384, ..good },
            View { projection: Projection::Perspective { width_angle: 3.2 }, ..good },
            View { projection: Projection::Orthographic { width_m: f64::NAN }, ..good },
            View { near_m: f64::NAN, ..good },
            View { near_m: 2.0, far_m: 1.0, ..good },
            View { world_from_camera: Pose::from_translation(DVec3::splat(f64::NAN)), ..good },
        ] {
            assert!(bad.validate().is_err(), "{bad:?}");
        }
    }
}
