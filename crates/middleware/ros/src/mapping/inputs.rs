//! Codecs of actuator commands: message type and fields, by class path and by kind of command.

use morse_scene::data_kind::DataKind;

/// The codec of an incoming stream: a type of message and the command that it becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Input {
    /// Steering and acceleration of a car.
    Ackermann,
    /// Roll, pitch, yaw and thrust as an array.
    AttitudeArray,
    /// True or false, for the first field.
    Bool,
    /// The remote control of an AscTec helicopter.
    CtrlInput,
    /// Joint positions by name.
    Joints,
    /// Fields by name in a JSON text.
    Json,
    /// Joint positions of a Kuka arm, in order.
    KukaJoints,
    /// A text that is logged.
    LogText,
    /// Pan and tilt in the components y and z of a vector.
    PanTilt,
    /// A position.
    Point,
    /// A pose.
    Pose,
    /// A pose in the plane.
    Pose2D,
    /// A pose with header.
    PoseStamped,
    /// An attitude.
    Quaternion,
    /// Speeds of rotors.
    RotorSpeeds,
    /// Thrust of the motors of a boat, and their angle.
    BoatThrust,
    /// Speeds in the plane and yaw rate.
    TwistPlanar,
    /// Velocities of a rotorcraft.
    TwistRotorcraft,
    /// Speed ahead and yaw rate.
    TwistUnicycle,
    /// Force and torque.
    Wrench,
}

/// The properties of a reader that do not depend on the scene.
#[derive(Debug, Clone, Copy)]
pub struct InputInfo {
    /// Type of the message.
    pub message: &'static str,
    /// Fields that the reader sets. The component must have all of them.
    pub fields: &'static [&'static str],
}

impl Input {
    /// The properties that do not depend on the scene.
    #[must_use]
    pub fn info(self) -> InputInfo {
        const ATTITUDE: &[&str] = &["roll", "pitch", "yaw"];
        let (message, fields): (_, &[&str]) = match self {
            Self::Ackermann => ("ackermann_msgs/AckermannDrive", &["steer", "force", "brake"]),
            Self::AttitudeArray => ("std_msgs/Float32MultiArray", &["roll", "pitch", "yaw", "thrust"]),
            Self::Bool => ("std_msgs/Bool", &[]),
            Self::CtrlInput => ("asctec_msgs/CtrlInput", &["roll", "pitch", "yaw", "thrust"]),
            Self::Joints => ("sensor_msgs/JointState", &[]),
            Self::KukaJoints => ("sensor_msgs/JointState", &[]),
            Self::Json | Self::LogText => ("std_msgs/String", &[]),
            Self::PanTilt => ("geometry_msgs/Vector3", &["pan", "tilt"]),
            Self::Point => ("geometry_msgs/Point", &["x", "y", "z"]),
            Self::Pose => ("geometry_msgs/Pose", &["x", "y", "z"]),
            Self::Pose2D => ("geometry_msgs/Pose2D", &["x", "y", "z"]),
            Self::PoseStamped => ("geometry_msgs/PoseStamped", &["x", "y", "z"]),
            Self::Quaternion => ("geometry_msgs/Quaternion", ATTITUDE),
            Self::RotorSpeeds => ("std_msgs/Float32MultiArray", &["engines"]),
            Self::BoatThrust => ("std_msgs/Float32MultiArray", &["left", "right", "steer"]),
            Self::TwistPlanar => ("geometry_msgs/Twist", &["x", "y", "w"]),
            Self::TwistRotorcraft => ("geometry_msgs/Twist", &["vx", "vy", "vz", "vyaw"]),
            Self::TwistUnicycle => ("geometry_msgs/Twist", &["v", "w"]),
            Self::Wrench => ("geometry_msgs/Wrench", &["force", "torque"]),
        };
        InputInfo { message, fields }
    }

    /// Whether the message is a twist, which can be stamped.
    #[must_use]
    pub fn is_twist(self) -> bool {
        matches!(self, Self::TwistPlanar | Self::TwistRotorcraft | Self::TwistUnicycle)
    }
}

/// The codecs of reader classes.
pub const INPUT_CLASSES: &[(&str, Input)] = &[
    ("morse.middleware.ros.abstract_ros.StringReader", Input::LogText),
    ("morse.middleware.ros.destination.PointReader", Input::Point),
    ("morse.middleware.ros.force_torque.WrenchReader", Input::Wrench),
    ("morse.middleware.ros.joint_controller.JointReader", Input::Joints),
    ("morse.middleware.ros.kuka_jointstate.JointStateReader", Input::KukaJoints),
    ("morse.middleware.ros.light.BoolReader", Input::Bool),
    ("morse.middleware.ros.motion_vw.TwistReader", Input::TwistUnicycle),
    ("morse.middleware.ros.motion_xyw.TwistReader", Input::TwistPlanar),
    ("morse.middleware.ros.orientation.QuaternionReader", Input::Quaternion),
    ("morse.middleware.ros.platine.Vector3Reader", Input::PanTilt),
    ("morse.middleware.ros.quadrotor_dynamic.QuadrotorDynamicReader", Input::RotorSpeeds),
    ("morse.middleware.ros.read_asctec_ctrl_input.CtrlInputReader", Input::CtrlInput),
    ("morse.middleware.ros.read_pose.PoseReader", Input::Pose),
    ("morse.middleware.ros.read_pose.PoseStampedReader", Input::PoseStamped),
    ("morse.middleware.ros.read_twist.TwistReader", Input::TwistRotorcraft),
    ("morse.middleware.ros.rotorcraft_attitude.RotorcraftAttitudeReader", Input::AttitudeArray),
    ("morse.middleware.ros.waypoint2D.Pose2DReader", Input::Pose2D),
];

/// The default codec of each kind of command. Kinds that no actuator accepts have no entry.
pub const INPUT_KINDS: &[(DataKind, Input)] = &[
    (DataKind::Record, Input::Json),
    (DataKind::Pose, Input::Pose),
    (DataKind::Position, Input::Point),
    (DataKind::Point, Input::Point),
    (DataKind::Waypoint, Input::PoseStamped),
    (DataKind::PoseGoal, Input::Pose),
    (DataKind::Attitude, Input::Quaternion),
    (DataKind::AttitudeThrust, Input::AttitudeArray),
    (DataKind::UnicycleVelocity, Input::TwistUnicycle),
    (DataKind::PlanarVelocity, Input::TwistPlanar),
    (DataKind::RotorcraftVelocity, Input::TwistRotorcraft),
    (DataKind::RotorSpeeds, Input::RotorSpeeds),
    (DataKind::Steering, Input::Ackermann),
    (DataKind::BoatThrust, Input::BoatThrust),
    (DataKind::Wrench, Input::Wrench),
    (DataKind::JointState, Input::Joints),
    (DataKind::PanTilt, Input::PanTilt),
    (DataKind::Switch, Input::Bool),
];
