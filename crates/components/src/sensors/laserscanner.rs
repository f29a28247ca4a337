//! Laser scanners: distances along an arc of rays, in one layer or in several.

mod arc;
mod errors;
mod physical;
mod plain;
mod rotating;
mod rotating_physical;
mod rssi;
mod sweep;

pub use arc::Arc;
pub use physical::PhysicalLaserScanner;
pub use plain::LaserScanner;
pub use rotating::LaserScannerRotationZ;
pub use rotating_physical::PhysicalLaserScannerRotationZ;
pub use rssi::RssiLaserScanner;

use morse_sim::prelude::*;

/// One scan: layer by layer from the top, each from the right of the sensor to its left, counter-clockwise.
#[derive(Data, Clone, Default)]
#[data(kind = "scan")]
pub struct Scan {
    /// Where each ray ended, in the frame of the sensor; [0, 0, 0] where it met nothing. [m]
    point_list: Vec<[f32; 3]>,
    /// Distance along each ray; `laser_range` where it met nothing. [m]
    range_list: Vec<f64>,
}

impl Scan {
    fn echoes(&mut self) -> Echoes<'_> {
        Echoes { points: &mut self.point_list, ranges: &mut self.range_list }
    }
}

/// The columns that the data of every scanner have.
struct Echoes<'a> {
    points: &'a mut Vec<[f32; 3]>,
    ranges: &'a mut Vec<f64>,
}

/// Makes the struct of a laser scanner: the properties that all of them have, then its own fields.
macro_rules! scanner {
    ($(#[$($about:tt)*])* pub struct $name:ident { $($own:tt)* }) => {
        #[derive(Sensor, Serialize, Deserialize)]
        $(#[$($about)*])*
        pub struct $name {
            /// How far the scanner sees. [m]
            #[property(name = "laser_range", default = 30.0, min = 0.001)]
            range_m: f64,
            /// Angle between two rays. [deg]
            #[property(name = "resolution", default = 1.0, min = 0.0001, max = 360)]
            resolution_deg: f64,
            /// Angle of the arc, the same to both sides of the X axis. [deg]
            #[property(name = "scan_window", default = 180.0, min = 0, max = 360)]
            window_deg: f64,
            /// Show the arc to whoever watches the scene. The scan does not depend on it.
            #[property(name = "Visible_arc", default = false)]
            visible_arc: bool,
            /// Number of layers, one above the other.
            #[property(name = "layers", default = 1, min = 1)]
            layers: i64,
            /// Angle between two layers. [deg]
            #[property(name = "layer_separation", default = 0.0)]
            separation_deg: f64,
            /// Turn of the first, third, … layer to the left. [deg]
            #[property(name = "layer_offset", default = 0.0)]
            offset_deg: f64,
            sensor_from_arc: DQuat,
            #[serde(skip)]
            sweep: $crate::sensors::laserscanner::sweep::Sweep,
            $($own)*
        }

        impl $name {
            fn arc(&self) -> $crate::sensors::laserscanner::arc::Arc {
                $crate::sensors::laserscanner::arc::Arc {
                    range_m: self.range_m,
                    resolution_deg: self.resolution_deg,
                    window_deg: self.window_deg,
                    layers: self.layers,
                    separation_deg: self.separation_deg,
                    offset_deg: self.offset_deg,
                    sensor_from_arc: self.sensor_from_arc,
                }
            }
        }
    };
}

use scanner;
