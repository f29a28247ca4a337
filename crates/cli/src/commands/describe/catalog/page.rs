//! Formats the description of one component.

use morse_scene::description::{ArgumentDescription, PropertyDescription};
use morse_scene::python_repr::repr;
use morse_scene::{Description, ServiceKind};

use super::class_name;
use crate::output::columns::{Table, wrapped};

/// Width of running text.
const WIDTH: usize = 100;

/// The description of a component as text.
pub fn page(component: &Description) -> String {
    let title = if component.title.is_empty() { class_name(component) } else { &component.title };
    let mut text = format!("{title}: {}, {}\n", component.kind.with_article(), component.class);
    if !component.implemented {
        text.push_str("Scenes can be checked with it, but it does not run yet.\n");
    }
    for paragraph in component.doc.split("\n\n") {
        text.push_str(&format!("\n{}\n", wrapped(paragraph, WIDTH).join("\n")));
    }
    for (title, table) in [
        ("In scripts", builders(component)),
        ("Fields", fields(component)),
        ("Levels", levels(component)),
        ("Properties", properties(&component.properties)),
        ("Parameters", properties(&component.parameters)),
        ("Services", services(component)),
    ] {
        if !table.is_empty() {
            text.push_str(&format!("\n{title}\n{}", table.text()));
        }
    }
    text
}

fn builders(component: &Description) -> Table {
    let mut table = Table::new(&["name", "rate [Hz]", "sets"]);
    for builder in &component.builders {
        let rate = builder.rate_hz.map(|rate| rate.to_string()).unwrap_or_default();
        let sets: Vec<String> =
            builder.properties.iter().map(|(name, value)| format!("{name}={}", repr(value))).collect();
        let call = format!("{}({})", builder.name, signature(&builder.arguments));
        table.row([call, rate, sets.join(", ")]);
    }
    table
}

fn fields(component: &Description) -> Table {
    let mut table = Table::new(&["name", "type", "unit", "at levels", "meaning"]);
    for field in &component.fields {
        let unit = field.unit.clone().unwrap_or_default();
        table.row([
            field.name.clone(),
            field.type_name.clone(),
            unit,
            field.levels.join(", "),
            field.doc.clone(),
        ]);
    }
    table
}

fn levels(component: &Description) -> Table {
    let mut table = Table::new(&["name", "", "meaning"]);
    for level in &component.levels {
        let default = if level.default { "(default)" } else { "" };
        table.row([level.name.clone(), default.to_owned(), level.doc.clone()]);
    }
    table
}

fn properties(properties: &[PropertyDescription]) -> Table {
    let mut table = Table::new(&["name", "type", "unit", "default", "allowed", "meaning"]);
    for property in properties {
        table.row([
            property.name.clone(),
            property.type_name.clone(),
            property.unit.clone().unwrap_or_default(),
            repr(&property.default),
            allowed(property),
            property.doc.clone(),
        ]);
    }
    table
}

fn allowed(property: &PropertyDescription) -> String {
    match property.range {
        Some((Some(low), Some(high))) => format!("{low} to {high}"),
        Some((Some(low), None)) => format!("from {low}"),
        Some((None, Some(high))) => format!("up to {high}"),
        Some((None, None)) | None => property.one_of.join(", "),
    }
}

fn services(component: &Description) -> Table {
    let mut table = Table::new(&["call", "answer", "meaning"]);
    for service in &component.services {
        let answer = match (service.kind, service.interruptible) {
            (ServiceKind::Sync, _) => "at once",
            (ServiceKind::Async, Some(true)) => "when done; a new call replaces it",
            (ServiceKind::Async, _) => "when done; not to be interrupted",
        };
        let call = format!("{}({})", service.name, signature(&service.arguments));
        table.row([call, answer.to_owned(), service.doc.clone()]);
    }
    table
}

fn signature(arguments: &[ArgumentDescription]) -> String {
    let texts: Vec<String> = arguments
        .iter()
        .map(|argument| match &argument.default {
            Some(default) => format!("{}={}", argument.name, repr(default)),
            None => argument.name.clone(),
        })
        .collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_component_has_a_page() {
        for component in &morse_components::catalog().components {
            let page = page(component);
            assert!(page.contains(&component.class), "{page}");
            for name in component.fields.iter().map(|field| &field.name) {
                assert!(page.contains(name.as_str()), "{name} is not in:\n{page}");
            }
        }
    }
}
