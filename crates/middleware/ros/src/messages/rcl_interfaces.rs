//! Messages of `rcl_interfaces`. Fields and constants as the package of that name has them.
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::Time;
use crate::message::Message;

/// `rcl_interfaces/Log`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Log {
    /// `time stamp`
    pub stamp: Time,
    /// `uint8 level`
    pub level: u8,
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
}
impl Log {
    /// `byte DEBUG = 10`
    pub const DEBUG: i8 = 10;
    /// `byte INFO = 20`
    pub const INFO: i8 = 20;
    /// `byte WARN = 30`
    pub const WARN: i8 = 30;
    /// `byte ERROR = 40`
    pub const ERROR: i8 = 40;
    /// `byte FATAL = 50`
    pub const FATAL: i8 = 50;
}
impl Message for Log {
    const PACKAGE: &'static str = "rcl_interfaces";
    const NAME: &'static str = "Log";
    const ROS1_MD5: &'static str = "2e550226619c297add0debbcdcf7d29b";
    const ROS1_DEFINITION: &'static str = "\
byte DEBUG=10
byte INFO=20
byte WARN=30
byte ERROR=40
byte FATAL=50
time stamp
uint8 level
string name
string msg
string file
string function
uint32 line
";
}
