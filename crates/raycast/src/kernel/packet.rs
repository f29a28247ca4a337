//! Packets of rays, in the world and in the frames of instances.

use std::ops::Range;

use glam::{DVec3, Vec3};

use crate::ray::{Ray, RayFan};
use crate::ray_tile::RayTile;
use crate::scene::InstanceTransform;
use crate::simd::isa::{Isa, Lanes};

/// One vector per ray of a packet.
pub(crate) type Vectors<L> = [L; 3];

/// Reach of a lane without a ray: no hit is nearer.
pub(crate) const NO_RAY: f32 = -1.0;

/// Largest allowed coordinate of a ray origin. Squares of larger coordinates overflow in single precision. [m]
const LARGEST: f64 = 1e18;

/// A direction counts as normalized if its squared length differs from one by at most this.
pub(super) const UNIT: f32 = 5e-7;

/// Rays to cast.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rays<'a> {
    /// Rays with separate origins.
    Each(&'a [Ray]),
    /// Rays with a common origin.
    Fan(RayFan<'a>),
}

impl<'a> Rays<'a> {
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        match self {
            Rays::Each(rays) => rays.len(),
            Rays::Fan(fan) => fan.len(),
        }
    }

    /// The ray with a number.
    #[inline(always)]
    pub(crate) fn ray(&self, number: usize) -> Ray {
        match self {
            Rays::Each(rays) => rays[number],
            Rays::Fan(fan) => fan.ray(number),
        }
    }

    #[inline(always)]
    pub(crate) fn part(&self, range: Range<usize>) -> Rays<'a> {
        match self {
            Rays::Each(rays) => Rays::Each(&rays[range]),
            Rays::Fan(fan) => Rays::Fan(fan.part(range)),
        }
    }
}

/// The origins of the rays of a packet.
#[derive(Debug, Clone, Copy)]
enum Origins<'a> {
    /// A common origin, as in a scan or an image.
    Common(DVec3),
    /// Separate origins.
    Each(&'a [Ray]),
}

/// A packet of rays in the world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Packet<'a, L> {
    origins: Origins<'a>,
    /// Unit directions.
    pub(crate) direction: Vectors<L>,
    /// Length of each ray; negative for lanes without a ray. [m]
    pub(crate) reach: L,
}

/// Rays in the frame of one instance.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LocalRays<L> {
    /// The common origin, if there is one. [m]
    pub(crate) point: Option<Vec3>,
    pub(crate) origin: Vectors<L>,
    pub(crate) direction: Vectors<L>,
}

/// Dot product.
#[inline(always)]
pub(crate) fn dot<L: Lanes>(a: &Vectors<L>, b: &Vectors<L>) -> L {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Dot product with fused multiply-add: only the first product and the sums are rounded.
#[inline(always)]
pub(crate) fn fused_dot<L: Lanes>(a: &Vectors<L>, b: &Vectors<L>) -> L {
    a[0].mul_add(b[0], a[1].mul_add(b[1], a[2] * b[2]))
}

/// The points at a distance along the rays. [m]
#[inline(always)]
pub(crate) fn along<L: Lanes>(rays: &LocalRays<L>, distance: L) -> Vectors<L> {
    let (from, ahead) = (&rays.origin, &rays.direction);
    [from[0] + ahead[0] * distance, from[1] + ahead[1] * distance, from[2] + ahead[2] * distance]
}

/// The same vector for all rays.
#[inline(always)]
pub(crate) fn splat<I: Isa>(isa: I, [x, y, z]: [f32; 3]) -> Vectors<I::Lanes> {
    [isa.splat(x), isa.splat(y), isa.splat(z)]
}

/// The difference `point - other`.
#[inline(always)]
pub(crate) fn difference<L: Lanes>(point: &Vectors<L>, other: &Vectors<L>) -> Vectors<L> {
    [point[0] - other[0], point[1] - other[1], point[2] - other[2]]
}

/// Whether an origin is small enough for computations in single precision.
#[inline(always)]
pub(super) fn fits(origin: DVec3) -> bool {
    origin.is_finite() && origin.abs().max_element() <= LARGEST
}

/// The common origin of the rays, if there is one.
#[inline(always)]
fn common_origin(rays: &[Ray]) -> Option<DVec3> {
    let first = rays.first()?.origin;
    // Comparing bits avoids branches: no comparison depends on the previous one.
    let [x, y, z] = first.to_array().map(f64::to_bits);
    let differ = |other: &Ray| {
        let [other_x, other_y, other_z] = other.origin.to_array().map(f64::to_bits);
        (x ^ other_x) | (y ^ other_y) | (z ^ other_z)
    };
    let different = rays.iter().fold(0, |all, other| all | differ(other));
    (different == 0 && fits(first)).then_some(first)
}

impl<'a, L: Lanes> Packet<'a, L> {
    /// Creates a packet from as many rays as there are lanes; at the end of a fan there may be fewer. The lanes of rays that
    /// cannot hit anything stay empty.
    #[inline(always)]
    pub(crate) fn new<I: Isa<Lanes = L>>(isa: I, rays: Rays<'a>) -> Packet<'a, L> {
        match rays {
            Rays::Each(rays) => Packet::of_each(isa, rays),
            Rays::Fan(fan) => Packet::of_fan(isa, &fan),
        }
    }

    #[inline(always)]
    fn of_fan<I: Isa<Lanes = L>>(isa: I, fan: &RayFan<'a>) -> Packet<'a, L> {
        let count = if fits(fan.origin) { fan.len() } else { 0 };
        let [x, y, z] = fan.directions;
        let (direction, reach) = if count >= I::WIDTH {
            // Slicing makes the length known to the compiler.
            let [x, y, z] = [&x[..I::WIDTH], &y[..I::WIDTH], &z[..I::WIDTH]];
            let direction = [isa.lanes(|lane| x[lane]), isa.lanes(|lane| y[lane]), isa.lanes(|lane| z[lane])];
            (direction, isa.splat(fan.max_distance))
        } else {
            let column = |values: &[f32], none: f32| {
                isa.lanes(|lane| values.get(lane).copied().filter(|_| lane < count).unwrap_or(none))
            };
            let reach = isa.lanes(|lane| if lane < count { fan.max_distance } else { NO_RAY });
            ([column(x, 1.0), column(y, 0.0), column(z, 0.0)], reach)
        };
        Packet::directed(isa, Origins::Common(fan.origin), direction, reach)
    }

    /// Creates a packet from the rays of a tile, beginning with a number.
    #[inline(always)]
    pub(crate) fn of_tile<I: Isa<Lanes = L>>(isa: I, tile: &RayTile, first: u32) -> Packet<'a, L> {
        let [column, row] = RayTile::pixel(first).map(|place| place as f32);
        let (column, row) = (tile.first.x + column, tile.first.y + row);
        let across = isa.splat(column) + isa.lanes(|lane| (lane % 4) as f32);
        let down = isa.splat(row) + isa.lanes(|lane| (lane / 4) as f32);
        let forward = splat(isa, tile.forward.to_array());
        let (right, below) = (splat(isa, tile.right.to_array()), splat(isa, tile.down.to_array()));
        let x = forward[0] + (right[0] * across + below[0] * down);
        let y = forward[1] + (right[1] * across + below[1] * down);
        let z = forward[2] + (right[2] * across + below[2] * down);
        let ahead = isa.splat(1.0) / (x * x + y * y + z * z).sqrt();
        let reach = isa.splat(tile.far) / ahead;
        let reach = if fits(tile.origin) { reach } else { isa.splat(NO_RAY) };
        Packet::directed(isa, Origins::Common(tile.origin), [x * ahead, y * ahead, z * ahead], reach)
    }

    #[inline(always)]
    fn of_each<I: Isa<Lanes = L>>(isa: I, rays: &'a [Ray]) -> Packet<'a, L> {
        // Slicing makes the length known to the compiler.
        let rays = &rays[..I::WIDTH];
        let point = common_origin(rays);
        let [x, y, z, mut reach] = isa.columns(|lane| {
            let [x, y, z] = rays[lane].direction.to_array();
            [x, y, z, rays[lane].max_distance]
        });
        if point.is_none() {
            let most = |lane: usize| if fits(rays[lane].origin) { f32::INFINITY } else { NO_RAY };
            // This order of the operands preserves NaN.
            reach = isa.lanes(most).min(reach);
        }
        let origins = point.map_or(Origins::Each(rays), Origins::Common);
        Packet::directed(isa, origins, [x, y, z], reach)
    }

    /// Creates a packet and normalizes the directions.
    #[inline(always)]
    fn directed<I: Isa<Lanes = L>>(
        isa: I,
        origins: Origins<'a>,
        mut direction: Vectors<L>,
        reach: L,
    ) -> Packet<'a, L> {
        let [x, y, z] = direction;
        let (one, zero) = (isa.splat(1.0), isa.splat(0.0));
        let mut usable = zero.lt(reach);
        let unit = (dot(&direction, &direction) - one).abs().le(isa.splat(UNIT));
        if unit.bits() != (1 << I::WIDTH) - 1 {
            // Scale first, so that the squares neither overflow nor underflow. A scaled direction shorter than one was zero,
            // not finite, or too short to have an inverse.
            let scale = one / x.abs().max(y.abs()).max(z.abs());
            let scaled = [x * scale, y * scale, z * scale];
            let length = dot(&scaled, &scaled).sqrt();
            let directed = isa.splat(0.9).lt(length).and(length.lt(isa.splat(1.8)));
            let scale = one / length;
            for (axis, none) in [one, zero, zero].into_iter().enumerate() {
                let scaled = directed.select(scaled[axis] * scale, none);
                direction[axis] = unit.select(direction[axis], scaled);
            }
            usable = usable.and(unit.or(directed));
        }
        let reach = usable.select(reach.min(isa.splat(f32::MAX)), isa.splat(NO_RAY));
        Packet { origins, direction, reach }
    }

    /// The origin of a ray in the world. [m]
    #[inline(always)]
    pub(crate) fn origin(&self, lane: usize) -> DVec3 {
        match self.origins {
            Origins::Common(point) => point,
            Origins::Each(rays) => rays[lane].origin,
        }
    }

    /// The rays in the frame of the world.
    #[inline(always)]
    pub(crate) fn in_world<I: Isa<Lanes = L>>(&self, isa: I) -> LocalRays<L> {
        self.placed(isa, self.direction, |origin| origin.as_vec3())
    }

    /// The rays in the frame of an instance.
    #[inline(always)]
    pub(crate) fn in_instance<I: Isa<Lanes = L>>(
        &self,
        isa: I,
        transform: &InstanceTransform,
    ) -> LocalRays<L> {
        let direction = self.direction_in(isa, transform);
        self.placed(isa, direction, |origin| transform.point_from_world(origin).as_vec3())
    }

    /// The directions in the frame of an instance.
    #[inline(always)]
    pub(crate) fn direction_in<I: Isa<Lanes = L>>(
        &self,
        isa: I,
        transform: &InstanceTransform,
    ) -> Vectors<L> {
        let ahead = &self.direction;
        if !transform.rotated {
            return *ahead;
        }
        let [x, y, z] = transform.rows;
        [dot(&splat(isa, x), ahead), dot(&splat(isa, y), ahead), dot(&splat(isa, z), ahead)]
    }

    /// The rays with a function applied to their origins.
    #[inline(always)]
    fn placed<I: Isa<Lanes = L>>(
        &self,
        isa: I,
        direction: Vectors<L>,
        place: impl Fn(DVec3) -> Vec3,
    ) -> LocalRays<L> {
        let rays = match self.origins {
            Origins::Common(point) => {
                let point = place(point);
                return LocalRays { point: Some(point), origin: splat(isa, point.to_array()), direction };
            }
            Origins::Each(rays) => rays,
        };
        let rays = &rays[..I::WIDTH];
        let [x, y, z, _] = isa.columns(|lane| place(rays[lane].origin).extend(0.0).to_array());
        LocalRays { point: None, origin: [x, y, z], direction }
    }
}
