//! Casting the rays of a scan.

use glam::{Mat3A, Vec3A};
use morse_sim::prelude::*;
use morse_world::{Hit, Ray, RayFilter};
use rayon::prelude::*;

use super::Echoes;
use super::arc::Arc;

/// Rays that are cast at a time, so that they and what they met stay in the nearest cache: a whole number of packets.
const RAYS_PER_PIECE: usize = 256;

/// The rays of a scanner between two scans. All of it can be made anew from the properties.
#[derive(Default)]
pub(crate) struct Sweep {
    /// What the directions were made from.
    arc: Option<Arc>,
    directions: Vec<Vec3A>,
}

impl Sweep {
    /// Casts the rays of a scan.
    ///
    /// Rays pass the body of the sensor, or, if it has none, that of what it is mounted on.
    pub(crate) fn cast(&mut self, arc: &Arc, view: &View<'_>, echoes: Echoes<'_>) {
        self.cast_and(arc, view, echoes, &mut Vec::new(), |_| ());
    }

    /// Casts the rays of a scan, and takes one more thing from what each of them met.
    pub(crate) fn cast_and<More>(
        &mut self,
        arc: &Arc,
        view: &View<'_>,
        echoes: Echoes<'_>,
        more: &mut Vec<More>,
        of: impl Fn(Option<&Hit>) -> More + Sync,
    ) where
        More: Clone + Default + Send,
    {
        if self.arc != Some(*arc) {
            self.directions = arc.directions().into_iter().map(DVec3::as_vec3a).collect();
            self.arc = Some(*arc);
        }
        let Pose { translation: origin, rotation } = view.world_from_sensor();
        let ahead = Ray::new(origin, rotation * DVec3::X, arc.range_m);
        let to_world = Mat3A::from(DMat3::from_quat(rotation).as_mat3());
        let filter = RayFilter { skip: Some(view.node), ..RayFilter::default() };
        let count = self.directions.len();
        echoes.points.resize(count, [0.0; 3]);
        echoes.ranges.resize(count, 0.0);
        more.resize(count, More::default());
        let places =
            echoes.points.par_chunks_mut(RAYS_PER_PIECE).zip(echoes.ranges.par_chunks_mut(RAYS_PER_PIECE));
        let pieces =
            self.directions.par_chunks(RAYS_PER_PIECE).zip(places).zip(more.par_chunks_mut(RAYS_PER_PIECE));
        let buffers = <(Vec<Ray>, Vec<Option<Hit>>)>::default;
        pieces.for_each_init(buffers, |(rays, hits), ((directions, (points, ranges)), more)| {
            rays.resize(directions.len(), ahead);
            for (ray, direction) in rays.iter_mut().zip(directions) {
                ray.direction = (to_world * *direction).into();
            }
            view.world.cast_rays(rays, &filter, hits);
            let places = points.iter_mut().zip(ranges).zip(more);
            for ((direction, hit), ((point, range), more)) in directions.iter().zip(&*hits).zip(places) {
                (*point, *range) = match hit {
                    Some(hit) => ((*direction * hit.distance).to_array(), f64::from(hit.distance)),
                    None => ([0.0; 3], arc.range_m),
                };
                *more = of(hit.as_ref());
            }
        });
    }

    /// The direction of each ray of the last scan, in the frame of the sensor.
    pub(crate) fn directions(&self) -> &[Vec3A] {
        &self.directions
    }
}
