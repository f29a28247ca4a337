//! Casts the rays of a scan.

use std::sync::Arc as Shared;

use glam::{Mat3, Vec3A};
use morse_sim::prelude::*;
use morse_world::{Ray, RayFan, RayFilter, World};
use rayon::prelude::*;

use crate::sensors::ranging::laserscanner::ScanBuffers;
use crate::sensors::ranging::laserscanner::geometry::Arc;
use crate::sensors::ranging::laserscanner::ray_table::RayTable;

/// Number of rays cast at a time, so that rays and hits stay in the L1 cache: a whole number of packets.
const RAYS_PER_PIECE: usize = 256;

/// Casts the rays of a scanner.
#[derive(Default)]
pub(crate) struct ScanCaster {
    /// The rays of the last scan.
    table: Option<Shared<RayTable>>,
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
        let kept = self.table.take().filter(|table| table.is_of(arc));
        let table = &*self.table.insert(kept.unwrap_or_else(|| RayTable::of(arc)));
        let Pose { translation: origin, rotation } = view.world_from_sensor();
        let max_distance = Ray::new(origin, rotation * DVec3::X, arc.range_m).max_distance;
        let world_from_sensor = DMat3::from_quat(rotation).as_mat3();
        let filter = RayFilter { skip: Some(view.node), ..RayFilter::default() };
        let count = table.directions.len();
        buffers.points.resize(count, [0.0; 3]);
        buffers.ranges.resize(count, 0.0);
        more.resize(count, More::default());
        let together = table.together;
        let places = buffers.points.par_chunks_mut(together).zip(buffers.ranges.par_chunks_mut(together));
        let layers =
            table.order.par_chunks(together).zip(places).zip(more.par_chunks_mut(together)).enumerate();
        layers.for_each_init(Vec::new, |found, (number, ((order, (points, ranges)), more))| {
            let first = number * together;
            let mut turned = [[0.0; RAYS_PER_PIECE]; 3];
            for (nth, piece) in order.chunks(RAYS_PER_PIECE).enumerate() {
                let begin = first + nth * RAYS_PER_PIECE;
                let columns = [0, 1, 2].map(|axis| &table.columns[axis][begin..begin + piece.len()]);
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
        self.table.as_ref().map_or(&[], |table| &table.directions)
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
