//! Default streams of components in MORSE 1.4, used when a scene names no class. The Builder writes their class paths to the
//! scene document.

/// A component and the default class of its stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Class path of the component.
    pub component: &'static str,
    /// Level of abstraction; `default` for a component without levels.
    pub level: &'static str,
    /// Class path of the default stream.
    pub class: &'static str,
    /// Class paths of further streams that support the component.
    pub alternatives: &'static [&'static str],
}

/// All components that have a default stream.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row("morse.sensors.accelerometer.Accelerometer", "default", "morse.middleware.ros.accelerometer.AccelWithCovarianceStampedPublisher", &["morse.middleware.ros.accelerometer.TwistPublisher"]),
    row("morse.sensors.armature_pose.ArmaturePose", "default", "morse.middleware.ros.jointstate.JointStatePublisher", &[]),
    row("morse.sensors.battery.Battery", "default", "morse.middleware.ros.battery.Float32Publisher", &[]),
    row("morse.sensors.clock.Clock", "default", "morse.middleware.ros.clock.ClockPublisher", &[]),
    row("morse.sensors.depth_camera.DepthCamera", "default", "morse.middleware.ros.depth_camera.DepthCameraPublisher", &[]),
    row("morse.sensors.depth_camera.DepthCameraRotationZ", "default", "morse.middleware.ros.depth_camera.DepthCameraPublisher", &[]),
    row("morse.sensors.depth_camera_aggregator.DepthCameraAggregator", "default", "morse.middleware.ros.depth_camera.DepthCameraPublisher", &[]),
    row("morse.sensors.gps.GPS", "simple", "morse.middleware.ros.gps.NavSatFixPublisher", &[]),
    row("morse.sensors.gps.GPS", "raw", "morse.middleware.ros.gps.NavSatFixRawPublisher", &[]),
    row("morse.sensors.gyroscope.Gyroscope", "default", "morse.middleware.ros.StringPublisher", &[]),
    row("morse.sensors.imu.IMU", "default", "morse.middleware.ros.imu.ImuPublisher", &[]),
    row("morse.sensors.joint_positions.JointPositions", "default", "morse.middleware.ros.jointstate.JointStatePublisher", &[]),
    row("morse.sensors.wheel_odometry.WheelOdometry", "default", "morse.middleware.ros.odometry.OdometryPublisher", &[]),
    row("morse.sensors.laserscanner.LaserScanner", "raw", "morse.middleware.ros.laserscanner.LaserScanPublisher", &["morse.middleware.ros.laserscanner.PointCloud2Publisher"]),
    row("morse.sensors.laserscanner.LaserScanner", "range", "morse.middleware.ros.infrared.RangePublisher", &[]),
    row("morse.sensors.odometry.Odometry", "integrated", "morse.middleware.ros.odometry.OdometryPublisher", &[]),
    row("morse.sensors.pose.Pose", "default", "morse.middleware.ros.pose.PoseStampedPublisher", &["morse.middleware.ros.pose.TFPublisher"]),
    row("morse.sensors.proximity.Proximity", "default", "morse.middleware.ros.StringPublisher", &[]),
    row("morse.sensors.ptu_posture.PTUPosture", "default", "morse.middleware.ros.jointstate.JointStatePublisher", &[]),
    row("morse.sensors.semantic_camera.SemanticCamera", "default", "morse.middleware.ros.semantic_camera.SemanticCameraPublisher", &["morse.middleware.ros.semantic_camera.SemanticCameraPublisherLisp"]),
    row("morse.sensors.velocity.Velocity", "default", "morse.middleware.ros.velocity.TwistStampedPublisher", &[]),
    row("morse.sensors.video_camera.VideoCamera", "default", "morse.middleware.ros.video_camera.VideoCameraPublisher", &[]),
    row("morse.sensors.depth_camera.DepthVideoCamera", "default", "morse.middleware.ros.video_camera.DepthCameraPublisher", &[]),
    row("morse.actuators.ackermann_drive.AckermannDrive", "default", "morse.middleware.ros.motion_vw.TwistReader", &[]),
    row("morse.actuators.diff_drive.DiffDrive", "default", "morse.middleware.ros.motion_vw.TwistReader", &[]),
    row("morse.actuators.arucomarker.Arucomarker", "default", "morse.middleware.ros.read_pose.PoseReader", &[]),
    row("morse.actuators.destination.Destination", "default", "morse.middleware.ros.destination.PointReader", &[]),
    row("morse.actuators.force_torque.ForceTorque", "default", "morse.middleware.ros.force_torque.WrenchReader", &[]),
    row("morse.actuators.external_force.ExternalForce", "default", "morse.middleware.ros.force_torque.WrenchReader", &[]),
    row("morse.actuators.light.Light", "default", "morse.middleware.ros.light.BoolReader", &[]),
    row("morse.actuators.orientation.Orientation", "default", "morse.middleware.ros.orientation.QuaternionReader", &[]),
    row("morse.actuators.ptu.PTU", "default", "morse.middleware.ros.platine.Vector3Reader", &[]),
    row("morse.actuators.quadrotor_dynamic_control.QuadrotorDynamicControl", "default", "morse.middleware.ros.quadrotor_dynamic.QuadrotorDynamicReader", &[]),
    row("morse.actuators.rotorcraft_attitude.RotorcraftAttitude", "default", "morse.middleware.ros.rotorcraft_attitude.RotorcraftAttitudeReader", &[]),
    row("morse.actuators.rotorcraft_velocity.RotorcraftVelocity", "default", "morse.middleware.ros.read_twist.TwistReader", &[]),
    row("morse.actuators.rotorcraft_waypoint.RotorcraftWaypoint", "default", "morse.middleware.ros.read_pose.PoseReader", &[]),
    row("morse.actuators.v_omega.MotionVW", "default", "morse.middleware.ros.motion_vw.TwistReader", &[]),
    row("morse.actuators.v_omega_diff_drive.MotionVWDiff", "default", "morse.middleware.ros.motion_vw.TwistReader", &[]),
    row("morse.actuators.joint_controller.JointController", "default", "morse.middleware.ros.joint_controller.JointReader", &[]),
    row("morse.sensors.contact_sensor.ContactSensor", "default", "morse.middleware.ros.contacts.ContactsStatePublisher", &[]),
    row("morse.sensors.force_torque_sensor.ForceTorqueSensor", "default", "morse.middleware.ros.force_torque_sensor.WrenchStampedPublisher", &[]),
    row("morse.sensors.bounding_box_camera.BoundingBoxCamera", "default", "morse.middleware.ros.bounding_box_camera.DetectionsPublisher", &[]),
    row("morse.sensors.segmentation_camera.SegmentationCamera", "default", "morse.middleware.ros.segmentation_camera.SegmentationCameraPublisher", &[]),
    row("morse.sensors.normal_camera.NormalCamera", "default", "morse.middleware.ros.normal_camera.NormalCameraPublisher", &[]),
    row("morse.sensors.optical_flow_camera.OpticalFlowCamera", "default", "morse.middleware.ros.optical_flow_camera.OpticalFlowCameraPublisher", &[]),
    row("morse.sensors.thermal_camera.ThermalCamera", "default", "morse.middleware.ros.thermal_camera.ThermalCameraPublisher", &[]),
    row("morse.sensors.event_camera.EventCamera", "default", "morse.middleware.ros.event_camera.EventArrayPublisher", &[]),
    row("morse.sensors.marker_detector.MarkerDetector", "default", "morse.middleware.ros.marker_detector.AprilTagsPublisher", &[]),
    row("morse.actuators.omni_drive.OmniDrive", "default", "morse.middleware.ros.motion_xyw.TwistReader", &[]),
    row("morse.actuators.xy_omega.MotionXYW", "default", "morse.middleware.ros.motion_xyw.TwistReader", &[]),
    row("morse.actuators.teleport.Teleport", "default", "morse.middleware.ros.read_pose.PoseReader", &[]),
];

const fn row(
    component: &'static str,
    level: &'static str,
    class: &'static str,
    alternatives: &'static [&'static str],
) -> Row {
    Row { component, level, class, alternatives }
}
