//! Codecs of sensor data: message type, frame, transforms and fields, by class path and by kind of data.

use morse_scene::data_kind::DataKind;

use crate::node_interface::Profile;

/// The codec of an outgoing stream: a type of message and its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Output {
    /// Linear and angular acceleration of an accelerometer.
    Accel,
    /// Linear velocity of an accelerometer.
    AccelTwist,
    /// A truth value, from the first field.
    Bool,
    /// Charge and status of a battery.
    BatteryState,
    /// Charge of a battery. [%]
    Charge,
    /// The simulation time.
    Clock,
    /// Contacts of a link, as Gazebo's bridge sends them. The packages of the message are in ROS 2.
    Contacts,
    /// Contacts of a link, as the bumper of Gazebo's older plugins sends them.
    ContactsState,
    /// State of a joint trajectory controller.
    ControllerState,
    /// A depth image, with its camera info.
    DepthImage,
    /// Boxes around objects, visible and without occlusion in the image, and in space.
    Detections,
    /// Distance traveled since the last reading.
    Distance,
    /// Air pressure. [Pa]
    FluidPressure,
    /// Changes of brightness at single pixels.
    Events,
    /// Displacements in an image, with its camera info.
    FlowImage,
    /// Height above the ground.
    Height,
    /// Illuminance. \[lx\]
    Illuminance,
    /// A color image, with its camera info.
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
    /// Points of a laser scanner.
    LaserPoints,
    /// Ranges of a laser scanner.
    LaserScan,
    /// Ranges of a laser scanner, with one topic for each of its layers. Only in ROS 2.
    LayerScans,
    /// Fiducial markers and their transforms.
    Markers,
    /// Magnetic field, converted from nanotesla to tesla.
    MagneticField,
    /// Position on the Earth.
    NavSatFix,
    /// Normals of surfaces in an image, with its camera info.
    NormalImage,
    /// Local x, y and z in meters in place of latitude, longitude and altitude, as in MORSE 1.4.
    NavSatFixOfMeters,
    /// Pose and twist since the start.
    Odometry,
    /// Pan and tilt as the joints of a head.
    PanTiltJoints,
    /// Points of a depth camera.
    Points,
    /// A position.
    Point,
    /// A pose without header.
    Pose,
    /// A pose with header.
    PoseStamped,
    /// A pose, sent only as a transform.
    PoseTransform,
    /// A pose with covariance.
    PoseWithCovariance,
    /// All joints of a PR2.
    Pr2Joints,
    /// Differential pressure.
    PressureDifference,
    /// An attitude.
    Quaternion,
    /// The shortest range.
    Range,
    /// The Python `repr` of all data.
    Repr,
    /// Images of the objects and of the classes, with their names and the camera info.
    Segmentation,
    /// Objects in view as JSON, and their transforms.
    SeenObjects,
    /// Objects in view as a Lisp list, and their transforms.
    SeenObjectsLisp,
    /// The pose of the sensor on its robot, sent about once a second.
    StaticTransform,
    /// The pose of the sensor on its robot, sent once and latched.
    StaticTransformLatched,
    /// Air temperature.
    Temperature,
    /// Temperatures in an image, with its camera info.
    ThermalImage,
    /// Linear and angular velocity.
    Twist,
    /// The velocity that an external actuator commands, in the frame of its robot.
    TwistCommand,
    /// Force and torque.
    Wrench,
}

/// The frame of a publisher's headers when the scene does not name one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// The message has no header.
    None,
    /// Named after the component's topic. The frame is the pose of the sensor.
    Topic,
    /// Named after the component's topic. The frame is the pose of a camera: x right, y down, z ahead. In ROS 2 its name ends
    /// in `_optical_frame`, and it is the child of a frame with x ahead and z up, whose name ends in `_link` (REP 103).
    Optical,
    /// Named after the component's topic in ROS 1, empty in ROS 2. The frame has no pose.
    Name,
    /// A fixed name. The frame is the pose of the sensor. In ROS 2, a second component with this frame has a frame with
    /// its own name.
    OfSensor(&'static str),
    /// A fixed name. The frame does not belong to the sensor.
    OfWorld(&'static str),
    /// `/map`, or the name of the component's topic if the component has the property `relative`.
    MapUnlessRelative,
}

/// The transforms that a publisher sends to `/tf`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transforms {
    /// None in ROS 1. ROS 2 adds the pose of the sensor if the frame of the header belongs to the sensor.
    None,
    /// The pose of the sensor on its robot, from `parent_frame_id` to the frame of the header.
    OfSensor,
    /// Like [`Transforms::OfSensor`], unless the option `pub_tf` is false.
    OfSensorIfWanted,
    /// The pose in the data, from the frame of the header to `child_frame_id`, whose default is given here.
    OfData(&'static str),
    /// The pose of the sensor on its robot, from `parent_frame_id` to `child_frame_id`. There is no message.
    OnlyOfSensor,
    /// One transform for each object in view.
    OfObjects,
}

/// The properties of a publisher that do not depend on the scene.
#[derive(Debug, Clone, Copy)]
pub struct OutputInfo {
    /// Type of the message; empty for publishers that only send transforms.
    pub message: &'static str,
    /// Frame of the header.
    pub frame: Frame,
    /// Transforms sent in addition to the message.
    pub transforms: Transforms,
    /// Quality of service.
    pub profile: Profile,
    /// Fields that the component's data must have.
    pub fields: &'static [&'static str],
    /// Options that give covariances of the message, named after its fields.
    pub covariances: &'static [&'static str],
}

impl OutputInfo {
    /// Whether the frame of the header is the pose of the sensor.
    #[must_use]
    pub fn frame_is_of_sensor(&self) -> bool {
        matches!(self.frame, Frame::Topic | Frame::Optical | Frame::OfSensor(_))
    }
}

impl Output {
    /// The message in ROS 1, with its package. ROS 1 and ROS 2 have different packages for AprilTags.
    #[must_use]
    pub fn message_of_ros1(self) -> &'static str {
        match self {
            Self::Markers => "apriltag_ros/AprilTagDetectionArray",
            _ => self.info().message,
        }
    }

    /// The properties that do not depend on the scene.
    #[must_use]
    pub fn info(self) -> OutputInfo {
        use Frame::{MapUnlessRelative, Name, OfSensor, OfWorld, Optical, Topic};
        use Profile::{Clock, Reliable, SensorData};
        use Transforms as T;
        const POSE: &[&str] = &["x", "y", "z", "roll", "pitch", "yaw"];
        const CONTACTS: &[&str] = &["touching", "points", "normals", "forces"];
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
            Self::BatteryState => {
                ("sensor_msgs/BatteryState", Name, T::None, Reliable, &["charge", "status"])
            }
            Self::Bool => ("std_msgs/Bool", Frame::None, T::None, Reliable, &[]),
            Self::Charge => ("std_msgs/Float32", Frame::None, T::None, Reliable, &["charge"]),
            Self::Clock => ("rosgraph_msgs/Clock", Frame::None, T::None, Clock, &[]),
            Self::Contacts => ("ros_gz_interfaces/Contacts", Topic, T::None, Reliable, CONTACTS),
            Self::ContactsState => ("gazebo_msgs/ContactsState", Topic, T::None, Reliable, CONTACTS),
            Self::ControllerState => {
                ("control_msgs/JointTrajectoryControllerState", Name, T::None, Reliable, &[])
            }
            Self::Detections => {
                ("vision_msgs/Detection2DArray", Optical, T::OfSensorIfWanted, Reliable, &["boxes"])
            }
            Self::Markers => (
                "apriltag_msgs/AprilTagDetectionArray",
                Optical,
                T::OfSensorIfWanted,
                Reliable,
                &["markers", "intrinsic_matrix"],
            ),
            Self::Events => (
                "dvs_msgs/EventArray",
                Optical,
                T::OfSensorIfWanted,
                SensorData,
                &["columns", "rows", "times", "polarities", "width", "height"],
            ),
            Self::Segmentation => (
                "sensor_msgs/Image",
                Optical,
                T::OfSensorIfWanted,
                SensorData,
                &["image", "classes", "intrinsic_matrix", "labels"],
            ),
            Self::DepthImage | Self::FlowImage | Self::Image | Self::NormalImage | Self::ThermalImage => (
                "sensor_msgs/Image",
                Optical,
                T::OfSensorIfWanted,
                SensorData,
                &["image", "intrinsic_matrix"],
            ),
            Self::Distance => ("std_msgs/Float32", Frame::None, T::None, Reliable, &["dS"]),
            Self::FluidPressure => ("sensor_msgs/FluidPressure", Topic, T::None, Reliable, &["pressure"]),
            Self::Height => ("std_msgs/Float32", Frame::None, T::None, Reliable, &["z"]),
            Self::Illuminance => ("sensor_msgs/Illuminance", Topic, T::None, Reliable, &["illuminance"]),
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
            Self::LaserScan | Self::LayerScans => {
                ("sensor_msgs/LaserScan", OfSensor("/base_laser_link"), T::None, SensorData, &["range_list"])
            }
            Self::MagneticField => {
                ("sensor_msgs/MagneticField", OfSensor("/imu"), T::None, SensorData, &["x", "y", "z"])
            }
            Self::NavSatFix => {
                ("sensor_msgs/NavSatFix", Topic, T::None, Reliable, &["latitude", "longitude", "altitude"])
            }
            Self::NavSatFixOfMeters => ("sensor_msgs/NavSatFix", Topic, T::None, Reliable, &["x", "y", "z"]),
            Self::Odometry => (
                "nav_msgs/Odometry",
                OfWorld("/odom"),
                T::OfData("/base_footprint"),
                Reliable,
                &["x", "y", "z", "roll", "pitch", "yaw", "vx", "vy", "vz", "wx", "wy", "wz"],
            ),
            Self::Points => ("sensor_msgs/PointCloud2", Optical, T::OfSensor, SensorData, &["points"]),
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
            Self::TwistCommand => ("geometry_msgs/Twist", Frame::None, T::None, Reliable, &[]),
            Self::Wrench => ("geometry_msgs/WrenchStamped", Topic, T::None, Reliable, &["force", "torque"]),
        };
        let covariances = self.covariances();
        OutputInfo { message, frame, transforms, profile, fields, covariances }
    }

    /// Names of the covariances in the message.
    fn covariances(self) -> &'static [&'static str] {
        match self {
            Self::Accel | Self::PoseWithCovariance => &["covariance"],
            Self::Imu => {
                &["orientation_covariance", "angular_velocity_covariance", "linear_acceleration_covariance"]
            }
            // Without accelerometer.
            Self::ImuAttitude => &["orientation_covariance", "angular_velocity_covariance"],
            Self::MagneticField => &["magnetic_field_covariance"],
            Self::NavSatFix | Self::NavSatFixOfMeters => &["position_covariance"],
            Self::Odometry => &["pose_covariance", "twist_covariance"],
            Self::FluidPressure | Self::Illuminance | Self::Temperature => &["variance"],
            _ => &[],
        }
    }
}

/// The codecs of publisher classes.
pub const OUTPUT_CLASSES: &[(&str, Output)] = &[
    ("morse.middleware.ros.StringPublisher", Output::Repr),
    ("morse.middleware.ros.abstract_ros.StringPublisher", Output::Repr),
    ("morse.middleware.ros.accelerometer.AccelWithCovarianceStampedPublisher", Output::Accel),
    ("morse.middleware.ros.accelerometer.TwistPublisher", Output::AccelTwist),
    ("morse.middleware.ros.battery.Float32Publisher", Output::Charge),
    ("morse.middleware.ros.clock.ClockPublisher", Output::Clock),
    ("morse.middleware.ros.bounding_box_camera.DetectionsPublisher", Output::Detections),
    ("morse.middleware.ros.contacts.ContactsPublisher", Output::Contacts),
    ("morse.middleware.ros.contacts.ContactsStatePublisher", Output::ContactsState),
    ("morse.middleware.ros.depth_camera.DepthCameraPublisher", Output::Points),
    ("morse.middleware.ros.event_camera.EventArrayPublisher", Output::Events),
    ("morse.middleware.ros.force_torque_sensor.WrenchStampedPublisher", Output::Wrench),
    ("morse.middleware.ros.gps.NavSatFixPublisher", Output::NavSatFixOfMeters),
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
    ("morse.middleware.ros.marker_detector.AprilTagsPublisher", Output::Markers),
    ("morse.middleware.ros.normal_camera.NormalCameraPublisher", Output::NormalImage),
    ("morse.middleware.ros.odometry.OdometryPublisher", Output::Odometry),
    ("morse.middleware.ros.optical_flow_camera.OpticalFlowCameraPublisher", Output::FlowImage),
    ("morse.middleware.ros.pose.PosePublisher", Output::Pose),
    ("morse.middleware.ros.pose.PoseStampedPublisher", Output::PoseStamped),
    ("morse.middleware.ros.pose.PoseWithCovarianceStampedPublisher", Output::PoseWithCovariance),
    ("morse.middleware.ros.pose.TFPublisher", Output::PoseTransform),
    ("morse.middleware.ros.ptu_posture.JointStatePublisher", Output::PanTiltJoints),
    ("morse.middleware.ros.segmentation_camera.SegmentationCameraPublisher", Output::Segmentation),
    ("morse.middleware.ros.semantic_camera.SemanticCameraPublisher", Output::SeenObjects),
    ("morse.middleware.ros.semantic_camera.SemanticCameraPublisherLisp", Output::SeenObjectsLisp),
    ("morse.middleware.ros.static_tf.StaticTF2Publisher", Output::StaticTransformLatched),
    ("morse.middleware.ros.static_tf.StaticTFPublisher", Output::StaticTransform),
    ("morse.middleware.ros.thermal_camera.ThermalCameraPublisher", Output::ThermalImage),
    ("morse.middleware.ros.velocity.TwistStampedPublisher", Output::Twist),
    ("morse.middleware.ros.video_camera.DepthCameraPublisher", Output::DepthImage),
    ("morse.middleware.ros.video_camera.VideoCameraPublisher", Output::Image),
];

/// The default codec of each kind of data. Kinds of commands have no entry.
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
    (DataKind::Segmentation, Output::Segmentation),
    (DataKind::Detections, Output::Detections),
    (DataKind::Markers, Output::Markers),
    (DataKind::NormalImage, Output::NormalImage),
    (DataKind::FlowImage, Output::FlowImage),
    (DataKind::ThermalImage, Output::ThermalImage),
    (DataKind::Events, Output::Events),
    (DataKind::Objects, Output::SeenObjects),
    (DataKind::Proximity, Output::Json),
    (DataKind::Victims, Output::Json),
    (DataKind::Collision, Output::Bool),
    (DataKind::JointState, Output::Joints),
    (DataKind::JointStates, Output::Joints),
    (DataKind::PanTilt, Output::Joints),
    (DataKind::Battery, Output::BatteryState),
    (DataKind::Clock, Output::Clock),
    (DataKind::MagneticField, Output::MagneticField),
    (DataKind::Illuminance, Output::Illuminance),
    (DataKind::Temperature, Output::Temperature),
    (DataKind::Pressure, Output::FluidPressure),
    (DataKind::DifferentialPressure, Output::PressureDifference),
    (DataKind::Switch, Output::Bool),
    (DataKind::Compound, Output::Json),
];

/// The default codec of each kind of command, for external actuators, which publish their commands.
pub const COMMAND_OUTPUT_KINDS: &[(DataKind, Output)] = &[
    (DataKind::UnicycleVelocity, Output::TwistCommand),
    (DataKind::PlanarVelocity, Output::TwistCommand),
    (DataKind::RotorcraftVelocity, Output::TwistCommand),
    (DataKind::Waypoint, Output::Json),
    (DataKind::PoseGoal, Output::Json),
    (DataKind::AttitudeThrust, Output::Json),
    (DataKind::RotorSpeeds, Output::Json),
    (DataKind::Steering, Output::Json),
    (DataKind::BoatThrust, Output::Json),
];

/// Messages of builder classes in ROS 2, if they differ from the message of the kind of data.
pub const OUTPUT_BUILDERS: &[(&str, Output)] = &[("Infrared", Output::Range)];
