//! The summary of a scene in the log: streams, robots, services, modifiers.

use std::collections::{BTreeMap, BTreeSet};

use morse_scene::Document;
use morse_scene::document::{Object, ObjectKind};
use morse_sim::Simulation;

/// Logs the summary.
pub fn tell(document: &Document, simulation: &Simulation) {
    for line in lines(document, &simulation.services()) {
        tracing::info!("{line}");
    }
}

fn lines(document: &Document, services: &[(String, Vec<String>)]) -> Vec<String> {
    let mut lines = Vec::new();
    for (component, streams) in &document.component_datastream {
        for stream in streams {
            lines.push(format!("Component: '{component}' using datastream '{}'", stream.manager));
        }
    }
    let rule = "-".repeat(36);
    lines.extend([rule.clone(), format!("-{:^34}-", "SIMULATION SUMMARY"), rule]);
    robots(document, &mut lines);
    interfaces(document, services, &mut lines);
    modifiers(document, &mut lines);
    let managers: BTreeSet<&str> =
        document.component_datastream.values().flatten().map(|stream| stream.manager.as_str()).collect();
    lines.push("Datastream interfaces configured:".to_owned());
    listed(managers.iter().map(|manager| format!("'{manager}'")), &mut lines);
    lines
}

fn robots(document: &Document, lines: &mut Vec<String>) {
    lines.push("Robots in the simulation:".to_owned());
    let mut carried: BTreeMap<usize, Vec<&Object>> = BTreeMap::new();
    for (object, robot) in document.objects.iter().zip(document.carriers()) {
        if let Some(robot) = robot.filter(|_| object.kind.is_component()) {
            carried.entry(robot).or_default().push(object);
        }
    }
    for (place, robot) in document.objects.iter().enumerate() {
        if robot.kind != ObjectKind::Robot {
            continue;
        }
        let external = if robot.external { " (external)" } else { "" };
        lines.push(format!("\tROBOT: '{}'{external}", robot.name));
        for component in carried.get(&place).into_iter().flatten() {
            lines.push(format!("\t\t- Component: '{}'", component.name));
        }
    }
}

/// The callable objects by request manager.
fn interfaces(document: &Document, services: &[(String, Vec<String>)], lines: &mut Vec<String>) {
    const SUPERVISOR: &str = "morse.middleware.socket_request_manager.SocketRequestManager";
    lines.push("Available services:".to_owned());
    let mut by_manager: BTreeMap<&str, Vec<&(String, Vec<String>)>> = BTreeMap::new();
    for entry in services {
        let named = document.component_service.get(&entry.0);
        let pseudo = document.object(&entry.0).is_none().then_some(SUPERVISOR);
        let managers: BTreeSet<&str> =
            named.into_iter().flatten().map(String::as_str).chain(pseudo).collect();
        for manager in managers {
            by_manager.entry(manager).or_default().push(entry);
        }
    }
    for (manager, entries) in by_manager {
        lines.push(format!("\t- Interface {manager}"));
        for (component, names) in entries {
            let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
            lines.push(format!("\t\t- {component}: [{}]", names.join(", ")));
        }
    }
}

fn modifiers(document: &Document, lines: &mut Vec<String>) {
    lines.push("Modifiers in use:".to_owned());
    let entries = document.component_modifier.iter().flat_map(|(component, modifiers)| {
        modifiers.iter().map(move |modifier| format!("'{}' on '{component}'", modifier.class))
    });
    listed(entries, lines);
}

fn listed(entries: impl Iterator<Item = String>, lines: &mut Vec<String>) {
    let before = lines.len();
    lines.extend(entries.map(|entry| format!("\t- {entry}")));
    if lines.len() == before {
        lines.push("\tNone".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_is_summed_up() {
        let text = include_str!("../../../tests/command/scenes/pose.json");
        let document = Document::from_json(text).unwrap();
        let services = [("robot.pose", "get_local_data"), ("simulation", "quit")]
            .map(|(component, service)| (component.to_owned(), vec![service.to_owned()]));
        let lines = lines(&document, &services);
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
    fn components_are_told_below_the_robot_that_carries_them_whatever_they_are_called() {
        let text = r#"{"morse_scene": 1, "objects": [
            {"name": "ATRV", "kind": "robot", "class": "morse.robots.atrv.ATRV"},
            {"name": "Empty", "kind": "actuator", "class": "morse.actuators.ptu.PTU", "parent": "ATRV", "rate_hz": 60.0},
            {"name": "ATRV.001", "kind": "robot", "class": "morse.robots.atrv.ATRV"},
            {"name": "pose", "kind": "sensor", "class": "morse.sensors.pose.Pose", "parent": "Empty", "rate_hz": 60.0}]}"#;
        let mut told = Vec::new();
        robots(&Document::from_json(text).unwrap(), &mut told);
        let expected = [
            "Robots in the simulation:",
            "\tROBOT: 'ATRV'",
            "\t\t- Component: 'Empty'",
            "\t\t- Component: 'pose'",
            "\tROBOT: 'ATRV.001'",
        ];
        assert_eq!(told, expected);
    }
}
