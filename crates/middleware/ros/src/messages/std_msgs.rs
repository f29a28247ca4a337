//! Messages of `std_msgs`. Fields and constants from the package of that name (3-clause BSD license).
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::message::Message;

/// `std_msgs/Bool`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Bool {
    /// `bool data`
    pub data: bool,
}
impl Message for Bool {
    const PACKAGE: &'static str = "std_msgs";
    const NAME: &'static str = "Bool";
    const ROS1_MD5: &'static str = "8b94c1b53db61fb6aed406028ad6332a";
    const ROS1_DEFINITION: &'static str = "\
bool data
";
}

/// `std_msgs/Empty`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Empty {}
impl Message for Empty {
    const PACKAGE: &'static str = "std_msgs";
    const NAME: &'static str = "Empty";
    const ROS1_MD5: &'static str = "d41d8cd98f00b204e9800998ecf8427e";
    const ROS1_DEFINITION: &'static str = "";
}

/// `std_msgs/Float32`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Float32 {
    /// `float32 data`
    pub data: f32,
}
impl Message for Float32 {
    const PACKAGE: &'static str = "std_msgs";
    const NAME: &'static str = "Float32";
    const ROS1_MD5: &'static str = "73fcbf46b49191e672908e50842a83d4";
    const ROS1_DEFINITION: &'static str = "\
float32 data
";
}

/// `std_msgs/Float32MultiArray`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Float32MultiArray {
    /// `MultiArrayLayout layout`
    pub layout: MultiArrayLayout,
    /// `float32[] data`
    pub data: Vec<f32>,
}
impl Message for Float32MultiArray {
    const PACKAGE: &'static str = "std_msgs";
    const NAME: &'static str = "Float32MultiArray";
    const ROS1_MD5: &'static str = "6a40e0ffa6a17a503ac3f8616991b1f6";
    const ROS1_DEFINITION: &'static str = "\
MultiArrayLayout layout
float32[] data
================================================================================
MSG: std_msgs/MultiArrayLayout
MultiArrayDimension[] dim
uint32 data_offset
================================================================================
MSG: std_msgs/MultiArrayDimension
string label
uint32 size
uint32 stride
";
}

/// `std_msgs/MultiArrayLayout`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MultiArrayLayout {
    /// `MultiArrayDimension[] dim`
    pub dim: Vec<MultiArrayDimension>,
    /// `uint32 data_offset`
    pub data_offset: u32,
}
impl Message for MultiArrayLayout {
    const PACKAGE: &'static str = "std_msgs";
    const NAME: &'static str = "MultiArrayLayout";
    const ROS1_MD5: &'static str = "0fed2a11c13e11c5571b4e2a995a91a3";
    const ROS1_DEFINITION: &'static str = "\
MultiArrayDimension[] dim
uint32 data_offset
================================================================================
MSG: std_msgs/MultiArrayDimension
string label
uint32 size
uint32 stride
";
}

/// `std_msgs/MultiArrayDimension`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MultiArrayDimension {
    /// `string label`
    pub label: std::string::String,
    /// `uint32 size`
    pub size: u32,
    /// `uint32 stride`
    pub stride: u32,
}
impl Message for MultiArrayDimension {
    const PACKAGE: &'static str = "std_msgs";
    const NAME: &'static str = "MultiArrayDimension";
    const ROS1_MD5: &'static str = "4cd0c83a8683deae40ecdac60e53bfa8";
    const ROS1_DEFINITION: &'static str = "\
string label
uint32 size
uint32 stride
";
}

/// `std_msgs/Float64`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Float64 {
    /// `float64 data`
    pub data: f64,
}
impl Message for Float64 {
    const PACKAGE: &'static str = "std_msgs";
    const NAME: &'static str = "Float64";
    const ROS1_MD5: &'static str = "fdb28210bfa9d7c91146260178d9a584";
    const ROS1_DEFINITION: &'static str = "\
float64 data
";
}

/// `std_msgs/Float64MultiArray`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Float64MultiArray {
    /// `MultiArrayLayout layout`
    pub layout: MultiArrayLayout,
    /// `float64[] data`
    pub data: Vec<f64>,
}
impl Message for Float64MultiArray {
    const PACKAGE: &'static str = "std_msgs";
    const NAME: &'static str = "Float64MultiArray";
    const ROS1_MD5: &'static str = "4b7d974086d4060e7db4613a7e6c3ba4";
    const ROS1_DEFINITION: &'static str = "\
MultiArrayLayout layout
float64[] data
================================================================================
MSG: std_msgs/MultiArrayLayout
MultiArrayDimension[] dim
uint32 data_offset
================================================================================
MSG: std_msgs/MultiArrayDimension
string label
uint32 size
uint32 stride
";
}

/// `std_msgs/Int32`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Int32 {
    /// `int32 data`
    pub data: i32,
}
impl Message for Int32 {
    const PACKAGE: &'static str = "std_msgs";
    const NAME: &'static str = "Int32";
    const ROS1_MD5: &'static str = "da5909fbe378aeaf85e547e830cc1bb7";
    const ROS1_DEFINITION: &'static str = "\
int32 data
";
}

/// `std_msgs/String`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct String {
    /// `string data`
    pub data: std::string::String,
}
impl Message for String {
    const PACKAGE: &'static str = "std_msgs";
    const NAME: &'static str = "String";
    const ROS1_MD5: &'static str = "992ce8a1687cec8c8bd883ec73ca41d1";
    const ROS1_DEFINITION: &'static str = "\
string data
";
}
