//! Place and date of a magnetic field sensor.

use morse_sim::prelude::*;

use crate::common::earth::calendar;
use crate::common::earth::geodesy::{EarthFrame, Geodetic};
use crate::common::earth::magnetism::model::field_ned;
use crate::common::earth::magnetism::nearby::Nearby;

/// The place of the scene on Earth, and the date.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct MagneticPlace {
    frame: EarthFrame,
    /// Date of the start as a decimal year.
    today: f64,
    /// Cache of the field around the last query; it does not influence results.
    #[serde(skip)]
    nearby: Option<Nearby>,
}

impl MagneticPlace {
    /// Reads the place of the scene for the class `user`.
    ///
    /// # Errors
    /// See [`EarthFrame::of_scene`].
    pub(crate) fn of_scene(user: &str, setup: &Setup<'_>) -> Result<Self, SetupError> {
        let today = calendar::decimal_year(calendar::utc(setup.started_at_s));
        Ok(Self { frame: EarthFrame::of_scene(user, setup)?, today, nearby: None })
    }

    /// The field at a sensor on the date of the start, along the axes of the sensor. [nT]
    pub(crate) fn field_in_sensor(&mut self, world_from_sensor: Pose) -> DVec3 {
        let ned = self.ned(world_from_sensor.translation, self.today);
        let field_in_local = DVec3::new(ned.y, ned.x, -ned.z);
        world_from_sensor.rotation.conjugate() * self.frame.world_from_local(field_in_local)
    }

    /// The field at a sensor, on a date given as a decimal year or that of the start. [nT]
    ///
    /// The components to north, east and down are rotated by the inverse attitude of the sensor as if these were the
    /// axes of the world. Clients of the original expect this; the axes are correct only for a sensor without
    /// rotation.
    pub(crate) fn field_at(&mut self, world_from_sensor: Pose, date: Option<f64>) -> DVec3 {
        let ned = self.ned(world_from_sensor.translation, date.unwrap_or(self.today));
        world_from_sensor.rotation.conjugate() * ned
    }

    /// The field at a position in the world, north, east and down. [nT]
    fn ned(&mut self, position: DVec3, date: f64) -> DVec3 {
        let nearby = self.nearby.take().filter(|nearby| nearby.holds(position, date));
        let frame = &self.frame;
        let model = |position| field_ned(Geodetic::from_ecef(frame.ecef_from_world(position)), date);
        self.nearby.insert(nearby.unwrap_or_else(|| Nearby::around(position, date, model))).field_at(position)
    }
}
