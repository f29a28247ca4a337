//! The cone through which a search and rescue sensor looks.

use morse_sim::prelude::*;
use morse_world::{NodeId, Volume};

use crate::grasping::found_in;

/// A cone along the X axis that notices bodies with a property.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Radar {
    property: String,
    ticks_between_looks: u64,
    next_look: u64,
    seen: Vec<NodeId>,
}

/// What victims are recognised by, unless the scene says otherwise.
const PROPERTY: &str = "Injured";

impl Radar {
    /// The radar of a sensor, as the builder class describes it in the option `radars`.
    ///
    /// # Errors
    /// When it describes none.
    pub(super) fn new(setup: &Setup<'_>, ticks_between_looks: f64) -> Result<Self, SetupError> {
        let mut radar = Self {
            property: PROPERTY.to_owned(),
            ticks_between_looks: ticks_between_looks as u64,
            ..Self::default()
        };
        let Some(listed) = setup.object.options.get("radars") else { return Ok(radar) };
        let bad = || {
            SetupError(format!(
                "the option radars of {} must be a list of one dictionary with property and tick_skip",
                setup.name
            ))
        };
        let [described] = listed.as_list().ok_or_else(bad)? else { return Err(bad()) };
        let described = described.as_map().ok_or_else(bad)?;
        if let Some(property) = described.get("property") {
            radar.property = property.as_str().ok_or_else(bad)?.to_owned();
        }
        if let Some(tick_skip) = described.get("tick_skip") {
            let tick_skip = tick_skip.as_i64().ok_or_else(bad)?;
            radar.ticks_between_looks = u64::try_from(tick_skip).map_err(|_| bad())?;
        }
        Ok(radar)
    }

    /// What is in the cone, or was at the last look; in scene order, without the robot that carries the sensor.
    ///
    /// The cone has its tip in the sensor, the angle `half_opening` [rad] between axis and rim, and a flat base
    /// `length_m` away.
    pub(super) fn look(&mut self, view: &View<'_>, half_opening: f64, length_m: f64) -> &[NodeId] {
        let tick = (view.now.seconds() / view.world.settings().tick_s).round() as u64;
        if tick >= self.next_look {
            self.next_look = tick.saturating_add(self.ticks_between_looks).saturating_add(1);
            self.seen = self.look_now(view, Volume::Cone { length: length_m, half_opening });
        }
        &self.seen
    }

    fn look_now(&self, view: &View<'_>, cone: Volume) -> Vec<NodeId> {
        if view.world.tagged(&self.property).is_empty() {
            return Vec::new();
        }
        let is_victim = |node| view.world.has_tag(node, &self.property);
        found_in(view.world, view.world_from_sensor(), &cone, view.robot, is_victim)
    }
}

/// What the builder class says of the radar. The angle and the distance of the cone are properties of the sensor too, and
/// it goes by these.
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
