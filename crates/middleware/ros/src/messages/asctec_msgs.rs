//! Messages of `asctec_msgs`. Fields and constants as the package of that name has them.
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::Header;
use crate::message::Message;

/// `asctec_msgs/CtrlInput`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct CtrlInput<H> {
    /// `Header header`
    pub header: H,
    /// `int16 pitch`
    pub pitch: i16,
    /// `int16 roll`
    pub roll: i16,
    /// `int16 yaw`
    pub yaw: i16,
    /// `int16 thrust`
    pub thrust: i16,
    /// `int16 ctrl`
    pub ctrl: i16,
    /// `int16 chksum`
    pub chksum: i16,
}
impl<H: Header> Message for CtrlInput<H> {
    const PACKAGE: &'static str = "asctec_msgs";
    const NAME: &'static str = "CtrlInput";
    const ROS1_MD5: &'static str = "6a2f3591afa7529005dcc3a5acd6e490";
    const ROS1_DEFINITION: &'static str = "\
Header header
int16 pitch
int16 roll
int16 yaw
int16 thrust
int16 ctrl
int16 chksum
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
";
}
