//! LaserScannerRotationZ: a laser scanner whose head turns on.

use std::f64::consts::FRAC_PI_2;

use morse_sim::prelude::*;

use super::arc::Arc;
use super::{Scan, scanner};

/// How far the head turns after a scan. [rad]
pub(super) const TURN: f64 = 0.01745;

/// How the builder class mounts the arc: upright, looking down a little. [deg]
const TILT_DEG: f64 = 12.0;

scanner! {
    /// Laser scanner that turns by one degree about its own Z axis after each scan.
    ///
    /// Points are in the frame of the sensor as it stood at the scan. The builder class has the arc upright, from 27.75°
    /// below to 3.75° above the horizon, so that 360 scans see all around.
    ///
    /// Within a scan, rays, points and ranges are those of a LaserScanner whose arc is turned by `arc_rotation`. After
    /// scan `k` the head stands at `k · 0.01745 rad` to the left of where it began.
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
            doc = "raw, with remissions, and the head at rest."
        ),
        level(
            name = "truth",
            class = "morse.sensors.laserscanner.LaserScannerRotationZ",
            doc = "Points and ranges without error: the same as raw."
        ),
        level(
            name = "physical",
            class = "morse.sensors.laserscanner.PhysicalLaserScannerRotationZ",
            doc = "Ranges scatter, come in steps and may be missing."
        ),
        builder(
            name = "VelodyneRayCast",
            base = "LaserSensorWithArc",
            properties(Visible_arc = true, laser_range = 50.0, scan_window = 31.5, resolution = 0.5),
            options(arc_rotation = [FRAC_PI_2, TILT_DEG.to_radians(), 0.0])
        )
    )]
    pub struct LaserScannerRotationZ {}
}

impl Sense for LaserScannerRotationZ {
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

    fn follow_up(&mut self, call: &mut Call<'_, Scan>) {
        call.world.move_local(call.node, DVec3::ZERO, DVec3::Z * TURN);
    }
}
