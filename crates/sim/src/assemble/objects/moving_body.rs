//! Warns about actuators that do not fit their robot: without effect, because it has no body that moves, or against its
//! wheels.

use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::document::Object;
use morse_world::NodeId;

use crate::assemble::Assembly;

impl Assembly<'_> {
    /// Warns about an actuator that needs a body that moves, on a robot without one.
    pub(super) fn warn_without_moving_body(&mut self, object: &Object, actuator: usize, robot: NodeId) {
        let world = &self.simulation.state.world;
        let name = world.name(robot);
        let is_external = self.objects.get(name).is_some_and(|robot| robot.external);
        let component = self.simulation.state.actuators[actuator].component();
        if is_external || world.mass(robot) > 0.0 || !component.needs_moving_body() {
            return;
        }
        let has_control_type = self
            .descriptions
            .get(object.class.as_deref().unwrap_or_default())
            .is_some_and(|description| description.property("ControlType").is_some());
        let displace = if has_control_type { ", or set its `ControlType` to Position" } else { "" };
        self.warnings.push(
            Diagnostic::warning(
                Code::RunNothingMoves,
                format!("it moves the body of its robot, but `{name}` has no body that moves, so nothing will move"),
            )
            .on(&*object.name)
            .at(object.source.as_ref())
            .help(format!("give the robot the physics type dynamic or rigid body{displace}")),
        );
    }

    /// Warns about an actuator that displaces a robot to the side, against its wheels.
    pub(super) fn warn_sideways(&mut self, object: &Object, actuator: usize, robot: usize) {
        let is_wheeled = self.simulation.state.robots[robot].wheels.is_some();
        if !is_wheeled || !self.simulation.state.actuators[actuator].component().displaces_sideways() {
            return;
        }
        let name = &self.simulation.state.robots[robot].meta.name;
        self.warnings.push(
            Diagnostic::warning(
                Code::RunSideways,
                format!(
                    "it displaces `{name}` to the side, but the wheels of `{name}` do not roll to the side"
                ),
            )
            .on(&*object.name)
            .at(object.source.as_ref())
            .help("use MotionVWDiff or MotionVW, or a robot without wheels of its own".to_owned()),
        );
    }
}
