//! Checks additional Python processes: their components and their lag.

use std::collections::BTreeMap;

use crate::description::ExtensionKind;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Document, HostSettings, Object, ObjectKind};
use crate::validate::findings::Findings;
use crate::validate::scene::{Scene, is_built_in};

/// Maximum lag. [s]
const LAG_S_MAX: f64 = 3600.0;

pub(super) fn check(scene: &Scene, findings: &mut Findings) {
    let mut process_of: BTreeMap<&str, &str> = BTreeMap::new();
    for (process, host) in &scene.document.environment.hosts {
        let mut push = |finding: Diagnostic| findings.push(finding.at(host.source.as_ref()));
        if process.is_empty() || process.chars().any(char::is_control) {
            push(Diagnostic::error(
                Code::SceneBadHost,
                "the name of a Python process is empty or contains a control character",
            ));
        }
        if !(0.0..=LAG_S_MAX).contains(&host.lag_s) {
            let text = format!("the process `{process}` has a lag of {:?} s", host.lag_s);
            push(Diagnostic::error(Code::SceneBadHost, text).help(format!("allowed: 0 to {LAG_S_MAX}")));
        }
        for name in &host.components {
            if let Some(other) = process_of.insert(name, process) {
                let text = format!("it is given to two Python processes: `{other}` and `{process}`");
                push(Diagnostic::error(Code::SceneBadHost, text).on(name.as_str()));
            }
            match scene.object(name) {
                Some(object) => {
                    if let Some(finding) = component_finding(scene, object, process, host) {
                        push(finding.on(name.as_str()));
                    }
                }
                None => push(
                    Diagnostic::error(
                        Code::SceneBadHost,
                        format!("the process `{process}` has the component `{name}`, which does not exist"),
                    )
                    .help(scene.suggest_object(name)),
                ),
            }
        }
    }
}

fn component_finding(
    scene: &Scene,
    object: &Object,
    process: &str,
    host: &HostSettings,
) -> Option<Diagnostic> {
    let is_manager = |manager: &str| {
        let known = scene.capabilities.extensions.get(manager);
        known.is_some_and(|known| known.kind == ExtensionKind::StreamManager)
    };
    if !matches!(object.kind, ObjectKind::Robot | ObjectKind::Sensor | ObjectKind::Actuator) {
        let text =
            format!("{} cannot have a process: only robots and components can", object.kind.with_article());
        return Some(Diagnostic::error(Code::SceneBadHost, text));
    }
    if host.lag_s > 0.0 && !matches!(object.kind, ObjectKind::Sensor | ObjectKind::Actuator) {
        let text = format!(
            "it is {}, but the process `{process}` has a lag of {:?} s; only sensors and actuators can have one",
            object.kind.with_article(),
            host.lag_s
        );
        return Some(Diagnostic::error(Code::SceneBadHost, text));
    }
    if !is_in_python(scene.document, object) {
        let text = "nothing of it is written in Python, so no Python process computes it";
        return Some(Diagnostic::warning(Code::SceneBadHost, text));
    }
    let streams = scene.document.component_datastream.get(&object.name).into_iter().flatten();
    let managed = streams.map(|entry| &entry.manager).find(|manager| is_manager(manager))?;
    Some(Diagnostic::error(
        Code::SceneBadHost,
        format!(
            "it has a stream of `{managed}`, a manager written in Python, which runs in the first process"
        ),
    ))
}

/// Whether the class of an object, or a modifier, stream or overlay of it, is not built in.
fn is_in_python(document: &Document, object: &Object) -> bool {
    let name = &object.name;
    let modifiers = document.component_modifier.get(name).into_iter().flatten().map(|entry| &entry.class);
    let streams = document.component_datastream.get(name).into_iter().flatten().map(|entry| &entry.class);
    let overlays =
        document.overlays.values().filter_map(|overlays| overlays.get(name)).map(|entry| &entry.class);
    let mut classes = object.class.iter().chain(modifiers).chain(streams).chain(overlays);
    classes.any(|class| !is_built_in(class))
}
