//! PhysicalLaserScanner: a laser scanner with the errors of a real scanner.

use morse_sim::prelude::*;

use crate::sensors::ranging::laserscanner::Scan;
use crate::sensors::ranging::laserscanner::scanner::PhysicalScanner;

/// Laser scanner with range noise, limited resolution and dropouts.
///
/// Each range gets a normally distributed error, whose standard deviation depends on the distance. The result is rounded
/// to a multiple of `range_step`. A result above `laser_range`, a result that is not positive, and a lost echo count as
/// a ray without a hit. Errors of different rays and scans are independent.
///
/// The default values are those of a SICK LMS5xx in standard resolution. Its statistical errors are from the SICK
/// knowledge base, "Measurement Errors LMSxxx": typically 6 mm from 1 to 10 m, 8 mm from 10 to 20 m, 14 mm from 20 to
/// 30 m. It sends distances in millimeters (operating instructions 8013796/UL20/2010-09-27, chapter 10). No source gives
/// its rate of lost echoes; the default is zero. Its systematic error of ±25 to ±50 mm, which is constant for a device,
/// is not modeled.
///
/// With `d` the true distance and `w` a standard normal number:
///
/// `range = range_step · round((d + σ(d) · w) / range_step)`
///
/// `σ(d)` is `noise_near` up to 10 m, `noise_middle` up to 20 m, and `noise_far` beyond.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.laserscanner.PhysicalLaserScanner",
    title = "Laser scanner with errors",
    data = Scan
)]
pub struct PhysicalLaserScanner {
    #[property(flatten)]
    scanner: PhysicalScanner,
}

impl Sensor for PhysicalLaserScanner {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Scan) -> Result<(), SetupError> {
        self.scanner.mount(setup, &mut data.layout)
    }

    fn check(&self) -> Result<(), SetupError> {
        self.scanner.check()
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::rays(RayKind::Physics)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Scan) {
        self.scanner.scan(view, data);
    }
}
