//! Properties of a victim that a search and rescue sensor reads and changes.

use morse_sim::prelude::*;
use morse_world::{NodeId, PropertyValue, World};

const REQUIREMENTS: &str = "Requirements";
const SEVERITY: &str = "Severity";
const HEALED_RGB: [f32; 3] = [0.5, 1.0, 0.5];
const PARTIALLY_HEALED_RGB: [f32; 3] = [0.5, 0.5, 1.0];

/// Numbers of kinds of help: requirements of a victim, or abilities of a robot.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Needs(Vec<i64>);

impl Needs {
    /// Parses comma-separated whole numbers.
    ///
    /// # Errors
    /// Returns the first part that is not a whole number.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(|part| part.parse().map_err(|_| part.to_owned())).collect::<Result<_, _>>().map(Self)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether both have a number in common.
    pub(super) fn overlaps(&self, abilities: &Self) -> bool {
        self.0.iter().any(|need| abilities.0.contains(need))
    }

    /// Returns the requirements that do not match an ability.
    pub(super) fn without(&self, abilities: &Self) -> Self {
        Self(self.0.iter().copied().filter(|need| !abilities.0.contains(need)).collect())
    }

    pub(super) fn to_value(&self) -> Value {
        Value::List(self.0.iter().copied().map(Value::Int).collect())
    }

    fn to_text(&self) -> String {
        self.0.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    }
}

/// Reads the requirements of a victim. Parts of the property that are not whole numbers are ignored.
pub(super) fn needs(world: &World, victim: NodeId) -> Needs {
    match world.property(victim, REQUIREMENTS) {
        Some(PropertyValue::Int(need)) => Needs(vec![*need]),
        Some(PropertyValue::Text(text)) => {
            Needs(text.split(',').filter_map(|part| part.trim().parse().ok()).collect())
        }
        _ => Needs::default(),
    }
}

/// Reads the severity of a victim; 0 without the property.
pub(super) fn severity(world: &World, victim: NodeId) -> Value {
    match world.property(victim, SEVERITY) {
        Some(PropertyValue::Int(severity)) => Value::Int(*severity),
        Some(PropertyValue::Float(severity)) => Value::Float(*severity),
        _ => Value::Int(0),
    }
}

/// Entry of a victim in a reading.
pub(super) fn entry(world: &World, victim: NodeId) -> Value {
    let DVec3 { x, y, z } = world.world_from(victim).translation;
    Value::Map(Map::from([
        ("coordinate", Value::Map(Map::from([("x", x), ("y", y), ("z", z)]))),
        ("requirements", needs(world, victim).to_value()),
        ("severity", severity(world, victim)),
    ]))
}

/// Sets the requirements and the color of a victim. Without requirements, its severity becomes zero.
pub(super) fn set_needs(world: &mut World, victim: NodeId, remaining: &Needs) {
    world.set_property(victim, REQUIREMENTS, PropertyValue::Text(remaining.to_text()));
    let rgb = if remaining.is_empty() {
        world.set_property(victim, SEVERITY, PropertyValue::Int(0));
        HEALED_RGB
    } else {
        PARTIALLY_HEALED_RGB
    };
    // These colors are always valid.
    let _ = world.set_color(victim, Some(rgb));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abilities_are_comma_separated_whole_numbers() {
        assert_eq!(Needs::parse("1, 2,,3"), Ok(Needs(vec![1, 2, 3])));
        assert_eq!(Needs::parse(""), Ok(Needs::default()));
        assert_eq!(Needs::parse("1,two"), Err("two".to_owned()));
        assert_eq!(Needs::parse("1.5"), Err("1.5".to_owned()));
    }

    #[test]
    fn abilities_remove_matching_requirements() {
        let (needs, abilities) = (Needs(vec![1, 2, 3]), Needs(vec![2, 3, 4]));
        assert!(needs.overlaps(&abilities));
        assert_eq!(needs.without(&abilities), Needs(vec![1]));
        assert!(!Needs(vec![1]).overlaps(&abilities) && !Needs::default().overlaps(&abilities));
    }
}
