//! A view made ready for asking pixel by pixel.

use glam::{DVec3, Vec2, Vec3};
use morse_world::{Pose, Ray};

use crate::{Projection, View};

/// A valid view. Points and directions are in the axes of the world; points relative to the camera, so that single
/// precision is good wherever the camera is.
pub(crate) struct Eye {
    /// Where it stands. [m]
    pub(crate) place: DVec3,
    pub(crate) forward: Vec3,
    pose: Pose,
    parallel: bool,
    /// From one pixel to the next: of directions whose part along x is 1, or, of parallel rays, of places. [m]
    right: Vec3,
    down: Vec3,
    /// Columns and rows from the upper left corner to the middle of the picture.
    middle: Vec2,
    pixel: f64,
    near: f32,
    far: f32,
}

/// What is seen through a pixel, from the camera.
#[derive(Clone, Copy)]
pub(crate) struct Sight {
    /// Where the ray starts, from the camera. [m]
    pub(crate) start: Vec3,
    /// Unit length.
    pub(crate) direction: Vec3,
    /// How far along the camera's x axis one gets for a metre along the ray.
    pub(crate) ahead: f32,
}

impl Eye {
    pub(crate) fn new(view: &View) -> Eye {
        let pose = view.world_from_camera;
        let axis = |axis: DVec3| (pose.rotation * axis).as_vec3();
        let (parallel, width) = match view.projection {
            Projection::Perspective { width_angle } => (false, 2.0 * (width_angle / 2.0).tan()),
            Projection::Orthographic { width_m } => (true, width_m),
        };
        let pixel = width / f64::from(view.width);
        Eye {
            place: pose.translation,
            forward: axis(DVec3::X),
            pose,
            parallel,
            right: axis(DVec3::NEG_Y) * pixel as f32,
            down: axis(DVec3::NEG_Z) * pixel as f32,
            middle: Vec2::new(view.width as f32, view.height as f32) / 2.0,
            pixel,
            near: view.near_m as f32,
            far: view.far_m as f32,
        }
    }

    /// Through the middle of a pixel.
    #[inline]
    pub(crate) fn sight(&self, column: u32, row: u32) -> Sight {
        let at = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) - self.middle;
        let aside = self.right * at.x + self.down * at.y;
        if self.parallel {
            return Sight { start: aside, direction: self.forward, ahead: 1.0 };
        }
        let direction = self.forward + aside;
        let ahead = 1.0 / direction.length();
        Sight { start: Vec3::ZERO, direction: direction * ahead, ahead }
    }

    /// The ray of a sight from so far along it. [m]
    #[inline]
    pub(crate) fn ray(&self, sight: &Sight, from: f32) -> Ray {
        let beginning = sight.start + sight.direction * from;
        let origin = if beginning == Vec3::ZERO { self.place } else { self.place + beginning.as_dvec3() };
        Ray { origin, direction: sight.direction, max_distance: self.far / sight.ahead - from }
    }

    /// How far along a sight nothing is seen yet. [m]
    #[inline]
    pub(crate) fn near(&self, sight: &Sight) -> f32 {
        self.near / sight.ahead
    }

    /// Column and row where a point of the world is seen, fractions of pixels from the upper left corner, and its
    /// distance along the camera's x axis. [m] `None` for what is not before the camera.
    pub(crate) fn project(&self, point: DVec3) -> Option<(Vec2, f64)> {
        let seen = self.pose.inverse().transform_point(point);
        let size = if self.parallel { self.pixel } else { self.pixel * seen.x };
        let at = Vec2::new((-seen.y / size) as f32, (-seen.z / size) as f32) + self.middle;
        (seen.x > 0.0 && at.is_finite()).then_some((at, seen.x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_seen_through_the_pixel_it_projects_to() {
        let pose = View::looking_at(DVec3::new(3.0, -4.0, 2.0), DVec3::new(0.0, 1.0, 0.5));
        for view in [View::perspective(pose, [64, 48], 1.2), View::orthographic(pose, [64, 48], 7.0)] {
            let eye = Eye::new(&view);
            let sight = eye.sight(13, 40);
            let point = eye.ray(&sight, 0.0).at(6.5);
            let (at, depth) = eye.project(point).unwrap();
            assert!((at - Vec2::new(13.5, 40.5)).length() < 1e-3, "{at}");
            assert!((depth - f64::from(6.5 * sight.ahead)).abs() < 1e-5);
        }
        let eye = Eye::new(&View::perspective(pose, [64, 48], 1.2));
        assert!(eye.project(pose.transform_point(DVec3::NEG_X)).is_none());
    }
}
