//! Objects of the engine.

use morse_ros::messages::simulation_interfaces::{EntityCategory, EntityInfo};
use morse_scene::value::{Map, Value};

/// Class of human avatars.
const HUMAN: &str = "Human";

/// An object of the engine, with its state.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EngineObject {
    /// Full name.
    pub name: String,
    /// `robot`, `object`, or the kind of an object that is not an entity.
    pub kind: String,
    /// Class of the object; may be empty.
    pub class: String,
    /// Model file of the object; may be empty.
    pub model: String,
    /// Position in the world. [m]
    pub position: [f64; 3],
    /// Orientation in the world, as the quaternion x, y, z, w.
    pub orientation: [f64; 4],
    /// Linear velocity in the world frame. [m/s]
    pub linear_velocity: [f64; 3],
    /// Angular velocity in the world frame. [rad/s]
    pub angular_velocity: [f64; 3],
}

impl EngineObject {
    /// Reads an object from the answer of the engine. Missing values are empty or zero.
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

    /// Whether the object is an entity for clients: a robot or a passive object, not a part of one.
    #[must_use]
    pub fn is_entity(&self) -> bool {
        ["robot", "object"].contains(&self.kind.as_str())
    }

    /// The default information about the entity, from the scene.
    #[must_use]
    pub fn info(&self) -> EntityInfo {
        let category = match (self.kind.as_str(), self.class.as_str()) {
            ("robot", HUMAN) => EntityCategory::CATEGORY_HUMAN,
            ("robot", _) => EntityCategory::CATEGORY_ROBOT,
            _ => EntityCategory::CATEGORY_OBJECT,
        };
        let of = |attribute: &str, name: &str| {
            if name.is_empty() { String::new() } else { format!(" of {attribute} {name}") }
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

/// The numbers of a list in an answer of the engine. Missing numbers are zero.
pub fn numbers<const N: usize>(list: &Value) -> [f64; N] {
    let list = list.as_list().unwrap_or_default();
    std::array::from_fn(|index| list.get(index).and_then(Value::as_f64).unwrap_or_default())
}
