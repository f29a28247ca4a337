//! The classes against the Builder's table of streams and its catalog: every class path resolves for its component.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;

use morse_pocolibs::mapping::{INPUT_CLASSES, OUTPUT_CLASSES, input, output};
use serde_json::Value;

/// The Builder's table of streams by component.
const WIRING: &str = include_str!("../../../../python/morse/builder/catalog/wiring.json");
/// The Builder's catalog of components.
const CATALOG: &str = include_str!("../../../../python/morse/builder/catalog/catalog.json");

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

#[test]
fn every_row_of_the_table_resolves_and_fits_its_component() {
    let (wiring, catalog): (Value, Value) =
        (serde_json::from_str(WIRING).unwrap(), serde_json::from_str(CATALOG).unwrap());
    let components: BTreeMap<&str, &Value> =
        list(&catalog, "components").iter().map(|component| (text(component, "class"), component)).collect();
    let mut rows = 0;
    for row in list(&wiring, "rows").iter().filter(|row| text(row, "middleware") == "pocolibs") {
        rows += 1;
        let component = components[text(row, "component")];
        let fields: Vec<&str> = list(component, "fields").iter().map(|field| text(field, "name")).collect();
        let alternatives = list(row, "alternatives").iter().map(|class| class.as_str().unwrap());
        for class in alternatives.chain([text(row, "datastream")]) {
            if text(row, "direction") == "OUT" {
                assert!(output(class).is_some(), "no publisher {class}");
                continue;
            }
            let input = input(class).unwrap_or_else(|| panic!("no reader {class}"));
            // The joints of an armature are not fields of the component.
            let known = |field: &str| fields.contains(&field) || field.starts_with("kuka_");
            assert!(input.fields().iter().all(|(_, field)| known(field)), "{class}");
        }
    }
    assert!(rows >= 18, "only {rows} rows");
    for class in list(&wiring, "other_classes") {
        let path = text(class, "classpath");
        if text(class, "middleware") == "pocolibs" && text(class, "kind") == "datastream" {
            assert!(output(path).is_some() || input(path).is_some(), "{path}");
        }
    }
}

#[test]
fn class_paths_are_unique() {
    let classes = OUTPUT_CLASSES.iter().map(|(class, _)| *class);
    let classes: Vec<&str> = classes.chain(INPUT_CLASSES.iter().map(|(class, _)| *class)).collect();
    let mut unique = classes.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), classes.len());
}

#[test]
fn every_fixed_structure_is_known() {
    for (class, output) in OUTPUT_CLASSES {
        let is_sized_by_sensor = ["Viam", "Spix", "velodyne", "STRUCT_SPARK"];
        if !is_sized_by_sensor.iter().any(|name| output.structure().starts_with(name)) {
            assert!(structure(output.structure()), "{class}");
        }
    }
    for (class, input) in INPUT_CLASSES {
        assert!(structure(input.structure()), "{class}");
    }
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn structure(name: &str) -> bool {
    morse_pocolibs::structs::struct_named(name).is_some()
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn structure(_: &str) -> bool {
    true
}
