//! Messages of `ackermann_msgs`. Fields and constants as the package of that name has them.
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::Header;
use crate::message::Message;

/// `ackermann_msgs/AckermannDrive`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AckermannDrive {
    /// `float32 steering_angle`
    pub steering_angle: f32,
    /// `float32 steering_angle_velocity`
    pub steering_angle_velocity: f32,
    /// `float32 speed`
    pub speed: f32,
    /// `float32 acceleration`
    pub acceleration: f32,
    /// `float32 jerk`
    pub jerk: f32,
}
impl Message for AckermannDrive {
    const PACKAGE: &'static str = "ackermann_msgs";
    const NAME: &'static str = "AckermannDrive";
    const ROS1_MD5: &'static str = "3512e91b48d69674a0e86fadf1ea8231";
    const ROS1_DEFINITION: &'static str = "\
float32 steering_angle
float32 steering_angle_velocity
float32 speed
float32 acceleration
float32 jerk
";
}

/// `ackermann_msgs/AckermannDriveStamped`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct AckermannDriveStamped<H> {
    /// `Header header`
    pub header: H,
    /// `AckermannDrive drive`
    pub drive: AckermannDrive,
}
impl<H: Header> Message for AckermannDriveStamped<H> {
    const PACKAGE: &'static str = "ackermann_msgs";
    const NAME: &'static str = "AckermannDriveStamped";
    const ROS1_MD5: &'static str = "1fd5d7f58889cefd44d29f6653240d0c";
    const ROS1_DEFINITION: &'static str = "\
Header header
AckermannDrive drive
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: ackermann_msgs/AckermannDrive
float32 steering_angle
float32 steering_angle_velocity
float32 speed
float32 acceleration
float32 jerk
";
}
