//! Copies an object of a document with everything on it.

use std::collections::BTreeMap;

use crate::document::{Document, Object, Source};
use crate::edit::add::check_name;
use crate::edit::operation::Place;
use crate::edit::refusal::{Refusal, unknown};
use crate::edit::subtree::subtree;
use crate::value::{Map, Value};

/// Copies `original` as `name`.
pub(super) fn copy(
    document: &mut Document,
    original: &str,
    name: &str,
    place: &Place,
    source: Option<&Source>,
) -> Result<(), Refusal> {
    let parent = document.object(original).ok_or_else(|| unknown(document, original))?.parent.clone();
    // Components have the names of their robots in front.
    let own = match &parent {
        Some(parent) => {
            name.strip_prefix(parent.as_str()).and_then(|rest| rest.strip_prefix('.')).unwrap_or(name)
        }
        None => name,
    };
    check_name(document, name, own)?;
    let names = names_of_copies(document, original, name);
    let renamed = |old: &String| names.get(old).cloned();
    let copies: Vec<Object> = (document.objects.iter())
        .filter_map(|object| {
            let new = names.get(&object.name)?;
            let mut copy = Object { name: new.clone(), source: source.cloned(), ..object.clone() };
            copy.sources.clear();
            copy.parent = copy.parent.map(|parent| renamed(&parent).unwrap_or(parent));
            copy.options = renamed_map(&copy.options, &names);
            if object.name == original {
                copy.location = place.location;
                copy.rotation = place.rotation;
            }
            Some(copy)
        })
        .collect();
    document.objects.extend(copies);
    let sources = &mut document.wiring_sources;
    copy_table(&mut document.component_datastream, &mut sources.component_datastream, &names, source);
    copy_table(&mut document.component_modifier, &mut sources.component_modifier, &names, source);
    copy_table(&mut document.component_service, &mut sources.component_service, &names, source);
    for (manager, overlays) in &mut document.overlays {
        let found: Vec<_> =
            overlays.iter().filter_map(|(old, it)| Some((renamed(old)?, it.clone()))).collect();
        let places = sources.overlays.entry(manager.clone()).or_default();
        places.extend(found.iter().map(|(name, _)| (name.clone(), source.cloned())));
        overlays.extend(found);
    }
    Ok(())
}

/// The names of the copies by the names of the originals.
fn names_of_copies(document: &Document, original: &str, name: &str) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    let mut taken: std::collections::BTreeSet<String> =
        document.objects.iter().map(|object| object.name.clone()).collect();
    for old in subtree(document, original) {
        let new = match old.strip_prefix(original) {
            Some(rest) if rest.is_empty() || rest.starts_with('.') => format!("{name}{rest}"),
            _ => free_name(&old, &taken),
        };
        taken.insert(new.clone());
        names.insert(old, new);
    }
    names
}

/// The name with the least number that is free: `leg_2`.
fn free_name(name: &str, taken: &std::collections::BTreeSet<String>) -> String {
    (2_u64..).map(|number| format!("{name}_{number}")).find(|name| !taken.contains(name)).unwrap_or_default()
}

fn copy_table<E: Clone>(
    table: &mut BTreeMap<String, Vec<E>>,
    sources: &mut BTreeMap<String, Vec<Option<Source>>>,
    names: &BTreeMap<String, String>,
    source: Option<&Source>,
) {
    for (old, new) in names {
        let Some(entries) = table.get(old).cloned() else { continue };
        sources.insert(new.clone(), vec![source.cloned(); entries.len()]);
        table.insert(new.clone(), entries);
    }
}

/// Options name the objects that they use: those of the copy use the copies.
fn renamed_map(map: &Map, names: &BTreeMap<String, String>) -> Map {
    map.iter().map(|(key, value)| (key, renamed(value, names))).collect()
}

fn renamed(value: &Value, names: &BTreeMap<String, String>) -> Value {
    let all = |items: &[Value]| items.iter().map(|item| renamed(item, names)).collect::<Vec<_>>();
    match value {
        Value::Text(text) => Value::Text(names.get(text).unwrap_or(text).clone()),
        Value::List(items) => Value::List(all(items)),
        Value::Tuple(items) => Value::Tuple(all(items)),
        Value::Map(map) => Value::Map(renamed_map(map, names)),
        other => other.clone(),
    }
}
