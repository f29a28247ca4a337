//! Generates documentation pages: one for each implemented component, and their index.

use std::fmt::Write;

use morse_scene::description::{
    ArgumentDescription, Catalog, DataKind, Description, Kind, PropertyDescription, ServiceKind,
};
use morse_scene::python_repr::repr;
use morse_scene::value::Value;
use morse_scene::wiring::wiring_table::WiringTable;

use crate::files::example;
use crate::pictures;

/// Conventions of all pages, for the index.
const CONVENTIONS: &str = "\
## Conventions

- Units are those of the SI; angles are in radians unless a page says degrees.
- Axes are right-handed with z up. Robots, and sensors but for cameras, have x ahead, y to the left and z up; cameras x to the
  right of the picture, y down and z ahead.
- In formulas `p` is the origin of the sensor in the world, and `R` the rotation matrix from the axes of the sensor to those of
  the world, `R = Rz(yaw) · Ry(pitch) · Rx(roll)`; `T` is both together, a pose. `ᵀ` inverts the rotation, `⁻¹` the pose.
- `Δt` is the time since the last reading, `frequency` the number of readings in a second. `t - Δt` is the last reading.
- Every reading has a `timestamp`: the simulated time of the world that it describes. All sensors of a step read the world
  before anything in it moves.
- Readings have no error unless a page, a level or a modifier adds one.
- `morse sense scene.py robot.sensor` shows what a sensor reads; the pictures on these pages come from it.
";

/// File name of the list of all pages.
const INDEX: &str = "README.md";
const NOTE: &str = "<!-- Written by `cargo xtask generate` from the component's own file. Do not edit. -->";

/// File name and text of every page.
pub(crate) fn all(catalog: &Catalog) -> Vec<(String, String)> {
    let wiring = WiringTable::built_in().ok();
    let running = catalog.components.iter().filter(|component| component.implemented);
    let mut pages: Vec<(String, String)> =
        running.map(|component| (file_name(component), page(component, catalog, wiring.as_ref()))).collect();
    pages.push((INDEX.to_owned(), index(catalog)));
    pages
}

fn file_name(component: &Description) -> String {
    format!("{}.md", component.class.trim_start_matches("morse."))
}

fn page(component: &Description, catalog: &Catalog, wiring: Option<&WiringTable>) -> String {
    let Description { title, class, kind, doc, .. } = component;
    let data_kind = match component.data_kind {
        DataKind::Empty | DataKind::Record => String::new(),
        kind => format!(" · data of the kind `{kind}`"),
    };
    let mut text = format!("{NOTE}\n\n# {title}\n\n`{class}` · {}{data_kind}\n\n{doc}\n", kind.name());
    if component.kind == Kind::Sensor {
        section(
            &mut text,
            Some(format!("Frames, symbols and times are those of [all components]({INDEX}#conventions).\n")),
        );
    }
    section(&mut text, picture(component));
    section(&mut text, owner(component, catalog));
    section(&mut text, scripts(component));
    section(&mut text, data(component));
    section(&mut text, values("Properties", "Property", &component.properties));
    section(&mut text, values("Parameters", "Parameter", &component.parameters));
    section(&mut text, levels(component, catalog));
    section(&mut text, services(component));
    section(&mut text, fits(component));
    let scenes = example::scenes(component, catalog, wiring);
    let heading = if scenes.len() > 1 { "## Examples\n" } else { "## Example\n" };
    let scenes: String = scenes.iter().map(|scene| format!("\n```python\n{scene}```\n")).collect();
    section(&mut text, (!scenes.is_empty()).then(|| format!("{heading}{scenes}")));
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

fn levels(component: &Description, catalog: &Catalog) -> Option<String> {
    let rows = component.levels.iter().map(|level| {
        let default = if level.default { " (default)" } else { "" };
        let name = match level.class.as_ref().filter(|class| **class != component.class) {
            Some(class) => linked(&code(&level.name), class, catalog),
            None => code(&level.name),
        };
        vec![format!("{name}{default}"), level.doc.clone()]
    });
    table("Levels", &["Level", "Gives"], rows)
}

/// A text that leads to the page of a class, if it has one.
fn linked(text: &str, class: &str, catalog: &Catalog) -> String {
    match catalog.by_class(class).filter(|component| component.implemented) {
        Some(component) => format!("[{text}]({})", file_name(component)),
        None => text.to_owned(),
    }
}

/// The classes of which this one is a level, and their other levels.
fn owner(component: &Description, catalog: &Catalog) -> Option<String> {
    let is_own = |class: &Option<String>| class.as_ref() == Some(&component.class);
    let mut text = String::new();
    for owner in catalog.components.iter().filter(|owner| owner.class != component.class) {
        let Some(own) = owner.levels.iter().find(|level| is_own(&level.class)) else { continue };
        let others = owner.levels.iter().filter(|level| !is_own(&level.class));
        let others: Vec<String> = others
            .map(|level| {
                let class = level.class.as_deref().unwrap_or(&owner.class);
                linked(&code(&level.name), class, catalog)
            })
            .collect();
        let owner = linked(&owner.title, &owner.class, catalog);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "Level `{}` of {owner}; beside it: {}.", own.name, others.join(", "));
    }
    (!text.is_empty()).then_some(text)
}

/// The picture of a robot or of a sensor's view, or the plot of its readings, if there is one.
fn picture(component: &Description) -> Option<String> {
    if let Some(model) = component.builders.first().and_then(|builder| builder.model.as_deref())
        && let Some(path) = pictures::of_robot(model)
    {
        let mut text = format!("![{}]({path})\n", component.title);
        if let Some((shows, path)) = pictures::of_walk(&component.class) {
            text += &format!("\n![{shows}]({path})\n\n{shows}.\n");
        }
        return Some(text);
    }
    let of_sensor = pictures::of_sensor(&component.class).map(|(shows, path)| (shows.to_owned(), path));
    let (shows, path) = of_sensor.or_else(|| pictures::of_plot(&component.class))?;
    Some(format!("![{shows}]({path})\n\n{shows}.\n"))
}

fn setting((name, value): (&str, &Value)) -> String {
    code(&format!("{name}={}", repr(value)))
}

/// The builder classes that create a component.
fn scripts(component: &Description) -> Option<String> {
    let rows = component.builders.iter().map(|builder| {
        let arguments: Vec<String> =
            builder.arguments.iter().filter(|argument| argument.name != "name").map(argument).collect();
        let rate = builder.rate_hz.map_or_else(|| "every step".to_owned(), |rate_hz| rate_hz.to_string());
        let settings: Vec<String> =
            builder.properties.iter().filter(|(name, _)| !name.ends_with("_Tag")).map(setting).collect();
        vec![code(&format!("{}({})", builder.name, arguments.join(", "))), rate, settings.join(", ")]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let is_robot = component.kind == Kind::Robot;
    let is_plain = rows.iter().all(|row| row.last().is_none_or(String::is_empty));
    let kept = |column: usize| !(column == 1 && is_robot || column == 2 && is_plain);
    let pick = |row: Vec<String>| -> Vec<String> {
        row.into_iter().enumerate().filter(|&(column, _)| kept(column)).map(|(_, cell)| cell).collect()
    };
    let heads = ["Class", "Rate [Hz]", "Sets"].map(str::to_owned).to_vec();
    let heads = pick(heads);
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    table("In scripts", &heads, rows.into_iter().map(pick))
}

fn services(component: &Description) -> Option<String> {
    let rows = component.services.iter().map(|service| {
        let arguments: Vec<String> = service.arguments.iter().map(argument).collect();
        let kind = match (service.kind, service.interruptible) {
            (ServiceKind::Sync, _) => "at once",
            (ServiceKind::Async, Some(true)) => "when done; a new call interrupts it",
            (ServiceKind::Async, _) => "when done; meanwhile, further calls are refused",
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

fn index(catalog: &Catalog) -> String {
    let mut text = format!(
        "{NOTE}\n\n# Components\n\nRobots, and the sensors, actuators and modifiers for them. `morse catalog` prints the same facts for your own build.\n\n{CONVENTIONS}"
    );
    for (kind, heading) in [
        (Kind::Robot, "Robots"),
        (Kind::Sensor, "Sensors"),
        (Kind::Actuator, "Actuators"),
        (Kind::Modifier, "Modifiers"),
    ] {
        let all = || catalog.components.iter().filter(move |component| component.kind == kind);
        let rows = all().filter(|component| component.implemented).map(|component| {
            let summary = component.doc.split("\n\n").next().unwrap_or_default();
            vec![
                format!("[{}]({})", component.title, file_name(component)),
                code(&component.class),
                summary.to_owned(),
            ]
        });
        section(&mut text, table(heading, &["Name", "Class", "Summary"], rows));
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
