//! Messages of `actionlib_msgs`. Fields and constants from the package of that name (3-clause BSD license).
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::{Header, Time};
use crate::message::Message;

/// `actionlib_msgs/GoalID`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GoalID {
    /// `time stamp`
    pub stamp: Time,
    /// `string id`
    pub id: String,
}
impl Message for GoalID {
    const PACKAGE: &'static str = "actionlib_msgs";
    const NAME: &'static str = "GoalID";
    const ROS1_MD5: &'static str = "302881f31927c1df708a2dbab0e80ee8";
    const ROS1_DEFINITION: &'static str = "\
time stamp
string id
";
}

/// `actionlib_msgs/GoalStatusArray`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct GoalStatusArray<H> {
    /// `Header header`
    pub header: H,
    /// `GoalStatus[] status_list`
    pub status_list: Vec<GoalStatus>,
}
impl<H: Header> Message for GoalStatusArray<H> {
    const PACKAGE: &'static str = "actionlib_msgs";
    const NAME: &'static str = "GoalStatusArray";
    const ROS1_MD5: &'static str = "8b2b82f13216d0a8ea88bd3af735e619";
    const ROS1_DEFINITION: &'static str = "\
Header header
GoalStatus[] status_list
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
";
}

/// `actionlib_msgs/GoalStatus`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GoalStatus {
    /// `GoalID goal_id`
    pub goal_id: GoalID,
    /// `uint8 status`
    pub status: u8,
    /// `string text`
    pub text: String,
}
impl GoalStatus {
    /// `uint8 PENDING = 0`
    pub const PENDING: u8 = 0;
    /// `uint8 ACTIVE = 1`
    pub const ACTIVE: u8 = 1;
    /// `uint8 PREEMPTED = 2`
    pub const PREEMPTED: u8 = 2;
    /// `uint8 SUCCEEDED = 3`
    pub const SUCCEEDED: u8 = 3;
    /// `uint8 ABORTED = 4`
    pub const ABORTED: u8 = 4;
    /// `uint8 REJECTED = 5`
    pub const REJECTED: u8 = 5;
    /// `uint8 PREEMPTING = 6`
    pub const PREEMPTING: u8 = 6;
    /// `uint8 RECALLING = 7`
    pub const RECALLING: u8 = 7;
    /// `uint8 RECALLED = 8`
    pub const RECALLED: u8 = 8;
    /// `uint8 LOST = 9`
    pub const LOST: u8 = 9;
}
impl Message for GoalStatus {
    const PACKAGE: &'static str = "actionlib_msgs";
    const NAME: &'static str = "GoalStatus";
    const ROS1_MD5: &'static str = "d388f9b87b3c471f784434d671988d4a";
    const ROS1_DEFINITION: &'static str = "\
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
";
}
