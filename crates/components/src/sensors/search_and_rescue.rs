//! SearchAndRescue: sees victims in a cone and heals the nearest one.

mod radar;
mod services;
mod victim;

use morse_sim::prelude::*;
use morse_world::{NodeId, World};

use radar::Radar;
use victim::Needs;

/// Victims in view.
#[derive(Data, Clone, Default)]
#[data(kind = "victims")]
pub struct Victims {
    /// For each victim, by its name: its `coordinate` in the world [m] as x, y, z, its `requirements` and its `severity`.
    victim_dict: Dict,
}

/// Readings that healing takes.
const READINGS_TO_HEAL: u32 = 10;

/// What healing did, until it is written into the world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Treatment {
    victim: NodeId,
    left: Needs,
}

/// Sees what has the property `Injured` in a cone along its X axis, and heals the nearest victim.
///
/// Nothing hides a victim. The robot must be within `Heal_range` and have one of the abilities that the victim requires for
/// the ten readings that healing takes; then all requirements that it can meet are met. A victim without any is healed.
///
/// The tip of the cone is the origin of the sensor, its axis the X axis, its rim at `Angle / 2` from it, and its flat
/// base `Distance` away. A victim is seen when any part of its body is in it; which victim is the nearest goes by
/// origins, `|p_victim - p_sensor|`.
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
    /// Distance from which a victim can be healed. [m]
    #[property(name = "Heal_range", default = 5.0, min = 0)]
    heal_range_m: f64,
    /// What the robot can heal: whole numbers joined by commas.
    #[property(name = "Abilities", default = "")]
    abilities: String,
    /// Opening of the cone, from rim to rim. [deg]
    #[property(name = "Angle", default = 60.0, min = 0.1, max = 179)]
    angle_deg: f64,
    /// Length of the cone. [m]
    #[property(name = "Distance", default = 10.0, min = 0.001)]
    distance_m: f64,
    /// Ticks between two looks through the cone. Taken at the start.
    #[property(name = "Freq", default = 3.0, min = 0)]
    ticks_between_looks: f64,
    radar: Radar,
    /// The nearest victim in view.
    nearest: Option<NodeId>,
    /// Readings since healing began.
    healing: Option<u32>,
    treatment: Option<Treatment>,
}

impl Sense for SearchAndRescue {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Victims) -> Result<(), SetupError> {
        self.radar = Radar::new(setup, self.ticks_between_looks)?;
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        let allowed = [
            ("Heal_range", self.heal_range_m, self.heal_range_m >= 0.0, "0 m or more"),
            ("Angle", self.angle_deg, (0.1..=179.0).contains(&self.angle_deg), "0.1 to 179 deg"),
            ("Distance", self.distance_m, self.distance_m > 0.0, "more than 0 m"),
            ("Freq", self.ticks_between_looks, self.ticks_between_looks >= 0.0, "0 ticks or more"),
        ];
        if let Some((name, value, _, range)) = allowed.iter().find(|(_, _, is_allowed, _)| !is_allowed) {
            return Err(SetupError(format!("{name} is {value}; allowed is {range}")));
        }
        Needs::parse(&self.abilities).map(drop).map_err(|part| {
            SetupError(format!("Abilities has {part:?}; allowed are whole numbers joined by commas"))
        })
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut Victims) {
        let seen = self.radar.look(view, self.angle_deg.to_radians() / 2.0, self.distance_m);
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

    fn follow_up(&mut self, call: &mut Call<'_, Victims>) {
        if let Some(Treatment { victim, left }) = self.treatment.take() {
            victim::set_needs(call.world, victim, &left);
        }
    }

    fn interrupt(&mut self, _call: &mut Call<'_, Victims>) {
        self.healing = None;
    }
}

impl SearchAndRescue {
    fn abilities(&self) -> Needs {
        // Checked whenever it was set.
        Needs::parse(&self.abilities).unwrap_or_default()
    }

    /// One reading of healing; how it ends, if it does.
    fn heal_on(&mut self, view: &View<'_>, readings: u32) -> Option<Completion> {
        let world: &World = view.world;
        let Some(victim) = self.nearest else {
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
        self.treatment = Some(Treatment { victim, left });
        Some(Completion::Success(Value::Text(format!("Victim '{name}' {how}"))))
    }
}
