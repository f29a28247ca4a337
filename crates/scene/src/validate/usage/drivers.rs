//! Warns about actuators that take the robot from each other.

use std::collections::BTreeMap;

use crate::description::Driving;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Object, ObjectKind};
use crate::validate::findings::Findings;
use crate::validate::scene::Scene;

/// Maximum number of actuators in the message of a diagnostic.
const NAMES_MAX: usize = 5;

/// Warns about several actuators that drive one robot by commands, and about one that is declared before an actuator with
/// goals. Each robot is reported once.
pub(in crate::validate) fn check(scene: &Scene, findings: &mut Findings) {
    let mut drivers: BTreeMap<usize, Vec<(&Object, Driving)>> = BTreeMap::new();
    let actuators = scene.document.objects.iter().filter(|object| object.kind == ObjectKind::Actuator);
    for actuator in actuators {
        let driving = driving(scene, actuator);
        if let (Driving::Command | Driving::Goal, Some(robot)) =
            (driving, scene.robot_index_of(&actuator.name))
        {
            drivers.entry(robot).or_default().push((actuator, driving));
        }
    }
    for (robot, actuators) in drivers {
        let Some(robot) = scene.document.objects.get(robot).filter(|robot| !robot.external) else { continue };
        let of = |wanted: Driving| {
            let found = actuators.iter().enumerate().filter(move |(_, (_, driving))| *driving == wanted);
            found.map(|(place, (actuator, _))| (place, *actuator))
        };
        let movers: Vec<(usize, &Object)> = of(Driving::Command).collect();
        let interrupted =
            movers.first().and_then(|&(first, _)| of(Driving::Goal).find(|(goal, _)| *goal > first));
        let Some(&(_, first)) = movers.first() else { continue };
        let names = |actuators: &[(usize, &Object)]| -> String {
            let names = actuators.iter().take(NAMES_MAX).map(|(_, actuator)| format!("`{}`", actuator.name));
            names.collect::<Vec<_>>().join(", ")
        };
        let (message, help, last) = match (movers.as_slice(), interrupted) {
            ([_, .., (_, last)], _) => (
                format!(
                    "{} set the pose or the velocity of `{}`; of those that are commanded, the one that the scene declares \
                     first has the last word",
                    names(&movers),
                    robot.name
                ),
                "keep one of them, or command only one at a time".to_owned(),
                movers.get(1).map_or(*last, |(_, second)| *second),
            ),
            (_, Some((_, goal))) => (
                format!(
                    "`{}` is declared before `{}`, so a command to it interrupts a goal that is under way, until the \
                     command expires",
                    first.name, goal.name
                ),
                format!("append `{}` first, so that goals are not interrupted", goal.name),
                goal,
            ),
            _ => continue,
        };
        let named = movers.iter().take(NAMES_MAX).map(|(_, mover)| *mover);
        let related = named.filter(|mover| mover.source != last.source);
        findings.push(
            Diagnostic::warning(Code::SceneTwoDrivers, message)
                .on(last.name.as_str())
                .at(last.source.as_ref())
                .related(related.map(|mover| mover.source.as_ref()))
                .help(help),
        );
    }
}

fn driving(scene: &Scene, actuator: &Object) -> Driving {
    let description = actuator.class.as_deref().and_then(|class| scene.description(class));
    description.map_or(Driving::None, |description| description.driving)
}
