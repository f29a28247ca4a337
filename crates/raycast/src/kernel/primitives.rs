//! Intersections of rays with primitive solids.
//!
//! Each function returns, for each ray in the frame of the solid, the distance at which it enters from outside. The distance
//! is infinite if the ray misses or starts inside. For precision with small distant solids, distances are computed from the
//! point of each ray that is nearest to the center, not from its origin.

use crate::geometry::Geometry;
use crate::kernel::packet::{LocalRays, Vectors, along, dot};
use crate::simd::isa::{Isa, Lanes};

/// Lower bound for the size of direction components, so that their inverses are finite.
const SMALLEST: f32 = 1e-12;

/// The distances along a ray between which it is inside a solid. [m]
type Interval<L> = (L, L);

/// The entry distances of rays into a primitive; `None` for a mesh.
#[inline(always)]
pub(crate) fn enter<I: Isa>(isa: I, geometry: &Geometry, rays: &LocalRays<I::Lanes>) -> Option<I::Lanes> {
    Some(match *geometry {
        Geometry::Mesh(_) => return None,
        Geometry::Box { half } => enter_box(isa, rays, half.to_array()),
        Geometry::Ball { radius } => enter_ball(isa, rays, radius),
        Geometry::Capsule { radius, half_height } => enter_capsule(isa, rays, radius, half_height),
        Geometry::Cylinder { radius, half_height } => enter_cylinder(isa, rays, radius, half_height),
        Geometry::Cone { radius, half_height } => enter_cone(isa, rays, radius, half_height),
        Geometry::HalfSpace => enter_half_space(isa, rays),
    })
}

/// Entry into a box centered at the origin.
#[inline(always)]
fn enter_box<I: Isa>(isa: I, rays: &LocalRays<I::Lanes>, half: [f32; 3]) -> I::Lanes {
    let x = within_slab(isa, rays.origin[0], rays.direction[0], half[0]);
    let y = within_slab(isa, rays.origin[1], rays.direction[1], half[1]);
    let z = within_slab(isa, rays.origin[2], rays.direction[2], half[2]);
    let near = x.0.max(y.0).max(z.0);
    let far = x.1.min(y.1).min(z.1);
    from_outside(isa, near.le(far), near)
}

/// Entry into a ball centered at the origin.
#[inline(always)]
fn enter_ball<I: Isa>(isa: I, rays: &LocalRays<I::Lanes>, radius: f32) -> I::Lanes {
    let (middle, rays) = from_nearest(isa, rays);
    let (meets, (near, _)) = within_ball(isa, &rays, 0.0, radius);
    from_outside(isa, meets, middle + near)
}

/// Entry into a capsule along z.
#[inline(always)]
fn enter_capsule<I: Isa>(isa: I, rays: &LocalRays<I::Lanes>, radius: f32, half_height: f32) -> I::Lanes {
    let [x, y, z] = rays.origin;
    let end = z.abs() - isa.splat(half_height);
    let beyond = end.max(isa.splat(0.0));
    let squares = x * x + y * y + beyond * beyond;
    let outside = isa.splat(radius * radius).lt(squares);

    let (middle, rays) = from_nearest(isa, rays);
    let none = isa.splat(f32::INFINITY);
    let (meets, (near, _)) = within_tube(isa, &rays, radius);
    let height = (rays.origin[2] + rays.direction[2] * near).abs();
    let mut first = meets.and(height.le(isa.splat(half_height))).select(near, none);
    for center in [-half_height, half_height] {
        let (meets, (near, _)) = within_ball(isa, &rays, center, radius);
        first = first.min(meets.select(near, none));
    }
    from_outside(isa, outside, middle + first)
}

/// Entry into a cylinder along z.
#[inline(always)]
fn enter_cylinder<I: Isa>(isa: I, rays: &LocalRays<I::Lanes>, radius: f32, half_height: f32) -> I::Lanes {
    let (middle, rays) = from_nearest(isa, rays);
    let (meets, side) = within_tube(isa, &rays, radius);
    let ends = within_slab(isa, rays.origin[2], rays.direction[2], half_height);
    let near = side.0.max(ends.0);
    let far = side.1.min(ends.1);
    from_outside(isa, meets.and(near.le(far)), middle + near)
}

/// Entry into a cone along z, with its base at `-half_height` and its tip at `half_height`.
#[inline(always)]
fn enter_cone<I: Isa>(isa: I, rays: &LocalRays<I::Lanes>, radius: f32, half_height: f32) -> I::Lanes {
    let zero = isa.splat(0.0);
    let slope = isa.splat(radius / (2.0 * half_height));
    let height = isa.splat(2.0 * half_height);
    let tip = isa.splat(half_height);
    let start_depth = tip - rays.origin[2];
    let start_excess = excess(&rays.origin, start_depth * slope);
    let inside = start_excess.le(zero).and(zero.le(start_depth)).and(start_depth.le(height));

    let (middle, rays) = from_nearest(isa, rays);
    let [dx, dy, dz] = rays.direction;
    let rise = dz * slope;
    let square = dx * dx + dy * dy - rise * rise;
    let side = (tip - rays.origin[2]) * slope;
    let half_linear = rays.origin[0] * dx + rays.origin[1] * dy + side * rise;
    let constant = excess(&rays.origin, side);
    let discriminant = half_linear * half_linear - square * constant;
    let root = discriminant.max(zero).sqrt();
    // Both roots without cancellation.
    let sum = half_linear.lt(zero).select(half_linear - root, half_linear + root);
    let (one, other) = ((zero - sum) / square, (zero - constant) / sum);
    let none = isa.splat(f32::INFINITY);
    let real = zero.le(discriminant);
    let depth = tip - (rays.origin[2] + dz * one);
    let mut first = real.and(zero.le(depth)).and(depth.le(height)).select(one, none);
    let depth = tip - (rays.origin[2] + dz * other);
    first = real.and(zero.le(depth)).and(depth.le(height)).select(other.min(first), first);
    let to_base = (isa.splat(-half_height) - rays.origin[2]) / dz;
    let at_base = along(&rays, to_base);
    // Slightly larger than the rim, so that no ray passes between base and side.
    let rim = isa.splat(radius * radius * (1.0 + 1e-6));
    let on_base = zero.lt(dz).and((at_base[0] * at_base[0] + at_base[1] * at_base[1]).le(rim));
    first = on_base.select(to_base.min(first), first);
    inside.select(none, from_outside(isa, first.lt(none), middle + first))
}

/// The squared distance from the z axis minus the square of `side`.
#[inline(always)]
fn excess<L: Lanes>(point: &Vectors<L>, side: L) -> L {
    point[0] * point[0] + point[1] * point[1] - side * side
}

/// Entry into the half space z < 0.
#[inline(always)]
fn enter_half_space<I: Isa>(isa: I, rays: &LocalRays<I::Lanes>) -> I::Lanes {
    let zero = isa.splat(0.0);
    let down = zero - rays.direction[2];
    from_outside(isa, zero.lt(down), rays.origin[2] / down)
}

/// `distance` where the ray hits the solid ahead, else infinity.
#[inline(always)]
fn from_outside<I: Isa>(isa: I, meets: I::Lanes, distance: I::Lanes) -> I::Lanes {
    let ahead = meets.and(isa.splat(0.0).lt(distance));
    ahead.select(distance, isa.splat(f32::INFINITY))
}

/// The distances at which rays are nearest to the origin, and the same rays starting there.
#[inline(always)]
fn from_nearest<I: Isa>(isa: I, rays: &LocalRays<I::Lanes>) -> (I::Lanes, LocalRays<I::Lanes>) {
    let middle = isa.splat(0.0) - dot(&rays.origin, &rays.direction);
    (middle, LocalRays { point: None, origin: along(rays, middle), direction: rays.direction })
}

/// The interval in which a coordinate is within `half` of zero.
#[inline(always)]
fn within_slab<I: Isa>(isa: I, origin: I::Lanes, direction: I::Lanes, half: f32) -> Interval<I::Lanes> {
    let size = direction.abs().max(isa.splat(SMALLEST));
    let backwards = direction.lt(isa.splat(0.0));
    let start = backwards.select(isa.splat(0.0) - origin, origin);
    ((isa.splat(-half) - start) / size, (isa.splat(half) - start) / size)
}

/// The mask of rays that hit a ball centered on the z axis, and the intervals inside it.
#[inline(always)]
fn within_ball<I: Isa>(
    isa: I,
    rays: &LocalRays<I::Lanes>,
    center: f32,
    radius: f32,
) -> (I::Lanes, Interval<I::Lanes>) {
    let from_center = [rays.origin[0], rays.origin[1], rays.origin[2] - isa.splat(center)];
    let rays = LocalRays { point: None, origin: from_center, direction: rays.direction };
    let (middle, nearest) = from_nearest(isa, &rays);
    let left = isa.splat(radius * radius) - dot(&nearest.origin, &nearest.origin);
    let half = left.max(isa.splat(0.0)).sqrt();
    (isa.splat(0.0).le(left), (middle - half, middle + half))
}

/// The mask of rays that hit an infinite cylinder along z, and the intervals inside it.
#[inline(always)]
fn within_tube<I: Isa>(isa: I, rays: &LocalRays<I::Lanes>, radius: f32) -> (I::Lanes, Interval<I::Lanes>) {
    let [x, y, _] = rays.origin;
    let [dx, dy, _] = rays.direction;
    let square = (dx * dx + dy * dy).max(isa.splat(SMALLEST * SMALLEST));
    let middle = (isa.splat(0.0) - (x * dx + y * dy)) / square;
    let (x, y) = (x + dx * middle, y + dy * middle);
    let left = isa.splat(radius * radius) - (x * x + y * y);
    let half = (left.max(isa.splat(0.0)) / square).sqrt();
    (isa.splat(0.0).le(left), (middle - half, middle + half))
}
