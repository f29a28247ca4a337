//! Instances of robots.

use morse_world::World;

use crate::contract::component::erased::AnyRobot;
use crate::contract::component::robot_traits::RobotTraits;
use crate::contract::contexts::act_context::RobotHandle;
use crate::contract::contexts::drivetrain::WheelDrive;
use crate::contract::contexts::post_act_context::{PartMotions, PostActContext};
use crate::engine::instance::Metadata;

/// Instance of a robot.
///
/// Fields that every tick accesses are adjacent in memory, as in [`SensorInstance`](super::SensorInstance).
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct RobotInstance {
    component: Box<dyn AnyRobot>,
    /// Cached traits of the component; `None` if the component may have changed. Its actuators need them in each tick,
    /// and the component itself is far away in memory.
    traits: Option<RobotTraits>,
    pub(crate) external: bool,
    /// Drive of its wheels, if it has simulated wheels.
    pub(crate) wheels: Option<WheelDrive>,
    /// The last actuator that moved it: number of the tick and index of the actuator.
    pub(crate) mover: Option<(u64, usize)>,
    /// Whether the warning about several actuators that move the robot was logged.
    pub(crate) conflict_warned: bool,
    pub(crate) meta: Metadata,
}

impl RobotInstance {
    pub(crate) fn new(
        meta: Metadata,
        component: Box<dyn AnyRobot>,
        external: bool,
        wheels: Option<WheelDrive>,
    ) -> Self {
        Self { meta, component, traits: None, external, wheels, mover: None, conflict_warned: false }
    }

    pub(crate) fn handle(&self) -> RobotHandle {
        let traits = self.traits.unwrap_or_else(|| self.component.traits());
        RobotHandle { node: self.meta.node, traits }
    }

    pub(crate) fn component(&self) -> &dyn AnyRobot {
        self.component.as_ref()
    }

    /// The component, for any change.
    pub(crate) fn component_mut(&mut self) -> &mut dyn AnyRobot {
        self.traits = None;
        self.component.as_mut()
    }

    /// Records the motions of the parts that follow the motion of the robot.
    pub(crate) fn animate(&mut self, world: &World, tick_s: f64, motions: &mut PartMotions) {
        // `animate` has no mutable access to the traits.
        self.traits.get_or_insert_with(|| self.component.traits());
        self.component.animate(&mut PostActContext { world, node: self.meta.node, tick_s, motions });
    }
}
