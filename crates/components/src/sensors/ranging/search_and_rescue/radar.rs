//! The detection cone of a search and rescue sensor.

use morse_sim::prelude::*;
use morse_world::{NodeId, Volume};

/// A radar along the X axis that detects bodies with a property.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Radar {
    property: String,
}

/// Property of victims, unless the scene sets another one.
const PROPERTY: &str = "Injured";

impl Radar {
    /// The radar of a sensor, from the option `radars` of the builder class.
    ///
    /// # Errors
    /// When the option does not describe a radar.
    pub(super) fn new(setup: &Setup<'_>) -> Result<Self, SetupError> {
        let usual = Self { property: PROPERTY.to_owned() };
        let Some(listed) = setup.object.options.get("radars") else { return Ok(usual) };
        let bad = || {
            SetupError::Invalid(format!(
                "the option radars of {} must be a list of one dictionary with property",
                setup.name
            ))
        };
        let [described] = listed.as_list().ok_or_else(bad)? else { return Err(bad()) };
        match described.as_map().ok_or_else(bad)?.get("property") {
            Some(property) => Ok(Self { property: property.as_str().ok_or_else(bad)?.to_owned() }),
            None => Ok(usual),
        }
    }

    /// The objects in the cone of the sensor, in scene order, without the robot that carries the sensor.
    pub(super) fn look(&self, view: &SenseContext<'_>, cone: &Volume) -> Vec<NodeId> {
        if view.world.tagged(&self.property).is_empty() {
            return Vec::new();
        }
        let is_victim = |node| view.world.has_tag(node, &self.property);
        view.world.objects_in(view.world_from_sensor(), cone, view.robot, is_victim)
    }
}

/// Radars in the description of the builder class. Angle and distance of the cone are also properties of the sensor,
/// which are used instead.
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
