//! `morse topic list`: lists the streams of all components.

use morse_scene::description::{InstanceDescription, StreamDescription};
use serde::Serialize;

use super::stream::endpoint_text;
use crate::arguments::TopicListArguments;
use crate::failure::Failure;
use crate::output::columns::Table;
use crate::output::standard_output::{print, print_json};
use crate::signals;
use morse::client::Client;

/// A stream with its component, as `--json` prints it.
#[derive(Serialize)]
struct Row<'a> {
    component: &'a str,
    /// Class path of the component.
    component_class: &'a str,
    rate_hz: Option<f64>,
    #[serde(flatten)]
    stream: &'a StreamDescription,
}

/// Prints a table of the streams.
pub fn list(arguments: &TopicListArguments) -> Result<(), Failure> {
    let mut client = Client::connect(&arguments.server.host, arguments.server.port, signals::interrupt())?;
    let components = client.components()?.into_iter().filter(|entry| entry.has_streams);
    let names: Vec<String> = components.map(|entry| entry.name).collect();
    let components = client.describe(&names)?;
    let rows: Vec<Row<'_>> = components.iter().flat_map(rows_of).collect();
    if arguments.json {
        return print_json(&rows);
    }
    let mut table = Table::new(&["component", "direction", "rate [Hz]", "middleware", "where", "class"]);
    for Row { component, stream, rate_hz, .. } in &rows {
        table.row([
            (*component).to_owned(),
            stream.direction.to_string(),
            rate_hz.map(|rate_hz| rate_hz.to_string()).unwrap_or_default(),
            stream.middleware.clone(),
            endpoint_text(stream),
            // Whole class paths are wider than terminals; `topic info` and `--json` have them.
            stream.class.rsplit('.').next().unwrap_or_default().to_owned(),
        ]);
    }
    if table.is_empty() {
        return print("No component has a stream; in scenes, add_stream('socket') gives it one.");
    }
    print(&table.text())
}

fn rows_of(component: &InstanceDescription) -> impl Iterator<Item = Row<'_>> {
    component.streams.iter().map(|stream| Row {
        component: &component.name,
        component_class: &component.class,
        rate_hz: component.rate_hz,
        stream,
    })
}
