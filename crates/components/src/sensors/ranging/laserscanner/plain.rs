//! LaserScanner: points and ranges, without error.

use morse_sim::prelude::*;

use crate::sensors::ranging::laserscanner::Scan;
use crate::sensors::ranging::laserscanner::scanner::Scanner;

/// Measures the distance along rays over an arc, without error.
///
/// Rays are `resolution` apart over the whole `scan_window`, both ends included, ordered from right to left.
/// Several layers follow each other from the top down. A scan takes no time: all rays are cast at once. All rays
/// ignore the body on which the sensor is mounted, and any solid in which they start.
///
/// The ray at the angle `a` from the X axis, in a layer at the angle `e` above the plane of X and Y, goes along
///
/// `(cos a, sin a, sin e) / √(1 + sin² e)`
///
/// `a = -scan_window / 2 + i · resolution`, for `i` from 0; the first, third, … layer are rotated by
/// `+layer_offset`
///
/// `e = layer_separation · ((layers - 1) / 2 - k)` in layer `k`, from 0
///
/// A point is the direction of its ray times its range, along the axes of the sensor: x ahead, y to the left, z
/// up.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.laserscanner.LaserScanner",
    title = "Laser scanner",
    data = Scan,
    level(
        name = "raw",
        class = "morse.sensors.laserscanner.LaserScanner",
        doc = "Points and ranges.",
        default
    ),
    level(
        name = "rssi",
        class = "morse.sensors.laserscanner.RSSILaserScanner",
        doc = "raw, with remissions."
    ),
    level(
        name = "range",
        class = "morse.sensors.laserscanner.LaserScanner",
        doc = "raw, for streams that tell the nearest range only.",
        kind = Range
    ),
    level(
        name = "truth",
        class = "morse.sensors.laserscanner.LaserScanner",
        doc = "Points and ranges without error: the same as raw."
    ),
    level(
        name = "physical",
        class = "morse.sensors.laserscanner.PhysicalLaserScanner",
        doc = "Ranges scatter, come in steps and may be missing."
    ),
    builder(
        name = "Hokuyo",
        base = "LaserSensorWithArc",
        rate_hz = 10.0,
        properties(Visible_arc = false, laser_range = 30.0, scan_window = 270.0, resolution = 0.25)
    ),
    builder(
        name = "Infrared",
        base = "LaserSensorWithArc",
        rate_hz = 10.0,
        properties(Visible_arc = true, laser_range = 2.0, scan_window = 20.0, resolution = 1.0)
    ),
    builder(name = "LaserSensorWithArc"),
    builder(
        name = "Sick",
        base = "LaserSensorWithArc",
        rate_hz = 10.0,
        properties(Visible_arc = false, laser_range = 30.0, scan_window = 180.0, resolution = 1.0)
    ),
    builder(
        name = "SickLDMRS",
        base = "LaserSensorWithArc",
        rate_hz = 4.0,
        properties(
            Visible_arc = false,
            laser_range = 30.0,
            scan_window = 100.0,
            resolution = 0.25,
            layers = 4,
            layer_separation = 0.8,
            layer_offset = 0.125
        )
    )
)]
pub struct LaserScanner {
    #[property(flatten)]
    scanner: Scanner,
}

impl Sensor for LaserScanner {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Scan) -> Result<(), SetupError> {
        self.scanner.mount(setup)
    }

    fn check(&self) -> Result<(), SetupError> {
        self.scanner.arc.check()
    }

    fn casts_rays(&self) -> Option<RayKind> {
        Some(RayKind::Physics)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Scan) {
        self.scanner.scan(view, data);
    }
}
