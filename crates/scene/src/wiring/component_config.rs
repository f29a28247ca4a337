//! Writes the five wiring tables as Python text, in the format of release 1.4 of the original.

use std::collections::BTreeMap;

use crate::document::Document;
use crate::python_repr::literal;
use crate::value::{Map, Value};

/// Returns the text of `component_config.py`: five dictionaries, sorted by key, that Python can evaluate.
///
/// As in 1.4, entries have no direction. On a node of a distributed scene, entries whose names do not start with the name
/// of a robot of the node are omitted.
#[must_use]
pub fn component_config(document: &Document) -> String {
    let node = document.environment.multinode.as_ref().and_then(|multinode| multinode.own_robots());
    let is_here =
        |name: &str| node.is_none_or(|robots| robots.iter().any(|robot| name.starts_with(robot.as_str())));

    let streams =
        document.component_datastream.iter().filter(|(name, _)| is_here(name)).map(|(name, entries)| {
            let entry = |entry: &crate::wiring::StreamEntry| {
                Value::List(vec![
                    Value::from(entry.manager.as_str()),
                    Value::from(entry.class.as_str()),
                    Value::Map(sorted(&entry.options)),
                ])
            };
            (name.as_str(), Value::List(entries.iter().map(entry).collect()))
        });
    let modifiers =
        document.component_modifier.iter().filter(|(name, _)| is_here(name)).map(|(name, entries)| {
            let entry =
                |entry: &crate::wiring::ModifierEntry| class_with_arguments(&entry.class, &entry.arguments);
            (name.as_str(), Value::List(entries.iter().map(entry).collect()))
        });
    let services = document
        .component_service
        .iter()
        .filter(|(name, _)| is_here(name))
        .map(|(name, managers)| (name.as_str(), Value::from(managers.clone())));
    let overlays = document.overlays.iter().filter_map(|(manager, overlaid)| {
        let map: Map = overlaid
            .iter()
            .filter(|(name, _)| is_here(name))
            .map(|(name, entry)| (name.as_str(), class_with_arguments(&entry.class, &entry.arguments)))
            .collect();
        (!map.is_empty()).then_some((manager.as_str(), Value::Map(map)))
    });
    let managers = document
        .stream_manager
        .iter()
        .map(|(manager, options)| (manager.as_str(), Value::Map(sorted(options))));

    let mut text = String::new();
    push_table(&mut text, "component_datastream", streams);
    push_table(&mut text, "component_modifier", modifiers);
    push_table(&mut text, "component_service", services);
    push_table(&mut text, "overlays", overlays);
    push_table(&mut text, "stream_manager", managers);
    text
}

fn class_with_arguments(class: &str, arguments: &Map) -> Value {
    Value::List(vec![Value::from(class), Value::Map(sorted(arguments))])
}

/// Sorts a dictionary, and all dictionaries in it, by key, as `pprint` did in the original.
fn sorted(map: &Map) -> Map {
    let entries: BTreeMap<&str, &Value> = map.iter().collect();
    entries.into_iter().map(|(key, value)| (key, sorted_value(value))).collect()
}

fn sorted_value(value: &Value) -> Value {
    match value {
        Value::Map(map) => Value::Map(sorted(map)),
        Value::List(items) => Value::List(items.iter().map(sorted_value).collect()),
        Value::Tuple(items) => Value::Tuple(items.iter().map(sorted_value).collect()),
        other => other.clone(),
    }
}

fn push_table<'a>(text: &mut String, name: &str, entries: impl Iterator<Item = (&'a str, Value)>) {
    text.push_str(name);
    text.push_str(" = {");
    for (index, (key, value)) in entries.enumerate() {
        if index > 0 {
            text.push_str(",\n    ");
        }
        text.push_str(&literal(&Value::from(key)));
        text.push_str(": ");
        text.push_str(&literal(&value));
    }
    text.push_str("}\n");
}
