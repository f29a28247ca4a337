//! The service `get_type_description` of the node: the fields of the types that it uses, as all nodes since Iron have it.

use std::collections::BTreeSet;

use morse_ros::NodeError;
use morse_ros::type_hashes::{TYPE_DESCRIPTIONS, TYPE_HASHES};
use serde::{Deserialize, Serialize};

use crate::names;
use crate::transport::Responder;
use crate::transport_node::{NODE_NAME, Ros2Node};

/// Begins the hash of a type: version 1 of REP 2016.
const HASH_PREFIX: &str = "RIHS01_";

/// Request of `type_description_interfaces/GetTypeDescription`.
#[derive(Debug, Clone, Default, Deserialize)]
struct Request {
    type_name: String,
    /// With its prefix; empty for any version of the type.
    type_hash: String,
    /// Not used: the simulator does not have the files in which types are defined.
    _include_type_sources: bool,
}

/// Response of `type_description_interfaces/GetTypeDescription`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct Response {
    successful: bool,
    failure_reason: String,
    type_description: Description,
    type_sources: Vec<TypeSource>,
    extra_information: Vec<KeyValue>,
}

/// The message `type_description_interfaces/TypeDescription`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct Description {
    type_description: Individual,
    referenced_type_descriptions: Vec<Individual>,
}

/// The message `type_description_interfaces/IndividualTypeDescription`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct Individual {
    type_name: String,
    fields: Vec<Field>,
}

/// The message `type_description_interfaces/Field`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct Field {
    name: String,
    kind: FieldType,
    default_value: String,
}

/// The message `type_description_interfaces/FieldType`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct FieldType {
    type_id: u8,
    capacity: u64,
    string_capacity: u64,
    nested_type_name: String,
}

/// The message `type_description_interfaces/TypeSource`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct TypeSource {
    type_name: String,
    encoding: String,
    raw_file_contents: String,
}

/// The message `type_description_interfaces/KeyValue`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct KeyValue {
    key: String,
    value: String,
}

/// Opens the service.
///
/// # Errors
/// When the transport refuses.
pub fn open(node: &Ros2Node) -> Result<(), NodeError> {
    let type_name = names::service_type("type_description_interfaces", "GetTypeDescription");
    let answer = |request: Request, respond: Responder<Response>| respond(Ok(describe(&request)));
    node.serve_as(&format!("/{NODE_NAME}/get_type_description"), &type_name, answer)?.keep();
    Ok(())
}

fn describe(request: &Request) -> Response {
    let Request { type_name, type_hash, .. } = request;
    let failed = |failure_reason: String| Response { failure_reason, ..Response::default() };
    let Some(type_description) = individual(type_name) else {
        return failed(format!("The type {type_name} is not in use by this node"));
    };
    if !type_hash.is_empty()
        && let Some(own) = hash(type_name)
        && type_hash.strip_prefix(HASH_PREFIX) != Some(own)
    {
        return failed(format!(
            "This node uses {type_name} with the hash {HASH_PREFIX}{own}, not {type_hash}"
        ));
    }
    let type_description =
        Description { referenced_type_descriptions: referenced(&type_description), type_description };
    Response { successful: true, type_description, ..Response::default() }
}

/// The hash of a type, without prefix. Parts of messages have none in the table.
fn hash(type_name: &str) -> Option<&'static str> {
    let [package, kind, name] = <[&str; 3]>::try_from(type_name.split('/').collect::<Vec<_>>()).ok()?;
    let dds = format!("{package}::{kind}::dds_::{name}_");
    TYPE_HASHES.binary_search_by_key(&dds.as_str(), |row| row.0).ok().map(|index| TYPE_HASHES[index].1)
}

/// The fields of a type.
fn individual(type_name: &str) -> Option<Individual> {
    let index = TYPE_DESCRIPTIONS.binary_search_by_key(&type_name, |row| row.0).ok()?;
    let fields = TYPE_DESCRIPTIONS[index].1.split(';').filter_map(field).collect();
    Some(Individual { type_name: type_name.to_owned(), fields })
}

/// A field from the table of descriptions.
fn field(row: &str) -> Option<Field> {
    let mut parts = row.split(',');
    let name = parts.next()?.to_owned();
    let kind = FieldType {
        type_id: parts.next()?.parse().ok()?,
        capacity: parts.next()?.parse().ok()?,
        string_capacity: parts.next()?.parse().ok()?,
        nested_type_name: parts.next()?.to_owned(),
    };
    Some(Field { name, kind, default_value: String::new() })
}

/// The types that a type uses, directly or indirectly, sorted by name.
fn referenced(of: &Individual) -> Vec<Individual> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![of.clone()];
    while let Some(individual_type) = waiting.pop() {
        for field in individual_type.fields {
            let nested = field.kind.nested_type_name;
            if let Some(used) = individual(&nested).filter(|_| found.insert(nested)) {
                waiting.push(used);
            }
        }
    }
    found.iter().filter_map(|name| individual(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(type_name: &str, type_hash: &str) -> Response {
        let (type_name, type_hash) = (type_name.to_owned(), type_hash.to_owned());
        describe(&Request { type_name, type_hash, _include_type_sources: true })
    }

    #[test]
    fn description_has_the_used_types() {
        let answer = request("geometry_msgs/msg/PoseStamped", "");
        assert!(answer.successful);
        let used: Vec<_> = answer.type_description.referenced_type_descriptions;
        let used: Vec<&str> = used.iter().map(|used| used.type_name.as_str()).collect();
        assert_eq!(
            used,
            [
                "builtin_interfaces/msg/Time",
                "geometry_msgs/msg/Point",
                "geometry_msgs/msg/Pose",
                "geometry_msgs/msg/Quaternion",
                "std_msgs/msg/Header"
            ]
        );
        let field = &answer.type_description.type_description.fields[1];
        assert_eq!((field.name.as_str(), field.kind.type_id), ("pose", 1));
        assert_eq!(field.kind.nested_type_name, "geometry_msgs/msg/Pose");
    }

    #[test]
    fn other_versions_and_unknown_types_are_refused() {
        let own = format!("{HASH_PREFIX}{}", hash("std_msgs/msg/String").unwrap());
        assert!(request("std_msgs/msg/String", &own).successful);
        let other = own.replace('d', "e");
        assert!(request("std_msgs/msg/String", &other).failure_reason.contains(&own));
        for unknown in ["", "std_msgs/String", "my_msgs/msg/Mine", "a/b/c/d"] {
            assert!(request(unknown, "").failure_reason.contains("not in use"), "{unknown}");
        }
    }

    #[test]
    fn every_type_with_a_hash_has_a_description() {
        for (dds, _) in TYPE_HASHES {
            let name = dds.replace("::dds_::", "/").replace("::", "/");
            assert!(request(name.trim_end_matches('_'), "").successful, "{dds}");
        }
        for (name, fields) in TYPE_DESCRIPTIONS {
            let read = individual(name).unwrap().fields;
            assert_eq!(read.len(), fields.split(';').count(), "{name}");
            for Field { kind, .. } in read {
                let nested = kind.nested_type_name;
                assert!(nested.is_empty() || individual(&nested).is_some(), "{name}: {nested}");
            }
        }
    }
}
