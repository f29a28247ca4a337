//! PhysicalLaserScannerRotationZ: a laser scanner whose head turns on, with the errors of a real one.

use morse_sim::prelude::*;

use super::Scan;
use super::arc::Arc;
use super::errors::scanner_with_errors;
use super::rotating::TURN;

scanner_with_errors! {
    /// Laser scanner that turns by one degree about its own Z axis after each scan, and whose ranges scatter, come in steps,
    /// and may be missing.
    ///
    /// Rays and the turn of the head are those of a LaserScannerRotationZ, errors those of a PhysicalLaserScanner. With `d`
    /// the true distance and `w` a standard normal number:
    ///
    /// `range = range_step · round((d + σ(d) · w) / range_step)`
    ///
    /// `σ(d)` is `noise_near` up to 10 m, `noise_middle` up to 20 m, and `noise_far` beyond. A range that then is out of
    /// `laser_range`, or not more than zero, counts as a ray that met nothing, and so does a lost echo.
    ///
    /// The defaults are those of a SICK LMS5xx in standard resolution, as for the PhysicalLaserScanner: 6 mm, 8 mm and 14 mm
    /// (SICK knowledge base, "Measurement Errors LMSxxx"), in steps of 1 mm (operating instructions 8013796/UL20/2010-09-27).
    #[component(
        class = "morse.sensors.laserscanner.PhysicalLaserScannerRotationZ",
        title = "Rotating laser scanner with errors",
        data = Scan
    )]
    pub struct PhysicalLaserScannerRotationZ {}
}

impl Sense for PhysicalLaserScannerRotationZ {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Scan) -> Result<(), SetupError> {
        self.sensor_from_arc = Arc::mount(setup)?;
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        self.errors().check()?;
        self.arc().check()
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut Scan) {
        let arc = self.arc();
        self.sweep.cast(&arc, view, data.echoes());
        self.errors().spoil(data, self.sweep.directions(), arc.range_m, &mut view.random);
    }

    fn follow_up(&mut self, call: &mut Call<'_, Scan>) {
        call.world.move_local(call.node, DVec3::ZERO, DVec3::Z * TURN);
    }
}
