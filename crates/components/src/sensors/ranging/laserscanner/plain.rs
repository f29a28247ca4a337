//! LaserScanner: points and ranges without error.

use morse_sim::prelude::*;

use crate::sensors::ranging::laserscanner::Scan;
use crate::sensors::ranging::laserscanner::scanner::Scanner;

/// Measures distances along the rays of an arc, without error.
///
/// The rays cover `scan_window` in steps of `resolution`, both ends included, and are ordered from right to left.
/// Several layers are ordered from the top down. A scan takes no time: all rays are cast at the same time. Rays ignore
/// the body on which the sensor is mounted, and any solid in which they start.
///
/// The ray at the angle `a` from the X axis, in a layer at the elevation `e` above the XY plane, has the direction
///
/// `(cos a, sin a, sin e) / √(1 + sin² e)`
///
/// `a = -scan_window / 2 + i · resolution`, with `i` from 0; `layer_offset` is added in the first, third, … layer
///
/// `e = layer_separation · ((layers - 1) / 2 - k)` in layer `k`, counted from 0
///
/// A point is the direction of its ray multiplied by its range, in the frame of the sensor: x ahead, y to the left, z up.
#[derive(Sensor, Clone, Serialize, Deserialize)]
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
        doc = "The data of level raw, with the remission of each hit."
    ),
    level(
        name = "range",
        class = "morse.sensors.laserscanner.LaserScanner",
        doc = "The data of level raw, for streams that send only the nearest range.",
        kind = Range
    ),
    level(
        name = "truth",
        class = "morse.sensors.laserscanner.LaserScanner",
        doc = "Points and ranges without error; the same as level raw."
    ),
    level(
        name = "physical",
        class = "morse.sensors.laserscanner.PhysicalLaserScanner",
        doc = "Points and ranges with noise, limited resolution and dropouts."
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
    fn start(&mut self, setup: &Setup<'_>, data: &mut Scan) -> Result<(), SetupError> {
        self.scanner.mount(setup, &mut data.layout)
    }

    fn check(&self) -> Result<(), SetupError> {
        self.scanner.geometry.check()
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::rays(RayKind::Physics)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Scan) {
        self.scanner.scan(view, data);
    }
}
