//! Messages of `move_base_msgs`. Fields and constants from the package of that name (3-clause BSD license).
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::Header;
use crate::message::Message;

/// `move_base_msgs/MoveBaseActionGoal`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct MoveBaseActionGoal<H> {
    /// `Header header`
    pub header: H,
    /// `actionlib_msgs/GoalID goal_id`
    pub goal_id: super::actionlib_msgs::GoalID,
    /// `MoveBaseGoal goal`
    pub goal: MoveBaseGoal<H>,
}
impl<H: Header> Message for MoveBaseActionGoal<H> {
    const PACKAGE: &'static str = "move_base_msgs";
    const NAME: &'static str = "MoveBaseActionGoal";
    const ROS1_MD5: &'static str = "660d6895a1b9a16dce51fbdd9a64a56b";
    const ROS1_DEFINITION: &'static str = "\
Header header
actionlib_msgs/GoalID goal_id
MoveBaseGoal goal
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: actionlib_msgs/GoalID
time stamp
string id
================================================================================
MSG: move_base_msgs/MoveBaseGoal
geometry_msgs/PoseStamped target_pose
================================================================================
MSG: geometry_msgs/PoseStamped
Header header
Pose pose
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

/// `move_base_msgs/MoveBaseGoal`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct MoveBaseGoal<H> {
    /// `geometry_msgs/PoseStamped target_pose`
    pub target_pose: super::geometry_msgs::PoseStamped<H>,
}
impl<H: Header> Message for MoveBaseGoal<H> {
    const PACKAGE: &'static str = "move_base_msgs";
    const NAME: &'static str = "MoveBaseGoal";
    const ROS1_MD5: &'static str = "257d089627d7eb7136c24d3593d05a16";
    const ROS1_DEFINITION: &'static str = "\
geometry_msgs/PoseStamped target_pose
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

/// `move_base_msgs/MoveBaseActionResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct MoveBaseActionResult<H> {
    /// `Header header`
    pub header: H,
    /// `actionlib_msgs/GoalStatus status`
    pub status: super::actionlib_msgs::GoalStatus,
    /// `MoveBaseResult result`
    pub result: MoveBaseResult,
}
impl<H: Header> Message for MoveBaseActionResult<H> {
    const PACKAGE: &'static str = "move_base_msgs";
    const NAME: &'static str = "MoveBaseActionResult";
    const ROS1_MD5: &'static str = "1eb06eeff08fa7ea874431638cb52332";
    const ROS1_DEFINITION: &'static str = "\
Header header
actionlib_msgs/GoalStatus status
MoveBaseResult result
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: actionlib_msgs/GoalStatus
GoalID goal_id
uint8 status
uint8 PENDING=0
uint8 ACTIVE=1
uint8 PREEMPTED=2
uint8 SUCCEEDED=3
uint8 ABORTED=4
uint8 REJECTED=5
uint8 PREEMPTING=6
uint8 RECALLING=7
uint8 RECALLED=8
uint8 LOST=9
string text
================================================================================
MSG: actionlib_msgs/GoalID
time stamp
string id
================================================================================
MSG: move_base_msgs/MoveBaseResult

";
}

/// `move_base_msgs/MoveBaseResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveBaseResult {}
impl Message for MoveBaseResult {
    const PACKAGE: &'static str = "move_base_msgs";
    const NAME: &'static str = "MoveBaseResult";
    const ROS1_MD5: &'static str = "d41d8cd98f00b204e9800998ecf8427e";
    const ROS1_DEFINITION: &'static str = "";
}

/// `move_base_msgs/MoveBaseActionFeedback`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct MoveBaseActionFeedback<H> {
    /// `Header header`
    pub header: H,
    /// `actionlib_msgs/GoalStatus status`
    pub status: super::actionlib_msgs::GoalStatus,
    /// `MoveBaseFeedback feedback`
    pub feedback: MoveBaseFeedback<H>,
}
impl<H: Header> Message for MoveBaseActionFeedback<H> {
    const PACKAGE: &'static str = "move_base_msgs";
    const NAME: &'static str = "MoveBaseActionFeedback";
    const ROS1_MD5: &'static str = "7d1870ff6e0decea702b943b5af0b42e";
    const ROS1_DEFINITION: &'static str = "\
Header header
actionlib_msgs/GoalStatus status
MoveBaseFeedback feedback
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: actionlib_msgs/GoalStatus
GoalID goal_id
uint8 status
uint8 PENDING=0
uint8 ACTIVE=1
uint8 PREEMPTED=2
uint8 SUCCEEDED=3
uint8 ABORTED=4
uint8 REJECTED=5
uint8 PREEMPTING=6
uint8 RECALLING=7
uint8 RECALLED=8
uint8 LOST=9
string text
================================================================================
MSG: actionlib_msgs/GoalID
time stamp
string id
================================================================================
MSG: move_base_msgs/MoveBaseFeedback
geometry_msgs/PoseStamped base_position
================================================================================
MSG: geometry_msgs/PoseStamped
Header header
Pose pose
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

/// `move_base_msgs/MoveBaseFeedback`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct MoveBaseFeedback<H> {
    /// `geometry_msgs/PoseStamped base_position`
    pub base_position: super::geometry_msgs::PoseStamped<H>,
}
impl<H: Header> Message for MoveBaseFeedback<H> {
    const PACKAGE: &'static str = "move_base_msgs";
    const NAME: &'static str = "MoveBaseFeedback";
    const ROS1_MD5: &'static str = "3fb824c456a757373a226f6d08071bf0";
    const ROS1_DEFINITION: &'static str = "\
geometry_msgs/PoseStamped base_position
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
