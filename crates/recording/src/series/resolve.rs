//! From the name of a field to its place in messages.

use std::collections::BTreeMap;

use glam::DQuat;
use morse_ros::names::topic_of;
use morse_scene::nearest::nearest_name;
use morse_world::Pose;

use crate::decode::{Decoder, Value};
use crate::export::{Columns, Kind};
use crate::read::Channel;
use crate::select::component_of;

/// The problem with an unknown name.
const NO_FIELD: &str = "there is no such field";

/// A channel with the known facts about its messages.
pub(super) struct Known {
    pub(super) channel: Channel,
    /// `None` when no name may be of this channel, or its messages cannot be decoded.
    pub(super) decoder: Option<Decoder>,
    pub(super) columns: Columns,
}

/// Where a number is in a message.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Access {
    /// At a path.
    Field(String),
    /// In a list at a path.
    Element(String, usize),
    /// An angle of the quaternion at a path.
    Angle(String, Angle),
}

/// An angle of MORSE's Euler angles, XYZ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Angle {
    Yaw,
    Pitch,
    Roll,
}

impl Access {
    pub(super) fn number(&self, message: &Value) -> Option<f64> {
        match self {
            Self::Field(path) => message.at(path)?.as_f64(),
            Self::Element(path, index) => message.at(path)?.as_list()?.get(*index)?.as_f64(),
            Self::Angle(path, angle) => {
                let turn = message.at(path)?;
                let part = |axis| turn.at(axis)?.as_f64();
                let rotation = DQuat::from_xyzw(part("x")?, part("y")?, part("z")?, part("w")?);
                let euler = Pose::from_rotation(rotation).euler();
                Some(match angle {
                    Angle::Yaw => euler.yaw,
                    Angle::Pitch => euler.pitch,
                    Angle::Roll => euler.roll,
                })
            }
        }
    }
}

/// The ways to read a name as a topic and a field, those with the longest topic first.
pub(super) fn splits(name: &str) -> impl Iterator<Item = (String, &str)> {
    let dots: Vec<usize> = name.match_indices('.').map(|(at, _)| at).collect();
    dots.into_iter().rev().map(move |at| {
        let (component, field) = name.split_at(at);
        let topic = if component.starts_with('/') { component.to_owned() } else { topic_of(component) };
        (topic, field.trim_start_matches('.'))
    })
}

/// Whether a channel has data of the component of this topic.
pub(super) fn is_of(channel: &str, topic: &str) -> bool {
    channel.strip_prefix(topic).is_some_and(|rest| rest.is_empty() || rest == "/data")
}

/// The channel and the place of a field.
pub(super) fn resolve(name: &str, known: &BTreeMap<u16, Known>) -> Result<(u16, Access), String> {
    let mut problem = None;
    for (topic, field) in splits(name) {
        for (id, each) in known.iter().filter(|(_, each)| is_of(&each.channel.topic, &topic)) {
            match each.access(field) {
                Ok(Some(access)) => return Ok((*id, access)),
                Ok(None) => {}
                Err(why) => problem = Some(why),
            }
        }
    }
    // Of a component that there is, a field is meant.
    for (topic, field) in splits(name) {
        let component = name.len() - field.len();
        let own = known.values().filter(|each| is_of(&each.channel.topic, &topic));
        let fields: Vec<String> = own.flat_map(Known::fields).collect();
        if let Some(nearest) = nearest_name(field, fields.iter().map(String::as_str)) {
            let problem = problem.as_deref().unwrap_or(NO_FIELD);
            return Err(format!("{name:?}: {problem} (did you mean {}{nearest}?)", &name[..component]));
        }
    }
    let names: Vec<String> = known.values().flat_map(Known::names).collect();
    let problem = problem.unwrap_or_else(|| NO_FIELD.to_owned());
    Err(match nearest_name(name, names.iter().map(String::as_str)) {
        Some(nearest) => format!("{name:?}: {problem} (did you mean {nearest}?)"),
        None if names.is_empty() => format!("{name:?}: {problem}; it has no channels"),
        None => format!("{name:?}: {problem}; `morse bag info` lists the channels"),
    })
}

impl Known {
    /// Where a field is; `None` when there is none of that name.
    fn access(&self, field: &str) -> Result<Option<Access>, String> {
        let aliases = aliases(&self.channel.schema);
        if let Some((_, access)) = aliases.into_iter().find(|(alias, _)| *alias == field) {
            return Ok(Some(access));
        }
        let (path, index) = match field.strip_suffix(']').and_then(|field| field.rsplit_once('[')) {
            Some((path, index)) => (path, index.parse::<usize>().ok()),
            None => (field, None),
        };
        let ends = format!(".{path}");
        let mut found: Vec<(&str, Kind, Option<usize>)> = self.columns.paths().collect();
        if found.iter().any(|(known, ..)| *known == path) {
            found.retain(|(known, ..)| *known == path);
        } else {
            found.retain(|(known, ..)| known.ends_with(&ends));
        }
        match (found.as_slice(), index) {
            ([], _) => Ok(None),
            ([(known, Kind::Numbers, length)], Some(index)) => match length {
                Some(length) if index >= *length => Err(format!("it has {length} elements, from [0] on")),
                _ => Ok(Some(Access::Element((*known).to_owned(), index))),
            },
            ([(known, Kind::Numbers, _)], None) => {
                Err(format!("it is a list: name an element, as {known}[0]"))
            }
            ([(known, kind, _)], None) if kind.is_number() => Ok(Some(Access::Field((*known).to_owned()))),
            ([_], _) => Err("it has no numbers".to_owned()),
            (several, _) => {
                let names: Vec<&str> = several.iter().map(|(known, ..)| *known).collect();
                Err(format!("it may be {}", names.join(" or ")))
            }
        }
    }

    /// The names of its fields that have numbers.
    fn fields(&self) -> Vec<String> {
        let fields = self.columns.paths().filter(|(_, kind, _)| kind.is_number());
        let aliases = aliases(&self.channel.schema).into_iter().map(|(alias, _)| alias.to_owned());
        aliases.chain(fields.map(|(path, ..)| path.to_owned())).collect()
    }

    /// The names that can be asked for.
    fn names(&self) -> Vec<String> {
        let topic = self.channel.topic.strip_suffix("/data").unwrap_or(&self.channel.topic);
        let component = component_of(topic);
        let names: Vec<String> =
            self.fields().into_iter().map(|field| format!("{component}.{field}")).collect();
        // The fields of channels that no name is of are not known.
        if names.is_empty() { vec![component] } else { names }
    }
}

/// Fields of a component's data that have different names in the message of ROS 2.
fn aliases(schema: &str) -> Vec<(&'static str, Access)> {
    let (pose, twist) = match schema {
        "geometry_msgs/msg/PoseStamped" => ("pose", None),
        "nav_msgs/msg/Odometry" => ("pose.pose", Some("twist.twist")),
        _ => return Vec::new(),
    };
    let field = |place: &str, part: &str, axis: &str| Access::Field(format!("{place}.{part}.{axis}"));
    let angle = |angle| Access::Angle(format!("{pose}.orientation"), angle);
    let mut all = vec![
        ("x", field(pose, "position", "x")),
        ("y", field(pose, "position", "y")),
        ("z", field(pose, "position", "z")),
        ("yaw", angle(Angle::Yaw)),
        ("pitch", angle(Angle::Pitch)),
        ("roll", angle(Angle::Roll)),
    ];
    if let Some(twist) = twist {
        for (alias, part, axis) in [
            ("vx", "linear", "x"),
            ("vy", "linear", "y"),
            ("vz", "linear", "z"),
            ("wx", "angular", "x"),
            ("wy", "angular", "y"),
            ("wz", "angular", "z"),
        ] {
            all.push((alias, field(twist, part, axis)));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(topic: &str, schema: &str, message: &str) -> BTreeMap<u16, Known> {
        let channel = Channel {
            id: 7,
            topic: topic.to_owned(),
            encoding: "json".to_owned(),
            schema: schema.to_owned(),
            schema_encoding: String::new(),
            definition: [].into(),
        };
        let mut columns = Columns::default();
        columns.see(&serde_json::from_str::<serde_json::Value>(message).unwrap().into());
        BTreeMap::from([(7, Known { decoder: Decoder::new(&channel).ok(), channel, columns })])
    }

    #[test]
    fn fields_have_the_names_of_the_component_and_of_the_message() {
        let pose = r#"{"header": {"frame_id": "map"}, "pose": {"position": {"x": 1, "y": 2, "z": 3},
            "orientation": {"x": 0, "y": 0, "z": 1, "w": 1}}}"#;
        let known = known("/robot/pose", "geometry_msgs/msg/PoseStamped", pose);
        for (name, expected) in [
            ("robot.pose.x", Ok(Access::Field("pose.position.x".to_owned()))),
            ("/robot/pose.y", Ok(Access::Field("pose.position.y".to_owned()))),
            ("robot.pose.yaw", Ok(Access::Angle("pose.orientation".to_owned(), Angle::Yaw))),
            ("robot.pose.pose.orientation.w", Ok(Access::Field("pose.orientation.w".to_owned()))),
            ("robot.pose.w", Ok(Access::Field("pose.orientation.w".to_owned()))),
            ("robot.pose.frame_id", Err("no numbers")),
            ("robot.pose.position", Err("no such field")),
            ("robot.pose.yav", Err("did you mean robot.pose.yaw?")),
            ("robto.pose.x", Err("did you mean robot.pose.x?")),
            ("nonsense", Err("no such field")),
        ] {
            match (resolve(name, &known), expected) {
                (Ok((_, found)), Ok(expected)) => assert_eq!(found, expected, "{name}"),
                (Err(found), Err(expected)) => assert!(found.contains(expected), "{name}: {found}"),
                (found, _) => panic!("{name}: {found:?}"),
            }
        }
    }

    #[test]
    fn elements_of_lists_have_numbers() {
        let known = known("/r/imu/data", "x", r#"{"v": [1, 2, 3], "a": {"k": 1}, "b": {"k": 2}}"#);
        assert_eq!(resolve("r.imu.v[2]", &known).unwrap().1, Access::Element("v".to_owned(), 2));
        assert!(resolve("r.imu.v[3]", &known).unwrap_err().contains("3 elements"));
        assert!(resolve("r.imu.v", &known).unwrap_err().contains("v[0]"));
        assert!(resolve("r.imu.k", &known).unwrap_err().contains("a.k or b.k"));
    }
}
