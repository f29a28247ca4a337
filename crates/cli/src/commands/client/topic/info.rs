//! `morse topic info`: describes the messages of a component.

use morse_scene::description::{InstanceDescription, Kind};

use super::stream::endpoint_text;
use crate::arguments::InfoArguments;
use crate::failure::Failure;
use crate::output::columns::{Table, wrapped};
use crate::output::standard_output::{print, print_json};
use crate::signals;
use morse::client::Client;

/// Width of running text.
const WIDTH: usize = 100;

/// Prints the fields, streams and settings of a component.
pub fn info(arguments: &InfoArguments) -> Result<(), Failure> {
    let component = Client::connect(&arguments.server.host, arguments.server.port, signals::interrupt())?
        .find(&arguments.component)?;
    if arguments.json { print_json(&component) } else { print(&page(&component)) }
}

fn page(component: &InstanceDescription) -> String {
    let kind = component.kind.map(Kind::with_article).unwrap_or_default();
    let mut text = format!("{}: {kind}, {}\n", component.name, component.class);
    if let Some(first) = component.doc.split("\n\n").next().filter(|first| !first.is_empty()) {
        text.push_str(&format!("\n{}\n", wrapped(first, WIDTH).join("\n")));
    }
    let mut facts = Vec::new();
    if let Some(rate_hz) = component.rate_hz {
        facts.push(("rate", format!("{rate_hz} Hz")));
    }
    if let Some(level) = &component.level {
        facts.push(("level", level.clone()));
    }
    facts.push(("data kind", component.data_kind.name().to_owned()));
    if !component.active {
        facts.push(("state", "deactivated".to_owned()));
    }
    text.push('\n');
    for (name, value) in facts {
        text.push_str(&format!("  {name:<11}{value}\n"));
    }
    for (title, table) in [("Streams", streams(component)), ("Fields", fields(component))] {
        if !table.is_empty() {
            text.push_str(&format!("\n{title}\n{}", table.text()));
        }
    }
    if component.streams.is_empty() && component.kind != Some(Kind::Robot) {
        text.push_str("\nIt has no stream; in the scene, add_stream('socket') gives it one.\n");
    }
    if !component.service_interfaces.is_empty() {
        text.push_str(&format!("\nServices: morse service list {}\n", component.name));
    }
    text
}

fn streams(component: &InstanceDescription) -> Table {
    let mut table = Table::new(&["direction", "middleware", "where", "class"]);
    for stream in &component.streams {
        let direction = stream.direction.to_string();
        table.row([direction, stream.middleware.clone(), endpoint_text(stream), stream.class.clone()]);
    }
    table
}

fn fields(component: &InstanceDescription) -> Table {
    let mut table = Table::new(&["name", "type", "unit", "meaning"]);
    if component.kind == Some(Kind::Sensor) && !component.fields.is_empty() {
        let stamp = ["timestamp", "float", "s", "When it was read, on the clock of the simulation."];
        table.row(stamp.map(str::to_owned));
    }
    for field in &component.fields {
        let unit = field.unit.clone().unwrap_or_default();
        table.row([field.name.clone(), field.type_name.clone(), unit, field.doc.clone()]);
    }
    table
}
