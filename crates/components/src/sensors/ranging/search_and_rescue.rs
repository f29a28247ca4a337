//! SearchAndRescue: detects victims in a cone and heals the nearest one.

mod radar;
mod rescue_services;
mod victim;

use morse_sim::prelude::*;
use morse_world::{NodeId, World};

use crate::sensors::ranging::search_and_rescue::radar::Radar;
use crate::sensors::ranging::search_and_rescue::victim::Needs;

use crate::common::model_parts::grasping::radar_cone;

/// Victims that the sensor detects.
#[derive(Data, Clone, Default)]
#[data(kind = Victims)]
pub struct Victims {
    /// For each victim in view, by its name: its position `coordinate` in the world as x, y, z [m], its `requirements`
    /// as a list of numbers, and its `severity`.
    victim_dict: Dict,
}

/// Duration of healing, in readings.
const READINGS_TO_HEAL: u32 = 10;

/// Result of healing, which is written to the world after the reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct HealingResult {
    victim: NodeId,
    remaining: Needs,
}

/// Detects objects with the property `Injured` in a cone along its X axis, and heals the nearest victim.
///
/// Occlusion has no effect. Healing takes ten readings. During them, the victim must be within `Heal_range`, and the
/// robot must have at least one of the abilities that the victim requires. Then all requirements that match an ability
/// of the robot are removed. A victim without remaining requirements is healed.
///
/// The tip of the cone is the origin of the sensor, its axis is the X axis, its half opening angle is `Angle / 2`, and
/// its flat base is at the distance `Distance`. A victim is detected if any part of its body is in the cone. The
/// nearest victim is the one with the smallest `|p_victim - p_sensor|`, measured between origins.
#[derive(Sensor, Clone, Serialize, Deserialize)]
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
    /// Abilities of the robot, as comma-separated whole numbers.
    #[property(name = "Abilities", default = "")]
    abilities: String,
    /// Full opening angle of the cone. Values above 179.9 count as 179.9. [deg]
    #[property(name = "Angle", default = 60.0, min = 0.1, max = 180)]
    angle_deg: f64,
    /// Length of the cone. [m]
    #[property(name = "Distance", default = 10.0, min = 0.001)]
    distance_m: f64,
    /// Not used. In the original, the number of ticks between two updates of the radar; here each reading updates it.
    #[property(name = "Freq", default = 3.0, min = 0)]
    ticks_between_events: f64,
    radar: Radar,
    /// The nearest victim in view at the last reading.
    nearest: Option<NodeId>,
    /// Number of readings since healing began; `None` while no victim is being healed.
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
            SetupError::Invalid(format!("Abilities has {part:?}; allowed are comma-separated whole numbers"))
        })
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Victims) {
        let detected = self.radar.detect(view, &radar_cone(self.angle_deg, self.distance_m));
        let entry = |&node: &NodeId| (view.world.name(node).to_owned(), victim::entry(view.world, node));
        data.victim_dict = Dict(Map::from_distinct(detected.iter().map(entry).collect()));
        let position = view.world_from_sensor().translation;
        let distance = |node: &NodeId| view.world.world_from(*node).translation.distance(position);
        self.nearest = detected.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if let Some(readings) = self.healing {
            match self.continue_healing(view, readings) {
                Some(completion) => {
                    self.healing = None;
                    view.complete(completion);
                }
                None => self.healing = Some(readings + 1),
            }
        }
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::default().with_changes()
    }

    fn follow_up(&mut self, call: &mut Call<'_, Victims>) {
        if let Some(HealingResult { victim, remaining }) = self.treatment.take()
            && call.world.contains(victim)
        {
            victim::set_needs(call.world, victim, &remaining);
        }
    }

    fn interrupt(&mut self, _call: &mut Call<'_, Victims>) {
        self.healing = None;
    }
}

impl SearchAndRescue {
    fn abilities(&self) -> Needs {
        // The property is checked when it is set, so parsing does not fail.
        Needs::parse(&self.abilities).unwrap_or_default()
    }

    /// Processes one reading during healing. Returns the completion when healing ends.
    fn continue_healing(&mut self, view: &SenseContext<'_>, readings: u32) -> Option<Completion> {
        let world: &World = view.world;
        let Some(victim) = self.nearest.filter(|&victim| world.contains(victim)) else {
            return Some(Completion::Failed("No victim in view".to_owned()));
        };
        let distance = world.world_from(victim).translation.distance(view.world_from_sensor().translation);
        if distance > self.heal_range_m {
            return Some(Completion::Failed(format!("No victim within range ({:.2}m)", self.heal_range_m)));
        }
        let (abilities, needs) = (self.abilities(), victim::needs(world, victim));
        if !needs.overlaps(&abilities) {
            return Some(Completion::Failed("Not equipped of helping victim".to_owned()));
        }
        if readings + 1 < READINGS_TO_HEAL {
            return None;
        }
        let remaining = needs.without(&abilities);
        let name = world.name(victim);
        let result = if remaining.is_empty() { "healed" } else { "partially healed" };
        self.treatment = Some(HealingResult { victim, remaining });
        Some(Completion::Success(Value::Text(format!("Victim '{name}' {result}"))))
    }
}
