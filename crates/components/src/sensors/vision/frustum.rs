//! View frustum of a camera.

use morse_sim::prelude::*;
use morse_world::{NodeId, RayKind, World};

use crate::common::camera::Intrinsics;

/// The volume that is in the image of a camera, without regard to occlusion.
pub(super) struct Frustum {
    camera_from_world: Pose,
    /// Half the width and half the height of the view at a depth of one meter. [m]
    half: [f64; 2],
    near_m: f64,
    far_m: f64,
}

impl Frustum {
    pub(super) fn new(intrinsics: &Intrinsics, world_from_camera: Pose) -> Self {
        let half = intrinsics.size().map(|side| f64::from(side) / 2.0 / intrinsics.focal_px());
        Self {
            camera_from_world: world_from_camera.inverse(),
            half,
            near_m: intrinsics.near_m,
            far_m: intrinsics.far_m,
        }
    }

    /// Whether the bounding box of an object and its children is at least partly inside. For an object without visuals,
    /// its origin is tested.
    pub(super) fn may_contain(&self, world: &World, node: NodeId) -> bool {
        let bounds = world.subtree(node).into_iter().filter_map(|part| world.bounds(part, RayKind::Visual));
        let union = |a: [DVec3; 2], b: [DVec3; 2]| [a[0].min(b[0]), a[1].max(b[1])];
        let origin = world.world_from(node).translation;
        let [low, high] = bounds.reduce(union).unwrap_or([origin; 2]);
        let corner = |bits: u8| {
            let pick = |bit: u8, low: f64, high: f64| if bits & bit == 0 { low } else { high };
            let point = DVec3::new(pick(1, low.x, high.x), pick(2, low.y, high.y), pick(4, low.z, high.z));
            self.camera_from_world.transform_point(point)
        };
        let corners: [DVec3; 8] = std::array::from_fn(|bits| corner(bits as u8));
        let [x, y] = self.half;
        let sides: [&dyn Fn(&DVec3) -> bool; 6] = [
            &|p| p.z < self.near_m,
            &|p| p.z > self.far_m,
            &|p| p.x > x * p.z,
            &|p| -p.x > x * p.z,
            &|p| p.y > y * p.z,
            &|p| -p.y > y * p.z,
        ];
        !sides.iter().any(|is_outside| corners.iter().all(is_outside))
    }
}
