//! Laser scanners: measure distances along an arc of rays, in one or several layers.

mod errors;
mod geometry;
mod physical;
mod plain;
mod ray_table;
mod rotating;
mod rotating_physical;
mod rssi;
mod scan_caster;
mod scanner;

pub use crate::sensors::ranging::laserscanner::geometry::ScanGeometry;
pub use crate::sensors::ranging::laserscanner::physical::PhysicalLaserScanner;
pub use crate::sensors::ranging::laserscanner::plain::LaserScanner;
pub use crate::sensors::ranging::laserscanner::rotating::LaserScannerRotationZ;
pub use crate::sensors::ranging::laserscanner::rotating_physical::PhysicalLaserScannerRotationZ;
pub use crate::sensors::ranging::laserscanner::rssi::RssiLaserScanner;

use morse_sim::prelude::*;

/// One scan. Layers are ordered from the top down, and the rays of a layer counterclockwise, from right to left.
#[derive(Data, Clone, Default)]
#[data(kind = LaserScan)]
pub struct Scan {
    /// Point that each ray hits, in the frame of the sensor; [0, 0, 0] without a hit. [m]
    point_list: Vec<[f32; 3]>,
    /// Distance along each ray; `laser_range` without a hit. [m]
    range_list: Vec<f64>,
    #[data(layout)]
    layout: Option<Layout>,
}

impl Scan {
    fn buffers(&mut self) -> ScanBuffers<'_> {
        ScanBuffers { points: &mut self.point_list, ranges: &mut self.range_list }
    }
}

/// Buffers for the points and ranges of a scan.
struct ScanBuffers<'a> {
    points: &'a mut Vec<[f32; 3]>,
    ranges: &'a mut Vec<f64>,
}
