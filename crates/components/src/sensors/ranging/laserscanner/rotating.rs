//! LaserScannerRotationZ: a laser scanner that rotates.

use std::f64::consts::FRAC_PI_2;

use morse_sim::prelude::*;

use crate::sensors::ranging::laserscanner::Scan;
use crate::sensors::ranging::laserscanner::scanner::{Scanner, rotate_head};

/// Downward tilt of the vertical arc of the builder class. [deg]
const TILT_DEG: f64 = 12.0;

/// Laser scanner that rotates by one degree about its own Z axis after each scan.
///
/// Points are in the frame of the sensor at the time of the scan. The builder class mounts the arc vertically, from
/// 27.75° below to 3.75° above the horizon, so that 360 scans cover all directions.
///
/// Rays, points and ranges of a scan are computed as in a LaserScanner, with the arc rotated by the option
/// `arc_rotation`. After scan `k` the sensor is rotated by `k · 0.01745 rad` to the left of its initial orientation.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.laserscanner.LaserScannerRotationZ",
    title = "Rotating laser scanner",
    data = Scan,
    level(
        name = "raw",
        class = "morse.sensors.laserscanner.LaserScannerRotationZ",
        doc = "Points and ranges.",
        default
    ),
    level(
        name = "rssi",
        class = "morse.sensors.laserscanner.RSSILaserScanner",
        doc = "The data of level raw, with the remission of each hit. The sensor does not rotate."
    ),
    level(
        name = "truth",
        class = "morse.sensors.laserscanner.LaserScannerRotationZ",
        doc = "Points and ranges without error; the same as level raw."
    ),
    level(
        name = "physical",
        class = "morse.sensors.laserscanner.PhysicalLaserScannerRotationZ",
        doc = "Points and ranges with noise, limited resolution and dropouts."
    ),
    builder(
        name = "VelodyneRayCast",
        base = "LaserSensorWithArc",
        properties(Visible_arc = true, laser_range = 50.0, scan_window = 31.5, resolution = 0.5),
        options(arc_rotation = [FRAC_PI_2, TILT_DEG.to_radians(), 0.0])
    )
)]
pub struct LaserScannerRotationZ {
    #[property(flatten)]
    scanner: Scanner,
}

impl Sensor for LaserScannerRotationZ {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Scan) -> Result<(), SetupError> {
        self.scanner.mount(setup, &mut data.layout)
    }

    fn check(&self) -> Result<(), SetupError> {
        self.scanner.geometry.check()
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::rays(RayKind::Physics).with_changes()
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Scan) {
        self.scanner.scan(view, data);
    }

    fn follow_up(&mut self, call: &mut Call<'_, Scan>) {
        rotate_head(call);
    }
}
