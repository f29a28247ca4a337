//! Joint controller: moves the joints of a robot that was read from a URDF, SDF or MJCF file.

mod controller_services;
mod motion;
mod motors;

use morse_sim::prelude::*;
use morse_world::{JointDrive, JointId, JointLoad, MotorId, NodeId, ServoGains, World};

use crate::common::model_parts::joints::JointValues;
use crate::common::model_parts::robot_joints;
use crate::common::model_parts::robot_joints::{Gains, RobotJoint};
use crate::common::model_parts::trajectory::Trajectory;

/// Deflection of a servo by the weight of its load from which it is reported: of a turning joint [rad], and of a sliding one [m].
const SAG_MAX_RAD: f64 = 0.1;
const SAG_MAX_M: f64 = 0.01;

/// Quantity that a controller commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum JointCommand {
    /// Positions. [rad or m]
    Position,
    /// Velocities. [rad/s or m/s]
    Velocity,
}

morse_sim::choice!(JointCommand { Position, Velocity });

/// Drives by level.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Level {
    #[default]
    Servo,
    Kinematic,
    Effort,
    Motors,
}

/// Moves the joints of its robot, which was read from a URDF, SDF or MJCF file.
///
/// A command maps joint names of the file, as `get_joints` returns them, to values. `Command` selects their meaning:
/// positions [rad or m] or velocities [rad/s or m/s]; at level `effort` they are efforts [N m or N]. Values of joints that a
/// command does not name stay as they are. Before the first command, joints are held at their positions, or move freely (level
/// `effort`). Mimic joints cannot be commanded.
///
/// At level `motors`, names are those of the actuators of an MJCF file, of joints, tendons and sites, and values are their
/// commands, as in MuJoCo. Actuators act with their own gains, filters and ranges. Before the first command, they have the commands
/// of the keyframe `home`, or 0.
///
/// A position is limited to the range of the joint; the joint moves to it at most at `Speed`, and at the velocity of the
/// file. At level `servo`, a motor with at most the effort of the file holds the joint like a spring. With the set point `s`,
/// which moves to the position at this speed, and the position `θ` of the joint:
///
/// `effort = Stiffness · (s - θ) + Damping · (s' - θ')`
///
/// Without `Stiffness`, the gains are those of the position actuator that an MJCF file gives the joint. If there is none, the
/// stiffness is `J · (100 rad/s)²`, where `J` is the moment of inertia or the mass that the joint moves at the
/// start, and more where the weight would deflect the joint by more than 0.05 mrad or 0.05 mm. Without `Damping`, the joint
/// is critically damped. `set_gains` sets the gains of one joint.
///
/// A trajectory is `{"starttime": s, "points": [{"positions": [...], "time_from_start": s}, ...]}`, with a position
/// for each joint [rad or m] in the order of `get_joints`. Joints move at constant speed between the points; speeds and
/// accelerations in the trajectory are ignored. `starttime` is a time of the clients' clock [s]. Without it, or if it has
/// passed, the joints start at once.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.joint_controller.JointController",
    title = "Joint Controller",
    data = JointValues,
    builder(name = "JointController"),
    level(name = "servo", doc = "Motors with gains and with the efforts of the file move the joints.", default),
    level(name = "kinematic", doc = "Joints move exactly as commanded, without an effort limit."),
    level(name = "effort", doc = "Commands are efforts of the motors, at most those of the file. [N m or N]"),
    level(name = "motors", doc = "Commands are those of the actuators of an MJCF file, as in MuJoCo."),
    services
)]
pub struct JointController {
    /// Names of the commanded joints, or of actuators at level `motors`, with commas between them; empty for all of the robot.
    #[property(name = "Joints", default = String::new())]
    names: String,
    /// Quantity that is commanded at the levels servo and kinematic.
    #[property(name = "Command", default = JointCommand::Position)]
    command: JointCommand,
    /// Maximum speed to a position; 0 selects the velocity of the file, or 1 if the file has none. [rad/s or m/s]
    #[property(name = "Speed", default = 0.0, min = 0)]
    speed: f64,
    /// Stiffness of the motors of all joints; `None` selects that of the file, or one by the load. [N m/rad or N/m]
    #[property(name = "Stiffness", default = None, min = 0, max = 1e9)]
    stiffness: Option<f64>,
    /// Damping of the motors of all joints; `None` selects that of the file, or critical damping. [N m s/rad or N s/m]
    #[property(name = "Damping", default = None, min = 0, max = 1e9)]
    damping: Option<f64>,
    /// Distance from its goal at which a joint has arrived. [rad or m]
    #[property(name = "Tolerance", default = 0.01, min = 0)]
    tolerance: f64,
    level: Level,
    joints: Vec<RobotJoint>,
    /// Motors and their names, at level motors.
    motors: Vec<(MotorId, String)>,
    /// Load of each joint at the start.
    loads: Vec<JointLoad>,
    /// Gains that the file gives each joint.
    of_file: Vec<Option<ServoGains>>,
    /// Gains that a service set for each joint.
    gains: Vec<Option<Gains>>,
    /// Speed that a service set for each joint; 0 selects that of the properties. [rad/s or m/s]
    speeds: Vec<f64>,
    /// Position of each joint at the start of the trajectory. [rad or m]
    begin: Vec<f64>,
    trajectory: Option<Trajectory>,
    /// Whether the robot moves freely. Loads of its legs and wheels then depend on its contacts.
    is_root_free: bool,
    /// Whether the user knows that a command named an unknown joint.
    is_unknown_reported: bool,
}

impl JointController {
    /// Whether positions are commanded.
    fn commands_positions(&self) -> bool {
        matches!(self.level, Level::Servo | Level::Kinematic) && self.command == JointCommand::Position
    }

    /// The values with which the joints stay as they are.
    fn at_rest(&self, world: &World) -> JointValues {
        if self.level == Level::Motors {
            return self.first_commands(world);
        }
        let value = |joint: &RobotJoint| match self.commands_positions() {
            true => world.joint_position(joint.id),
            false => 0.0,
        };
        JointValues::from_entries(self.joints.iter().map(|joint| (joint.name.clone(), value(joint))))
    }

    /// The gains of a joint.
    fn gains_of(&self, index: usize) -> Gains {
        self.gains[index].unwrap_or_else(|| {
            Gains::of(self.loads[index], self.of_file[index], self.stiffness, self.damping)
        })
    }

    /// Reports a joint name that no joint has, once.
    fn report_unknown(&mut self, data: &JointValues) {
        if self.is_unknown_reported {
            return;
        }
        let unknown = data.names().find_map(|name| match self.level {
            Level::Motors => self.find_motor(name).err(),
            _ => robot_joints::find(&self.joints, name).err(),
        });
        if let Some(error) = unknown {
            tracing::warn!("a command has no effect on one of its joints: {error}");
            self.is_unknown_reported = true;
        }
    }
}

impl Actuator for JointController {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.level = match mount.object.level.as_deref() {
            Some("kinematic") => Level::Kinematic,
            Some("effort") => Level::Effort,
            Some("motors") => Level::Motors,
            _ => Level::Servo,
        };
        Ok(())
    }

    fn start(&mut self, setup: &Setup<'_>, data: &mut JointValues) -> Result<(), SetupError> {
        if self.level == Level::Motors {
            self.motors = motors::named(setup.world, setup.robot, &self.names)?;
            *data = self.first_commands(setup.world);
            return Ok(());
        }
        self.joints = robot_joints::named(setup.world, setup.robot, &self.names)?;
        let load = |joint: &RobotJoint| robot_joints::load(setup.world, setup.robot, joint.id);
        self.loads = self.joints.iter().map(load).collect();
        self.of_file = self.joints.iter().map(|joint| setup.world.joint_servo(joint.id)).collect();
        self.gains = vec![None; self.joints.len()];
        self.speeds = vec![0.0; self.joints.len()];
        self.is_root_free = setup.world.is_free(setup.robot);
        *data = self.at_rest(setup.world);
        Ok(())
    }

    fn driven_joints(&self) -> Vec<JointId> {
        self.joints.iter().map(|joint| joint.id).collect()
    }

    fn weak_joints(&self, world: &World) -> Vec<String> {
        let holds = self.level == Level::Servo && self.command == JointCommand::Position;
        let weak = self.joints.iter().enumerate().filter(|_| holds).filter_map(|(index, joint)| {
            let limits = world.joint_limits(joint.id);
            let (weight, is_turning) = (self.loads[index].weight, world.joint_kind(joint.id).turns());
            let (effort, angle, sag_max) =
                if is_turning { ("N m", "rad", SAG_MAX_RAD) } else { ("N", "m", SAG_MAX_M) };
            if limits.lower == limits.upper {
                return None;
            }
            if limits.effort == 0.0 {
                return Some(format!("the file gives joint {} the effort 0: nothing moves it", joint.name));
            }
            if self.is_root_free {
                return None;
            }
            if weight > limits.effort {
                return Some(format!(
                    "joint {} has an effort of {:.3} {effort} at most; its load weighs up to {weight:.3} {effort} about it",
                    joint.name, limits.effort
                ));
            }
            let stiffness = self.gains_of(index).stiffness;
            let sag = weight / stiffness;
            (sag > sag_max).then(|| {
                format!(
                    "a stiffness of {stiffness} {effort}/{angle} lets the weight of its load ({weight:.3} {effort}) deflect \
                     joint {} by up to {sag:.2} {angle}",
                    joint.name
                )
            })
        });
        weak.collect()
    }

    fn command_ranges(&self, world: &World, _node: NodeId) -> Vec<ValueRange> {
        let range = |joint: &RobotJoint| {
            let limits = world.joint_limits(joint.id);
            let units = robot_joints::units(world, joint.id);
            let (unit, span) = match (self.level, self.command) {
                (Level::Effort, _) => (units.effort, [-limits.effort, limits.effort]),
                (_, JointCommand::Velocity) => (units.velocity, [-limits.velocity, limits.velocity]),
                (_, JointCommand::Position) => (units.position, [limits.lower, limits.upper]),
            };
            ValueRange::new(&joint.name, unit, span)
        };
        self.joints.iter().map(range).collect()
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut JointValues) {
        self.report_unknown(data);
        match (self.level, self.command) {
            (Level::Motors, _) => self.command_motors(act.world, data),
            (Level::Effort, _) => self.drive_with(act.world, data, |_, effort| JointDrive::Effort(effort)),
            (_, JointCommand::Position) => self.drive_to_positions(act, data),
            (_, JointCommand::Velocity) => self.drive_with(act.world, data, |index, velocity| {
                self.drive_towards(index, f64::MAX.copysign(velocity), velocity.abs())
            }),
        }
    }

    fn interrupt(&mut self, call: &mut Call<'_, JointValues>) {
        self.trajectory = None;
        self.speeds.fill(0.0);
        *call.data = self.at_rest(call.world);
    }

    fn reset(&mut self, call: &mut Call<'_, JointValues>) {
        self.interrupt(call);
    }
}
