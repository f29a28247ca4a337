//! Warns about robots with the same pose.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Object, ObjectKind, Physics};
use crate::validate::findings::Findings;
use crate::validate::scene::Scene;

/// Maximum number of robots in the message of a diagnostic.
const NAMES_MAX: usize = 5;

/// Warns about robots with the same pose, which were probably not placed.
pub(in crate::validate) fn check(scene: &Scene, findings: &mut Findings) {
    let mut groups: Vec<Vec<&Object>> = Vec::new();
    let mut indices = BTreeMap::new();
    for robot in scene.document.objects.iter().filter(|object| may_collide(object)) {
        let new = groups.len();
        let index = *indices.entry(pose_key(robot)).or_insert(new);
        match groups.get_mut(index) {
            Some(robots) => robots.push(robot),
            None => groups.push(vec![robot]),
        }
    }
    for robots in groups {
        let [first, second, ..] = robots.as_slice() else { continue };
        let names: Vec<String> =
            robots.iter().take(NAMES_MAX).map(|robot| format!("`{}`", robot.name)).collect();
        let more = robots.len().saturating_sub(NAMES_MAX);
        let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
        let related = robots.iter().take(NAMES_MAX).filter(|robot| robot.source != second.source);
        findings.push(
            Diagnostic::warning(
                Code::SceneRobotsOnOneSpot,
                format!("{}{rest} have the same pose, so they overlap", names.join(", ")),
            )
            .on(second.name.as_str())
            .at(second.source.as_ref().or(first.source.as_ref()))
            .related(related.map(|robot| robot.source.as_ref()))
            .help("place each robot with `translate`".to_owned()),
        );
    }
}

/// Whether an object is a robot with a body that collides.
fn may_collide(object: &Object) -> bool {
    let has_shape = object.model.is_some() || object.shape.is_some() || !object.parts.is_empty();
    object.kind == ObjectKind::Robot
        && object.parent.is_none()
        && has_shape
        && !object.external
        && !object.body.ghost
        && object.body.physics != Some(Physics::NoCollision)
}

/// Key of a pose; equal for equal poses.
fn pose_key(object: &Object) -> [u64; 6] {
    let [x, y, z] = object.location;
    let [roll, pitch, yaw] = object.rotation;
    // Adding zero converts -0.0 to 0.0.
    [x, y, z, roll, pitch, yaw].map(|number| (number + 0.0).to_bits())
}
