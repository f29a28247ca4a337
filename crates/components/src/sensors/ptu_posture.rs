//! PTUPosture: where a pan-tilt unit looks.

use morse_sim::prelude::*;

use crate::pan_tilt::PanTiltParts;

/// Angles of a pan-tilt unit.
#[derive(Data, Clone, Default)]
#[data(kind = "pan_tilt")]
pub struct Posture {
    /// Angle about the vertical axis, positive to the left. [rad]
    pan: f64,
    /// Angle about the sideways axis, positive downwards. [rad]
    tilt: f64,
}

/// The angles of the pan-tilt unit that it is appended to, or that carries what it is appended to, without error.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.ptu_posture.PTUPosture",
    title = "PTU Pose Sensor",
    data = Posture,
    builder(name = "PTUPosture"),
    fits("morse.actuators.ptu.PTU")
)]
pub struct PtuPosture {
    parts: Option<PanTiltParts>,
}

impl Sense for PtuPosture {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Posture) -> Result<(), SetupError> {
        let parts = PanTiltParts::above(setup.world, setup.node);
        self.parts = Some(parts.ok_or_else(|| {
            SetupError(format!("{} is on no pan-tilt unit: append it to a PTU", setup.name))
        })?);
        Ok(())
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut Posture) {
        if let Some(parts) = self.parts {
            let [pan, tilt] = parts.angles(view.world);
            *data = Posture { pan, tilt };
        }
    }
}
