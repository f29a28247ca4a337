//! Messages of `control_msgs`. Fields and constants as the package of that name has them.
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::{Header, Time};
use crate::message::Message;

/// `control_msgs/JointTrajectoryControllerState`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct JointTrajectoryControllerState<H> {
    /// `Header header`
    pub header: H,
    /// `string[] joint_names`
    pub joint_names: Vec<String>,
    /// `trajectory_msgs/JointTrajectoryPoint desired`
    pub desired: super::trajectory_msgs::JointTrajectoryPoint,
    /// `trajectory_msgs/JointTrajectoryPoint actual`
    pub actual: super::trajectory_msgs::JointTrajectoryPoint,
    /// `trajectory_msgs/JointTrajectoryPoint error`
    pub error: super::trajectory_msgs::JointTrajectoryPoint,
}
impl<H: Header> Message for JointTrajectoryControllerState<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "JointTrajectoryControllerState";
    const ROS1_MD5: &'static str = "10817c60c2486ef6b33e97dcd87f4474";
    const ROS1_DEFINITION: &'static str = "\
Header header
string[] joint_names
trajectory_msgs/JointTrajectoryPoint desired
trajectory_msgs/JointTrajectoryPoint actual
trajectory_msgs/JointTrajectoryPoint error
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: trajectory_msgs/JointTrajectoryPoint
float64[] positions
float64[] velocities
float64[] accelerations
float64[] effort
duration time_from_start
";
}

/// `control_msgs/JointTrajectoryActionGoal`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct JointTrajectoryActionGoal<H> {
    /// `Header header`
    pub header: H,
    /// `actionlib_msgs/GoalID goal_id`
    pub goal_id: super::actionlib_msgs::GoalID,
    /// `JointTrajectoryGoal goal`
    pub goal: JointTrajectoryGoal<H>,
}
impl<H: Header> Message for JointTrajectoryActionGoal<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "JointTrajectoryActionGoal";
    const ROS1_MD5: &'static str = "a99e83ef6185f9fdd7693efe99623a86";
    const ROS1_DEFINITION: &'static str = "\
Header header
actionlib_msgs/GoalID goal_id
JointTrajectoryGoal goal
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
MSG: control_msgs/JointTrajectoryGoal
trajectory_msgs/JointTrajectory trajectory
================================================================================
MSG: trajectory_msgs/JointTrajectory
Header header
string[] joint_names
JointTrajectoryPoint[] points
================================================================================
MSG: trajectory_msgs/JointTrajectoryPoint
float64[] positions
float64[] velocities
float64[] accelerations
float64[] effort
duration time_from_start
";
}

/// `control_msgs/JointTrajectoryGoal`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct JointTrajectoryGoal<H> {
    /// `trajectory_msgs/JointTrajectory trajectory`
    pub trajectory: super::trajectory_msgs::JointTrajectory<H>,
}
impl<H: Header> Message for JointTrajectoryGoal<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "JointTrajectoryGoal";
    const ROS1_MD5: &'static str = "2a0eff76c870e8595636c2a562ca298e";
    const ROS1_DEFINITION: &'static str = "\
trajectory_msgs/JointTrajectory trajectory
================================================================================
MSG: trajectory_msgs/JointTrajectory
Header header
string[] joint_names
JointTrajectoryPoint[] points
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: trajectory_msgs/JointTrajectoryPoint
float64[] positions
float64[] velocities
float64[] accelerations
float64[] effort
duration time_from_start
";
}

/// `control_msgs/JointTrajectoryActionResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct JointTrajectoryActionResult<H> {
    /// `Header header`
    pub header: H,
    /// `actionlib_msgs/GoalStatus status`
    pub status: super::actionlib_msgs::GoalStatus,
    /// `JointTrajectoryResult result`
    pub result: JointTrajectoryResult,
}
impl<H: Header> Message for JointTrajectoryActionResult<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "JointTrajectoryActionResult";
    const ROS1_MD5: &'static str = "1eb06eeff08fa7ea874431638cb52332";
    const ROS1_DEFINITION: &'static str = "\
Header header
actionlib_msgs/GoalStatus status
JointTrajectoryResult result
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
MSG: control_msgs/JointTrajectoryResult

";
}

/// `control_msgs/JointTrajectoryResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct JointTrajectoryResult {}
impl Message for JointTrajectoryResult {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "JointTrajectoryResult";
    const ROS1_MD5: &'static str = "d41d8cd98f00b204e9800998ecf8427e";
    const ROS1_DEFINITION: &'static str = "";
}

/// `control_msgs/JointTrajectoryActionFeedback`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct JointTrajectoryActionFeedback<H> {
    /// `Header header`
    pub header: H,
    /// `actionlib_msgs/GoalStatus status`
    pub status: super::actionlib_msgs::GoalStatus,
    /// `JointTrajectoryFeedback feedback`
    pub feedback: JointTrajectoryFeedback,
}
impl<H: Header> Message for JointTrajectoryActionFeedback<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "JointTrajectoryActionFeedback";
    const ROS1_MD5: &'static str = "aae20e09065c3809e8a8e87c4c8953fd";
    const ROS1_DEFINITION: &'static str = "\
Header header
actionlib_msgs/GoalStatus status
JointTrajectoryFeedback feedback
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
MSG: control_msgs/JointTrajectoryFeedback

";
}

/// `control_msgs/JointTrajectoryFeedback`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct JointTrajectoryFeedback {}
impl Message for JointTrajectoryFeedback {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "JointTrajectoryFeedback";
    const ROS1_MD5: &'static str = "d41d8cd98f00b204e9800998ecf8427e";
    const ROS1_DEFINITION: &'static str = "";
}

/// `control_msgs/FollowJointTrajectoryActionGoal`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct FollowJointTrajectoryActionGoal<H> {
    /// `Header header`
    pub header: H,
    /// `actionlib_msgs/GoalID goal_id`
    pub goal_id: super::actionlib_msgs::GoalID,
    /// `FollowJointTrajectoryGoal goal`
    pub goal: FollowJointTrajectoryGoal<H>,
}
impl<H: Header> Message for FollowJointTrajectoryActionGoal<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "FollowJointTrajectoryActionGoal";
    const ROS1_MD5: &'static str = "cff5c1d533bf2f82dd0138d57f4304bb";
    const ROS1_DEFINITION: &'static str = "\
Header header
actionlib_msgs/GoalID goal_id
FollowJointTrajectoryGoal goal
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
MSG: control_msgs/FollowJointTrajectoryGoal
trajectory_msgs/JointTrajectory trajectory
JointTolerance[] path_tolerance
JointTolerance[] goal_tolerance
duration goal_time_tolerance
================================================================================
MSG: trajectory_msgs/JointTrajectory
Header header
string[] joint_names
JointTrajectoryPoint[] points
================================================================================
MSG: trajectory_msgs/JointTrajectoryPoint
float64[] positions
float64[] velocities
float64[] accelerations
float64[] effort
duration time_from_start
================================================================================
MSG: control_msgs/JointTolerance
string name
float64 position
float64 velocity
float64 acceleration
";
}

/// `control_msgs/FollowJointTrajectoryGoal`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct FollowJointTrajectoryGoal<H> {
    /// `trajectory_msgs/JointTrajectory trajectory`
    pub trajectory: super::trajectory_msgs::JointTrajectory<H>,
    /// `JointTolerance[] path_tolerance`
    pub path_tolerance: Vec<JointTolerance>,
    /// `JointTolerance[] goal_tolerance`
    pub goal_tolerance: Vec<JointTolerance>,
    /// `duration goal_time_tolerance`
    pub goal_time_tolerance: Time,
}
impl<H: Header> Message for FollowJointTrajectoryGoal<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "FollowJointTrajectoryGoal";
    const ROS1_MD5: &'static str = "69636787b6ecbde4d61d711979bc7ecb";
    const ROS1_DEFINITION: &'static str = "\
trajectory_msgs/JointTrajectory trajectory
JointTolerance[] path_tolerance
JointTolerance[] goal_tolerance
duration goal_time_tolerance
================================================================================
MSG: trajectory_msgs/JointTrajectory
Header header
string[] joint_names
JointTrajectoryPoint[] points
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: trajectory_msgs/JointTrajectoryPoint
float64[] positions
float64[] velocities
float64[] accelerations
float64[] effort
duration time_from_start
================================================================================
MSG: control_msgs/JointTolerance
string name
float64 position
float64 velocity
float64 acceleration
";
}

/// `control_msgs/JointTolerance`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct JointTolerance {
    /// `string name`
    pub name: String,
    /// `float64 position`
    pub position: f64,
    /// `float64 velocity`
    pub velocity: f64,
    /// `float64 acceleration`
    pub acceleration: f64,
}
impl Message for JointTolerance {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "JointTolerance";
    const ROS1_MD5: &'static str = "f544fe9c16cf04547e135dd6063ff5be";
    const ROS1_DEFINITION: &'static str = "\
string name
float64 position
float64 velocity
float64 acceleration
";
}

/// `control_msgs/FollowJointTrajectoryActionResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct FollowJointTrajectoryActionResult<H> {
    /// `Header header`
    pub header: H,
    /// `actionlib_msgs/GoalStatus status`
    pub status: super::actionlib_msgs::GoalStatus,
    /// `FollowJointTrajectoryResult result`
    pub result: FollowJointTrajectoryResult,
}
impl<H: Header> Message for FollowJointTrajectoryActionResult<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "FollowJointTrajectoryActionResult";
    const ROS1_MD5: &'static str = "c4fb3b000dc9da4fd99699380efcc5d9";
    const ROS1_DEFINITION: &'static str = "\
Header header
actionlib_msgs/GoalStatus status
FollowJointTrajectoryResult result
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
MSG: control_msgs/FollowJointTrajectoryResult
int32 error_code
string error_string
int32 SUCCESSFUL=0
int32 INVALID_GOAL=-1
int32 INVALID_JOINTS=-2
int32 OLD_HEADER_TIMESTAMP=-3
int32 PATH_TOLERANCE_VIOLATED=-4
int32 GOAL_TOLERANCE_VIOLATED=-5
";
}

/// `control_msgs/FollowJointTrajectoryResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FollowJointTrajectoryResult {
    /// `int32 error_code`
    pub error_code: i32,
    /// `string error_string`
    pub error_string: String,
}
impl FollowJointTrajectoryResult {
    /// `int32 SUCCESSFUL = 0`
    pub const SUCCESSFUL: i32 = 0;
    /// `int32 INVALID_GOAL = -1`
    pub const INVALID_GOAL: i32 = -1;
    /// `int32 INVALID_JOINTS = -2`
    pub const INVALID_JOINTS: i32 = -2;
    /// `int32 OLD_HEADER_TIMESTAMP = -3`
    pub const OLD_HEADER_TIMESTAMP: i32 = -3;
    /// `int32 PATH_TOLERANCE_VIOLATED = -4`
    pub const PATH_TOLERANCE_VIOLATED: i32 = -4;
    /// `int32 GOAL_TOLERANCE_VIOLATED = -5`
    pub const GOAL_TOLERANCE_VIOLATED: i32 = -5;
}
impl Message for FollowJointTrajectoryResult {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "FollowJointTrajectoryResult";
    const ROS1_MD5: &'static str = "493383b18409bfb604b4e26c676401d2";
    const ROS1_DEFINITION: &'static str = "\
int32 error_code
string error_string
int32 SUCCESSFUL=0
int32 INVALID_GOAL=-1
int32 INVALID_JOINTS=-2
int32 OLD_HEADER_TIMESTAMP=-3
int32 PATH_TOLERANCE_VIOLATED=-4
int32 GOAL_TOLERANCE_VIOLATED=-5
";
}

/// `control_msgs/FollowJointTrajectoryActionFeedback`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct FollowJointTrajectoryActionFeedback<H> {
    /// `Header header`
    pub header: H,
    /// `actionlib_msgs/GoalStatus status`
    pub status: super::actionlib_msgs::GoalStatus,
    /// `FollowJointTrajectoryFeedback feedback`
    pub feedback: FollowJointTrajectoryFeedback<H>,
}
impl<H: Header> Message for FollowJointTrajectoryActionFeedback<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "FollowJointTrajectoryActionFeedback";
    const ROS1_MD5: &'static str = "d8920dc4eae9fc107e00999cce4be641";
    const ROS1_DEFINITION: &'static str = "\
Header header
actionlib_msgs/GoalStatus status
FollowJointTrajectoryFeedback feedback
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
MSG: control_msgs/FollowJointTrajectoryFeedback
Header header
string[] joint_names
trajectory_msgs/JointTrajectoryPoint desired
trajectory_msgs/JointTrajectoryPoint actual
trajectory_msgs/JointTrajectoryPoint error
================================================================================
MSG: trajectory_msgs/JointTrajectoryPoint
float64[] positions
float64[] velocities
float64[] accelerations
float64[] effort
duration time_from_start
";
}

/// `control_msgs/FollowJointTrajectoryFeedback`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct FollowJointTrajectoryFeedback<H> {
    /// `Header header`
    pub header: H,
    /// `string[] joint_names`
    pub joint_names: Vec<String>,
    /// `trajectory_msgs/JointTrajectoryPoint desired`
    pub desired: super::trajectory_msgs::JointTrajectoryPoint,
    /// `trajectory_msgs/JointTrajectoryPoint actual`
    pub actual: super::trajectory_msgs::JointTrajectoryPoint,
    /// `trajectory_msgs/JointTrajectoryPoint error`
    pub error: super::trajectory_msgs::JointTrajectoryPoint,
}
impl<H: Header> Message for FollowJointTrajectoryFeedback<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "FollowJointTrajectoryFeedback";
    const ROS1_MD5: &'static str = "10817c60c2486ef6b33e97dcd87f4474";
    const ROS1_DEFINITION: &'static str = "\
Header header
string[] joint_names
trajectory_msgs/JointTrajectoryPoint desired
trajectory_msgs/JointTrajectoryPoint actual
trajectory_msgs/JointTrajectoryPoint error
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: trajectory_msgs/JointTrajectoryPoint
float64[] positions
float64[] velocities
float64[] accelerations
float64[] effort
duration time_from_start
";
}

/// `control_msgs/PointHeadActionGoal`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct PointHeadActionGoal<H> {
    /// `Header header`
    pub header: H,
    /// `actionlib_msgs/GoalID goal_id`
    pub goal_id: super::actionlib_msgs::GoalID,
    /// `PointHeadGoal goal`
    pub goal: PointHeadGoal<H>,
}
impl<H: Header> Message for PointHeadActionGoal<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "PointHeadActionGoal";
    const ROS1_MD5: &'static str = "b53a8323d0ba7b310ba17a2d3a82a6b8";
    const ROS1_DEFINITION: &'static str = "\
Header header
actionlib_msgs/GoalID goal_id
PointHeadGoal goal
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
MSG: control_msgs/PointHeadGoal
geometry_msgs/PointStamped target
geometry_msgs/Vector3 pointing_axis
string pointing_frame
duration min_duration
float64 max_velocity
================================================================================
MSG: geometry_msgs/PointStamped
Header header
Point point
================================================================================
MSG: geometry_msgs/Point
float64 x
float64 y
float64 z
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `control_msgs/PointHeadGoal`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct PointHeadGoal<H> {
    /// `geometry_msgs/PointStamped target`
    pub target: super::geometry_msgs::PointStamped<H>,
    /// `geometry_msgs/Vector3 pointing_axis`
    pub pointing_axis: super::geometry_msgs::Vector3,
    /// `string pointing_frame`
    pub pointing_frame: String,
    /// `duration min_duration`
    pub min_duration: Time,
    /// `float64 max_velocity`
    pub max_velocity: f64,
}
impl<H: Header> Message for PointHeadGoal<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "PointHeadGoal";
    const ROS1_MD5: &'static str = "8b92b1cd5e06c8a94c917dc3209a4c1d";
    const ROS1_DEFINITION: &'static str = "\
geometry_msgs/PointStamped target
geometry_msgs/Vector3 pointing_axis
string pointing_frame
duration min_duration
float64 max_velocity
================================================================================
MSG: geometry_msgs/PointStamped
Header header
Point point
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: geometry_msgs/Point
float64 x
float64 y
float64 z
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `control_msgs/PointHeadActionResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct PointHeadActionResult<H> {
    /// `Header header`
    pub header: H,
    /// `actionlib_msgs/GoalStatus status`
    pub status: super::actionlib_msgs::GoalStatus,
    /// `PointHeadResult result`
    pub result: PointHeadResult,
}
impl<H: Header> Message for PointHeadActionResult<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "PointHeadActionResult";
    const ROS1_MD5: &'static str = "1eb06eeff08fa7ea874431638cb52332";
    const ROS1_DEFINITION: &'static str = "\
Header header
actionlib_msgs/GoalStatus status
PointHeadResult result
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
MSG: control_msgs/PointHeadResult

";
}

/// `control_msgs/PointHeadResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PointHeadResult {}
impl Message for PointHeadResult {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "PointHeadResult";
    const ROS1_MD5: &'static str = "d41d8cd98f00b204e9800998ecf8427e";
    const ROS1_DEFINITION: &'static str = "";
}

/// `control_msgs/PointHeadActionFeedback`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct PointHeadActionFeedback<H> {
    /// `Header header`
    pub header: H,
    /// `actionlib_msgs/GoalStatus status`
    pub status: super::actionlib_msgs::GoalStatus,
    /// `PointHeadFeedback feedback`
    pub feedback: PointHeadFeedback,
}
impl<H: Header> Message for PointHeadActionFeedback<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "PointHeadActionFeedback";
    const ROS1_MD5: &'static str = "33c9244957176bbba97dd641119e8460";
    const ROS1_DEFINITION: &'static str = "\
Header header
actionlib_msgs/GoalStatus status
PointHeadFeedback feedback
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
MSG: control_msgs/PointHeadFeedback
float64 pointing_angle_error
";
}

/// `control_msgs/PointHeadFeedback`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PointHeadFeedback {
    /// `float64 pointing_angle_error`
    pub pointing_angle_error: f64,
}
impl Message for PointHeadFeedback {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "PointHeadFeedback";
    const ROS1_MD5: &'static str = "cce80d27fd763682da8805a73316cab4";
    const ROS1_DEFINITION: &'static str = "\
float64 pointing_angle_error
";
}

/// `control_msgs/GripperCommandGoal`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GripperCommandGoal {
    /// `GripperCommand command`
    pub command: GripperCommand,
}
impl Message for GripperCommandGoal {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "GripperCommandGoal";
    const ROS1_MD5: &'static str = "86fd82f4ddc48a4cb6856cfa69217e43";
    const ROS1_DEFINITION: &'static str = "\
GripperCommand command
================================================================================
MSG: control_msgs/GripperCommand
float64 position
float64 max_effort
";
}

/// `control_msgs/GripperCommand`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GripperCommand {
    /// `float64 position`
    pub position: f64,
    /// `float64 max_effort`
    pub max_effort: f64,
}
impl Message for GripperCommand {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "GripperCommand";
    const ROS1_MD5: &'static str = "680acaff79486f017132a7f198d40f08";
    const ROS1_DEFINITION: &'static str = "\
float64 position
float64 max_effort
";
}

/// `control_msgs/GripperCommandResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GripperCommandResult {
    /// `float64 position`
    pub position: f64,
    /// `float64 effort`
    pub effort: f64,
    /// `bool stalled`
    pub stalled: bool,
    /// `bool reached_goal`
    pub reached_goal: bool,
}
impl Message for GripperCommandResult {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "GripperCommandResult";
    const ROS1_MD5: &'static str = "e4cbff56d3562bcf113da5a5adeef91f";
    const ROS1_DEFINITION: &'static str = "\
float64 position
float64 effort
bool stalled
bool reached_goal
";
}

/// `control_msgs/GripperCommandFeedback`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GripperCommandFeedback {
    /// `float64 position`
    pub position: f64,
    /// `float64 effort`
    pub effort: f64,
    /// `bool stalled`
    pub stalled: bool,
    /// `bool reached_goal`
    pub reached_goal: bool,
}
impl Message for GripperCommandFeedback {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "GripperCommandFeedback";
    const ROS1_MD5: &'static str = "e4cbff56d3562bcf113da5a5adeef91f";
    const ROS1_DEFINITION: &'static str = "\
float64 position
float64 effort
bool stalled
bool reached_goal
";
}

/// `control_msgs/FollowJointTrajectoryGoal of ROS 2`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct FollowJointTrajectoryGoal2<H> {
    /// `trajectory_msgs/JointTrajectory trajectory`
    pub trajectory: super::trajectory_msgs::JointTrajectory<H>,
    /// `trajectory_msgs/MultiDOFJointTrajectory multi_dof_trajectory`
    pub multi_dof_trajectory: super::trajectory_msgs::MultiDOFJointTrajectory<H>,
    /// `JointTolerance[] path_tolerance`
    pub path_tolerance: Vec<JointTolerance>,
    /// `JointComponentTolerance[] component_path_tolerance`
    pub component_path_tolerance: Vec<JointComponentTolerance2>,
    /// `JointTolerance[] goal_tolerance`
    pub goal_tolerance: Vec<JointTolerance>,
    /// `JointComponentTolerance[] component_goal_tolerance`
    pub component_goal_tolerance: Vec<JointComponentTolerance2>,
    /// `duration goal_time_tolerance`
    pub goal_time_tolerance: Time,
}
impl<H: Header> Message for FollowJointTrajectoryGoal2<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "FollowJointTrajectoryGoal";
    const ROS1_MD5: &'static str = "bdbf5eefd000b6f9dadee84d24a2d5e6";
    const ROS1_DEFINITION: &'static str = "\
trajectory_msgs/JointTrajectory trajectory
trajectory_msgs/MultiDOFJointTrajectory multi_dof_trajectory
JointTolerance[] path_tolerance
JointComponentTolerance[] component_path_tolerance
JointTolerance[] goal_tolerance
JointComponentTolerance[] component_goal_tolerance
duration goal_time_tolerance
================================================================================
MSG: trajectory_msgs/JointTrajectory
Header header
string[] joint_names
JointTrajectoryPoint[] points
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: trajectory_msgs/JointTrajectoryPoint
float64[] positions
float64[] velocities
float64[] accelerations
float64[] effort
duration time_from_start
================================================================================
MSG: trajectory_msgs/MultiDOFJointTrajectory
Header header
string[] joint_names
MultiDOFJointTrajectoryPoint[] points
================================================================================
MSG: trajectory_msgs/MultiDOFJointTrajectoryPoint
geometry_msgs/Transform[] transforms
geometry_msgs/Twist[] velocities
geometry_msgs/Twist[] accelerations
duration time_from_start
================================================================================
MSG: geometry_msgs/Transform
Vector3 translation
Quaternion rotation
================================================================================
MSG: geometry_msgs/Vector3
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
MSG: geometry_msgs/Twist
Vector3 linear
Vector3 angular
================================================================================
MSG: control_msgs/JointTolerance
string name
float64 position
float64 velocity
float64 acceleration
================================================================================
MSG: control_msgs/JointComponentTolerance
uint16 X_AXIS=1
uint16 Y_AXIS=2
uint16 Z_AXIS=3
uint16 TRANSLATION=4
uint16 ROTATION=5
string joint_name
uint16 component
float64 position
float64 velocity
float64 acceleration
";
}

/// `control_msgs/JointComponentTolerance of ROS 2`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct JointComponentTolerance2 {
    /// `string joint_name`
    pub joint_name: String,
    /// `uint16 component`
    pub component: u16,
    /// `float64 position`
    pub position: f64,
    /// `float64 velocity`
    pub velocity: f64,
    /// `float64 acceleration`
    pub acceleration: f64,
}
impl JointComponentTolerance2 {
    /// `uint16 X_AXIS = 1`
    pub const X_AXIS: u16 = 1;
    /// `uint16 Y_AXIS = 2`
    pub const Y_AXIS: u16 = 2;
    /// `uint16 Z_AXIS = 3`
    pub const Z_AXIS: u16 = 3;
    /// `uint16 TRANSLATION = 4`
    pub const TRANSLATION: u16 = 4;
    /// `uint16 ROTATION = 5`
    pub const ROTATION: u16 = 5;
}
impl Message for JointComponentTolerance2 {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "JointComponentTolerance";
    const ROS1_MD5: &'static str = "8582fb3348f6313c90283171bd8d1dce";
    const ROS1_DEFINITION: &'static str = "\
uint16 X_AXIS=1
uint16 Y_AXIS=2
uint16 Z_AXIS=3
uint16 TRANSLATION=4
uint16 ROTATION=5
string joint_name
uint16 component
float64 position
float64 velocity
float64 acceleration
";
}

/// `control_msgs/FollowJointTrajectoryFeedback of ROS 2`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct FollowJointTrajectoryFeedback2<H> {
    /// `Header header`
    pub header: H,
    /// `string[] joint_names`
    pub joint_names: Vec<String>,
    /// `trajectory_msgs/JointTrajectoryPoint desired`
    pub desired: super::trajectory_msgs::JointTrajectoryPoint,
    /// `trajectory_msgs/JointTrajectoryPoint actual`
    pub actual: super::trajectory_msgs::JointTrajectoryPoint,
    /// `trajectory_msgs/JointTrajectoryPoint error`
    pub error: super::trajectory_msgs::JointTrajectoryPoint,
    /// `string[] multi_dof_joint_names`
    pub multi_dof_joint_names: Vec<String>,
    /// `trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_desired`
    pub multi_dof_desired: super::trajectory_msgs::MultiDOFJointTrajectoryPoint,
    /// `trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_actual`
    pub multi_dof_actual: super::trajectory_msgs::MultiDOFJointTrajectoryPoint,
    /// `trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_error`
    pub multi_dof_error: super::trajectory_msgs::MultiDOFJointTrajectoryPoint,
}
impl<H: Header> Message for FollowJointTrajectoryFeedback2<H> {
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "FollowJointTrajectoryFeedback";
    const ROS1_MD5: &'static str = "28d5bee870b0102711bc069abfa7c7f3";
    const ROS1_DEFINITION: &'static str = "\
Header header
string[] joint_names
trajectory_msgs/JointTrajectoryPoint desired
trajectory_msgs/JointTrajectoryPoint actual
trajectory_msgs/JointTrajectoryPoint error
string[] multi_dof_joint_names
trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_desired
trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_actual
trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_error
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: trajectory_msgs/JointTrajectoryPoint
float64[] positions
float64[] velocities
float64[] accelerations
float64[] effort
duration time_from_start
================================================================================
MSG: trajectory_msgs/MultiDOFJointTrajectoryPoint
geometry_msgs/Transform[] transforms
geometry_msgs/Twist[] velocities
geometry_msgs/Twist[] accelerations
duration time_from_start
================================================================================
MSG: geometry_msgs/Transform
Vector3 translation
Quaternion rotation
================================================================================
MSG: geometry_msgs/Vector3
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
MSG: geometry_msgs/Twist
Vector3 linear
Vector3 angular
";
}
