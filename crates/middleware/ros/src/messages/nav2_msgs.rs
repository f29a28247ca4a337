//! Messages of `nav2_msgs`. Fields and constants as the package of that name has them.
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::{Header, Time};
use crate::message::Message;

/// `nav2_msgs/NavigateToPoseGoal`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct NavigateToPoseGoal<H> {
    /// `geometry_msgs/PoseStamped pose`
    pub pose: super::geometry_msgs::PoseStamped<H>,
    /// `string behavior_tree`
    pub behavior_tree: String,
}
impl<H: Header> Message for NavigateToPoseGoal<H> {
    const PACKAGE: &'static str = "nav2_msgs";
    const NAME: &'static str = "NavigateToPoseGoal";
    const ROS1_MD5: &'static str = "5ccebf99a0748e503c51bd2b39ba0eb6";
    const ROS1_DEFINITION: &'static str = "\
geometry_msgs/PoseStamped pose
string behavior_tree
================================================================================
MSG: geometry_msgs/PoseStamped
Header header
Pose pose
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
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
";
}

/// `nav2_msgs/NavigateToPoseResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NavigateToPoseResult {
    /// `uint16 error_code`
    pub error_code: u16,
    /// `string error_msg`
    pub error_msg: String,
}
impl NavigateToPoseResult {
    /// `uint16 NONE = 0`
    pub const NONE: u16 = 0;
}
impl Message for NavigateToPoseResult {
    const PACKAGE: &'static str = "nav2_msgs";
    const NAME: &'static str = "NavigateToPoseResult";
    const ROS1_MD5: &'static str = "afac0efe2042e5b6cb23d6e78667dcb8";
    const ROS1_DEFINITION: &'static str = "\
uint16 NONE=0
uint16 error_code
string error_msg
";
}

/// `nav2_msgs/NavigateToPoseFeedback`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct NavigateToPoseFeedback<H> {
    /// `geometry_msgs/PoseStamped current_pose`
    pub current_pose: super::geometry_msgs::PoseStamped<H>,
    /// `duration navigation_time`
    pub navigation_time: Time,
    /// `duration estimated_time_remaining`
    pub estimated_time_remaining: Time,
    /// `int16 number_of_recoveries`
    pub number_of_recoveries: i16,
    /// `float32 distance_remaining`
    pub distance_remaining: f32,
}
impl<H: Header> Message for NavigateToPoseFeedback<H> {
    const PACKAGE: &'static str = "nav2_msgs";
    const NAME: &'static str = "NavigateToPoseFeedback";
    const ROS1_MD5: &'static str = "76741c2de157dbcb36ed0e7f812984f6";
    const ROS1_DEFINITION: &'static str = "\
geometry_msgs/PoseStamped current_pose
duration navigation_time
duration estimated_time_remaining
int16 number_of_recoveries
float32 distance_remaining
================================================================================
MSG: geometry_msgs/PoseStamped
Header header
Pose pose
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
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
";
}
