//! Casts the rays of a scan in parallel.

use std::sync::Arc;

use glam::{Mat3, Vec3A};
use morse_sim::prelude::*;
use morse_world::{Ray, RayFan, RayFilter, World};
use rayon::prelude::*;

use crate::sensors::ranging::laserscanner::ScanBuffers;
use crate::sensors::ranging::laserscanner::geometry::ScanGeometry;
use crate::sensors::ranging::laserscanner::ray_table::RayTable;

/// Number of rays in one call of the world: a whole number of packets, whose rays and hits fit into the L1 cache.
const RAYS_PER_CALL: usize = 256;

/// Casts the rays of a scanner, and keeps their directions between scans.
#[derive(Clone, Default)]
pub(crate) struct ScanCaster {
    /// Ray directions of the last scan.
    table: Option<Arc<RayTable>>,
}

impl ScanCaster {
    /// Casts the rays of a scan and stores points and ranges.
    ///
    /// Rays ignore the body of the sensor, or, if it has no body, the body of its parent.
    pub(crate) fn cast(
        &mut self,
        geometry: &ScanGeometry,
        view: &SenseContext<'_>,
        buffers: ScanBuffers<'_>,
    ) {
        let measure = |&distance: &f32| (distance.is_finite().then_some(distance), ());
        self.cast_and(geometry, view, buffers, &mut Vec::new(), World::cast_fan_for_distances, measure);
    }

    /// Casts the rays of a scan with the function `cast` of the world. Stores points, ranges and an additional value
    /// of each hit; `measure` returns the distance and that value.
    pub(crate) fn cast_and<Found: Send, Extra>(
        &mut self,
        geometry: &ScanGeometry,
        view: &SenseContext<'_>,
        buffers: ScanBuffers<'_>,
        extra: &mut Vec<Extra>,
        cast: impl Fn(&World, &RayFan<'_>, &RayFilter<'_>, &mut Vec<Found>) + Sync,
        measure: impl Fn(&Found) -> (Option<f32>, Extra) + Sync,
    ) where
        Extra: Clone + Default + Send,
    {
        let cached = self.table.take().filter(|table| table.is_of(geometry));
        let table = &*self.table.insert(cached.unwrap_or_else(|| RayTable::of(geometry)));
        let Pose { translation: origin, rotation } = view.world_from_sensor();
        let max_distance = Ray::new(origin, rotation * DVec3::X, geometry.range_m).max_distance;
        let world_from_sensor = DMat3::from_quat(rotation).as_mat3();
        let filter = RayFilter { skip: Some(view.node), ..RayFilter::default() };
        let count = table.directions.len();
        buffers.points.resize(count, [0.0; 3]);
        buffers.ranges.resize(count, 0.0);
        extra.resize(count, Extra::default());
        let rays_per_task = table.rays_per_task;
        let buffers =
            buffers.points.par_chunks_mut(rays_per_task).zip(buffers.ranges.par_chunks_mut(rays_per_task));
        let layers = table
            .order
            .par_chunks(rays_per_task)
            .zip(buffers)
            .zip(extra.par_chunks_mut(rays_per_task))
            .enumerate();
        layers.for_each_init(Vec::new, |hits, (number, ((order, (points, ranges)), extra))| {
            let first = number * rays_per_task;
            let mut rotated = [[0.0; RAYS_PER_CALL]; 3];
            for (nth, rays) in order.chunks(RAYS_PER_CALL).enumerate() {
                let begin = first + nth * RAYS_PER_CALL;
                let columns = [0, 1, 2].map(|axis| &table.columns[axis][begin..begin + rays.len()]);
                rotate(&world_from_sensor, columns, &mut rotated);
                let directions = rotated.each_ref().map(|column| &column[..rays.len()]);
                cast(view.world, &RayFan { origin, directions, max_distance }, &filter, hits);
                let [x, y, z] = columns;
                for (nth, (&ray, hit)) in rays.iter().zip(&*hits).enumerate() {
                    let index = ray as usize - first;
                    let (distance, value) = measure(hit);
                    (points[index], ranges[index]) = match distance {
                        Some(distance) => {
                            ([x, y, z].map(|column| column[nth] * distance), f64::from(distance))
                        }
                        None => ([0.0; 3], geometry.range_m),
                    };
                    extra[index] = value;
                }
            }
        });
    }

    /// Direction of each ray of the last scan, in the frame of the sensor and in the order of the scan.
    pub(crate) fn directions(&self) -> &[Vec3A] {
        self.table.as_ref().map_or(&[], |table| &table.directions)
    }
}

/// Rotates directions, given as columns x, y and z, into a different frame.
fn rotate(target_from_source: &Mat3, source: [&[f32]; 3], value: &mut [[f32; RAYS_PER_CALL]; 3]) {
    let [x, y, z] = source;
    for (axis, column) in value.iter_mut().enumerate() {
        let [along_x, along_y, along_z] = target_from_source.row(axis).to_array();
        for (rotated, ((x, y), z)) in column.iter_mut().zip(x.iter().zip(y).zip(z)) {
            *rotated = along_x * x + along_y * y + along_z * z;
        }
    }
}
