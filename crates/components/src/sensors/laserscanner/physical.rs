//! PhysicalLaserScanner: a laser scanner with the errors of a real one.

use morse_sim::prelude::*;

use super::Scan;
use super::arc::Arc;
use super::errors::scanner_with_errors;

scanner_with_errors! {
    /// Laser scanner whose ranges scatter, come in steps, and may be missing.
    ///
    /// To each range a normally distributed error is added, whose standard deviation depends on the distance; then it is
    /// rounded to a whole number of steps. A range that then is out of `laser_range`, or not more than zero, counts as a ray
    /// that met nothing, and so does a lost echo. Errors of different rays and scans are independent.
    ///
    /// The defaults are those of a SICK LMS5xx in standard resolution. Its statistical errors are from the SICK knowledge
    /// base, "Measurement Errors LMSxxx": typically 6 mm from 1 to 10 m, 8 mm from 10 to 20 m, 14 mm from 20 to 30 m. It
    /// sends distances in millimetres (operating instructions 8013796/UL20/2010-09-27, chapter 10). No source says how many
    /// echoes it loses, so none are lost unless the scene says so. Its systematic error, ±25 to ±50 mm that are the same in
    /// all scans of one device, is left out.
    ///
    /// With `d` the true distance and `w` a standard normal number:
    ///
    /// `range = range_step · round((d + σ(d) · w) / range_step)`
    ///
    /// `σ(d)` is `noise_near` up to 10 m, `noise_middle` up to 20 m, and `noise_far` beyond.
    #[component(
        class = "morse.sensors.laserscanner.PhysicalLaserScanner",
        title = "Laser scanner with errors",
        data = Scan
    )]
    pub struct PhysicalLaserScanner {}
}

impl Sense for PhysicalLaserScanner {
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
}
