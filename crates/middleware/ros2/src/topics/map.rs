//! The topic `/map`: an occupancy grid of the static bodies of the scene, for Nav2.

use glam::DVec2;
use morse_ros::frames::MAP_FRAME;
use morse_ros::messages::geometry_msgs::{Point, Pose, Quaternion};
use morse_ros::messages::nav_msgs::{MapMetaData, OccupancyGrid};
use morse_ros::{Header, Header2, Node, NodeError, Profile, Sender, Time2};
use morse_scene::nearest::did_you_mean;
use morse_scene::value::{Map, Value};
use morse_world::{OccupancySpec, World};

use crate::names;
use crate::transport_node::Ros2Node;
use crate::transport_node::sender::TopicSender;

/// Default topic of the map.
const TOPIC: &str = "/map";
/// Keys of the option `map` of the stream manager.
const KEYS: [&str; 5] = ["resolution", "height_min", "height_max", "bounds", "topic"];
/// Value of an occupied cell. Free cells are zero.
const OCCUPIED: i8 = 100;

/// The sending end of the topic.
pub type MapSender = TopicSender<OccupancyGrid<Header2>>;

/// The settings of the map.
#[derive(Debug, Clone, PartialEq)]
pub struct MapSettings {
    spec: OccupancySpec,
    topic: String,
}

impl MapSettings {
    /// Reads the option `map` of the stream manager: `True`, or a dictionary; `None` if it is `False`.
    ///
    /// # Errors
    /// When a key is unknown or a value is not valid.
    pub fn read(option: &Value) -> Result<Option<Self>, NodeError> {
        let nothing = Map::new();
        let values = match option {
            Value::Bool(false) | Value::Null => return Ok(None),
            Value::Bool(true) => &nothing,
            Value::Map(values) => values,
            other => {
                let keys = KEYS.join(", ");
                let problem = format!(
                    "`map` must be True, False or a dictionary with {keys}, not {}",
                    other.type_name()
                );
                return Err(NodeError(problem));
            }
        };
        let mut settings = Self { spec: OccupancySpec::default(), topic: TOPIC.to_owned() };
        for (key, value) in values.iter() {
            let wrong = |expected: &str| {
                NodeError(format!("`{key}` of `map` must be {expected}, not {}", value.type_name()))
            };
            let number = || value.as_f64().ok_or_else(|| wrong("a number of meters"));
            match key {
                "resolution" => settings.spec.resolution = number()?,
                "height_min" => settings.spec.heights[0] = number()?,
                "height_max" => settings.spec.heights[1] = number()?,
                "bounds" => {
                    let numbers: Option<Vec<f64>> =
                        value.as_list().and_then(|list| list.iter().map(Value::as_f64).collect());
                    let Some(&[x, y, x_max, y_max]) = numbers.as_deref() else {
                        return Err(wrong("a list of four numbers, [x_min, y_min, x_max, y_max]"));
                    };
                    settings.spec.bounds = Some([DVec2::new(x, y), DVec2::new(x_max, y_max)]);
                }
                "topic" => {
                    let topic = value.as_str().ok_or_else(|| wrong("the name of a topic"))?;
                    settings.topic = morse_ros::names::absolute(topic);
                    names::check(&settings.topic)?;
                }
                unknown => {
                    let help =
                        did_you_mean(unknown, KEYS).map(|help| format!("; {help}")).unwrap_or_default();
                    let keys = KEYS.join(", ");
                    return Err(NodeError(format!("`map` has no `{unknown}`, only {keys}{help}")));
                }
            }
        }
        settings.spec.check().map_err(|error| NodeError(format!("`map`: {error}")))?;
        Ok(Some(settings))
    }

    /// Publishes the map of a world, without these robots. Late subscribers receive it while the sender exists.
    ///
    /// # Errors
    /// When the map is too large, or the transport refuses.
    pub fn publish(
        &self,
        node: &Ros2Node,
        stamp_ns: i64,
        world: &World,
        robots: &[String],
    ) -> Result<MapSender, NodeError> {
        let robots: Vec<_> = robots.iter().filter_map(|robot| world.find(robot)).collect();
        let grid = world.occupancy(&self.spec, &robots).map_err(|error| NodeError(error.to_string()))?;
        let mut sender: MapSender = node.advertise(&self.topic, Profile::TfStatic, 1)?;
        sender.send(&message(stamp_ns, &grid));
        Ok(sender)
    }
}

fn message(stamp_ns: i64, grid: &morse_world::OccupancyGrid) -> OccupancyGrid<Header2> {
    OccupancyGrid {
        header: Header2::new(0, stamp_ns, MAP_FRAME),
        info: MapMetaData {
            map_load_time: Time2::from_ns(stamp_ns),
            resolution: grid.resolution as f32,
            width: grid.width,
            height: grid.height,
            origin: Pose {
                position: Point { x: grid.origin.x, y: grid.origin.y, z: 0.0 },
                orientation: Quaternion { w: 1.0, ..Quaternion::default() },
            },
        },
        data: grid.cells.iter().map(|&is_occupied| if is_occupied { OCCUPIED } else { 0 }).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dictionary(key: &str, value: impl Into<Value>) -> Value {
        let mut values = Map::new();
        values.insert(key, value);
        Value::Map(values)
    }

    #[test]
    fn option_sets_resolution_heights_bounds_and_topic() {
        assert_eq!(MapSettings::read(&Value::Bool(false)).unwrap(), None);
        let default = MapSettings { spec: OccupancySpec::default(), topic: "/map".to_owned() };
        assert_eq!(MapSettings::read(&Value::Bool(true)).unwrap(), Some(default.clone()));
        let read = |key, value: Value| MapSettings::read(&dictionary(key, value)).unwrap().unwrap();
        assert_eq!(read("resolution", Value::Float(0.1)).spec.resolution, 0.1);
        assert_eq!(read("height_max", Value::Int(2)).spec.heights, [0.1, 2.0]);
        assert_eq!(read("topic", Value::from("world_map")).topic, "/world_map");
        let corners = Value::List([-1, -2, 3, 4].map(Value::Int).into());
        let bounds = Some([DVec2::new(-1.0, -2.0), DVec2::new(3.0, 4.0)]);
        assert_eq!(read("bounds", corners).spec.bounds, bounds);
    }

    #[test]
    fn wrong_option_is_refused_with_the_allowed_values() {
        let refused = |option: &Value| MapSettings::read(option).unwrap_err().to_string();
        assert!(refused(&Value::Int(3)).contains("True, False or a dictionary with resolution"));
        assert!(refused(&dictionary("resolutoin", 0.1)).contains("resolution"));
        assert!(refused(&dictionary("resolution", 0.0)).contains("0.001 to 10 m"));
        assert!(refused(&dictionary("resolution", "fine")).contains("a number of meters, not str"));
        assert!(refused(&dictionary("bounds", Value::List(vec![]))).contains("four numbers"));
        assert!(refused(&dictionary("height_min", 5.0)).contains("heights"));
        assert!(refused(&dictionary("topic", "a b")).contains("a b"));
    }

    #[test]
    fn occupied_cells_are_100() {
        let grid = morse_world::OccupancyGrid {
            resolution: 0.5,
            origin: DVec2::new(-1.0, 2.0),
            width: 2,
            height: 1,
            cells: vec![false, true],
        };
        let map = message(2_000_000_000, &grid);
        assert_eq!((map.header.frame_id.as_str(), map.data), ("map", vec![0, 100]));
        assert_eq!((map.info.width, map.info.height, map.info.resolution), (2, 1, 0.5));
        assert_eq!((map.info.origin.position.x, map.info.origin.position.y), (-1.0, 2.0));
        assert_eq!(map.info.origin.orientation.w, 1.0);
    }
}
