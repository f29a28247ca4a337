//! Tables of ray directions in casting order. Scanners with equal geometry share one table, so that the tables of many
//! scanners fit into the CPU cache.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use glam::Vec3A;
use morse_sim::prelude::*;

use crate::sensors::ranging::laserscanner::geometry::ScanGeometry;

/// Size of the tiles in which rays are cast: number of layers, and number of neighboring rays of each layer. The rays
/// of a tile form a packet, which is cast faster if its rays are close together.
const TILE: [usize; 2] = [2, 8];

/// Cache of ray tables, shared by scanners with equal geometry.
static TABLES: Mutex<Vec<Weak<RayTable>>> = Mutex::new(Vec::new());

/// Ray directions of a scan geometry, in the order of the scan and in casting order.
pub(super) struct RayTable {
    geometry: ScanGeometry,
    /// Unit vectors in the order of the scan, in the frame of the sensor.
    pub(super) directions: Vec<Vec3A>,
    /// Components x, y and z of the directions, in casting order.
    pub(super) columns: [Vec<f32>; 3],
    /// Index of each ray in the scan, in casting order: all rays of the first layers, then those of the next layers.
    pub(super) order: Vec<u32>,
    /// Number of rays that a task casts: all rays of the layers of a tile, at least one.
    pub(super) rays_per_task: usize,
}

impl RayTable {
    /// Returns the table of a geometry, from the cache if it is there.
    pub(super) fn of(geometry: &ScanGeometry) -> Arc<RayTable> {
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.iter().filter_map(Weak::upgrade).find(|table| table.is_of(geometry)) {
            return table;
        }
        let table = Arc::new(RayTable::new(geometry));
        tables.retain(|table| table.strong_count() > 0);
        tables.push(Arc::downgrade(&table));
        table
    }

    /// Whether this is the table of a geometry.
    pub(super) fn is_of(&self, geometry: &ScanGeometry) -> bool {
        self.geometry == *geometry
    }

    fn new(geometry: &ScanGeometry) -> RayTable {
        let directions: Vec<_> = geometry.directions().into_iter().map(DVec3::as_vec3a).collect();
        let order = order(geometry.layers(), directions.len());
        let columns = [0, 1, 2].map(|axis| order.iter().map(|&ray| directions[ray as usize][axis]).collect());
        let rays_per_task = (TILE[0] * directions.len() / geometry.layers()).max(1);
        RayTable { geometry: *geometry, directions, columns, order, rays_per_task }
    }
}

/// Casting order of the rays of a scan: tile by tile.
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
    fn every_ray_is_cast_once_in_packets_of_neighbors() {
        assert_eq!(order(3, 30)[..18], [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 8, 9]);
        for (layers, rays) in [(1, 1), (1, 181), (3, 30), (4, 1440), (32, 11520)] {
            let mut all = order(layers, rays);
            all.sort_unstable();
            assert_eq!(all, (0..rays as u32).collect::<Vec<_>>());
        }
    }

    #[test]
    fn equal_geometries_share_a_table_while_it_is_in_use() {
        let geometry = |resolution_deg: f64| ScanGeometry {
            range_m: 4.321,
            resolution_deg,
            window_deg: 90.0,
            is_visible: false,
            layers: 1,
            separation_deg: 0.0,
            offset_deg: 0.0,
            sensor_from_arc: DQuat::IDENTITY,
        };
        let (first, second) = (RayTable::of(&geometry(1.0)), RayTable::of(&geometry(2.0)));
        assert_eq!([first.directions.len(), second.directions.len()], [91, 46]);
        assert!(Arc::ptr_eq(&first, &RayTable::of(&geometry(1.0))));
        drop(first);
        let is_cached = |geometry: &ScanGeometry| {
            let tables = TABLES.lock().unwrap();
            tables.iter().filter_map(Weak::upgrade).any(|table| table.is_of(geometry))
        };
        assert!(!is_cached(&geometry(1.0)) && is_cached(&geometry(2.0)));
    }
}
