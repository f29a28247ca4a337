//! Documentation pages: one for each component that runs, and their index.

use std::fmt::Write;

use morse_scene::description::{
    ArgumentDescription, Catalogue, Description, Kind, PropertyDescription, ServiceKind,
};
use morse_scene::python_repr::repr;
use morse_scene::wiring_table::WiringTable;

use crate::example;

const NOTE: &str = "<!-- Written by `cargo xtask generate` from the component's own file. Do not edit. -->";

/// File name and text of every page.
pub(crate) fn all(catalogue: &Catalogue) -> Vec<(String, String)> {
    let wiring = WiringTable::built_in().ok();
    let running = catalogue.components.iter().filter(|component| component.implemented);
    let mut pages: Vec<(String, String)> = running
        .map(|component| (file_name(component), page(component, catalogue, wiring.as_ref())))
        .collect();
    pages.push(("README.md".to_owned(), index(catalogue)));
    pages
}

fn file_name(component: &Description) -> String {
    format!("{}.md", component.class.trim_start_matches("morse."))
}

fn page(component: &Description, catalogue: &Catalogue, wiring: Option<&WiringTable>) -> String {
    let Description { title, class, kind, doc, .. } = component;
    let mut text = format!("{NOTE}\n\n# {title}\n\n`{class}` · {}\n\n{doc}\n", kind.name());
    section(&mut text, data(component));
    section(&mut text, values("Properties", "Property", &component.properties));
    section(&mut text, values("Parameters", "Parameter", &component.parameters));
    section(&mut text, levels(component));
    section(&mut text, services(component));
    section(&mut text, fits(component));
    let scene = example::scene(component, catalogue, wiring);
    section(&mut text, scene.map(|scene| format!("## Example\n\n```python\n{scene}```\n")));
    text
}

fn section(text: &mut String, section: Option<String>) {
    if let Some(section) = section {
        text.push('\n');
        text.push_str(&section);
    }
}

/// A table of Markdown; `None` without rows.
fn table(heading: &str, columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Option<String> {
    let rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() {
        return None;
    }
    let mut text =
        format!("## {heading}\n\n| {} |\n|{}\n", columns.join(" | "), " --- |".repeat(columns.len()));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    Some(text)
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn data(component: &Description) -> Option<String> {
    let by_level = component.fields.iter().any(|field| !field.levels.is_empty());
    let mut columns = vec!["Field", "Type", "Unit", "At first", "Meaning"];
    if by_level {
        columns.insert(1, "Levels");
    }
    let rows = component.fields.iter().map(|field| {
        let mut row = vec![
            code(&field.name),
            field.type_name.clone(),
            field.unit.clone().unwrap_or_default(),
            code(&repr(&field.default)),
            field.doc.clone(),
        ];
        if by_level {
            let levels = if field.levels.is_empty() { "all".to_owned() } else { field.levels.join(", ") };
            row.insert(1, levels);
        }
        row
    });
    table("Data", &columns, rows)
}

fn values(heading: &str, column: &str, properties: &[PropertyDescription]) -> Option<String> {
    let by_environment = properties.iter().any(|property| property.environment.is_some());
    let mut columns = vec![column, "Type", "Default", "Unit", "Allowed", "Meaning"];
    if by_environment {
        columns.insert(5, "From the environment");
    }
    let rows = properties.iter().map(|property| {
        let mut row = vec![
            code(&property.name),
            property.type_name.clone(),
            code(&repr(&property.default)),
            property.unit.clone().unwrap_or_default(),
            allowed(property),
            property.doc.clone(),
        ];
        if by_environment {
            row.insert(5, property.environment.as_deref().map(code).unwrap_or_default());
        }
        row
    });
    table(heading, &columns, rows)
}

fn allowed(property: &PropertyDescription) -> String {
    if !property.one_of.is_empty() {
        return property.one_of.join(", ");
    }
    match property.range {
        None | Some((None, None)) => "any".to_owned(),
        Some((Some(min), Some(max))) => format!("{min} to {max}"),
        Some((Some(min), None)) => format!("{min} or more"),
        Some((None, Some(max))) => format!("{max} or less"),
    }
}

fn levels(component: &Description) -> Option<String> {
    let rows = component.levels.iter().map(|level| {
        let default = if level.default { " (default)" } else { "" };
        vec![format!("`{}`{default}", level.name), level.doc.clone()]
    });
    table("Levels", &["Level", "Gives"], rows)
}

fn services(component: &Description) -> Option<String> {
    let rows = component.services.iter().map(|service| {
        let arguments: Vec<String> = service.arguments.iter().map(argument).collect();
        let kind = match (service.kind, service.interruptible) {
            (ServiceKind::Sync, _) => "at once",
            (ServiceKind::Async, Some(true)) => "when done; a new call interrupts it",
            (ServiceKind::Async, _) => "when done; meanwhile, others are refused",
        };
        vec![
            code(&format!("{}({})", service.name, arguments.join(", "))),
            kind.to_owned(),
            service.doc.clone(),
        ]
    });
    table("Services", &["Service", "Answers", "Meaning"], rows)
}

fn argument(argument: &ArgumentDescription) -> String {
    match &argument.default {
        Some(default) => format!("{}={}", argument.name, repr(default)),
        None => argument.name.clone(),
    }
}

fn fits(component: &Description) -> Option<String> {
    let classes: Vec<String> = component.fits.iter().map(|class| code(class)).collect();
    (!classes.is_empty()).then(|| format!("## Fits\n\n{}\n", classes.join(", ")))
}

fn index(catalogue: &Catalogue) -> String {
    let mut text = format!(
        "{NOTE}\n\n# Components\n\nWhat robots are made of. `morse catalogue` prints the same facts for your own build.\n"
    );
    for (kind, heading) in [
        (Kind::Robot, "Robots"),
        (Kind::Sensor, "Sensors"),
        (Kind::Actuator, "Actuators"),
        (Kind::Modifier, "Modifiers"),
    ] {
        let all = || catalogue.components.iter().filter(move |component| component.kind == kind);
        let rows = all().filter(|component| component.implemented).map(|component| {
            let summary = component.doc.split("\n\n").next().unwrap_or_default();
            vec![
                format!("[{}]({})", component.title, file_name(component)),
                code(&component.class),
                summary.to_owned(),
            ]
        });
        section(&mut text, table(heading, &["Name", "Class", "What it is"], rows));
        let declared: Vec<String> = all()
            .filter(|component| !component.implemented)
            .map(|component| code(&component.class))
            .collect();
        if !declared.is_empty() {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "\nKnown, but not run by this build yet: {}.", declared.join(", "));
        }
    }
    text
}
