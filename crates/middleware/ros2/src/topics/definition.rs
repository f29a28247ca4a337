//! The form of a message in ROS 1 and in ROS 2, made of the definition that ROS 1 has of its type.

use std::collections::BTreeMap;

/// Packages whose messages have the same fields in ROS 2, apart from headers.
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
/// Messages of these packages that ROS 2 does not have, or has with other fields.
const OTHERS: [&str; 11] = [
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
/// Types within types beyond which a definition is refused.
const DEPTH_MAX: usize = 16;

/// A part of a message, as both versions have it where no other is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// A number of so many bytes.
    Number(usize),
    /// Bytes that end with a zero in ROS 2.
    Text,
    /// Parts after each other.
    Parts(Vec<Part>),
    /// So many parts, or as many as a count before them says.
    Array(Option<usize>, Box<Part>),
    /// A number of so many bytes that only ROS 1 has, which begins with zero.
    OnlyRos1(usize),
    /// The same in ROS 2.
    OnlyRos2(usize),
}

/// The form of a type such as `std_msgs/String`, whose definition has those of all types that it uses.
///
/// # Errors
/// When the type has no form in ROS 2 that is known, or the text is no definition.
pub(super) fn form(type_name: &str, definition: &str) -> Result<Part, String> {
    let package = type_name.split('/').next().unwrap_or_default();
    if !PACKAGES.contains(&package) || OTHERS.contains(&type_name) {
        return Err(format!(
            "the form that {type_name} has in ROS 2 is not known. There are the messages of {} that both versions have",
            PACKAGES.join(", ")
        ));
    }
    let mut sections = definition.split("\nMSG: ");
    let own = sections.next().unwrap_or_default();
    let used: BTreeMap<&str, &str> = sections.filter_map(|section| section.split_once('\n')).collect();
    Definitions { used }.form(type_name, own, 0)
}

struct Definitions<'a> {
    used: BTreeMap<&'a str, &'a str>,
}

impl Definitions<'_> {
    fn form(&self, type_name: &str, text: &str, depth: usize) -> Result<Part, String> {
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
                .ok_or_else(|| format!("{line:?} in the definition of {type_name} is no field"))?;
            if name.contains('=') {
                continue;
            }
            let is_count = (type_name, name.trim()) == ("std_msgs/Header", "seq");
            parts.push(if is_count { Part::OnlyRos1(4) } else { self.field(type_name, kind, depth)? });
        }
        if type_name == "sensor_msgs/Range" {
            // Its variance, of which 0 is said where it is not known.
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
                let text = text.ok_or_else(|| format!("the definition of {owner} lacks that of {name}"))?;
                self.form(&name, text, depth + 1)?
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
    fn a_definition_with_others_becomes_parts() {
        let time = Part::Parts(vec![Part::Number(4), Part::Number(4)]);
        let expected = Part::Parts(vec![
            Part::Parts(vec![Part::OnlyRos1(4), time, Part::Text]),
            Part::Array(None, Box::new(Part::Parts(vec![Part::Number(8)]))),
            Part::Array(Some(2), Box::new(Part::Number(8))),
        ]);
        assert_eq!(form("geometry_msgs/Own", STAMPED), Ok(expected));
    }

    #[test]
    fn what_is_not_in_ros_2_is_refused_by_name() {
        for name in ["own_msgs/Thing", "std_msgs/Time", "move_base_msgs/MoveBaseGoal"] {
            assert!(form(name, "int8 data\n").unwrap_err().contains(name));
        }
    }

    #[test]
    fn texts_that_are_no_definitions_are_errors() {
        for text in
            ["float64", "Unknown field", "int8[x] data", "Own field\n===\nMSG: std_msgs/Own\nOwn field\n"]
        {
            assert!(form("std_msgs/Own", text).is_err(), "{text}");
        }
    }
}
