//! Messages of `rosgraph_msgs`. Fields and constants from the package of that name (3-clause BSD license).
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::{Header, Time};
use crate::message::Message;

/// `rosgraph_msgs/Clock`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// `time clock`
    pub clock: Time,
}
impl Message for Clock {
    const PACKAGE: &'static str = "rosgraph_msgs";
    const NAME: &'static str = "Clock";
    const ROS1_MD5: &'static str = "a9c97c1d230cfc112e270351a944ee47";
    const ROS1_DEFINITION: &'static str = "\
time clock
";
}

/// `rosgraph_msgs/Log`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct Log<H> {
    /// `Header header`
    pub header: H,
    /// `byte level`
    pub level: i8,
    /// `string name`
    pub name: String,
    /// `string msg`
    pub msg: String,
    /// `string file`
    pub file: String,
    /// `string function`
    pub function: String,
    /// `uint32 line`
    pub line: u32,
    /// `string[] topics`
    pub topics: Vec<String>,
}
impl<H> Log<H> {
    /// `byte DEBUG = 1`
    pub const DEBUG: i8 = 1;
    /// `byte INFO = 2`
    pub const INFO: i8 = 2;
    /// `byte WARN = 4`
    pub const WARN: i8 = 4;
    /// `byte ERROR = 8`
    pub const ERROR: i8 = 8;
    /// `byte FATAL = 16`
    pub const FATAL: i8 = 16;
}
impl<H: Header> Message for Log<H> {
    const PACKAGE: &'static str = "rosgraph_msgs";
    const NAME: &'static str = "Log";
    const ROS1_MD5: &'static str = "acffd30cd6b6de30f120938c17c593fb";
    const ROS1_DEFINITION: &'static str = "\
byte DEBUG=1
byte INFO=2
byte WARN=4
byte ERROR=8
byte FATAL=16
Header header
byte level
string name
string msg
string file
string function
uint32 line
string[] topics
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
";
}
