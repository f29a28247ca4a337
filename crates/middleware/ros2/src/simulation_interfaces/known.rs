//! What the engine says of an object.

use morse_ros::messages::simulation_interfaces::{EntityCategory, EntityInfo};
use morse_scene::value::{Map, Value};

/// Class of people.
const HUMAN: &str = "Human";

/// What the engine says of an object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    /// Full name.
    pub name: String,
    /// `robot`, `object`, or what clients do not handle by itself.
    pub kind: String,
    /// Its class.
    pub class: String,
    /// Its model file.
    pub model: String,
    /// In the world. [m]
    pub position: [f64; 3],
    /// In the world: x, y, z, w.
    pub orientation: [f64; 4],
    /// Along the axes of the world. [m/s]
    pub linear_velocity: [f64; 3],
    /// About the axes of the world. [rad/s]
    pub angular_velocity: [f64; 3],
}

impl Known {
    /// Reads what the engine says.
    #[must_use]
    pub fn read(map: &Map) -> Self {
        let text = |key: &str| map.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        Self {
            name: text("name"),
            kind: text("kind"),
            class: text("class"),
            model: text("model"),
            position: vector(map, "position"),
            orientation: vector(map, "orientation"),
            linear_velocity: vector(map, "linear_velocity"),
            angular_velocity: vector(map, "angular_velocity"),
        }
    }

    /// Whether it is an entity for clients: a robot or a passive object, and no part of one.
    #[must_use]
    pub fn is_entity(&self) -> bool {
        ["robot", "object"].contains(&self.kind.as_str())
    }

    /// What the scene says of it as an entity, besides its state.
    #[must_use]
    pub fn info(&self) -> EntityInfo {
        let category = match (self.kind.as_str(), self.class.as_str()) {
            ("robot", HUMAN) => EntityCategory::CATEGORY_HUMAN,
            ("robot", _) => EntityCategory::CATEGORY_ROBOT,
            _ => EntityCategory::CATEGORY_OBJECT,
        };
        let of = |what: &str, name: &str| {
            if name.is_empty() { String::new() } else { format!(" of {what} {name}") }
        };
        let description = match self.kind.as_str() {
            "robot" => format!("robot{}", of("class", &self.class)),
            _ => format!("passive object{}", of("model", &self.model)),
        };
        let tags = [&self.class, &self.model];
        let tags = tags.into_iter().filter(|tag| !tag.is_empty()).cloned().collect();
        EntityInfo { category: EntityCategory { category }, description, tags }
    }
}

fn vector<const N: usize>(map: &Map, key: &str) -> [f64; N] {
    map.get(key).map_or([0.0; N], numbers)
}

/// The numbers of a list of the engine; zeros for those that it lacks.
pub(super) fn numbers<const N: usize>(list: &Value) -> [f64; N] {
    let list = list.as_list().unwrap_or_default();
    std::array::from_fn(|index| list.get(index).and_then(Value::as_f64).unwrap_or_default())
}
