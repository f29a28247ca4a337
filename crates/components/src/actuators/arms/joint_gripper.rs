//! JointGripper: opens and closes the fingers of a robot from a file, with a limited effort.

use morse_sim::prelude::*;
use morse_world::{JointDrive, JointId, NodeId, World};

use crate::common::model_parts::robot_joints;
use crate::common::model_parts::robot_joints::{Gains, RobotJoint};

/// Speed of a joint without a limit. [rad/s or m/s]
const SPEED: f64 = 0.1;

/// Command of a gripper.
#[derive(Data, Clone, Default)]
pub struct GripperCommand {
    /// Position of the joints. [rad or m]
    position: f64,
    /// Maximum effort of each joint; 0 selects that of the file. [N m or N]
    max_effort: f64,
}

/// Moves the fingers of a gripper, which are joints of a robot from a URDF, SDF or MJCF file, to one position. Motors exert at most
/// the commanded effort and that of the file, so that they hold an object between them without crushing it. Mimic joints follow.
///
/// A command has ended when the joints have reached the position, or have stalled: they were slower than `StallVelocity` for
/// `StallTime`. The motors keep their effort until the next command. The service `command` then answers with the state, as the
/// result of `control_msgs/GripperCommand`.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.joint_gripper.JointGripper",
    title = "Gripper on Joints",
    data = GripperCommand,
    builder(name = "JointGripper"),
    services
)]
pub struct JointGripper {
    /// Names of the joints of the fingers, with commas between them; empty for all joints of the robot.
    #[property(name = "Joints", default = String::new())]
    names: String,
    /// Distance from the commanded position at which it is reached. [rad or m]
    #[property(name = "Tolerance", default = 0.001, min = 0)]
    tolerance: f64,
    /// Speed below which a joint stalls. [rad/s or m/s]
    #[property(name = "StallVelocity", default = 0.001, min = 0)]
    stall_velocity: f64,
    /// Time at this speed after which a joint has stalled. [s]
    #[property(name = "StallTime", default = 0.5, min = 0)]
    stall_time_s: f64,
    joints: Vec<RobotJoint>,
    gains: Vec<Gains>,
    /// Time for which the joints have been slow. [s]
    slow_s: f64,
}

impl JointGripper {
    /// Mean position of the joints [rad or m], sum of the efforts of their motors [N m or N], whether the joints have stalled,
    /// and whether they have reached the commanded position.
    fn state(&self, world: &World, command: &GripperCommand) -> Map {
        let positions = || robot_joints::positions(world, &self.joints).map(|(_, position)| position);
        let efforts = self.joints.iter().filter_map(|joint| world.joint_effort(joint.id)).map(f64::abs);
        let has_reached = self.has_reached(world, command);
        Map::from([
            ("position", Value::Float(positions().sum::<f64>() / self.joints.len() as f64)),
            ("effort", Value::Float(efforts.sum())),
            ("stalled", Value::Bool(self.slow_s >= self.stall_time_s && !has_reached)),
            ("reached_goal", Value::Bool(has_reached)),
        ])
    }

    fn has_reached(&self, world: &World, command: &GripperCommand) -> bool {
        self.joints.iter().all(|joint| {
            let limits = world.joint_limits(joint.id);
            let goal = command.position.clamp(limits.lower, limits.upper);
            (goal - world.joint_position(joint.id)).abs() <= self.tolerance
        })
    }
}

impl Actuator for JointGripper {
    fn start(&mut self, setup: &Setup<'_>, data: &mut GripperCommand) -> Result<(), SetupError> {
        self.joints = robot_joints::named(setup.world, setup.robot, &self.names)?;
        let load = |joint: &RobotJoint| robot_joints::load(setup.world, setup.robot, joint.id);
        self.gains = self.joints.iter().map(|joint| Gains::of(load(joint), None, None, None)).collect();
        data.position = setup.world.joint_position(self.joints[0].id);
        Ok(())
    }

    fn driven_joints(&self) -> Vec<JointId> {
        self.joints.iter().map(|joint| joint.id).collect()
    }

    fn command_ranges(&self, world: &World, _node: NodeId) -> Vec<ValueRange> {
        let Some(first) = self.joints.first() else { return Vec::new() };
        let limits = || self.joints.iter().map(|joint| world.joint_limits(joint.id));
        let low = limits().map(|it| it.lower).fold(f64::NEG_INFINITY, f64::max);
        let high = limits().map(|it| it.upper).fold(f64::INFINITY, f64::min);
        let effort = limits().map(|it| it.effort).fold(f64::INFINITY, f64::min);
        let units = robot_joints::units(world, first.id);
        vec![
            ValueRange::new("position", units.position, [low, high]),
            ValueRange::new("max_effort", units.effort, [0.0, effort]),
        ]
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut GripperCommand) {
        let mut is_slow = true;
        for (joint, gains) in self.joints.iter().zip(&self.gains) {
            let limits = act.world.joint_limits(joint.id);
            let speed = if limits.velocity.is_finite() { limits.velocity } else { SPEED };
            let max_effort = if data.max_effort > 0.0 { data.max_effort } else { f64::INFINITY };
            let Gains { stiffness, damping } = *gains;
            let drive = JointDrive::Position { target: data.position, speed, stiffness, damping, max_effort };
            act.world.drive_joint(joint.id, drive);
            is_slow &= act.world.joint_velocity(joint.id).abs() < self.stall_velocity;
        }
        self.slow_s = if is_slow { self.slow_s + 1.0 / act.rate_hz } else { 0.0 };
        if self.has_reached(act.world, data) || self.slow_s >= self.stall_time_s {
            act.complete(Value::Map(self.state(act.world, data)));
        }
    }

    fn interrupt(&mut self, call: &mut Call<'_, GripperCommand>) {
        if let Some(joint) = self.joints.first() {
            call.data.position = call.world.joint_position(joint.id);
        }
    }
}

#[services]
impl JointGripper {
    /// Moves the fingers to a position [rad or m] with a maximum effort [N m or N]; 0 selects that of the file. The answer is
    /// sent when they have reached it or have stalled: their state, as `get_state` returns it.
    #[service(asynchronous, interruptible = true)]
    fn command(
        &mut self,
        call: &mut Call<'_, GripperCommand>,
        position: f64,
        #[default(0.0)] max_effort: f64,
    ) -> Result<(), ServiceError> {
        if !position.is_finite() || max_effort.is_nan() || max_effort < 0.0 {
            return Err(ServiceError::Refused(
                "position must be finite, and max_effort at least 0".to_owned(),
            ));
        }
        *call.data = GripperCommand { position, max_effort };
        self.slow_s = 0.0;
        Ok(())
    }

    /// Returns the mean `position` of the joints [rad or m], the sum of the `effort` of their motors [N m or N], whether they have
    /// `stalled`, and whether they have `reached_goal`.
    #[service]
    fn get_state(&mut self, call: &mut Call<'_, GripperCommand>) -> Map {
        self.state(call.world, call.data)
    }
}
