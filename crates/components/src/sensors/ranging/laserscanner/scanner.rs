//! Code common to all laser scanners: ray geometry, ray casting and rotation.

use morse_sim::prelude::*;

use crate::sensors::ranging::laserscanner::Scan;
use crate::sensors::ranging::laserscanner::errors::RangeErrors;
use crate::sensors::ranging::laserscanner::geometry::ScanGeometry;
use crate::sensors::ranging::laserscanner::scan_caster::ScanCaster;

/// Rotation of a rotating scanner after each scan. [rad]
const HEAD_ROTATION_RAD: f64 = 0.01745;

/// Properties of a scanner without errors, and its ray caster.
#[derive(Clone, PropertyGroup, Serialize, Deserialize)]
pub(super) struct Scanner {
    #[property(flatten)]
    pub(super) geometry: ScanGeometry,
    #[serde(skip)]
    pub(super) caster: ScanCaster,
}

impl Scanner {
    /// Reads the orientation of the arc that the builder class sets, and sets the layout of the first scan.
    ///
    /// # Errors
    /// If the option is not a list of three angles.
    pub(super) fn mount(&mut self, setup: &Setup<'_>, layout: &mut Option<Layout>) -> Result<(), SetupError> {
        self.geometry.sensor_from_arc = ScanGeometry::mount(setup)?;
        *layout = Some(self.layout());
        Ok(())
    }

    /// Layout of the scans. Rays are measured from their origin on.
    pub(super) fn layout(&self) -> Layout {
        Layout::Scan(self.geometry.layout(0.0))
    }

    /// Measures a scan without error.
    pub(super) fn scan(&mut self, view: &SenseContext<'_>, scan: &mut Scan) {
        scan.layout = Some(self.layout());
        self.caster.cast(&self.geometry, view, scan.buffers());
    }
}

/// Properties of a scanner with errors.
#[derive(Clone, PropertyGroup, Serialize, Deserialize)]
pub(super) struct PhysicalScanner {
    #[property(flatten)]
    pub(super) exact: Scanner,
    #[property(flatten)]
    errors: RangeErrors,
}

impl PhysicalScanner {
    /// As [`Scanner::mount`].
    ///
    /// # Errors
    /// If the option is not a list of three angles.
    pub(super) fn mount(&mut self, setup: &Setup<'_>, layout: &mut Option<Layout>) -> Result<(), SetupError> {
        self.exact.mount(setup, layout)?;
        *layout = Some(self.layout());
        Ok(())
    }

    /// Layout of the scans. The smallest range is one step of the resolution, because a range of zero counts as a ray without a hit.
    fn layout(&self) -> Layout {
        Layout::Scan(self.exact.geometry.layout(self.errors.step_m))
    }

    /// Checks the values of the properties.
    ///
    /// # Errors
    /// If a value is invalid.
    pub(super) fn check(&self) -> Result<(), SetupError> {
        self.errors.check()?;
        self.exact.geometry.check()
    }

    /// Measures a scan with errors.
    pub(super) fn scan(&mut self, view: &mut SenseContext<'_>, scan: &mut Scan) {
        let layout = self.layout();
        let Self { exact, errors } = self;
        exact.scan(view, scan);
        scan.layout = Some(layout);
        errors.apply_noise(scan, exact.caster.directions(), exact.geometry.range_m, &mut view.random);
    }
}

/// Rotates a scanner to the left after a scan.
pub(super) fn rotate_head(call: &mut Call<'_, Scan>) {
    call.world.move_local(call.node, DVec3::ZERO, DVec3::Z * HEAD_ROTATION_RAD);
}
