//! PTUPosture: the angles of a pan-tilt unit.

use morse_sim::prelude::*;

use crate::common::model_parts::pan_tilt::PanTiltParts;

/// Measured angles of a pan-tilt unit.
#[derive(Data, Clone, Default)]
#[data(kind = PanTilt)]
pub struct PanTiltAngles {
    /// Angle about the vertical axis, positive to the left. [rad]
    pan: f64,
    /// Angle about the sideways axis, positive downwards. [rad]
    tilt: f64,
}

/// Measures the angles of the pan-tilt unit that carries it, directly or through its parent, without error.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.ptu_posture.PTUPosture",
    title = "PTU Pose Sensor",
    data = PanTiltAngles,
    builder(name = "PTUPosture"),
    fits("morse.actuators.ptu.PTU")
)]
pub struct PtuPosture {
    parts: Option<PanTiltParts>,
}

impl Sensor for PtuPosture {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut PanTiltAngles) -> Result<(), SetupError> {
        let parts = PanTiltParts::above(setup.world, setup.node);
        self.parts = Some(parts.ok_or_else(|| {
            SetupError::Missing(format!("{} is not on a pan-tilt unit: append it to a PTU", setup.name))
        })?);
        Ok(())
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut PanTiltAngles) {
        if let Some(parts) = self.parts {
            let [pan, tilt] = parts.angles(view.world);
            *data = PanTiltAngles { pan, tilt };
        }
    }
}
