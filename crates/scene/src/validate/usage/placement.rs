//! Warns of robots at the same pose.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Object, ObjectKind, Physics};
use crate::validate::findings::Findings;
use crate::validate::scene::Scene;

/// Maximum number of robots that one diagnostic names.
const NAMES_MAX: usize = 5;

/// Warns of robots with identical poses, which were probably never placed.
pub(in crate::validate) fn check(scene: &Scene, findings: &mut Findings) {
    let mut spots: Vec<Vec<&Object>> = Vec::new();
    let mut places = BTreeMap::new();
    for robot in scene.document.objects.iter().filter(|object| may_collide(object)) {
        let new = spots.len();
        let spot = *places.entry(pose_key(robot)).or_insert(new);
        match spots.get_mut(spot) {
            Some(robots) => robots.push(robot),
            None => spots.push(vec![robot]),
        }
    }
    for robots in spots {
        let [first, second, ..] = robots.as_slice() else { continue };
        let names: Vec<String> =
            robots.iter().take(NAMES_MAX).map(|robot| format!("`{}`", robot.name)).collect();
        let more = robots.len().saturating_sub(NAMES_MAX);
        let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
        let others = robots.iter().take(NAMES_MAX).filter(|robot| robot.source != second.source);
        findings.push(
            Diagnostic::warning(
                Code::SceneRobotsOnOneSpot,
                format!("{}{rest} stand on one spot, inside each other", names.join(", ")),
            )
            .on(second.name.as_str())
            .at(second.source.as_ref().or(first.source.as_ref()))
            .related(others.map(|robot| robot.source.as_ref()))
            .help("place each with `translate`".to_owned()),
        );
    }
}

/// Whether it is a robot with a colliding body.
fn may_collide(object: &Object) -> bool {
    let has_shape = object.model.is_some() || object.shape.is_some() || !object.parts.is_empty();
    object.kind == ObjectKind::Robot
        && object.parent.is_none()
        && has_shape
        && !object.external
        && !object.body.ghost
        && object.body.physics != Some(Physics::NoCollision)
}

/// Equal for equal poses.
fn pose_key(object: &Object) -> [u64; 6] {
    let [x, y, z] = object.location;
    let [roll, pitch, yaw] = object.rotation;
    // Adding zero turns minus zero into zero.
    [x, y, z, roll, pitch, yaw].map(|number| (number + 0.0).to_bits())
}
