//! What all laser scanners have: the arc of their rays, and what casts them.

use morse_sim::prelude::*;

use crate::sensors::ranging::laserscanner::Scan;
use crate::sensors::ranging::laserscanner::errors::RangeErrors;
use crate::sensors::ranging::laserscanner::geometry::Arc;
use crate::sensors::ranging::laserscanner::scan_caster::ScanCaster;

/// Rotation of a rotating head after a scan. [rad]
const TURN: f64 = 0.01745;

/// The properties of a scanner without errors.
#[derive(PropertyGroup, Serialize, Deserialize)]
pub(super) struct Scanner {
    #[property(flatten)]
    pub(super) arc: Arc,
    #[serde(skip)]
    pub(super) caster: ScanCaster,
}

impl Scanner {
    /// Reads how the builder class mounts the arc.
    ///
    /// # Errors
    /// When its rotation is invalid.
    pub(super) fn mount(&mut self, setup: &Setup<'_>) -> Result<(), SetupError> {
        self.arc.sensor_from_arc = Arc::mount(setup)?;
        Ok(())
    }

    /// Makes a scan without error.
    pub(super) fn scan(&mut self, view: &SenseContext<'_>, scan: &mut Scan) {
        self.caster.cast(&self.arc, view, scan.buffers());
    }
}

/// The properties of a scanner with errors.
#[derive(PropertyGroup, Serialize, Deserialize)]
pub(super) struct PhysicalScanner {
    #[property(flatten)]
    pub(super) exact: Scanner,
    #[property(flatten)]
    errors: RangeErrors,
}

impl PhysicalScanner {
    /// # Errors
    /// When a property is invalid.
    pub(super) fn check(&self) -> Result<(), SetupError> {
        self.errors.check()?;
        self.exact.arc.check()
    }

    /// Makes a scan with errors.
    pub(super) fn scan(&mut self, view: &mut SenseContext<'_>, scan: &mut Scan) {
        let Self { exact, errors } = self;
        exact.scan(view, scan);
        errors.apply_noise(scan, exact.caster.directions(), exact.arc.range_m, &mut view.random);
    }
}

/// Rotates the head of a scanner, to the left, after a scan.
pub(super) fn rotate_head(call: &mut Call<'_, Scan>) {
    call.world.move_local(call.node, DVec3::ZERO, DVec3::Z * TURN);
}
