//! LaserScanner: points and ranges, without error.

use morse_sim::prelude::*;

use super::arc::Arc;
use super::{Scan, scanner};

scanner! {
    /// Measures the distance along rays over an arc, without error.
    ///
    /// Rays lie `resolution` apart over the whole `scan_window`, both ends included, and come in the order of a turn to the
    /// left. With several layers these follow each other from the top down. A scan takes no time: all rays leave at once.
    /// Like all rays they pass the body that the sensor is mounted on, and start outside of any solid they begin in.
    ///
    /// The ray at the angle `a` from the X axis, in a layer at the angle `e` above the plane of X and Y, goes along
    ///
    /// `(cos a, sin a, sin e) / √(1 + sin² e)`
    ///
    /// `a = -scan_window / 2 + i · resolution`, for `i` from 0; the first, third, … layer are turned by `+layer_offset`
    ///
    /// `e = layer_separation · ((layers - 1) / 2 - k)` in layer `k`, from 0
    ///
    /// A point is the direction of its ray times its range, along the axes of the sensor: x ahead, y to the left, z up.
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
            doc = "raw, for streams that tell the nearest range only."
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
    pub struct LaserScanner {}
}

impl Sense for LaserScanner {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Scan) -> Result<(), SetupError> {
        self.sensor_from_arc = Arc::mount(setup)?;
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        self.arc().check()
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut Scan) {
        let arc = self.arc();
        self.sweep.cast(&arc, view, data.echoes());
    }
}
