//! Zones: named axis-aligned boxes of the world with a purpose, such as a charging area.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::WorldError;

/// An axis-aligned box in the world, without a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Zone {
    /// The name of the zone.
    pub name: String,
    /// Its purpose, for example `Charging`.
    pub kind: String,
    /// Its center in the world. [m]
    pub center: DVec3,
    /// Half its size along each axis. [m]
    pub half_extents: DVec3,
}

impl Zone {
    /// Whether a point in world coordinates [m] is in the zone, including its faces.
    pub fn contains(&self, point_in_world: DVec3) -> bool {
        (point_in_world - self.center).abs().cmple(self.half_extents).all()
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is not finite or a size is negative.
    pub(crate) fn validate(&self) -> Result<(), WorldError> {
        if !self.center.is_finite() {
            return Err(WorldError::bad(&self.name, "zone center", self.center, "finite meters"));
        }
        if !self.half_extents.is_finite() || self.half_extents.min_element() < 0.0 {
            return Err(WorldError::bad(
                &self.name,
                "zone half extents",
                self.half_extents,
                "finite meters, none negative",
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zone_contains_its_faces() {
        let zone = Zone {
            name: "dock".to_owned(),
            kind: "Charging".to_owned(),
            center: DVec3::new(1.0, 2.0, 0.0),
            half_extents: DVec3::new(0.5, 1.0, 2.0),
        };
        assert!(zone.contains(DVec3::new(1.5, 3.0, -2.0)));
        assert!(!zone.contains(DVec3::new(1.500001, 2.0, 0.0)));
        assert!(!zone.contains(DVec3::new(f64::NAN, 2.0, 0.0)));
    }

    #[test]
    fn zone_with_negative_size_is_refused() {
        let zone = Zone {
            name: "dock".to_owned(),
            kind: "Charging".to_owned(),
            center: DVec3::ZERO,
            half_extents: DVec3::new(0.5, -1.0, 2.0),
        };
        assert!(zone.validate().is_err());
    }
}
