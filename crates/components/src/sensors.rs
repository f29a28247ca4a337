//! Sensors: what reads the world. One file each.

mod accelerometer;
mod airspeed;
mod armature_pose;
mod attitude;
mod barometer;
mod battery;
mod camera;
mod clock;
mod collision;
mod compound;
mod computation;
mod depth_camera;
mod depth_camera_aggregator;
mod gps;
mod gyroscope;
mod human_posture;
mod imu;
mod kinematics;
mod laserscanner;
mod magnetometer;
mod odometry;
mod pose;
mod proximity;
mod ptu_posture;
mod radar_altimeter;
mod search_and_rescue;
mod semantic_camera;
mod stereo_unit;
mod thermometer;
mod velocity;
mod video_camera;

pub use camera::photograph;
pub use laserscanner::Arc as ScanArc;

use morse_sim::registry::{Entry, sensor};

/// All sensors.
pub(crate) const ALL: &[Entry] = &[
    sensor::<accelerometer::Accelerometer>(),
    sensor::<airspeed::Airspeed>(),
    sensor::<armature_pose::ArmaturePose>(),
    sensor::<attitude::Attitude>(),
    sensor::<barometer::Barometer>(),
    sensor::<battery::Battery>(),
    sensor::<clock::Clock>(),
    sensor::<collision::Collision>(),
    sensor::<compound::CompoundSensor>(),
    sensor::<depth_camera::DepthCamera>(),
    sensor::<depth_camera::DepthCameraRotationZ>(),
    sensor::<depth_camera::DepthVideoCamera>(),
    sensor::<depth_camera::RawImage>(),
    sensor::<depth_camera_aggregator::DepthCameraAggregator>(),
    sensor::<gps::ExtendedGps>(),
    sensor::<gps::Gps>(),
    sensor::<gps::RawGps>(),
    sensor::<gyroscope::Gyroscope>(),
    sensor::<human_posture::HumanPosture>(),
    sensor::<imu::Imu>(),
    sensor::<imu::PhysicalImu>(),
    sensor::<imu::TrueImu>(),
    sensor::<laserscanner::LaserScanner>(),
    sensor::<laserscanner::LaserScannerRotationZ>(),
    sensor::<laserscanner::PhysicalLaserScanner>(),
    sensor::<laserscanner::PhysicalLaserScannerRotationZ>(),
    sensor::<laserscanner::RssiLaserScanner>(),
    sensor::<magnetometer::Magnetometer>(),
    sensor::<odometry::RawOdometry>(),
    sensor::<odometry::Odometry>(),
    sensor::<odometry::IntegratedOdometry>(),
    sensor::<pose::PoseSensor>(),
    sensor::<proximity::Proximity>(),
    sensor::<ptu_posture::PtuPosture>(),
    sensor::<radar_altimeter::RadarAltimeter>(),
    sensor::<search_and_rescue::SearchAndRescue>(),
    sensor::<semantic_camera::SemanticCamera>(),
    sensor::<stereo_unit::StereoUnit>(),
    sensor::<thermometer::Thermometer>(),
    sensor::<velocity::Velocity>(),
    sensor::<video_camera::VideoCamera>(),
];
