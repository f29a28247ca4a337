//! Messages of `nav_msgs`. Fields and constants from the package of that name (3-clause BSD license).
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::{Header, Time};
use crate::message::Message;

/// `nav_msgs/OccupancyGrid`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct OccupancyGrid<H> {
    /// `Header header`
    pub header: H,
    /// `MapMetaData info`
    pub info: MapMetaData,
    /// `int8[] data`
    pub data: Vec<i8>,
}
impl<H: Header> Message for OccupancyGrid<H> {
    const PACKAGE: &'static str = "nav_msgs";
    const NAME: &'static str = "OccupancyGrid";
    const ROS1_MD5: &'static str = "3381f2d731d4076ec5c71b0759edbe4e";
    const ROS1_DEFINITION: &'static str = "\
Header header
MapMetaData info
int8[] data
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: nav_msgs/MapMetaData
time map_load_time
float32 resolution
uint32 width
uint32 height
geometry_msgs/Pose origin
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

/// `nav_msgs/MapMetaData`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MapMetaData {
    /// `time map_load_time`
    pub map_load_time: Time,
    /// `float32 resolution`
    pub resolution: f32,
    /// `uint32 width`
    pub width: u32,
    /// `uint32 height`
    pub height: u32,
    /// `geometry_msgs/Pose origin`
    pub origin: super::geometry_msgs::Pose,
}
impl Message for MapMetaData {
    const PACKAGE: &'static str = "nav_msgs";
    const NAME: &'static str = "MapMetaData";
    const ROS1_MD5: &'static str = "10cfc8a2818024d3248802c00c95f11b";
    const ROS1_DEFINITION: &'static str = "\
time map_load_time
float32 resolution
uint32 width
uint32 height
geometry_msgs/Pose origin
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
