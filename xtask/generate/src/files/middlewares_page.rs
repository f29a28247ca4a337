//! The documentation page of the middlewares: streams of each component on each middleware, and those that this build speaks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use morse::middlewares::NAMES;
use morse_scene::wiring::Direction;
use morse_scene::wiring::wiring_table::{Row, StreamKind, WiringTable, WiringTableError};

use xtask::shell::root;

/// The text above the tables.
const INTRODUCTION: &str = "\
<!-- Written by `cargo xtask generate` from crates/scene/data/wiring.json and crates/morse/src/middlewares.rs. Do not edit. -->

# Middlewares

`add_stream('<middleware>')` connects the data of a component, `add_service('<middleware>')` its services. Names and class paths are those
of MORSE 1.4. A scene that needs a middleware which the build does not speak is refused with a list of the missing ones;
`morse run --skip-missing-middlewares` runs it without.
";

/// Common prefix of the class paths of streams.
const PACKAGE: &str = "morse.middleware.";

/// Class paths that no component has.
const SENSOR: &str = "my.Sensor";
const ACTUATOR: &str = "my.Actuator";

/// The page.
///
/// # Errors
/// None in practice: the table is part of the program, and a test reads it.
pub(crate) fn page() -> Result<String, WiringTableError> {
    let table = WiringTable::built_in()?;
    let mut text = INTRODUCTION.to_owned();
    middlewares(&mut text, &table);
    components(&mut text, &table);
    generic(&mut text, &table);
    others(&mut text, &table);
    Ok(text)
}

/// Short names of all middlewares.
fn names(table: &WiringTable) -> BTreeSet<&str> {
    let rows = table.rows().iter().map(|row| row.middleware.as_str());
    table.middlewares().chain(table.service_middlewares()).chain(rows).collect()
}

const fn mark(spoken: bool) -> &'static str {
    if spoken { "yes" } else { "no" }
}

fn speaks(middleware: &str) -> bool {
    NAMES.contains(&middleware)
}

/// Components whose streams on a middleware are refused, although MORSE 1.4 names a class: docs/pocolibs.md has the reason.
const REFUSED: [(&str, &str); 2] = [
    ("morse.sensors.human_posture.HumanPosture", "pocolibs"),
    ("morse.sensors.stereo_unit.StereoUnit", "pocolibs"),
];

/// Whether a stream of a component can be opened.
fn opens(component: &str, middleware: &str) -> bool {
    speaks(middleware) && !REFUSED.contains(&(component, middleware))
}

fn middlewares(text: &mut String, table: &WiringTable) {
    add(
        text,
        format_args!("\n## Names\n\n| middleware | this build speaks it | streams | services | page |\n"),
    );
    add(text, format_args!("|---|---|---|---|---|\n"));
    for name in names(table) {
        let streams = if table.manager(name).is_some() { "yes" } else { "" };
        let services = if table.request_manager(name).is_some() { "yes" } else { "" };
        let page = manual(name).map_or_else(String::new, |page| format!("[{page}]({page})"));
        let spoken = mark(speaks(name));
        add(text, format_args!("| `{name}` | {spoken} | {streams} | {services} | {page} |\n"));
    }
}

/// The page of a middleware, if there is one: `ros2` is on that of `ros`, `yarp_json` on that of `yarp`.
fn manual(name: &str) -> Option<String> {
    let family = name.strip_suffix("_json").unwrap_or(name);
    let pages = [family, family.trim_end_matches(|last: char| last.is_ascii_digit())]
        .map(|name| format!("{name}.md"));
    pages.into_iter().find(|page| root().join("docs").join(page).exists())
}

/// The default class of each component on each middleware, and the classes that a scene may name instead.
fn components(text: &mut String, table: &WiringTable) {
    let by_kind = |name: &str| {
        let stream = |component, direction| table.default_stream(component, None, name, direction).ok();
        let of_all = |component, direction| stream(component, direction).filter(|stream| !stream.fell_back);
        Some((of_all(SENSOR, Direction::Out)?, of_all(ACTUATOR, Direction::In)?))
    };
    add(
        text,
        format_args!(
            "\n## Components\n\nClass paths begin with `{PACKAGE}`. The first one of a line is the default; a scene names "
        ),
    );
    add(text, format_args!("a different one in the second\nargument of `add_stream`.\n"));
    for name in names(table) {
        if let Some((out, input)) = by_kind(name) {
            let (out, input) = (short(out.class), short(input.class));
            add(text, format_args!("Every sensor has `{out}` on `{name}`, every actuator `{input}`.\n"));
        }
    }
    let mut rows: BTreeMap<(&str, &str), BTreeMap<&str, &Row>> = BTreeMap::new();
    for row in table.rows() {
        rows.entry((&row.component, &row.level)).or_default().insert(&row.middleware, row);
    }
    add(
        text,
        format_args!("\n| component | level | middleware | class paths | spoken |\n|---|---|---|---|---|\n"),
    );
    for ((component, level), rows) in rows {
        for (middleware, row) in rows {
            let classes = std::iter::once(&row.datastream).chain(&row.alternatives);
            let classes: Vec<String> = classes.map(|class| format!("`{}`", short(class))).collect();
            let (classes, spoken) = (classes.join(", "), mark(opens(component, middleware)));
            let component = component.strip_prefix("morse.").unwrap_or(component);
            add(text, format_args!("| `{component}` | {level} | `{middleware}` | {classes} | {spoken} |\n"));
        }
    }
}

/// The classes for components that the table does not name.
fn generic(text: &mut String, table: &WiringTable) {
    add(
        text,
        format_args!(
            "\n## Components in no line\n\nThey get the general class of the middleware, and a warning.\n\n"
        ),
    );
    add(text, format_args!("| middleware | sensors | actuators |\n|---|---|---|\n"));
    for name in names(table) {
        let class = |component, direction| {
            let stream = table.default_stream(component, None, name, direction).ok();
            stream.filter(|stream| stream.fell_back).map(|stream| format!("`{}`", short(stream.class)))
        };
        let (out, input) = (class(SENSOR, Direction::Out), class(ACTUATOR, Direction::In));
        if out.is_some() || input.is_some() {
            let cell = Option::unwrap_or_default;
            add(text, format_args!("| `{name}` | {} | {} |\n", cell(out), cell(input)));
        }
    }
}

/// The classes that are in no other table.
fn others(text: &mut String, table: &WiringTable) {
    let named: BTreeSet<&str> = table
        .rows()
        .iter()
        .flat_map(|row| std::iter::once(&row.datastream).chain(&row.alternatives))
        .map(String::as_str)
        .collect();
    add(
        text,
        format_args!(
            "\n## Further classes\n\nA scene may name them for components that have the data they need.\n\n"
        ),
    );
    add(text, format_args!("| class path | middleware | kind | spoken |\n|---|---|---|---|\n"));
    for class in table.stream_classes() {
        // Those without a direction are in no table of components.
        let Some(known) = table.stream_class(class).filter(|known| known.direction.is_none()) else {
            continue;
        };
        if named.contains(class) {
            continue;
        }
        let kind = match known.kind {
            StreamKind::Datastream => "stream",
            StreamKind::Overlay => "overlay",
        };
        let (middleware, spoken) = (&known.middleware, mark(speaks(&known.middleware)));
        add(text, format_args!("| `{}` | `{middleware}` | {kind} | {spoken} |\n", short(class)));
    }
}

/// Writing to a `String` cannot fail.
fn add(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(arguments);
}

/// A class path without the package that all have.
fn short(class: &str) -> &str {
    class.strip_prefix(PACKAGE).unwrap_or(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_of_the_table_is_on_the_page() {
        let (table, page) = (WiringTable::built_in().unwrap(), page().unwrap());
        for class in table.stream_classes() {
            assert!(page.contains(&format!("`{}`", short(class))), "{class}");
        }
        for name in NAMES {
            assert!(page.contains(&format!("| `{name}` | yes |")), "{name}");
        }
    }
}
