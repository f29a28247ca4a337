//! A camera prepared to compute the ray of each pixel.

use std::sync::Arc;

use glam::{DVec3, Quat, Vec2, Vec3};
use morse_world::{Pose, Ray, RayTile};

use crate::{PixelDirections, Projection, View};

/// A validated view. Points and directions are along the axes of the world. Points are relative to the camera, so that
/// single precision suffices at any distance from the origin of the world.
pub(crate) struct PreparedCamera {
    /// The position of the camera. [m]
    pub(crate) position: DVec3,
    pub(crate) forward: Vec3,
    pose: Pose,
    pub(crate) parallel: bool,
    /// The step from one pixel to the next pixel to the right. Perspective: a step of the direction, whose x component in
    /// the camera frame is 1. Orthographic: a step of the start point. [m]
    pub(crate) right: Vec3,
    pub(crate) down: Vec3,
    /// Columns and rows from the upper left corner to the center of the image.
    pub(crate) middle: Vec2,
    pixel: f64,
    pub(crate) near: f32,
    pub(crate) far: f32,
    lens: Option<LensRays>,
}

/// The rays of the pixels behind a lens.
struct LensRays {
    width: u32,
    /// Directions in the frame of the camera, row by row; zero for pixels without a ray.
    directions: Arc<[Vec3]>,
    world_from_camera: Quat,
}

/// The steps from a pixel to the next pixels of a camera without a lens: steps of the direction, whose x component in the camera
/// frame is 1, or of the start point. [m]
#[derive(Clone, Copy)]
pub(crate) struct PixelSteps {
    pub(crate) parallel: bool,
    pub(crate) right: Vec3,
    pub(crate) down: Vec3,
}

/// The rays of a tile of a pinhole camera.
#[derive(Clone, Copy)]
pub(crate) struct PinholeRays {
    /// Direction through the middle of the image; a unit vector.
    pub(crate) forward: Vec3,
    /// Steps of the direction to the next pixels.
    pub(crate) right: Vec3,
    pub(crate) down: Vec3,
    /// Columns and rows from the upper left corner to the center of the image.
    pub(crate) middle: Vec2,
    /// Column and row of the first pixel of the tile.
    pub(crate) first: Vec2,
}

/// The ray of a pixel, relative to the camera.
#[derive(Clone, Copy, Default)]
pub(crate) struct PixelRay {
    /// Start point, relative to the camera. [m]
    pub(crate) start: Vec3,
    /// Direction; unit vector, or zero for a pixel without a ray.
    pub(crate) direction: Vec3,
    /// Depth per meter along the ray: depths are along the camera's x axis, or, behind a lens, along the rays.
    pub(crate) ahead: f32,
    /// Behind a lens, the index of the pixel in the image.
    pub(crate) index: u32,
}

impl PreparedCamera {
    pub(crate) fn new(view: &View) -> PreparedCamera {
        let pose = view.world_from_camera;
        let axis = |axis: DVec3| (pose.rotation * axis).as_vec3();
        let (parallel, width) = match view.projection {
            Projection::Perspective { width_angle } => (false, 2.0 * libm::tan(width_angle / 2.0)),
            Projection::Orthographic { width_m } => (true, width_m),
        };
        let pixel = width / f64::from(view.width);
        PreparedCamera {
            position: pose.translation,
            forward: axis(DVec3::X),
            pose,
            parallel,
            right: axis(DVec3::NEG_Y) * pixel as f32,
            down: axis(DVec3::NEG_Z) * pixel as f32,
            middle: Vec2::new(view.width as f32, view.height as f32) / 2.0,
            pixel,
            near: view.near_m as f32,
            far: view.far_m as f32,
            lens: None,
        }
    }

    /// A camera whose rays are those of a lens. The projection of the view has no effect.
    pub(crate) fn through(view: &View, directions: &PixelDirections) -> PreparedCamera {
        let lens = LensRays {
            width: view.width,
            directions: Arc::clone(&directions.directions),
            world_from_camera: view.world_from_camera.rotation.as_quat(),
        };
        PreparedCamera { parallel: false, lens: Some(lens), ..PreparedCamera::new(view) }
    }

    /// The ray through the center of a pixel.
    #[inline]
    pub(crate) fn pixel_ray(&self, column: u32, row: u32) -> PixelRay {
        if let Some(lens) = &self.lens {
            return lens.pixel_ray(row * lens.width + column);
        }
        let at = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) - self.middle;
        let aside = self.right * at.x + self.down * at.y;
        if self.parallel {
            return PixelRay { start: aside, direction: self.forward, ahead: 1.0, index: 0 };
        }
        let direction = self.forward + aside;
        let ahead = 1.0 / direction.length();
        PixelRay { start: Vec3::ZERO, direction: direction * ahead, ahead, index: 0 }
    }

    /// The rays of a tile of a pinhole camera, from its first column and row; `None` for other cameras.
    pub(crate) fn pinhole_rays(&self, [column, row]: [u32; 2]) -> Option<PinholeRays> {
        let rays = PinholeRays {
            forward: self.forward,
            right: self.right,
            down: self.down,
            middle: self.middle,
            first: Vec2::new(column as f32, row as f32),
        };
        (!self.parallel && self.lens.is_none()).then_some(rays)
    }

    /// The rays of a tile; `None` for a camera whose rays cannot be cast as tiles.
    pub(crate) fn tile(&self, first_column: u32, first_row: u32) -> Option<RayTile> {
        let tile = RayTile {
            origin: self.position,
            forward: self.forward,
            right: self.right,
            down: self.down,
            first: Vec2::new(first_column as f32 + 0.5, first_row as f32 + 0.5) - self.middle,
            near: self.near,
            far: self.far,
        };
        (!self.parallel && self.lens.is_none() && tile.is_regular()).then_some(tile)
    }

    /// The rest of a pixel's ray, from a distance [m] along it to the far clip plane.
    #[inline]
    pub(crate) fn ray(&self, pixel_ray: &PixelRay, from: f32) -> Ray {
        let beginning = pixel_ray.start + pixel_ray.direction * from;
        let origin =
            if beginning == Vec3::ZERO { self.position } else { self.position + beginning.as_dvec3() };
        Ray { origin, direction: pixel_ray.direction, max_distance: self.far / pixel_ray.ahead - from }
    }

    /// The steps to the next pixels; `None` behind a lens, where each pixel has its own.
    pub(crate) fn pixel_steps(&self) -> Option<PixelSteps> {
        let steps = PixelSteps { parallel: self.parallel, right: self.right, down: self.down };
        self.lens.is_none().then_some(steps)
    }

    /// Whether rays have start points away from the camera.
    pub(crate) fn has_start(&self) -> bool {
        self.parallel
    }

    /// Behind a lens, the vectors from a hit to the hits of the next pixels to the right and below, in the plane with this
    /// normal. `from` is the distance along the ray. [m]
    pub(crate) fn lens_steps(&self, pixel_ray: &PixelRay, from: f32, normal: Vec3) -> [Vec3; 2] {
        self.lens.as_ref().map_or([Vec3::ZERO; 2], |lens| lens.steps(pixel_ray, from, normal))
    }

    /// The distance along a ray to the near clip plane. [m]
    #[inline]
    pub(crate) fn near(&self, pixel_ray: &PixelRay) -> f32 {
        self.near / pixel_ray.ahead
    }

    /// Distance of a point in world coordinates beyond the near clip plane; negative for points that are not drawn. [m]
    pub(crate) fn beyond_near(&self, point: DVec3) -> f64 {
        (point - self.position).dot(self.forward.as_dvec3()) - f64::from(self.near)
    }

    /// Column and row of a point in world coordinates, in fractional pixels from the upper left corner, and its depth
    /// along the camera's x axis [m]. `None` for points that are not in front of the camera.
    pub(crate) fn project(&self, point: DVec3) -> Option<(Vec2, f64)> {
        let seen = self.pose.inverse().transform_point(point);
        let size = if self.parallel { self.pixel } else { self.pixel * seen.x };
        let at = Vec2::new((-seen.y / size) as f32, (-seen.z / size) as f32) + self.middle;
        (seen.x > 0.0 && at.is_finite()).then_some((at, seen.x))
    }
}

impl LensRays {
    fn pixel_ray(&self, index: u32) -> PixelRay {
        PixelRay { start: Vec3::ZERO, direction: self.direction(index), ahead: 1.0, index }
    }

    /// The direction of a pixel in the world; zero for a pixel without a ray.
    fn direction(&self, index: u32) -> Vec3 {
        self.world_from_camera * self.directions.get(index as usize).copied().unwrap_or_default()
    }

    /// The vectors from a hit to the hits of the next pixels to the right and below, in the plane with this normal.
    fn steps(&self, pixel_ray: &PixelRay, from: f32, normal: Vec3) -> [Vec3; 2] {
        let PixelRay { direction, index, .. } = *pixel_ray;
        let slant = direction.dot(normal);
        let slant = if slant.abs() < 1e-4 { 1e-4_f32.copysign(slant) } else { slant };
        let is_inside = index % self.width + 1 < self.width;
        [(1, is_inside), (self.width, true)].map(|(step, has_next)| {
            let next = if has_next { self.direction(index + step) } else { Vec3::ZERO };
            let change = if next == Vec3::ZERO {
                // At the edge of the image, the step from the previous pixel.
                direction - self.direction(index.saturating_sub(step))
            } else {
                next - direction
            };
            from * (change - direction * (change.dot(normal) / slant))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixel_ray_of_projected_point_passes_through_the_point() {
        let pose = View::looking_at(DVec3::new(3.0, -4.0, 2.0), DVec3::new(0.0, 1.0, 0.5));
        for view in [View::perspective(pose, [64, 48], 1.2), View::orthographic(pose, [64, 48], 7.0)] {
            let camera = PreparedCamera::new(&view);
            let pixel_ray = camera.pixel_ray(13, 40);
            let point = camera.ray(&pixel_ray, 0.0).at(6.5);
            let (at, depth) = camera.project(point).unwrap();
            assert!((at - Vec2::new(13.5, 40.5)).length() < 1e-3, "{at}");
            assert!((depth - f64::from(6.5 * pixel_ray.ahead)).abs() < 1e-5);
        }
        let camera = PreparedCamera::new(&View::perspective(pose, [64, 48], 1.2));
        assert!(camera.project(pose.transform_point(DVec3::NEG_X)).is_none());
    }
}
