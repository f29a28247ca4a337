//! Logs a summary of a scene: streams, robots, services, modifiers. Long lists are shortened.

use std::collections::{BTreeMap, BTreeSet};

use morse_scene::Document;
use morse_scene::document::{Object, ObjectKind};
use morse_sim::Simulation;

use crate::failure::counted;

/// Maximum length of a list that is not shortened.
const ENTRIES_MAX: usize = 50;
/// Number of entries that a shortened list shows.
const ENTRIES_SHOWN: usize = 20;

/// Logs the summary; without shortened lists if `verbose`.
pub fn log_summary(document: &Document, simulation: &Simulation, verbose: bool) {
    for line in lines(document, &simulation.services(), verbose) {
        tracing::info!("{line}");
    }
}

/// Shortens long lists unless `verbose`.
#[derive(Clone, Copy)]
struct Shortening {
    verbose: bool,
}

impl Shortening {
    /// Appends the lines of the entries. If there are many, appends the first ones and the number of the rest.
    fn list<T>(
        self,
        entries: &[T],
        noun: &str,
        indent: &str,
        lines: &mut Vec<String>,
        mut append: impl FnMut(&T, &mut Vec<String>),
    ) {
        let is_short = self.verbose || entries.len() <= ENTRIES_MAX;
        let shown = if is_short { entries.len() } else { ENTRIES_SHOWN };
        entries.iter().take(shown).for_each(|entry| append(entry, lines));
        if shown < entries.len() {
            let rest = entries.len() - shown;
            lines.push(format!("{indent}... and {rest} more {noun}; `--verbose` lists all"));
        }
    }
}

fn lines(document: &Document, services: &[(String, Vec<String>)], verbose: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let shortening = Shortening { verbose };
    let streams = document.component_datastream.iter();
    let streams: Vec<_> = streams
        .flat_map(|(component, streams)| streams.iter().map(move |stream| (component, stream)))
        .collect();
    shortening.list(&streams, "streams", "", &mut lines, |(component, stream), lines| {
        lines.push(format!("Component: '{component}' using datastream '{}'", stream.manager));
    });
    let rule = "-".repeat(36);
    lines.extend([rule.clone(), format!("-{:^34}-", "SIMULATION SUMMARY"), rule]);
    robots(document, shortening, &mut lines);
    interfaces(document, services, shortening, &mut lines);
    modifiers(document, shortening, &mut lines);
    let managers: BTreeSet<&str> =
        document.component_datastream.values().flatten().map(|stream| stream.manager.as_str()).collect();
    lines.push("Datastream interfaces configured:".to_owned());
    let managers: Vec<String> = managers.iter().map(|manager| format!("'{manager}'")).collect();
    listed(&managers, "interfaces", shortening, &mut lines);
    lines
}

fn robots(document: &Document, shortening: Shortening, lines: &mut Vec<String>) {
    lines.push("Robots in the simulation:".to_owned());
    let mut carried: BTreeMap<usize, Vec<&Object>> = BTreeMap::new();
    for (object, robot) in document.objects.iter().zip(document.carriers()) {
        if let Some(robot) = robot.filter(|_| object.kind.is_component()) {
            carried.entry(robot).or_default().push(object);
        }
    }
    let objects = document.objects.iter().enumerate();
    let robots: Vec<(usize, &Object)> =
        objects.filter(|(_, object)| object.kind == ObjectKind::Robot).collect();
    shortening.list(&robots, "robots", "\t", lines, |(place, robot), lines| {
        let external = if robot.external { " (external)" } else { "" };
        lines.push(format!("\tROBOT: '{}'{external}", robot.name));
        let components = carried.get(place).map_or(&[][..], Vec::as_slice);
        shortening.list(components, "components", "\t\t", lines, |component, lines| {
            lines.push(format!("\t\t- Component: '{}'", component.name));
        });
    });
}

/// Appends the objects with services, by request manager.
fn interfaces(
    document: &Document,
    services: &[(String, Vec<String>)],
    shortening: Shortening,
    lines: &mut Vec<String>,
) {
    const SUPERVISOR: &str = "morse.middleware.socket_request_manager.SocketRequestManager";
    lines.push("Available services:".to_owned());
    let objects: BTreeSet<&str> = document.objects.iter().map(|object| object.name.as_str()).collect();
    let mut by_manager: BTreeMap<&str, Vec<&(String, Vec<String>)>> = BTreeMap::new();
    for entry in services {
        let named = document.component_service.get(&entry.0);
        let pseudo = (!objects.contains(entry.0.as_str())).then_some(SUPERVISOR);
        let managers: BTreeSet<&str> =
            named.into_iter().flatten().map(String::as_str).chain(pseudo).collect();
        for manager in managers {
            by_manager.entry(manager).or_default().push(entry);
        }
    }
    for (manager, entries) in by_manager {
        if !shortening.verbose {
            let count = counted(entries.len(), "component");
            lines.push(format!(
                "\t- Interface {manager}: {count}; `--verbose` or `morse service list` lists them"
            ));
            continue;
        }
        lines.push(format!("\t- Interface {manager}"));
        // Services of the simulator itself are always shown.
        let (own, entries): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|entry| !objects.contains(entry.0.as_str()));
        let append = |(component, names): &&(String, Vec<String>), lines: &mut Vec<String>| {
            let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
            lines.push(format!("\t\t- {component}: [{}]", names.join(", ")));
        };
        shortening.list(&entries, "components with services", "\t\t", lines, append);
        shortening.list(&own, "objects with services", "\t\t", lines, append);
    }
}

fn modifiers(document: &Document, shortening: Shortening, lines: &mut Vec<String>) {
    lines.push("Modifiers in use:".to_owned());
    let entries = document.component_modifier.iter().flat_map(|(component, modifiers)| {
        modifiers.iter().map(move |modifier| format!("'{}' on '{component}'", modifier.class))
    });
    listed(&entries.collect::<Vec<_>>(), "modifiers", shortening, lines);
}

fn listed(entries: &[String], noun: &str, shortening: Shortening, lines: &mut Vec<String>) {
    if entries.is_empty() {
        lines.push("\tNone".to_owned());
    }
    shortening.list(entries, noun, "\t", lines, |entry, lines| lines.push(format!("\t- {entry}")));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_lists_scene_contents() {
        let text = include_str!("../../../tests/command/scenes/pose.json");
        let document = Document::from_json(text).unwrap();
        let services = [("robot.pose", "get_local_data"), ("simulation", "quit")]
            .map(|(component, service)| (component.to_owned(), vec![service.to_owned()]));
        let short = lines(&document, &services, false);
        let manager = "morse.middleware.socket_request_manager.SocketRequestManager";
        let line =
            format!("\t- Interface {manager}: 2 components; `--verbose` or `morse service list` lists them");
        assert!(short.contains(&line), "{short:?}");
        let lines = lines(&document, &services, true);
        let expected = [
            "Component: 'robot.pose' using datastream 'morse.middleware.socket_datastream.SocketDatastreamManager'",
            "------------------------------------",
            "-        SIMULATION SUMMARY        -",
            "------------------------------------",
            "Robots in the simulation:",
            "\tROBOT: 'robot'",
            "\t\t- Component: 'robot.pose'",
            "Available services:",
            "\t- Interface morse.middleware.socket_request_manager.SocketRequestManager",
            "\t\t- robot.pose: ['get_local_data']",
            "\t\t- simulation: ['quit']",
            "Modifiers in use:",
            "\tNone",
            "Datastream interfaces configured:",
            "\t- 'morse.middleware.socket_datastream.SocketDatastreamManager'",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn components_are_listed_below_their_robot() {
        let text = r#"{"morse_scene": 1, "objects": [
            {"name": "ATRV", "kind": "robot", "class": "morse.robots.atrv.ATRV"},
            {"name": "Empty", "kind": "actuator", "class": "morse.actuators.ptu.PTU", "parent": "ATRV", "rate_hz": 60.0},
            {"name": "ATRV.001", "kind": "robot", "class": "morse.robots.atrv.ATRV"},
            {"name": "pose", "kind": "sensor", "class": "morse.sensors.pose.Pose", "parent": "Empty", "rate_hz": 60.0}]}"#;
        let mut lines = Vec::new();
        robots(&Document::from_json(text).unwrap(), Shortening { verbose: false }, &mut lines);
        let expected = [
            "Robots in the simulation:",
            "\tROBOT: 'ATRV'",
            "\t\t- Component: 'Empty'",
            "\t\t- Component: 'pose'",
            "\tROBOT: 'ATRV.001'",
        ];
        assert_eq!(lines, expected);
    }

    /// A scene with the given number of robots, each with a streaming pose sensor.
    fn crowd(robots: usize) -> Document {
        let mut objects = Vec::new();
        let mut streams = serde_json::Map::new();
        for robot in 0..robots {
            let name = format!("r{robot:03}");
            objects
                .push(serde_json::json!({"name": name, "kind": "robot", "class": "morse.robots.atrv.ATRV"}));
            let pose = format!("{name}.pose");
            objects
                .push(serde_json::json!({"name": pose, "kind": "sensor", "class": "morse.sensors.pose.Pose",
                "parent": name, "rate_hz": 60.0}));
            streams.insert(pose, serde_json::json!([["m", "c", "OUT", {}]]));
        }
        let scene =
            serde_json::json!({"morse_scene": 1, "objects": objects, "component_datastream": streams});
        Document::from_json(&scene.to_string()).unwrap()
    }

    #[test]
    fn summary_of_large_scene_is_short_unless_verbose() {
        let length = |robots, verbose| lines(&crowd(robots), &[], verbose).len();
        assert_eq!(length(50, false), length(50, true), "fifty are listed");
        assert!(length(51, false) < length(50, false));
        assert_eq!(length(1000, false), length(51, false), "its length does not grow with the scene");
        assert!(length(1000, true) >= 3000);
        let text = lines(&crowd(1000), &[], false).join("\n");
        assert!(text.contains("\t... and 980 more robots; `--verbose` lists all"), "{text}");
        assert!(text.contains("ROBOT: 'r019'") && !text.contains("ROBOT: 'r020'"), "{text}");
    }
}
