//! Instances of robots.

use crate::contract::component::erased::AnyRobot;
use crate::contract::contexts::act_context::RobotHandle;
use crate::contract::contexts::drivetrain::WheelDrive;
use crate::engine::instance::Metadata;

/// Instance of a robot.
pub(crate) struct RobotInstance {
    pub(crate) meta: Metadata,
    pub(crate) component: Box<dyn AnyRobot>,
    pub(crate) external: bool,
    /// How its wheels are driven, if it has simulated wheels.
    pub(crate) wheels: Option<WheelDrive>,
    /// The last actuator that moved it: number of the tick and index of the actuator.
    pub(crate) mover: Option<(u64, usize)>,
    /// Whether the warning about several actuators that move it was logged.
    pub(crate) conflict_warned: bool,
}

impl RobotInstance {
    pub(crate) fn handle(&self) -> RobotHandle {
        RobotHandle { node: self.meta.node, traits: self.component.traits() }
    }
}
