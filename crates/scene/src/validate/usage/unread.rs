//! Warns about sensors whose readings are not used.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::document::{Document, Object, ObjectKind};
use crate::validate::findings::Findings;
use crate::validate::grouped::Grouped;
use crate::validate::scene::{Scene, is_built_in};
use crate::value::{Map, Value};

/// Warns about sensors without a stream that nothing in the scene uses.
pub(in crate::validate) fn check(scene: &Scene, findings: &mut Findings) {
    let document = scene.document;
    // A program that creates a scene without any wiring probably simulates the scene itself and reads the sensors
    // directly.
    let is_unwired = document.component_datastream.is_empty() && document.component_service.is_empty();
    if is_unwired && document.script.is_none() {
        return;
    }
    // Components written by users may read any sensor.
    if document.objects.iter().filter_map(|object| object.class.as_deref()).any(|class| !is_built_in(class)) {
        return;
    }
    let used = Used::of(document);
    // A wrong name may be the reason why nothing uses a sensor.
    let wrong = findings.objects_with_errors();
    let mut groups = Grouped::default();
    for sensor in document.objects.iter().filter(|object| object.kind == ObjectKind::Sensor) {
        let robot = scene.robot_of(&sensor.name);
        let runs_here = robot.is_some_and(|robot| !robot.external && !wrong.contains(&robot.name))
            && !wrong.contains(&sensor.name);
        if runs_here && !used.is_used(sensor) && !is_measured(sensor) && !is_part_of_robot(scene, sensor) {
            groups.add(sensor.source.as_ref(), sensor);
        }
    }
    for (source, sensors) in groups.into_groups() {
        let Some(sensor) = sensors.first() else { continue };
        let rest = match sensors.len() {
            1 => String::new(),
            count => format!(", nor those of {} more sensors of this line", count - 1),
        };
        findings.push(
            Diagnostic::warning(
                Code::SceneSensorWithoutStream,
                format!("it has no stream, so no client receives its readings{rest}"),
            )
            .on(sensor.name.as_str())
            .at(source)
            .help("add a stream: `add_stream('socket')`".to_owned()),
        );
    }
}

/// Names that a scene uses.
struct Used<'a> {
    /// Components with streams, services or overlays, or with a message about a failed stream.
    wired: BTreeSet<&'a str>,
    /// Objects that an object names, such as the parts of a compound sensor, or that the display shows.
    named: BTreeSet<&'a str>,
    /// All sensors.
    sensors: BTreeSet<&'a str>,
    /// Objects with children.
    parents: BTreeSet<&'a str>,
}

impl<'a> Used<'a> {
    fn of(document: &'a Document) -> Self {
        let refused = document.builder_log.iter().filter(|entry| entry.severity == Severity::Error);
        let wired = (document.component_datastream.keys())
            .chain(document.component_service.keys())
            .chain(document.overlays.values().flat_map(|overlaid| overlaid.keys()))
            .chain(refused.filter_map(|entry| entry.object.as_ref()));
        let mut named = BTreeSet::new();
        add_names(&document.environment.display, &mut named);
        for object in &document.objects {
            add_names(&object.options, &mut named);
            add_names(&object.properties, &mut named);
        }
        Self {
            wired: wired.map(String::as_str).collect(),
            named,
            sensors: document
                .objects
                .iter()
                .filter(|object| object.kind == ObjectKind::Sensor)
                .map(|object| object.name.as_str())
                .collect(),
            parents: document.objects.iter().filter_map(|object| object.parent.as_deref()).collect(),
        }
    }

    fn is_used(&self, sensor: &'a Object) -> bool {
        let name = sensor.name.as_str();
        if self.wired.contains(name) || self.named.contains(name) {
            return true;
        }
        // A compound sensor needs no stream if one of its parts has a stream.
        let mut parts = BTreeSet::new();
        add_names(&sensor.options, &mut parts);
        parts.retain(|name| self.sensors.contains(name));
        if parts.is_empty() { self.parents.contains(name) } else { !parts.is_disjoint(&self.wired) }
    }
}

/// Adds all texts of a map, and the items of comma-separated lists.
fn add_names<'a>(map: &'a Map, names: &mut BTreeSet<&'a str>) {
    map.values().for_each(|value| add_texts(value, names));
}

fn add_texts<'a>(value: &'a Value, names: &mut BTreeSet<&'a str>) {
    match value {
        Value::Text(text) => names.extend(text.split(',').map(str::trim)),
        Value::List(items) | Value::Tuple(items) => items.iter().for_each(|item| add_texts(item, names)),
        Value::Map(map) => add_names(map, names),
        _ => {}
    }
}

/// Whether the script profiles the sensor; its duration is then logged.
fn is_measured(sensor: &Object) -> bool {
    sensor.options.get("profile").and_then(Value::as_bool) == Some(true)
}

/// Whether the same script line created the sensor and an ancestor. The sensor is then part of a robot of the catalog.
fn is_part_of_robot(scene: &Scene, sensor: &Object) -> bool {
    sensor.source.is_some() && scene.ancestors(sensor).any(|ancestor| ancestor.source == sensor.source)
}
