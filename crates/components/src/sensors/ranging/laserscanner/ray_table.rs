//! The directions of the rays of an arc, in the order in which they are cast. Scanners with equal arcs share one table: a crowd
//! of scanners reads it from the nearest cache.

use std::sync::{Arc as Shared, Mutex, PoisonError, Weak};

use glam::Vec3A;
use morse_sim::prelude::*;

use crate::sensors::ranging::laserscanner::geometry::Arc;

/// Number of layers whose rays are cast together, and number of neighbours of each taken in turn. They form the rays
/// of a packet, which is faster the closer together its rays stay.
const TILE: [usize; 2] = [2, 8];

/// The tables in use. What is computed of an arc is the same for whoever asks.
static TABLES: Mutex<Vec<Weak<RayTable>>> = Mutex::new(Vec::new());

/// What is computed of an arc.
pub(super) struct RayTable {
    arc: Arc,
    /// Unit vectors in the order of the scan, in the frame of the sensor.
    pub(super) directions: Vec<Vec3A>,
    /// The same in columns, in the order in which they are cast.
    pub(super) columns: [Vec<f32>; 3],
    /// Indices of the rays in the scan, in the order in which they are cast: those of some layers, then of the next.
    pub(super) order: Vec<u32>,
    /// Number of rays that are cast at a time: at least one.
    pub(super) together: usize,
}

impl RayTable {
    /// The table of an arc.
    pub(super) fn of(arc: &Arc) -> Shared<RayTable> {
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.iter().filter_map(Weak::upgrade).find(|table| table.is_of(arc)) {
            return table;
        }
        let table = Shared::new(RayTable::new(arc));
        tables.retain(|table| table.strong_count() > 0);
        tables.push(Shared::downgrade(&table));
        table
    }

    /// Whether it is the table of an arc.
    pub(super) fn is_of(&self, arc: &Arc) -> bool {
        self.arc == *arc
    }

    fn new(arc: &Arc) -> RayTable {
        let directions: Vec<_> = arc.directions().into_iter().map(DVec3::as_vec3a).collect();
        let order = order(arc.layers(), directions.len());
        let columns =
            [0, 1, 2].map(|axis| order.iter().map(|&place| directions[place as usize][axis]).collect());
        let together = (TILE[0] * directions.len() / arc.layers()).max(1);
        RayTable { arc: *arc, directions, columns, order, together }
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

    #[test]
    fn equal_arcs_share_a_table_as_long_as_somebody_has_it() {
        let arc = |resolution_deg: f64| Arc {
            range_m: 4.321,
            resolution_deg,
            window_deg: 90.0,
            is_visible: false,
            layers: 1,
            separation_deg: 0.0,
            offset_deg: 0.0,
            sensor_from_arc: DQuat::IDENTITY,
        };
        let (one, other) = (RayTable::of(&arc(1.0)), RayTable::of(&arc(2.0)));
        assert_eq!([one.directions.len(), other.directions.len()], [91, 46]);
        assert!(Shared::ptr_eq(&one, &RayTable::of(&arc(1.0))));
        drop(one);
        let kept = |arc: &Arc| {
            let tables = TABLES.lock().unwrap();
            tables.iter().filter_map(Weak::upgrade).any(|table| table.is_of(arc))
        };
        assert!(!kept(&arc(1.0)) && kept(&arc(2.0)));
    }
}
