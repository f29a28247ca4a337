//! SearchAndRescue: detects victims in a cone and heals the nearest one.

mod radar;
mod services;
mod victim;

use morse_sim::prelude::*;
use morse_world::{NodeId, World};

use crate::sensors::ranging::search_and_rescue::radar::Radar;
use crate::sensors::ranging::search_and_rescue::victim::Needs;

use crate::common::parts::grasping::radar_cone;

/// Victims in view.
#[derive(Data, Clone, Default)]
#[data(kind = Victims)]
pub struct Victims {
    /// For each victim, by its name: its `coordinate` in the world [m] as x, y, z, its `requirements` and its
    /// `severity`.
    victim_dict: Dict,
}

/// Number of readings that healing takes.
const READINGS_TO_HEAL: u32 = 10;

/// Result of healing that is not yet written to the world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct HealingResult {
    victim: NodeId,
    left: Needs,
}

/// Detects objects with the property `Injured` in a cone along its X axis, and heals the nearest victim.
///
/// Victims are not occluded. During the ten readings that healing takes, the robot must be within `Heal_range` and
/// have one of the abilities that the victim requires. All requirements that the robot can meet are then met. A
/// victim without requirements is healed.
///
/// The tip of the cone is the origin of the sensor, its axis the X axis, its rim at `Angle / 2` from it, and its flat
/// base `Distance` away. A victim is detected when any part of its body is in the cone. The nearest victim is
/// determined by origins, `|p_victim - p_sensor|`.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.search_and_rescue.SearchAndRescue",
    title = "Search and rescue",
    data = Victims,
    builder(
        name = "SearchAndRescue",
        rate_hz = 6.0,
        properties(Heal_range = 2.0, Abilities = "1,2"),
        options(radars = radar::builder_radars())
    ),
    services
)]
pub struct SearchAndRescue {
    /// Maximum distance at which a victim can be healed. [m]
    #[property(name = "Heal_range", default = 5.0, min = 0)]
    heal_range_m: f64,
    /// Abilities of the robot: comma-separated whole numbers.
    #[property(name = "Abilities", default = "")]
    abilities: String,
    /// Full opening angle of the cone; 180 is reduced to 179.9. [deg]
    #[property(name = "Angle", default = 60.0, min = 0.1, max = 180)]
    angle_deg: f64,
    /// Length of the cone. [m]
    #[property(name = "Distance", default = 10.0, min = 0.001)]
    distance_m: f64,
    /// Ticks between two updates of the radar. It has no effect: every reading has all victims of its tick.
    #[property(name = "Freq", default = 3.0, min = 0)]
    ticks_between_events: f64,
    radar: Radar,
    /// The nearest victim in view.
    nearest: Option<NodeId>,
    /// Number of readings since healing began.
    healing: Option<u32>,
    treatment: Option<HealingResult>,
}

impl Sensor for SearchAndRescue {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Victims) -> Result<(), SetupError> {
        self.radar = Radar::new(setup)?;
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        let allowed = [
            ("Heal_range", self.heal_range_m, self.heal_range_m >= 0.0, "0 m or more"),
            ("Angle", self.angle_deg, (0.1..=180.0).contains(&self.angle_deg), "0.1 to 180 deg"),
            ("Distance", self.distance_m, self.distance_m > 0.0, "more than 0 m"),
            ("Freq", self.ticks_between_events, self.ticks_between_events >= 0.0, "0 ticks or more"),
        ];
        if let Some((name, value, _, range)) = allowed.iter().find(|(_, _, is_allowed, _)| !is_allowed) {
            return Err(SetupError::Invalid(format!("{name} is {value}; allowed is {range}")));
        }
        Needs::parse(&self.abilities).map(drop).map_err(|part| {
            SetupError::Invalid(format!("Abilities has {part:?}; allowed are whole numbers joined by commas"))
        })
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Victims) {
        let seen = self.radar.look(view, &radar_cone(self.angle_deg, self.distance_m));
        let entry = |&node: &NodeId| (view.world.name(node).to_owned(), victim::entry(view.world, node));
        data.victim_dict = Dict(Map::from_distinct(seen.iter().map(entry).collect()));
        let here = view.world_from_sensor().translation;
        let distance = |node: &NodeId| view.world.world_from(*node).translation.distance(here);
        self.nearest = seen.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if let Some(readings) = self.healing {
            match self.heal_on(view, readings) {
                Some(completion) => {
                    self.healing = None;
                    view.complete(completion);
                }
                None => self.healing = Some(readings + 1),
            }
        }
    }

    fn changes_world(&self) -> bool {
        true
    }

    fn follow_up(&mut self, call: &mut Call<'_, Victims>) {
        if let Some(HealingResult { victim, left }) = self.treatment.take()
            && call.world.contains(victim)
        {
            victim::set_needs(call.world, victim, &left);
        }
    }

    fn interrupt(&mut self, _call: &mut Call<'_, Victims>) {
        self.healing = None;
    }
}

impl SearchAndRescue {
    fn abilities(&self) -> Needs {
        // The property is checked whenever it is set.
        Needs::parse(&self.abilities).unwrap_or_default()
    }

    /// Processes one reading during healing. Returns the completion, if healing ended.
    fn heal_on(&mut self, view: &SenseContext<'_>, readings: u32) -> Option<Completion> {
        let world: &World = view.world;
        let Some(victim) = self.nearest.filter(|&victim| world.contains(victim)) else {
            return Some(Completion::Failed("No victim in view".to_owned()));
        };
        let distance = world.world_from(victim).translation.distance(view.world_from_sensor().translation);
        if distance > self.heal_range_m {
            return Some(Completion::Failed(format!("No victim within range ({:.2}m)", self.heal_range_m)));
        }
        let (abilities, needs) = (self.abilities(), victim::needs(world, victim));
        if !needs.shares(&abilities) {
            return Some(Completion::Failed("Not equipped of helping victim".to_owned()));
        }
        if readings + 1 < READINGS_TO_HEAL {
            return None;
        }
        let left = needs.without(&abilities);
        let name = world.name(victim);
        let how = if left.is_empty() { "healed" } else { "partially healed" };
        self.treatment = Some(HealingResult { victim, left });
        Some(Completion::Success(Value::Text(format!("Victim '{name}' {how}"))))
    }
}
