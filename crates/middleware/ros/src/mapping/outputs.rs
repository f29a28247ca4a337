//! What sensors publish: a codec per message and content, the class paths that choose it, and the kinds of data.

use morse_scene::data_kind::DataKind;

use crate::node::Profile;

/// What a stream publishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Output {
    /// Accelerations.
    Accel,
    /// The velocity of an accelerometer.
    AccelTwist,
    /// True or false.
    Bool,
    /// Charge of a battery.
    Charge,
    /// The time of the simulation.
    Clock,
    /// State of a controller of a joint trajectory.
    ControllerState,
    /// A picture of depths, with its camera.
    DepthImage,
    /// Distance travelled since the last reading.
    Distance,
    /// Pressure of the air.
    FluidPressure,
    /// Height above the ground.
    Height,
    /// A picture, with its camera.
    Image,
    /// Angular velocity and acceleration, with the attitude of the sensor in the world.
    Imu,
    /// Attitude and angular velocity.
    ImuAttitude,
    /// Joints of the robot Jido.
    JidoJoints,
    /// All joints of a component.
    Joints,
    /// All data as a JSON text.
    Json,
    /// Joints of a Kuka arm.
    KukaJoints,
    /// Points that a laser scanner hits.
    LaserPoints,
    /// Ranges of a laser scanner.
    LaserScan,
    /// Magnetic field.
    MagneticField,
    /// Position on the Earth.
    NavSatFix,
    /// Metres in a message for degrees, as MORSE 1.4 does.
    NavSatFixOfMetres,
    /// Pose and twist since the start.
    Odometry,
    /// Pan and tilt as the joints of a head.
    PanTiltJoints,
    /// Points that a depth camera sees.
    Points,
    /// A position.
    Point,
    /// A pose without header.
    Pose,
    /// A pose.
    PoseStamped,
    /// A pose as a transform only.
    PoseTransform,
    /// A pose with covariance.
    PoseWithCovariance,
    /// All joints of a PR2.
    Pr2Joints,
    /// Difference of pressures.
    PressureDifference,
    /// An attitude.
    Quaternion,
    /// The shortest range.
    Range,
    /// The Python `repr` of all data.
    Repr,
    /// Objects in view as JSON, and their transforms.
    SeenObjects,
    /// Objects in view as a Lisp list, and their transforms.
    SeenObjectsLisp,
    /// The pose of the sensor on its robot, again and again.
    StaticTransform,
    /// The pose of the sensor on its robot, once, latched.
    StaticTransformLatched,
    /// Temperature.
    Temperature,
    /// Linear and angular velocity.
    Twist,
    /// Force and torque.
    Wrench,
}

/// The frame of a publisher's headers when the scene gives none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// The message has no header.
    None,
    /// The name of the component's topic, which moves with the sensor.
    Topic,
    /// The name of the component's topic, which stands for no place.
    Name,
    /// This frame, which moves with the sensor.
    OfSensor(&'static str),
    /// This frame, which does not belong to the sensor.
    OfWorld(&'static str),
    /// `/map`, or with the property `relative` the name of the component's topic.
    MapUnlessRelative,
}

/// What a publisher sends to `/tf`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transforms {
    /// Nothing. ROS 2 adds the pose of the sensor where the frame is one of the sensor.
    None,
    /// The pose of the sensor on its robot: `parent_frame_id` to the frame of the header.
    OfSensor,
    /// As [`Transforms::OfSensor`], unless `pub_tf` is false.
    OfSensorIfWanted,
    /// The pose in the data: the frame of the header to `child_frame_id`, which is this one by default.
    OfData(&'static str),
    /// The pose of the sensor on its robot and nothing else: `parent_frame_id` to `child_frame_id`.
    OnlyOfSensor,
    /// One for each object in view.
    OfObjects,
}

/// Everything about a publisher that does not depend on the scene.
#[derive(Debug, Clone, Copy)]
pub struct OutputInfo {
    /// Type of the message; empty for transforms only.
    pub message: &'static str,
    /// Frame of the header.
    pub frame: Frame,
    /// Transforms beside the message.
    pub transforms: Transforms,
    /// Quality of service.
    pub profile: Profile,
    /// Fields that the component's data must have.
    pub fields: &'static [&'static str],
}

impl OutputInfo {
    /// Whether the frame of the header is the place of the sensor.
    #[must_use]
    pub fn frame_is_of_sensor(&self) -> bool {
        matches!(self.frame, Frame::Topic | Frame::OfSensor(_))
    }
}

impl Output {
    /// Everything that does not depend on the scene.
    #[must_use]
    pub fn info(self) -> OutputInfo {
        use Frame::{MapUnlessRelative, Name, OfSensor, OfWorld, Topic};
        use Profile::{Clock, Reliable, SensorData};
        use Transforms as T;
        const POSE: &[&str] = &["x", "y", "z", "roll", "pitch", "yaw"];
        const MAP: Frame = OfWorld("/map");
        let (message, frame, transforms, profile, fields): (_, _, _, _, &[&str]) = match self {
            Self::Accel => (
                "geometry_msgs/AccelWithCovarianceStamped",
                Topic,
                T::None,
                Reliable,
                &["acceleration", "angular_acceleration"],
            ),
            Self::AccelTwist => ("geometry_msgs/TwistStamped", Topic, T::None, Reliable, &["velocity"]),
            Self::Bool => ("std_msgs/Bool", Frame::None, T::None, Reliable, &[]),
            Self::Charge => ("std_msgs/Float32", Frame::None, T::None, Reliable, &["charge"]),
            Self::Clock => ("rosgraph_msgs/Clock", Frame::None, T::None, Clock, &[]),
            Self::ControllerState => {
                ("control_msgs/JointTrajectoryControllerState", Name, T::None, Reliable, &[])
            }
            Self::DepthImage | Self::Image => {
                ("sensor_msgs/Image", Topic, T::OfSensorIfWanted, SensorData, &["image", "intrinsic_matrix"])
            }
            Self::Distance => ("std_msgs/Float32", Frame::None, T::None, Reliable, &["dS"]),
            Self::FluidPressure => ("sensor_msgs/FluidPressure", Topic, T::None, Reliable, &["pressure"]),
            Self::Height => ("std_msgs/Float32", Frame::None, T::None, Reliable, &["z"]),
            Self::Imu => (
                "sensor_msgs/Imu",
                OfSensor("/imu"),
                T::None,
                SensorData,
                &["angular_velocity", "linear_acceleration"],
            ),
            Self::ImuAttitude => {
                ("sensor_msgs/Imu", OfSensor("/imu"), T::None, SensorData, &["rotation", "angular_velocity"])
            }
            Self::Joints | Self::JidoJoints | Self::KukaJoints | Self::Pr2Joints => {
                ("sensor_msgs/JointState", Name, T::None, Reliable, &[])
            }
            Self::PanTiltJoints => ("sensor_msgs/JointState", Name, T::None, Reliable, &["pan", "tilt"]),
            Self::Json | Self::Repr => ("std_msgs/String", Frame::None, T::None, Reliable, &[]),
            Self::LaserPoints => ("sensor_msgs/PointCloud2", Topic, T::OfSensor, SensorData, &["point_list"]),
            Self::LaserScan => {
                ("sensor_msgs/LaserScan", OfSensor("/base_laser_link"), T::None, SensorData, &["range_list"])
            }
            Self::MagneticField => {
                ("sensor_msgs/MagneticField", OfSensor("/imu"), T::None, SensorData, &["x", "y", "z"])
            }
            Self::NavSatFix => {
                ("sensor_msgs/NavSatFix", Topic, T::None, Reliable, &["latitude", "longitude", "altitude"])
            }
            Self::NavSatFixOfMetres => ("sensor_msgs/NavSatFix", Topic, T::None, Reliable, &["x", "y", "z"]),
            Self::Odometry => (
                "nav_msgs/Odometry",
                OfWorld("/odom"),
                T::OfData("/base_footprint"),
                Reliable,
                &["x", "y", "z", "roll", "pitch", "yaw", "vx", "vy", "vz", "wx", "wy", "wz"],
            ),
            Self::Points => ("sensor_msgs/PointCloud2", Topic, T::OfSensor, SensorData, &["points"]),
            Self::Point => ("geometry_msgs/PointStamped", MAP, T::None, Reliable, &["x", "y", "z"]),
            Self::Pose => ("geometry_msgs/Pose", Frame::None, T::None, Reliable, POSE),
            Self::PoseStamped => ("geometry_msgs/PoseStamped", MAP, T::None, Reliable, POSE),
            Self::PoseTransform => ("", MAP, T::OfData("/base_link"), Reliable, POSE),
            Self::PoseWithCovariance => {
                ("geometry_msgs/PoseWithCovarianceStamped", MAP, T::None, Reliable, POSE)
            }
            Self::PressureDifference => {
                ("std_msgs/Float32", Frame::None, T::None, Reliable, &["diff_pressure"])
            }
            Self::Quaternion => {
                ("geometry_msgs/QuaternionStamped", MAP, T::None, Reliable, &["roll", "pitch", "yaw"])
            }
            Self::Range => ("sensor_msgs/Range", Topic, T::None, SensorData, &["range_list"]),
            Self::SeenObjects | Self::SeenObjectsLisp => {
                ("std_msgs/String", MapUnlessRelative, T::OfObjects, Reliable, &["visible_objects"])
            }
            Self::StaticTransform | Self::StaticTransformLatched => {
                ("", Topic, T::OnlyOfSensor, Reliable, &[])
            }
            Self::Temperature => ("sensor_msgs/Temperature", Topic, T::None, Reliable, &["temperature"]),
            Self::Twist => (
                "geometry_msgs/TwistStamped",
                OfWorld("/base_link"),
                T::None,
                Reliable,
                &["linear_velocity", "angular_velocity"],
            ),
            Self::Wrench => ("geometry_msgs/WrenchStamped", Topic, T::None, Reliable, &["force", "torque"]),
        };
        OutputInfo { message, frame, transforms, profile, fields }
    }
}

/// The class paths of publishers.
pub const OUTPUT_CLASSES: &[(&str, Output)] = &[
    ("morse.middleware.ros.StringPublisher", Output::Repr),
    ("morse.middleware.ros.abstract_ros.StringPublisher", Output::Repr),
    ("morse.middleware.ros.accelerometer.AccelWithCovarianceStampedPublisher", Output::Accel),
    ("morse.middleware.ros.accelerometer.TwistPublisher", Output::AccelTwist),
    ("morse.middleware.ros.battery.Float32Publisher", Output::Charge),
    ("morse.middleware.ros.clock.ClockPublisher", Output::Clock),
    ("morse.middleware.ros.depth_camera.DepthCameraPublisher", Output::Points),
    ("morse.middleware.ros.gps.NavSatFixPublisher", Output::NavSatFixOfMetres),
    ("morse.middleware.ros.gps.NavSatFixRawPublisher", Output::NavSatFix),
    ("morse.middleware.ros.imu.ImuPublisher", Output::Imu),
    ("morse.middleware.ros.infrared.RangePublisher", Output::Range),
    ("morse.middleware.ros.jido_posture.JointStatePublisher", Output::JidoJoints),
    ("morse.middleware.ros.jointstate.JointStatePR2Publisher", Output::Pr2Joints),
    ("morse.middleware.ros.jointstate.JointStatePublisher", Output::Joints),
    (
        "morse.middleware.ros.jointtrajectorycontrollers.JointTrajectoryControllerStatePublisher",
        Output::ControllerState,
    ),
    ("morse.middleware.ros.kuka_jointstate_pub.JointStatePublisher", Output::KukaJoints),
    ("morse.middleware.ros.laserscanner.LaserScanPublisher", Output::LaserScan),
    ("morse.middleware.ros.laserscanner.PointCloud2Publisher", Output::LaserPoints),
    ("morse.middleware.ros.odometry.OdometryPublisher", Output::Odometry),
    ("morse.middleware.ros.pose.PosePublisher", Output::Pose),
    ("morse.middleware.ros.pose.PoseStampedPublisher", Output::PoseStamped),
    ("morse.middleware.ros.pose.PoseWithCovarianceStampedPublisher", Output::PoseWithCovariance),
    ("morse.middleware.ros.pose.TFPublisher", Output::PoseTransform),
    ("morse.middleware.ros.ptu_posture.JointStatePublisher", Output::PanTiltJoints),
    ("morse.middleware.ros.semantic_camera.SemanticCameraPublisher", Output::SeenObjects),
    ("morse.middleware.ros.semantic_camera.SemanticCameraPublisherLisp", Output::SeenObjectsLisp),
    ("morse.middleware.ros.static_tf.StaticTF2Publisher", Output::StaticTransformLatched),
    ("morse.middleware.ros.static_tf.StaticTFPublisher", Output::StaticTransform),
    ("morse.middleware.ros.velocity.TwistStampedPublisher", Output::Twist),
    ("morse.middleware.ros.video_camera.DepthCameraPublisher", Output::DepthImage),
    ("morse.middleware.ros.video_camera.VideoCameraPublisher", Output::Image),
];

/// What each kind of data is published as, where a scene names no class. Kinds of commands have no entry.
pub const OUTPUT_KINDS: &[(DataKind, Output)] = &[
    (DataKind::Record, Output::Json),
    (DataKind::Pose, Output::PoseStamped),
    (DataKind::Position, Output::Point),
    (DataKind::Point, Output::Point),
    (DataKind::Attitude, Output::Quaternion),
    (DataKind::AttitudeRate, Output::ImuAttitude),
    (DataKind::Twist, Output::Twist),
    (DataKind::Wrench, Output::Wrench),
    (DataKind::Acceleration, Output::Accel),
    (DataKind::Imu, Output::Imu),
    (DataKind::Odometry, Output::Odometry),
    (DataKind::Displacement, Output::Json),
    (DataKind::Distance, Output::Distance),
    (DataKind::NavSatFix, Output::NavSatFix),
    (DataKind::LaserScan, Output::LaserScan),
    (DataKind::Range, Output::Range),
    (DataKind::Altitude, Output::Height),
    (DataKind::PointCloud, Output::Points),
    (DataKind::Image, Output::Image),
    (DataKind::DepthImage, Output::DepthImage),
    (DataKind::DepthBuffer, Output::DepthImage),
    (DataKind::Objects, Output::SeenObjects),
    (DataKind::Proximity, Output::Json),
    (DataKind::Victims, Output::Json),
    (DataKind::Collision, Output::Bool),
    (DataKind::JointState, Output::Joints),
    (DataKind::PanTilt, Output::Joints),
    (DataKind::Battery, Output::Charge),
    (DataKind::Clock, Output::Clock),
    (DataKind::MagneticField, Output::MagneticField),
    (DataKind::Temperature, Output::Temperature),
    (DataKind::Pressure, Output::FluidPressure),
    (DataKind::DifferentialPressure, Output::PressureDifference),
    (DataKind::Switch, Output::Bool),
    (DataKind::Compound, Output::Json),
];
