//! Messages of `tf2_msgs`. Fields and constants from the package of that name (3-clause BSD license).
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::Header;
use crate::message::Message;

/// `tf2_msgs/TFMessage`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct TFMessage<H> {
    /// `geometry_msgs/TransformStamped[] transforms`
    pub transforms: Vec<super::geometry_msgs::TransformStamped<H>>,
}
impl<H: Header> Message for TFMessage<H> {
    const PACKAGE: &'static str = "tf2_msgs";
    const NAME: &'static str = "TFMessage";
    const ROS1_MD5: &'static str = "94810edda583a504dfda3829e70d7eec";
    const ROS1_DEFINITION: &'static str = "\
geometry_msgs/TransformStamped[] transforms
================================================================================
MSG: geometry_msgs/TransformStamped
Header header
string child_frame_id
Transform transform
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
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
";
}
