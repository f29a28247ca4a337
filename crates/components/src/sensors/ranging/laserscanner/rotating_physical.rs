//! PhysicalLaserScannerRotationZ: a laser scanner that rotates, with the errors of a real scanner.

use morse_sim::prelude::*;

use crate::sensors::ranging::laserscanner::Scan;
use crate::sensors::ranging::laserscanner::scanner::{PhysicalScanner, rotate_head};

/// Laser scanner that rotates by one degree about its own Z axis after each scan, with range noise, limited resolution
/// and dropouts.
///
/// Rays and rotation are computed as in a LaserScannerRotationZ, errors as in a PhysicalLaserScanner. With `d` the true
/// distance and `w` a standard normal number:
///
/// `range = range_step · round((d + σ(d) · w) / range_step)`
///
/// `σ(d)` is `noise_near` up to 10 m, `noise_middle` up to 20 m, and `noise_far` beyond. A result above `laser_range`, a
/// result that is not positive, and a lost echo count as a ray without a hit.
///
/// The default values are those of a SICK LMS5xx in standard resolution, as in the PhysicalLaserScanner: 6 mm, 8 mm and
/// 14 mm (SICK knowledge base, "Measurement Errors LMSxxx"), in steps of 1 mm (operating instructions
/// 8013796/UL20/2010-09-27).
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.laserscanner.PhysicalLaserScannerRotationZ",
    title = "Rotating laser scanner with errors",
    data = Scan
)]
pub struct PhysicalLaserScannerRotationZ {
    #[property(flatten)]
    scanner: PhysicalScanner,
}

impl Sensor for PhysicalLaserScannerRotationZ {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Scan) -> Result<(), SetupError> {
        self.scanner.mount(setup, &mut data.layout)
    }

    fn check(&self) -> Result<(), SetupError> {
        self.scanner.check()
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
