//! PhysicalLaserScanner: a laser scanner with the errors of a real one.

use morse_sim::prelude::*;

use super::arc::Arc;
use super::{Scan, scanner};

/// Ranges up to which the noise is that of the near and of the middle distance. [m]
const NEAR_M: f64 = 10.0;
const MIDDLE_M: f64 = 20.0;

scanner! {
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
    pub struct PhysicalLaserScanner {
        /// Standard deviation of ranges up to 10 m. [m]
        #[property(name = "noise_near", default = 0.006, min = 0)]
        noise_near_m: f64,
        /// Standard deviation of ranges from 10 to 20 m. [m]
        #[property(name = "noise_middle", default = 0.008, min = 0)]
        noise_middle_m: f64,
        /// Standard deviation of ranges of more than 20 m. [m]
        #[property(name = "noise_far", default = 0.014, min = 0)]
        noise_far_m: f64,
        /// Step in which ranges are given; with 0 they are not rounded. [m]
        #[property(name = "range_step", default = 0.001, min = 0)]
        step_m: f64,
        /// Share of the rays whose echo is lost.
        #[property(name = "dropout", default = 0.0, min = 0, max = 1)]
        dropout: f64,
    }
}

impl Sense for PhysicalLaserScanner {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Scan) -> Result<(), SetupError> {
        self.sensor_from_arc = Arc::mount(setup)?;
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        let lengths = [
            ("noise_near", self.noise_near_m),
            ("noise_middle", self.noise_middle_m),
            ("noise_far", self.noise_far_m),
            ("range_step", self.step_m),
        ];
        if let Some((name, length)) =
            lengths.iter().find(|(_, length)| !(0.0..f64::INFINITY).contains(length))
        {
            return Err(SetupError(format!("{name} is {length}; allowed is a finite length of 0 m or more")));
        }
        if !(0.0..=1.0).contains(&self.dropout) {
            return Err(SetupError(format!("dropout is {}; allowed is a share from 0 to 1", self.dropout)));
        }
        self.arc().check()
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut Scan) {
        let arc = self.arc();
        self.sweep.cast(&arc, view);
        let random = &mut view.random;
        let measured = self.sweep.echoes().map(|(direction, distance)| {
            // Every ray draws its numbers, met or not: what one ray meets changes nothing for the others.
            let (lost, error) = (random.uniform() < self.dropout, random.gaussian(0.0, 1.0));
            let measured = distance.filter(|_| !lost).map(|distance| self.measured(distance, error));
            (direction, measured.filter(|&measured| 0.0 < measured && measured <= arc.range_m))
        });
        data.echoes().fill(measured, arc.range_m);
    }
}

impl PhysicalLaserScanner {
    /// The range that is given for a distance [m], with an error in standard deviations.
    fn measured(&self, distance: f64, error: f64) -> f64 {
        let deviation = if distance <= NEAR_M {
            self.noise_near_m
        } else if distance <= MIDDLE_M {
            self.noise_middle_m
        } else {
            self.noise_far_m
        };
        let measured = distance + deviation * error;
        if self.step_m > 0.0 { (measured / self.step_m).round() * self.step_m } else { measured }
    }
}
