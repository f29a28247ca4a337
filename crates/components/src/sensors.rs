//! Sensors: components that read the world. Each has its own file.

mod compound;
pub(crate) mod contacts;
pub(crate) mod joint_states;
pub(crate) mod motion;
pub(crate) mod ranging;
pub(crate) mod surroundings;
pub(crate) mod vision;

pub use crate::common::camera::render_image;
pub use crate::sensors::ranging::laserscanner::ScanGeometry;

use morse_sim::contract::registry::{Entry, sensor};

/// All sensors.
pub(crate) const ALL: &[Entry] = &[
    sensor::<motion::accelerometer::Accelerometer>(),
    sensor::<surroundings::airspeed::Airspeed>(),
    sensor::<joint_states::armature_pose::ArmaturePose>(),
    sensor::<motion::attitude::Attitude>(),
    sensor::<surroundings::barometer::Barometer>(),
    sensor::<surroundings::battery::Battery>(),
    sensor::<vision::bounding_box_camera::BoundingBoxCamera>(),
    sensor::<surroundings::clock::Clock>(),
    sensor::<ranging::collision::Collision>(),
    sensor::<compound::CompoundSensor>(),
    sensor::<contacts::contact_sensor::ContactSensor>(),
    sensor::<vision::depth_camera::DepthCamera>(),
    sensor::<vision::depth_camera::DepthCameraRotationZ>(),
    sensor::<vision::depth_camera::DepthVideoCamera>(),
    sensor::<vision::depth_camera::RawImage>(),
    sensor::<vision::depth_camera::StereoDepthCamera>(),
    sensor::<vision::depth_camera::StereoDepthVideoCamera>(),
    sensor::<vision::depth_camera::StructuredLightDepthCamera>(),
    sensor::<vision::depth_camera::StructuredLightDepthVideoCamera>(),
    sensor::<vision::depth_camera::TimeOfFlightDepthCamera>(),
    sensor::<vision::depth_camera::TimeOfFlightDepthVideoCamera>(),
    sensor::<vision::depth_camera_aggregator::DepthCameraAggregator>(),
    sensor::<vision::event_camera::EventCamera>(),
    sensor::<contacts::force_torque_sensor::ForceTorqueSensor>(),
    sensor::<motion::gps::ExtendedGps>(),
    sensor::<motion::gps::Gps>(),
    sensor::<motion::gps::RawGps>(),
    sensor::<motion::gyroscope::Gyroscope>(),
    sensor::<joint_states::human_posture::HumanPosture>(),
    sensor::<joint_states::joint_positions::JointPositions>(),
    sensor::<joint_states::joint_positions::JointStates>(),
    sensor::<motion::imu::Imu>(),
    sensor::<motion::imu::PhysicalImu>(),
    sensor::<motion::imu::TrueImu>(),
    sensor::<ranging::laserscanner::LaserScanner>(),
    sensor::<ranging::laserscanner::LaserScannerRotationZ>(),
    sensor::<ranging::laserscanner::PhysicalLaserScanner>(),
    sensor::<ranging::laserscanner::PhysicalLaserScannerRotationZ>(),
    sensor::<ranging::laserscanner::RssiLaserScanner>(),
    sensor::<vision::light_sensor::LightSensor>(),
    sensor::<vision::marker_detector::MarkerDetector>(),
    sensor::<surroundings::magnetometer::Magnetometer>(),
    sensor::<vision::normal_camera::NormalCamera>(),
    sensor::<motion::odometry::RawOdometry>(),
    sensor::<motion::odometry::Odometry>(),
    sensor::<motion::odometry::IntegratedOdometry>(),
    sensor::<motion::odometry::WheelOdometry>(),
    sensor::<vision::optical_flow_camera::OpticalFlowCamera>(),
    sensor::<motion::pose::PoseSensor>(),
    sensor::<ranging::proximity::Proximity>(),
    sensor::<joint_states::ptu_posture::PtuPosture>(),
    sensor::<ranging::radar_altimeter::RadarAltimeter>(),
    sensor::<ranging::search_and_rescue::SearchAndRescue>(),
    sensor::<vision::segmentation_camera::SegmentationCamera>(),
    sensor::<vision::semantic_camera::SemanticCamera>(),
    sensor::<vision::stereo_unit::StereoUnit>(),
    sensor::<vision::thermal_camera::ThermalCamera>(),
    sensor::<surroundings::thermometer::Thermometer>(),
    sensor::<motion::velocity::Velocity>(),
    sensor::<vision::video_camera::LensVideoCamera>(),
    sensor::<vision::video_camera::PhysicalVideoCamera>(),
    sensor::<vision::video_camera::VideoCamera>(),
];
