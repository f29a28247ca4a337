//! The layout of a message in ROS 1 and ROS 2, derived from its ROS 1 definition.

use std::collections::BTreeMap;

/// Packages whose messages have the same fields in ROS 2, except for headers.
const PACKAGES: [&str; 10] = [
    "ackermann_msgs",
    "actionlib_msgs",
    "asctec_msgs",
    "geometry_msgs",
    "nav_msgs",
    "rosgraph_msgs",
    "sensor_msgs",
    "std_msgs",
    "tf2_msgs",
    "trajectory_msgs",
];
/// Messages of these packages that do not exist in ROS 2, or have different fields.
const UNSUPPORTED: [&str; 11] = [
    "nav_msgs/GetMapFeedback",
    "nav_msgs/GetMapGoal",
    "nav_msgs/GetMapResult",
    "rosgraph_msgs/Log",
    "rosgraph_msgs/TopicStatistics",
    "std_msgs/Duration",
    "std_msgs/Time",
    "tf2_msgs/LookupTransformActionGoal",
    "tf2_msgs/LookupTransformFeedback",
    "tf2_msgs/LookupTransformGoal",
    "tf2_msgs/LookupTransformResult",
];
/// Largest nesting depth of types.
const DEPTH_MAX: usize = 16;

/// A part of a message. Unless its name says otherwise, both versions of ROS have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// A number with this size. [bytes]
    Number(usize),
    /// A string. In ROS 2, it ends with a zero byte.
    Text,
    /// A sequence of parts.
    Parts(Vec<Part>),
    /// An array of parts with a fixed length, or with the length before its items.
    Array(Option<usize>, Box<Part>),
    /// A number with this size that exists only in ROS 1. It is set to zero. [bytes]
    OnlyRos1(usize),
    /// A number with this size that exists only in ROS 2. It is set to zero. [bytes]
    OnlyRos2(usize),
}

/// The layout of a type such as `std_msgs/String`. `definition` includes the definitions of all types that it uses.
///
/// # Errors
/// When the layout in ROS 2 is not known, or the text is not a definition.
pub(super) fn layout(type_name: &str, definition: &str) -> Result<Part, String> {
    let package = type_name.split('/').next().unwrap_or_default();
    if !PACKAGES.contains(&package) || UNSUPPORTED.contains(&type_name) {
        return Err(format!(
            "the layout of {type_name} in ROS 2 is not known. Supported are the messages of {} that both versions have",
            PACKAGES.join(", ")
        ));
    }
    let mut sections = definition.split("\nMSG: ");
    let own = sections.next().unwrap_or_default();
    let used: BTreeMap<&str, &str> = sections.filter_map(|section| section.split_once('\n')).collect();
    Definitions { used }.layout(type_name, own, 0)
}

struct Definitions<'a> {
    used: BTreeMap<&'a str, &'a str>,
}

impl Definitions<'_> {
    fn layout(&self, type_name: &str, text: &str, depth: usize) -> Result<Part, String> {
        if depth > DEPTH_MAX {
            return Err(format!("the definition of {type_name} is nested too deep"));
        }
        let mut parts = Vec::new();
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() || line.starts_with("===") {
                continue;
            }
            let (kind, name) = line
                .split_once(char::is_whitespace)
                .ok_or_else(|| format!("{line:?} in the definition of {type_name} is not a field"))?;
            if name.contains('=') {
                continue;
            }
            let is_sequence = (type_name, name.trim()) == ("std_msgs/Header", "seq");
            parts.push(if is_sequence { Part::OnlyRos1(4) } else { self.field(type_name, kind, depth)? });
        }
        if type_name == "sensor_msgs/Range" {
            // The field `variance`. Zero means that it is not known.
            parts.push(Part::OnlyRos2(4));
        }
        if parts.is_empty() {
            // Types of DDS have at least one field.
            parts.push(Part::OnlyRos2(1));
        }
        Ok(Part::Parts(parts))
    }

    fn field(&self, owner: &str, kind: &str, depth: usize) -> Result<Part, String> {
        let Some((item, count)) = kind.strip_suffix(']').and_then(|kind| kind.split_once('[')) else {
            return self.single(owner, kind, depth);
        };
        let count = match count {
            "" => None,
            count => Some(count.parse().map_err(|_| format!("{kind} in {owner} has no count"))?),
        };
        Ok(Part::Array(count, Box::new(self.single(owner, item, depth)?)))
    }

    fn single(&self, owner: &str, kind: &str, depth: usize) -> Result<Part, String> {
        Ok(match kind {
            "bool" | "int8" | "uint8" | "byte" | "char" => Part::Number(1),
            "int16" | "uint16" => Part::Number(2),
            "int32" | "uint32" | "float32" => Part::Number(4),
            "int64" | "uint64" | "float64" => Part::Number(8),
            "time" | "duration" => Part::Parts(vec![Part::Number(4), Part::Number(4)]),
            "string" => Part::Text,
            other => {
                let package = owner.split('/').next().unwrap_or_default();
                let name = match other {
                    "Header" => "std_msgs/Header".to_owned(),
                    other if other.contains('/') => other.to_owned(),
                    other => format!("{package}/{other}"),
                };
                let text = self.used.get(name.as_str());
                let text =
                    text.ok_or_else(|| format!("the definition of {owner} lacks the definition of {name}"))?;
                self.layout(&name, text, depth + 1)?
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAMPED: &str = "Header header\nPoint[] points # some\nuint8 KIND=3\nfloat64[2] pair\n\
        ================================================================================\n\
        MSG: std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n\
        ================================================================================\n\
        MSG: geometry_msgs/Point\nfloat64 x\n";

    #[test]
    fn definition_with_used_types_becomes_parts() {
        let time = Part::Parts(vec![Part::Number(4), Part::Number(4)]);
        let expected = Part::Parts(vec![
            Part::Parts(vec![Part::OnlyRos1(4), time, Part::Text]),
            Part::Array(None, Box::new(Part::Parts(vec![Part::Number(8)]))),
            Part::Array(Some(2), Box::new(Part::Number(8))),
        ]);
        assert_eq!(layout("geometry_msgs/Own", STAMPED), Ok(expected));
    }

    #[test]
    fn error_of_type_missing_in_ros_2_names_the_type() {
        for name in ["own_msgs/Thing", "std_msgs/Time", "move_base_msgs/MoveBaseGoal"] {
            assert!(layout(name, "int8 data\n").unwrap_err().contains(name));
        }
    }

    #[test]
    fn malformed_definitions_are_errors() {
        for text in
            ["float64", "Unknown field", "int8[x] data", "Own field\n===\nMSG: std_msgs/Own\nOwn field\n"]
        {
            assert!(layout("std_msgs/Own", text).is_err(), "{text}");
        }
    }
}
