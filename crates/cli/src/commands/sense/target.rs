//! Finds the sensor that the command line names.

use std::path::Path;

use morse::environments::Environments;
use morse_scene::Document;
use morse_scene::data_kind::DataKind;
use morse_scene::document::{Object, ObjectKind};
use morse_scene::nearest::nearest_name;
use morse_sim::Simulation;
use morse_sim::contract::data::Field;

use super::error::SenseError;
use crate::output::columns::Table;

/// Splits the name of the sensor from `[ENVIRONMENT] FILE [SENSOR] [ARGUMENTS…]`.
pub fn split(words: &[String], environments: &Environments) -> (Vec<String>, Option<String>) {
    let mut words = words.to_vec();
    let root = words.first().and_then(|name| environments.root(name.trim_end_matches('/')));
    let is_file = |root: &Path, file: &String| root.join(file).is_file() || Path::new(file).is_file();
    let has_file = root.zip(words.get(1)).is_some_and(|(root, file)| is_file(&root, file));
    let place = 1 + usize::from(has_file);
    let sensor = (words.len() > place).then(|| words.remove(place));
    (words, sensor)
}

fn of_kind(document: &Document, kind: ObjectKind) -> impl Iterator<Item = &Object> {
    document.objects.iter().filter(move |object| object.kind == kind)
}

fn names<'a>(sensors: impl Iterator<Item = &'a Object>) -> Vec<String> {
    sensors.map(|sensor| sensor.name.clone()).collect()
}

/// The sensors attached to a robot or component.
pub fn below(document: &Document, name: &str) -> Vec<String> {
    let prefix = format!("{name}.");
    names(of_kind(document, ObjectKind::Sensor).filter(|sensor| sensor.name.starts_with(&prefix)))
}

/// Finds a sensor by its full name.
///
/// # Errors
/// If there is none; the error lists the sensors of the scene.
pub fn find<'a>(document: &'a Document, name: &str) -> Result<&'a Object, SenseError> {
    let all = || names(of_kind(document, ObjectKind::Sensor));
    let Some(object) = document.objects.iter().find(|object| object.name == name) else {
        let known = all();
        let nearest = nearest_name(name, known.iter().map(String::as_str)).map(str::to_owned);
        return Err(SenseError::Unknown { name: name.to_owned(), nearest, known });
    };
    let (description, known) = match object.kind {
        ObjectKind::Sensor => return Ok(object),
        ObjectKind::Robot => ("a robot", below(document, name)),
        ObjectKind::Actuator => ("an actuator, which takes commands and reads nothing", all()),
        _ => ("an object of the scene", all()),
    };
    Err(SenseError::NoSensor { name: name.to_owned(), description, known })
}

/// Checks that the sensor has data.
///
/// # Errors
/// If it has none.
pub fn has_data(simulation: &Simulation, document: &Document, sensor: &Object) -> Result<(), SenseError> {
    match simulation.data(&sensor.name) {
        Some(data) if data.kind() == DataKind::Empty => {
            Err(SenseError::Empty { name: sensor.name.clone(), on_it: below(document, &sensor.name) })
        }
        _ => Ok(()),
    }
}

/// Whether readings of the sensor can be drawn.
pub fn has_picture(simulation: &Simulation, sensor: &Object) -> bool {
    let Some(data) = simulation.data(&sensor.name) else { return false };
    let mut fields = (0..data.fields().len()).filter_map(|index| data.get(index));
    fields.any(|field| matches!(field, Field::Image(_) | Field::Points(_) | Field::List(_)))
}

/// Lists the sensors of a scene as a table.
pub fn list(document: &Document) -> String {
    let mut table = Table::new(&["sensor", "rate [Hz]", "in scripts", "level", "class"]);
    for sensor in of_kind(document, ObjectKind::Sensor) {
        let rate = sensor.rate_hz.map(|rate_hz| rate_hz.to_string()).unwrap_or_default();
        let [builder, level, class] =
            [&sensor.builder, &sensor.level, &sensor.class].map(|text| text.clone().unwrap_or_default());
        table.row([sensor.name.clone(), rate, builder, level, class]);
    }
    if table.is_empty() { "There is no sensor in the scene.\n".to_owned() } else { table.text() }
}
