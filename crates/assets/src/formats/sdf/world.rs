//! Settings of a world: gravity and the place on Earth.

use glam::DVec3;

use crate::ReadError;
use crate::formats::sdf::Import;
use crate::formats::sdf::tag::Tag;
use crate::model::{EarthOrigin, WorldSettings};

/// Gravity of a world that gives none. [m/s²]
const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.8);

impl Import<'_> {
    /// The settings of a `<world>`.
    pub(super) fn world_settings(&mut self, world: &Tag) -> Result<WorldSettings, ReadError> {
        let gravity = world.vector_of("gravity")?.unwrap_or(GRAVITY);
        let Some(place) = world.child("spherical_coordinates") else {
            return Ok(WorldSettings { gravity, origin: None });
        };
        let is_supported = place.text_of("surface_model").is_none_or(|model| model == "EARTH_WGS84")
            && place.text_of("world_frame_orientation").is_none_or(|axes| axes == "ENU")
            && place.number_of("heading_deg")?.unwrap_or(0.0) == 0.0;
        if !is_supported {
            self.note(
                "<spherical_coordinates> is left out: only EARTH_WGS84, ENU and <heading_deg> 0 are known",
                place,
            );
            return Ok(WorldSettings { gravity, origin: None });
        }
        let origin = EarthOrigin {
            longitude_deg: place.number_of("longitude_deg")?.unwrap_or(0.0),
            latitude_deg: place.number_of("latitude_deg")?.unwrap_or(0.0),
            altitude_m: place.number_of("elevation")?.unwrap_or(0.0),
        };
        Ok(WorldSettings { gravity, origin: Some(origin) })
    }
}
