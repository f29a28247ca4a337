//! Radar of a search and rescue sensor: detects objects with a property in a cone.

use morse_sim::prelude::*;
use morse_world::{NodeId, Volume};

/// Radar along the X axis of the sensor, which detects objects with a property.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Radar {
    property: String,
}

/// Property of victims, unless the option `radars` sets a different name.
const PROPERTY: &str = "Injured";

impl Radar {
    /// Reads the radar from the option `radars` of a sensor.
    ///
    /// # Errors
    /// If the option does not describe a radar.
    pub(super) fn new(setup: &Setup<'_>) -> Result<Self, SetupError> {
        let default = Self { property: PROPERTY.to_owned() };
        let Some(option) = setup.object.options.get("radars") else { return Ok(default) };
        let bad = || {
            SetupError::Invalid(format!(
                "the option radars of {} must be a list of one dictionary with property",
                setup.name
            ))
        };
        let [entry] = option.as_list().ok_or_else(bad)? else { return Err(bad()) };
        match entry.as_map().ok_or_else(bad)?.get("property") {
            Some(property) => Ok(Self { property: property.as_str().ok_or_else(bad)?.to_owned() }),
            None => Ok(default),
        }
    }

    /// Returns the objects in the cone, in scene order, except the robot that carries the sensor.
    pub(super) fn detect(&self, view: &SenseContext<'_>, cone: &Volume) -> Vec<NodeId> {
        if view.world.tagged(&self.property).is_empty() {
            return Vec::new();
        }
        let is_victim = |node| view.world.has_tag(node, &self.property);
        view.world.objects_in(view.world_from_sensor(), cone, view.robot, is_victim)
    }
}

/// Default of the option `radars` of the builder class. The sensor takes the angle and length of its cone from its
/// properties, not from this option.
pub(super) fn builder_radars() -> Vec<Map> {
    vec![Map::from([
        ("name", Value::from("Radar")),
        ("property", Value::from(PROPERTY)),
        ("axis", Value::from("+X")),
        ("angle_deg", Value::from(60.0)),
        ("distance_m", Value::from(10.0)),
        ("tick_skip", Value::from(20)),
    ])]
}
