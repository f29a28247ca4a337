//! Where and when a sensor of the magnetic field is.

use morse_sim::prelude::*;

use super::model::field_ned;
use crate::calendar::UtcTime;
use crate::geodesy::{EarthFrame, Geodetic};

/// The place of the scene on Earth, and the date.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct MagneticPlace {
    frame: EarthFrame,
    /// Date of the start as a decimal year.
    today: f64,
}

impl MagneticPlace {
    /// Reads the place of the scene, for the class `user`, which needs it.
    ///
    /// # Errors
    /// See [`EarthFrame::of_scene`].
    pub(crate) fn of_scene(user: &str, setup: &Setup<'_>) -> Result<Self, SetupError> {
        let today = UtcTime::from_unix(setup.started_at_s).decimal_year();
        Ok(Self { frame: EarthFrame::of_scene(user, setup)?, today })
    }

    /// The field at a sensor today, along the axes of the sensor. [nT]
    pub(crate) fn field_in_sensor(&self, world_from_sensor: Pose) -> DVec3 {
        let ned = field_ned(self.place_of(world_from_sensor), self.today);
        let field_in_local = DVec3::new(ned.y, ned.x, -ned.z);
        world_from_sensor.rotation.conjugate() * self.frame.world_from_local(field_in_local)
    }

    /// The field at a sensor, on a date given as a decimal year or today. [nT]
    ///
    /// It is north, east and down, turned back by the attitude of the sensor as if these were the axes of the world.
    /// This is what clients of the original expect; the axes are those of a sensor only while it has no attitude.
    pub(crate) fn field_at(&self, world_from_sensor: Pose, date: Option<f64>) -> DVec3 {
        let place = self.place_of(world_from_sensor);
        world_from_sensor.rotation.conjugate() * field_ned(place, date.unwrap_or(self.today))
    }

    fn place_of(&self, world_from_sensor: Pose) -> Geodetic {
        Geodetic::from_ecef(self.frame.ecef_from_world(world_from_sensor.translation))
    }
}
