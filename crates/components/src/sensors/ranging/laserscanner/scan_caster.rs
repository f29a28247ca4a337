//! Casts the rays of a scan.

use glam::{Mat3, Vec3A};
use morse_sim::prelude::*;
use morse_world::{Ray, RayFan, RayFilter, World};
use rayon::prelude::*;

use crate::sensors::ranging::laserscanner::ScanBuffers;
use crate::sensors::ranging::laserscanner::geometry::Arc;

/// Number of rays cast at a time, so that rays and hits stay in the L1 cache: a whole number of packets.
const RAYS_PER_PIECE: usize = 256;
/// Number of layers whose rays are cast together, and number of neighbours of each taken in turn. They form the rays
/// of a packet, which is faster the closer together its rays stay.
const TILE: [usize; 2] = [2, 8];

/// Cached data of a scanner between scans. It is computed from the properties.
#[derive(Default)]
pub(crate) struct ScanCaster {
    /// The arc from which the directions were computed.
    arc: Option<Arc>,
    directions: Vec<Vec3A>,
    /// The same in columns, in the order in which they are cast.
    columns: [Vec<f32>; 3],
    /// Indices of the rays in the scan, in the order in which they are cast: those of some layers, then of the next.
    order: Vec<u32>,
    /// Number of rays that are cast at a time.
    together: usize,
}

impl ScanCaster {
    /// Casts the rays of a scan.
    ///
    /// Rays ignore the body of the sensor, or, if it has none, that of its parent.
    pub(crate) fn cast(&mut self, arc: &Arc, view: &SenseContext<'_>, buffers: ScanBuffers<'_>) {
        let of = |&distance: &f32| (distance.is_finite().then_some(distance), ());
        self.cast_and(arc, view, buffers, &mut Vec::new(), World::cast_fan_for_distances, of);
    }

    /// Casts the rays of a scan with a function of the world, and stores the distance and one more value of each hit.
    pub(crate) fn cast_and<Met: Send, More>(
        &mut self,
        arc: &Arc,
        view: &SenseContext<'_>,
        buffers: ScanBuffers<'_>,
        more: &mut Vec<More>,
        cast: impl Fn(&World, &RayFan<'_>, &RayFilter<'_>, &mut Vec<Met>) + Sync,
        of: impl Fn(&Met) -> (Option<f32>, More) + Sync,
    ) where
        More: Clone + Default + Send,
    {
        if self.arc != Some(*arc) {
            self.directions = arc.directions().into_iter().map(DVec3::as_vec3a).collect();
            self.order = order(arc.layers(), self.directions.len());
            self.columns = [0, 1, 2]
                .map(|axis| self.order.iter().map(|&place| self.directions[place as usize][axis]).collect());
            self.together = TILE[0] * self.directions.len() / arc.layers();
            self.arc = Some(*arc);
        }
        let Pose { translation: origin, rotation } = view.world_from_sensor();
        let max_distance = Ray::new(origin, rotation * DVec3::X, arc.range_m).max_distance;
        let world_from_sensor = DMat3::from_quat(rotation).as_mat3();
        let filter = RayFilter { skip: Some(view.node), ..RayFilter::default() };
        let count = self.directions.len();
        buffers.points.resize(count, [0.0; 3]);
        buffers.ranges.resize(count, 0.0);
        more.resize(count, More::default());
        let together = self.together.max(1);
        let places = buffers.points.par_chunks_mut(together).zip(buffers.ranges.par_chunks_mut(together));
        let layers =
            self.order.par_chunks(together).zip(places).zip(more.par_chunks_mut(together)).enumerate();
        layers.for_each_init(Vec::new, |found, (number, ((order, (points, ranges)), more))| {
            let first = number * together;
            let mut turned = [[0.0; RAYS_PER_PIECE]; 3];
            for (nth, piece) in order.chunks(RAYS_PER_PIECE).enumerate() {
                let begin = first + nth * RAYS_PER_PIECE;
                let columns = [0, 1, 2].map(|axis| &self.columns[axis][begin..begin + piece.len()]);
                turn(&world_from_sensor, columns, &mut turned);
                let directions = turned.each_ref().map(|column| &column[..piece.len()]);
                cast(view.world, &RayFan { origin, directions, max_distance }, &filter, found);
                let [x, y, z] = columns;
                for (nth, (&place, met)) in piece.iter().zip(&*found).enumerate() {
                    let at = place as usize - first;
                    let (distance, other) = of(met);
                    (points[at], ranges[at]) = match distance {
                        Some(distance) => {
                            ([x, y, z].map(|column| column[nth] * distance), f64::from(distance))
                        }
                        None => ([0.0; 3], arc.range_m),
                    };
                    more[at] = other;
                }
            }
        });
    }

    /// The direction of each ray of the last scan, in the frame of the sensor.
    pub(crate) fn directions(&self) -> &[Vec3A] {
        &self.directions
    }
}

/// Directions in columns, in another frame.
fn turn(other_from_one: &Mat3, one: [&[f32]; 3], other: &mut [[f32; RAYS_PER_PIECE]; 3]) {
    let [x, y, z] = one;
    for (axis, column) in other.iter_mut().enumerate() {
        let [along_x, along_y, along_z] = other_from_one.row(axis).to_array();
        for (turned, ((x, y), z)) in column.iter_mut().zip(x.iter().zip(y).zip(z)) {
            *turned = along_x * x + along_y * y + along_z * z;
        }
    }
}

/// The order in which the rays of a scan are cast.
fn order(layers: usize, rays: usize) -> Vec<u32> {
    let [rows, columns] = TILE;
    let width = rays / layers;
    let mut order = Vec::with_capacity(rays);
    for top in (0..layers).step_by(rows) {
        for left in (0..width).step_by(columns) {
            for layer in top..(top + rows).min(layers) {
                let nth = left..(left + columns).min(width);
                order.extend(nth.map(|nth| (layer * width + nth) as u32));
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ray_is_cast_once_and_those_of_a_packet_are_neighbours() {
        assert_eq!(order(3, 30)[..18], [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 8, 9]);
        for (layers, rays) in [(1, 1), (1, 181), (3, 30), (4, 1440), (32, 11520)] {
            let mut all = order(layers, rays);
            all.sort_unstable();
            assert_eq!(all, (0..rays as u32).collect::<Vec<_>>());
        }
    }
}
