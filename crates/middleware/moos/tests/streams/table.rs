//! The classes against the Builder's table of streams and its catalog: every class path opens for its component.

use std::collections::BTreeMap;

use morse_moos::mapping::{
    INPUT_CLASSES, Input, OUTPUT_CLASSES, Output, SCAN_DISTANCES, TIME, input, output,
};
use serde_json::Value;

/// The Builder's table of streams by component.
const WIRING: &str = include_str!("../../../../../python/morse/builder/catalog/wiring.json");
/// The Builder's catalog of components.
const CATALOG: &str = include_str!("../../../../../python/morse/builder/catalog/catalog.json");

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

fn fields(component: &Value) -> Vec<&str> {
    list(component, "fields").iter().map(|field| text(field, "name")).collect()
}

#[test]
fn every_row_of_the_table_fits_its_component() {
    let (wiring, catalog): (Value, Value) =
        (serde_json::from_str(WIRING).unwrap(), serde_json::from_str(CATALOG).unwrap());
    let components: BTreeMap<&str, &Value> =
        list(&catalog, "components").iter().map(|component| (text(component, "class"), component)).collect();
    let mut rows = 0;
    for row in list(&wiring, "rows").iter().filter(|row| text(row, "middleware") == "moos") {
        let fields = fields(components[text(row, "component")]);
        let class = text(row, "datastream");
        rows += 1;
        if text(row, "direction") == "OUT" {
            match output(class).unwrap_or_else(|| panic!("no publisher {class}")) {
                Output::Numbers(numbers) => {
                    for number in numbers {
                        assert!(
                            number.field == TIME || fields.contains(&number.field),
                            "{class}: {}",
                            number.field
                        );
                    }
                }
                Output::LaserScan => assert!(fields.contains(&"range_list"), "{class}"),
                Output::Texts => {}
            }
        } else {
            match input(class).unwrap_or_else(|| panic!("no reader {class}")) {
                Input::Numbers(variables) => {
                    assert!(variables.iter().any(|(_, field)| fields.contains(field)), "{class}");
                }
                Input::Truth(_, field) => assert!(fields.contains(&field), "{class}"),
                Input::Nothing => panic!("{class} reads nothing"),
            }
        }
    }
    assert!(rows >= 28, "only {rows} rows");
    for class in list(&wiring, "other_classes") {
        let path = text(class, "classpath");
        if text(class, "middleware") == "moos" {
            assert!(output(path).is_some() || input(path).is_some(), "{path}");
        }
    }
    assert!(output(text(&wiring["generic_out"], "moos")) == Some(Output::Texts));
}

#[test]
fn no_class_and_no_variable_is_there_twice() {
    let classes = OUTPUT_CLASSES.iter().map(|(class, _)| *class);
    let classes: Vec<&str> = classes.chain(INPUT_CLASSES.iter().map(|(class, _)| *class)).collect();
    let mut variables = vec![SCAN_DISTANCES];
    for (_, output) in OUTPUT_CLASSES {
        if let Output::Numbers(numbers) = output {
            variables.extend(numbers.iter().map(|number| number.variable));
        }
    }
    for all in [classes, variables] {
        let mut unique = all.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), all.len());
    }
}
