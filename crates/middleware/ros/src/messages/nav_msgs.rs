//! Messages of `nav_msgs`. Fields and constants from the package of that name (3-clause BSD license).
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::Header;
use crate::message::Message;

/// `nav_msgs/Odometry`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct Odometry<H> {
    /// `Header header`
    pub header: H,
    /// `string child_frame_id`
    pub child_frame_id: String,
    /// `geometry_msgs/PoseWithCovariance pose`
    pub pose: super::geometry_msgs::PoseWithCovariance,
    /// `geometry_msgs/TwistWithCovariance twist`
    pub twist: super::geometry_msgs::TwistWithCovariance,
}
impl<H: Header> Message for Odometry<H> {
    const PACKAGE: &'static str = "nav_msgs";
    const NAME: &'static str = "Odometry";
    const ROS1_MD5: &'static str = "cd5e73d190d741a2f92e81eda573aca7";
    const ROS1_DEFINITION: &'static str = "\
Header header
string child_frame_id
geometry_msgs/PoseWithCovariance pose
geometry_msgs/TwistWithCovariance twist
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: geometry_msgs/PoseWithCovariance
Pose pose
float64[36] covariance
================================================================================
MSG: geometry_msgs/Pose
Point position
Quaternion orientation
================================================================================
MSG: geometry_msgs/Point
float64 x
float64 y
float64 z
================================================================================
MSG: geometry_msgs/Quaternion
float64 x
float64 y
float64 z
float64 w
================================================================================
MSG: geometry_msgs/TwistWithCovariance
Twist twist
float64[36] covariance
================================================================================
MSG: geometry_msgs/Twist
Vector3 linear
Vector3 angular
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}
