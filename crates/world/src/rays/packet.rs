//! Eight rays on their way.

use glam::{DVec3, Vec3};

use super::batch::Ray;
use super::isa::{Isa, Lanes, WIDTH};
use super::scene::Stand;
use crate::convert::fits;

/// A vector of each ray of a packet.
pub(super) type Vectors<L> = [L; 3];

/// Distance of a lane that carries no ray: nothing is nearer.
pub(super) const NO_RAY: f32 = -1.0;

/// Rays in the world.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packet<'a, L> {
    /// At least one, at most eight.
    rays: &'a [Ray],
    /// Where all rays start, if they do so in one point, as those of a scan or an image do.
    point: Option<DVec3>,
    /// Unit length.
    pub(super) direction: Vectors<L>,
    /// How far each ray goes; negative for lanes without a ray. [m]
    pub(super) reach: L,
}

/// Rays in the frame of one thing.
#[derive(Debug, Clone, Copy)]
pub(super) struct LocalRays<L> {
    pub(super) origin: Vectors<L>,
    pub(super) direction: Vectors<L>,
}

/// Sum of the products of the coordinates.
#[inline(always)]
pub(super) fn dot<L: Lanes>(a: &Vectors<L>, b: &Vectors<L>) -> L {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The points at some distance along rays.
#[inline(always)]
pub(super) fn along<L: Lanes>(rays: &LocalRays<L>, distance: L) -> Vectors<L> {
    let (from, ahead) = (&rays.origin, &rays.direction);
    [from[0] + ahead[0] * distance, from[1] + ahead[1] * distance, from[2] + ahead[2] * distance]
}

/// The same vector for all rays.
#[inline(always)]
pub(super) fn splat<I: Isa>(isa: I, [x, y, z]: [f32; 3]) -> Vectors<I::Lanes> {
    [isa.splat(x), isa.splat(y), isa.splat(z)]
}

/// Where all rays start, if they do so in one point.
pub(super) fn common_origin(rays: &[Ray]) -> Option<DVec3> {
    let first = rays.first()?.origin;
    (fits(first) && rays.iter().all(|ray| ray.origin == first)).then_some(first)
}

impl<'a, L: Lanes> Packet<'a, L> {
    /// A packet of at most eight rays, which all start in `point` if there is one. Rays that cannot meet
    /// anything leave their lanes empty.
    #[inline(always)]
    pub(super) fn new<I: Isa<Lanes = L>>(isa: I, rays: &'a [Ray], point: Option<DVec3>) -> Packet<'a, L> {
        let [mut x, mut y, mut z] = [[0.0; WIDTH]; 3];
        let mut reach = [NO_RAY; WIDTH];
        for (lane, ray) in rays.iter().enumerate().take(WIDTH) {
            [x[lane], y[lane], z[lane]] = ray.direction.to_array();
            reach[lane] = ray.max_distance;
            if point.is_none() && !fits(ray.origin) {
                reach[lane] = NO_RAY;
            }
        }
        let [x, y, z] = [isa.lanes(x), isa.lanes(y), isa.lanes(z)];
        let (one, zero) = (isa.splat(1.0), isa.splat(0.0));
        // Scaled first, so that the squares neither overflow nor vanish. What then has no length of at least one
        // was zero, not finite, or too short to have an inverse.
        let scale = one / x.abs().max(y.abs()).max(z.abs());
        let [x, y, z] = [x * scale, y * scale, z * scale];
        let length = (x * x + y * y + z * z).sqrt();
        let reach = isa.lanes(reach);
        let directed = isa.splat(0.9).lt(length).and(length.lt(isa.splat(1.8)));
        let usable = directed.and(zero.lt(reach));
        let scale = one / length;
        Packet {
            rays,
            point,
            direction: [
                directed.select(x * scale, one),
                directed.select(y * scale, zero),
                directed.select(z * scale, zero),
            ],
            reach: usable.select(reach.min(isa.splat(f32::MAX)), isa.splat(NO_RAY)),
        }
    }

    /// Where a ray starts, in the world. [m]
    #[inline(always)]
    pub(super) fn origin(&self, lane: usize) -> DVec3 {
        self.rays.get(lane).map_or(DVec3::ZERO, |ray| ray.origin)
    }

    /// The rays in the frame of the world.
    #[inline(always)]
    pub(super) fn in_world<I: Isa<Lanes = L>>(&self, isa: I) -> LocalRays<L> {
        LocalRays { origin: self.origins(isa, |origin| origin.as_vec3()), direction: self.direction }
    }

    /// The rays in the frame of a thing.
    #[inline(always)]
    pub(super) fn in_thing<I: Isa<Lanes = L>>(&self, isa: I, stand: &Stand) -> LocalRays<L> {
        let [x, y, z] = [splat(isa, stand.rows[0]), splat(isa, stand.rows[1]), splat(isa, stand.rows[2])];
        let ahead = &self.direction;
        LocalRays {
            origin: self.origins(isa, |origin| stand.point_from_world(origin).as_vec3()),
            direction: [dot(&x, ahead), dot(&y, ahead), dot(&z, ahead)],
        }
    }

    /// The origins after a function of each.
    #[inline(always)]
    fn origins<I: Isa<Lanes = L>>(&self, isa: I, place: impl Fn(DVec3) -> Vec3) -> Vectors<L> {
        if let Some(point) = self.point {
            return splat(isa, place(point).to_array());
        }
        let [mut x, mut y, mut z] = [[0.0; WIDTH]; 3];
        for (lane, ray) in self.rays.iter().enumerate().take(WIDTH) {
            [x[lane], y[lane], z[lane]] = place(ray.origin).to_array();
        }
        [isa.lanes(x), isa.lanes(y), isa.lanes(z)]
    }
}
