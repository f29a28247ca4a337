//! Checks the names and parents of objects.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Document, Object, ObjectKind};
use crate::validate::findings::Findings;
use crate::validate::scene::Scene;

/// Maximum length of a name. [bytes]
const NAME_BYTES_MAX: usize = 1024;

/// Names reserved for requests to the simulator itself.
const RESERVED_NAMES: &[&str] = &["simulation", "communication", "time"];

pub(super) fn check(scene: &Scene, findings: &mut Findings) {
    if scene.document.robots().next().is_none() {
        findings.push(
            Diagnostic::error(Code::SceneNoRobot, "the scene has no robot")
                .at(scene.document.environment.source.as_ref())
                .help("make at least one robot before the environment".to_owned()),
        );
    }
    let cyclic = objects_in_cycles(scene);
    let mut seen = BTreeSet::new();
    for (index, object) in scene.document.objects.iter().enumerate() {
        let at = |finding: Diagnostic| finding.on(object.name.as_str()).at(object.source.as_ref());
        if let Some(finding) = name_finding(object) {
            findings.push(at(finding));
        }
        if !seen.insert(object.name.as_str()) {
            findings.push(at(duplicate(scene, object)));
        }
        if let Some(parent) = &object.parent
            && let Some(finding) = parent_finding(scene, index, parent, cyclic.contains(&index))
        {
            findings.push(at(finding));
            continue;
        }
        if object.kind.is_component() && scene.robot_of(&object.name).is_none() {
            findings.push(at(Diagnostic::error(
                Code::SceneComponentWithoutRobot,
                format!("this {} belongs to no robot", object.kind.name()),
            )
            .help("append it to a robot, or to a component of one".to_owned())));
        }
        if object.kind == ObjectKind::Robot && RESERVED_NAMES.contains(&object.name.as_str()) {
            findings.push(at(Diagnostic::error(
                Code::SceneReservedName,
                format!(
                    "a robot cannot be called `{}`, because clients address the simulator itself by that name",
                    object.name
                ),
            )));
        }
    }
}

fn duplicate(scene: &Scene, object: &Object) -> Diagnostic {
    let first = scene.object(&object.name).and_then(|first| first.source.as_ref());
    let place = first.map_or_else(String::new, |source| format!(", the first at {source}"));
    Diagnostic::error(Code::SceneDuplicateName, format!("two objects are called `{}`{place}", object.name))
        .help("give each object its own name".to_owned())
}

fn name_finding(object: &Object) -> Option<Diagnostic> {
    let name = object.name.as_str();
    if name.is_empty() {
        return Some(Diagnostic::error(Code::SceneBadName, "an object has no name"));
    }
    if name.len() > NAME_BYTES_MAX {
        let message = format!("a name has {} bytes; at most {NAME_BYTES_MAX} are allowed", name.len());
        return Some(Diagnostic::error(Code::SceneBadName, message));
    }
    if let Some(bad) = name.chars().find(|character| character.is_control()) {
        let message = format!("a name must not contain the control character {}", bad.escape_default());
        return Some(Diagnostic::error(Code::SceneBadName, message));
    }
    if name.split('.').any(str::is_empty) {
        return Some(Diagnostic::error(
            Code::SceneBadName,
            "a name has an empty part before, after or between dots",
        ));
    }
    let is_served = object.kind.class_kind().is_some();
    (is_served && name.contains(char::is_whitespace)).then(|| {
        Diagnostic::warning(Code::SceneBadName, "the name contains whitespace")
            .help("clients that split requests at whitespace cannot address it".to_owned())
    })
}

fn parent_finding(scene: &Scene, child: usize, parent: &str, is_cyclic: bool) -> Option<Diagnostic> {
    match scene.index_of(parent) {
        None => Some(
            Diagnostic::error(Code::SceneUnknownParent, format!("the parent `{parent}` does not exist"))
                .help(scene.suggest_object(parent)),
        ),
        Some(_) if is_cyclic => Some(Diagnostic::error(
            Code::SceneCyclicParents,
            format!("it is its own ancestor through its parent `{parent}`"),
        )),
        Some(index) if index > child => Some(
            Diagnostic::error(Code::SceneParentAfterChild, format!("its parent `{parent}` comes after it"))
                .help("parents must come before their children".to_owned()),
        ),
        Some(_) => None,
    }
}

/// Finds the objects that are their own ancestors. Each parent link is followed once.
fn objects_in_cycles(scene: &Scene) -> BTreeSet<usize> {
    let parents = parent_indexes(scene, scene.document);
    let mut visited_by = vec![0_usize; parents.len()];
    let mut cyclic = BTreeSet::new();
    for start in 0..parents.len() {
        let mut path = Vec::new();
        let mut next = Some(start);
        // Walk up to an object that this walk or an earlier walk has visited.
        while let Some(index) = next {
            match visited_by.get_mut(index) {
                Some(seen) if *seen == 0 => *seen = start + 1,
                Some(seen) if *seen == start + 1 => {
                    cyclic.extend(path.iter().copied().skip_while(|&step| step != index));
                    break;
                }
                _ => break,
            }
            path.push(index);
            next = parents.get(index).copied().flatten();
        }
    }
    cyclic
}

fn parent_indexes(scene: &Scene, document: &Document) -> Vec<Option<usize>> {
    document
        .objects
        .iter()
        .map(|object| object.parent.as_deref().and_then(|parent| scene.index_of(parent)))
        .collect()
}
