//! Warns about actuators that override each other.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Object, ObjectKind};
use crate::validate::findings::Findings;
use crate::validate::scene::Scene;

/// Maximum number of actuators in the message of a diagnostic.
const NAMES_MAX: usize = 5;

/// Warns about several actuators that set the pose or the velocity of one robot in every activation.
pub(in crate::validate) fn check(scene: &Scene, findings: &mut Findings) {
    let mut drivers: BTreeMap<usize, Vec<&Object>> = BTreeMap::new();
    let actuators = scene.document.objects.iter().filter(|object| object.kind == ObjectKind::Actuator);
    for actuator in actuators.filter(|actuator| drives(scene, actuator)) {
        if let Some(robot) = scene.robot_index_of(&actuator.name) {
            drivers.entry(robot).or_default().push(actuator);
        }
    }
    for (robot, actuators) in drivers {
        let (Some(robot), [_, second, ..]) = (scene.document.objects.get(robot), actuators.as_slice()) else {
            continue;
        };
        if robot.external {
            continue;
        }
        let names: Vec<String> =
            actuators.iter().take(NAMES_MAX).map(|actuator| format!("`{}`", actuator.name)).collect();
        let related = actuators.iter().take(NAMES_MAX).filter(|actuator| actuator.source != second.source);
        findings.push(
            Diagnostic::warning(
                Code::SceneTwoDrivers,
                format!(
                    "{} set the pose or the velocity of `{}` at every step, so only one of them has an effect",
                    names.join(", "),
                    robot.name
                ),
            )
            .on(second.name.as_str())
            .at(second.source.as_ref())
            .related(related.map(|actuator| actuator.source.as_ref()))
            .help("keep one of them, or activate only one at a time".to_owned()),
        );
    }
}

fn drives(scene: &Scene, actuator: &Object) -> bool {
    let description = actuator.class.as_deref().and_then(|class| scene.description(class));
    description.is_some_and(|description| description.drives_continuously)
}
