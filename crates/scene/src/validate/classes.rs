//! Checks the class that runs an object, and its level of abstraction.

use crate::description::Description;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{LEVEL, Object};
use crate::validate::findings::Findings;
use crate::validate::scene::Scene;

pub(super) fn check(scene: &Scene, object: &Object, findings: &mut Findings) {
    let Some(kind) = object.kind.class_kind() else {
        return;
    };
    let mut push =
        |finding: Diagnostic| findings.push(finding.on(object.name.as_str()).at(object.source.as_ref()));
    let Some(class) = &object.class else {
        push(
            Diagnostic::error(Code::SceneNoClass, format!("this {} has no class", kind.name())).help(
                "give its builder class a `_classpath`, or the robot a property `classpath`".to_owned(),
            ),
        );
        return;
    };
    let known = scene.description(class);
    if let Some(known) = known.filter(|known| known.kind != kind) {
        push(Diagnostic::error(
            Code::SceneWrongKind,
            format!("`{class}` is {}, but the object is {}", known.kind.with_article(), kind.with_article()),
        ));
        return;
    }
    // An external robot is moved by a different program, so its components need not run here.
    let is_external = scene.robot_of(&object.name).is_some_and(|robot| robot.external);
    if !is_external && let Some(finding) = scene.cannot_run(class, kind) {
        push(finding);
    }
    if let (Some(description), Some(level)) = (known, &object.level)
        && let Some(finding) = level_finding(scene, description, level)
    {
        findings.push(finding.on(object.name.as_str()).at(object.source_of(LEVEL)));
    }
}

fn level_finding(scene: &Scene, description: &Description, level: &str) -> Option<Diagnostic> {
    // `default` selects the component's own default level.
    if level == "default" || description.level(level).is_some() {
        return None;
    }
    let class = &description.class;
    if description.levels.is_empty() {
        let message = format!("there is no level `{level}`: `{class}` has no levels");
        return Some(Diagnostic::error(Code::SceneUnknownLevel, message));
    }
    let names: Vec<&str> = description.levels.iter().map(|level| level.name.as_str()).collect();
    let message = format!("`{class}` has no level `{level}`; its levels are {}", names.join(", "));
    Some(Diagnostic::error(Code::SceneUnknownLevel, message).help(scene.suggest(level, names)))
}
