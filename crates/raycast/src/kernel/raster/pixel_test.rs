//! Tests whether the rays of pixels hit a triangle: the same arithmetic as in [`crate::kernel::triangles`], with the parts that
//! are common to all rays from a common origin computed once.

use glam::Vec3;

use crate::kernel::nearest::Nearest;
use crate::kernel::packet::{Vectors, fused_dot, splat};
use crate::kernel::triangles::{is_inside, upright};
use crate::simd::isa::{Isa, Lanes};

/// For each steepest axis, the axes with it in the last place. The fourth entry only makes the length a power of two.
const AXES: [[usize; 3]; 4] = [[1, 2, 0], [2, 0, 1], [0, 1, 2], [0, 1, 2]];

/// A triangle as seen from the camera.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeenTriangle {
    /// Corners relative to the camera, each with a zero behind it. [m]
    corners: [[f32; 4]; 3],
    upright: [f32; 3],
    /// The vector to the first corner, projected on `upright`.
    height: f32,
    solid: bool,
}

impl SeenTriangle {
    #[inline(always)]
    pub(super) fn new(corners: &[&[f32; 4]; 3], from: Vec3, solid: bool) -> SeenTriangle {
        let upright = upright(corners);
        let relative = |corner: &[f32; 4]| [corner[0] - from.x, corner[1] - from.y, corner[2] - from.z, 0.0];
        let corners = [relative(corners[0]), relative(corners[1]), relative(corners[2])];
        let ([right, forth, up], [x, y, z, _]) = (upright, corners[0]);
        SeenTriangle { corners, upright, height: right.mul_add(x, forth.mul_add(y, up * z)), solid }
    }

    /// Tests the rays whose steepest axis is `steepest`, from a distance `start` along them [m]; with `lanes`, only those in this
    /// mask. Returns whether any ray hit.
    #[inline(always)]
    pub(super) fn test<I: Isa>(
        &self,
        isa: I,
        number: usize,
        direction: &Vectors<I::Lanes>,
        (steepest, shear): (usize, [I::Lanes; 2]),
        (start, lanes): (I::Lanes, Option<I::Lanes>),
        nearest: &mut Nearest<I::Lanes>,
    ) -> bool {
        let axes = AXES[steepest % AXES.len()];
        let [a, b, c] = &self.corners;
        let corners =
            [sheared(isa, a, axes, shear), sheared(isa, b, axes, shear), sheared(isa, c, axes, shear)];
        let inside = is_inside(isa, &corners);
        let ahead = fused_dot(&splat(isa, self.upright), direction);
        let distance = isa.splat(self.height) / ahead;
        let mut met = inside.and(start.le(distance)).and(distance.le(nearest.distance));
        if self.solid {
            met = met.and(ahead.lt(isa.splat(0.0)));
        }
        if let Some(lanes) = lanes {
            met = met.and(lanes);
        }
        let is_hit = met.bits() != 0;
        if is_hit {
            nearest.offer(isa, number, distance, met);
        }
        is_hit
    }
}

/// A corner, sheared. `axes` are the axes, the steepest axis last.
#[inline(always)]
fn sheared<I: Isa>(isa: I, corner: &[f32; 4], axes: [usize; 3], shear: [I::Lanes; 2]) -> [I::Lanes; 2] {
    let (x, y, z) =
        (isa.splat(corner[axes[0] % 4]), isa.splat(corner[axes[1] % 4]), isa.splat(corner[axes[2] % 4]));
    [x - shear[0] * z, y - shear[1] * z]
}

/// The shear of rays along their steepest axis.
#[inline(always)]
pub(super) fn shear<I: Isa>(isa: I, direction: &Vectors<I::Lanes>, steepest: usize) -> [I::Lanes; 2] {
    let inverse = isa.splat(1.0) / direction[steepest % 3];
    [direction[(steepest + 1) % 3] * inverse, direction[(steepest + 2) % 3] * inverse]
}
