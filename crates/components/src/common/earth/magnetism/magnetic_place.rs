//! Magnetic field at a sensor: position of the scene on Earth, and date.

use morse_sim::prelude::*;

use crate::common::earth::calendar;
use crate::common::earth::geodesy::{EarthFrame, Geodetic};
use crate::common::earth::magnetism::field_cell::FieldCell;
use crate::common::earth::magnetism::model::field_ned;

/// Position of the scene on Earth and date of the start, from which the magnetic field at a sensor follows.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct MagneticPlace {
    frame: EarthFrame,
    /// Date of the start, as a decimal year.
    start_date: f64,
    /// Cache of the cell of the last query; it does not influence results.
    #[serde(skip)]
    cell: Option<FieldCell>,
}

impl MagneticPlace {
    /// Reads the position of the scene; `user` is the name of the class that needs it, for errors.
    ///
    /// # Errors
    /// See [`EarthFrame::of_scene`].
    pub(crate) fn of_scene(user: &str, setup: &Setup<'_>) -> Result<Self, SetupError> {
        let start_date = calendar::decimal_year(calendar::utc(setup.started_at_s));
        Ok(Self { frame: EarthFrame::of_scene(user, setup)?, start_date, cell: None })
    }

    /// Field at a sensor on the date of the start, along the axes of the sensor. [nT]
    pub(crate) fn field_in_sensor(&mut self, world_from_sensor: Pose) -> DVec3 {
        let ned = self.ned(world_from_sensor.translation, self.start_date);
        let field_in_local = DVec3::new(ned.y, ned.x, -ned.z);
        world_from_sensor.rotation.conjugate() * self.frame.world_from_local(field_in_local)
    }

    /// Field at a sensor on a date (decimal year), or on the date of the start for `None`. [nT]
    ///
    /// The north, east and down components are rotated by the inverse attitude of the sensor, as if they were along the
    /// axes of the world. Clients of the original expect this. The axes are correct only for a sensor without rotation.
    pub(crate) fn field_at(&mut self, world_from_sensor: Pose, date: Option<f64>) -> DVec3 {
        let ned = self.ned(world_from_sensor.translation, date.unwrap_or(self.start_date));
        world_from_sensor.rotation.conjugate() * ned
    }

    /// Field at a position in the world, along north, east and down. [nT]
    fn ned(&mut self, position: DVec3, date: f64) -> DVec3 {
        let cell = self.cell.take().filter(|cell| cell.covers(position, date));
        let frame = &self.frame;
        let model = |position| field_ned(Geodetic::from_ecef(frame.ecef_from_world(position)), date);
        self.cell.insert(cell.unwrap_or_else(|| FieldCell::around(position, date, model))).field_at(position)
    }
}
