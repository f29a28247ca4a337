//! Messages of `geometry_msgs`. Fields and constants from the package of that name (3-clause BSD license).
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::Header;
use crate::message::Message;

/// `geometry_msgs/AccelStamped`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct AccelStamped<H> {
    /// `Header header`
    pub header: H,
    /// `Accel accel`
    pub accel: Accel,
}
impl<H: Header> Message for AccelStamped<H> {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "AccelStamped";
    const ROS1_MD5: &'static str = "d8a98a5d81351b6eb0578c78557e7659";
    const ROS1_DEFINITION: &'static str = "\
Header header
Accel accel
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: geometry_msgs/Accel
Vector3 linear
Vector3 angular
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `geometry_msgs/Accel`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Accel {
    /// `Vector3 linear`
    pub linear: Vector3,
    /// `Vector3 angular`
    pub angular: Vector3,
}
impl Message for Accel {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "Accel";
    const ROS1_MD5: &'static str = "9f195f881246fdfa2798d1d3eebca84a";
    const ROS1_DEFINITION: &'static str = "\
Vector3 linear
Vector3 angular
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `geometry_msgs/Vector3`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Vector3 {
    /// `float64 x`
    pub x: f64,
    /// `float64 y`
    pub y: f64,
    /// `float64 z`
    pub z: f64,
}
impl Message for Vector3 {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "Vector3";
    const ROS1_MD5: &'static str = "4a842b65f413084dc2b10fb484ea7f17";
    const ROS1_DEFINITION: &'static str = "\
float64 x
float64 y
float64 z
";
}

/// `geometry_msgs/AccelWithCovarianceStamped`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct AccelWithCovarianceStamped<H> {
    /// `Header header`
    pub header: H,
    /// `AccelWithCovariance accel`
    pub accel: AccelWithCovariance,
}
impl<H: Header> Message for AccelWithCovarianceStamped<H> {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "AccelWithCovarianceStamped";
    const ROS1_MD5: &'static str = "96adb295225031ec8d57fb4251b0a886";
    const ROS1_DEFINITION: &'static str = "\
Header header
AccelWithCovariance accel
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: geometry_msgs/AccelWithCovariance
Accel accel
float64[36] covariance
================================================================================
MSG: geometry_msgs/Accel
Vector3 linear
Vector3 angular
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `geometry_msgs/AccelWithCovariance`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AccelWithCovariance {
    /// `Accel accel`
    pub accel: Accel,
    /// `float64[36] covariance`
    #[serde(with = "serde_arrays")]
    pub covariance: [f64; 36],
}
impl Default for AccelWithCovariance {
    fn default() -> Self {
        Self { accel: Default::default(), covariance: [0.0; 36] }
    }
}
impl Message for AccelWithCovariance {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "AccelWithCovariance";
    const ROS1_MD5: &'static str = "ad5a718d699c6be72a02b8d6a139f334";
    const ROS1_DEFINITION: &'static str = "\
Accel accel
float64[36] covariance
================================================================================
MSG: geometry_msgs/Accel
Vector3 linear
Vector3 angular
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `geometry_msgs/Point`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// `float64 x`
    pub x: f64,
    /// `float64 y`
    pub y: f64,
    /// `float64 z`
    pub z: f64,
}
impl Message for Point {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "Point";
    const ROS1_MD5: &'static str = "4a842b65f413084dc2b10fb484ea7f17";
    const ROS1_DEFINITION: &'static str = "\
float64 x
float64 y
float64 z
";
}

/// `geometry_msgs/PointStamped`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct PointStamped<H> {
    /// `Header header`
    pub header: H,
    /// `Point point`
    pub point: Point,
}
impl<H: Header> Message for PointStamped<H> {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "PointStamped";
    const ROS1_MD5: &'static str = "c63aecb41bfdfd6b7e1fac37c7cbe7bf";
    const ROS1_DEFINITION: &'static str = "\
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
";
}

/// `geometry_msgs/Pose`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// `Point position`
    pub position: Point,
    /// `Quaternion orientation`
    pub orientation: Quaternion,
}
impl Message for Pose {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "Pose";
    const ROS1_MD5: &'static str = "e45d45a5a1ce597b249e23fb30fc871f";
    const ROS1_DEFINITION: &'static str = "\
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

/// `geometry_msgs/Quaternion`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Quaternion {
    /// `float64 x`
    pub x: f64,
    /// `float64 y`
    pub y: f64,
    /// `float64 z`
    pub z: f64,
    /// `float64 w`
    pub w: f64,
}
impl Message for Quaternion {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "Quaternion";
    const ROS1_MD5: &'static str = "a779879fadf0160734f906b8c19c7004";
    const ROS1_DEFINITION: &'static str = "\
float64 x
float64 y
float64 z
float64 w
";
}

/// `geometry_msgs/Pose2D`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Pose2D {
    /// `float64 x`
    pub x: f64,
    /// `float64 y`
    pub y: f64,
    /// `float64 theta`
    pub theta: f64,
}
impl Message for Pose2D {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "Pose2D";
    const ROS1_MD5: &'static str = "938fa65709584ad8e77d238529be13b8";
    const ROS1_DEFINITION: &'static str = "\
float64 x
float64 y
float64 theta
";
}

/// `geometry_msgs/PoseStamped`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct PoseStamped<H> {
    /// `Header header`
    pub header: H,
    /// `Pose pose`
    pub pose: Pose,
}
impl<H: Header> Message for PoseStamped<H> {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "PoseStamped";
    const ROS1_MD5: &'static str = "d3812c3cbc69362b77dc0b19b345f8f5";
    const ROS1_DEFINITION: &'static str = "\
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

/// `geometry_msgs/PoseWithCovarianceStamped`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct PoseWithCovarianceStamped<H> {
    /// `Header header`
    pub header: H,
    /// `PoseWithCovariance pose`
    pub pose: PoseWithCovariance,
}
impl<H: Header> Message for PoseWithCovarianceStamped<H> {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "PoseWithCovarianceStamped";
    const ROS1_MD5: &'static str = "953b798c0f514ff060a53a3498ce6246";
    const ROS1_DEFINITION: &'static str = "\
Header header
PoseWithCovariance pose
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
";
}

/// `geometry_msgs/PoseWithCovariance`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PoseWithCovariance {
    /// `Pose pose`
    pub pose: Pose,
    /// `float64[36] covariance`
    #[serde(with = "serde_arrays")]
    pub covariance: [f64; 36],
}
impl Default for PoseWithCovariance {
    fn default() -> Self {
        Self { pose: Default::default(), covariance: [0.0; 36] }
    }
}
impl Message for PoseWithCovariance {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "PoseWithCovariance";
    const ROS1_MD5: &'static str = "c23e848cf1b7533a8d7c259073a97e6f";
    const ROS1_DEFINITION: &'static str = "\
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
";
}

/// `geometry_msgs/QuaternionStamped`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct QuaternionStamped<H> {
    /// `Header header`
    pub header: H,
    /// `Quaternion quaternion`
    pub quaternion: Quaternion,
}
impl<H: Header> Message for QuaternionStamped<H> {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "QuaternionStamped";
    const ROS1_MD5: &'static str = "e57f1e547e0e1fd13504588ffc8334e2";
    const ROS1_DEFINITION: &'static str = "\
Header header
Quaternion quaternion
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: geometry_msgs/Quaternion
float64 x
float64 y
float64 z
float64 w
";
}

/// `geometry_msgs/TransformStamped`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct TransformStamped<H> {
    /// `Header header`
    pub header: H,
    /// `string child_frame_id`
    pub child_frame_id: String,
    /// `Transform transform`
    pub transform: Transform,
}
impl<H: Header> Message for TransformStamped<H> {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "TransformStamped";
    const ROS1_MD5: &'static str = "b5764a33bfeb3588febc2682852579b0";
    const ROS1_DEFINITION: &'static str = "\
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

/// `geometry_msgs/Transform`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Transform {
    /// `Vector3 translation`
    pub translation: Vector3,
    /// `Quaternion rotation`
    pub rotation: Quaternion,
}
impl Message for Transform {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "Transform";
    const ROS1_MD5: &'static str = "ac9eff44abf714214112b05d54a3cf9b";
    const ROS1_DEFINITION: &'static str = "\
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

/// `geometry_msgs/Twist`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Twist {
    /// `Vector3 linear`
    pub linear: Vector3,
    /// `Vector3 angular`
    pub angular: Vector3,
}
impl Message for Twist {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "Twist";
    const ROS1_MD5: &'static str = "9f195f881246fdfa2798d1d3eebca84a";
    const ROS1_DEFINITION: &'static str = "\
Vector3 linear
Vector3 angular
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `geometry_msgs/TwistStamped`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct TwistStamped<H> {
    /// `Header header`
    pub header: H,
    /// `Twist twist`
    pub twist: Twist,
}
impl<H: Header> Message for TwistStamped<H> {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "TwistStamped";
    const ROS1_MD5: &'static str = "98d34b0043a2093cf9d9345ab6eef12e";
    const ROS1_DEFINITION: &'static str = "\
Header header
Twist twist
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
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

/// `geometry_msgs/Vector3Stamped`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct Vector3Stamped<H> {
    /// `Header header`
    pub header: H,
    /// `Vector3 vector`
    pub vector: Vector3,
}
impl<H: Header> Message for Vector3Stamped<H> {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "Vector3Stamped";
    const ROS1_MD5: &'static str = "7b324c7325e683bf02a9b14b01090ec7";
    const ROS1_DEFINITION: &'static str = "\
Header header
Vector3 vector
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `geometry_msgs/Wrench`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Wrench {
    /// `Vector3 force`
    pub force: Vector3,
    /// `Vector3 torque`
    pub torque: Vector3,
}
impl Message for Wrench {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "Wrench";
    const ROS1_MD5: &'static str = "4f539cf138b23283b520fd271b567936";
    const ROS1_DEFINITION: &'static str = "\
Vector3 force
Vector3 torque
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `geometry_msgs/WrenchStamped`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct WrenchStamped<H> {
    /// `Header header`
    pub header: H,
    /// `Wrench wrench`
    pub wrench: Wrench,
}
impl<H: Header> Message for WrenchStamped<H> {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "WrenchStamped";
    const ROS1_MD5: &'static str = "d78d3cb249ce23087ade7e7d0c40cfa7";
    const ROS1_DEFINITION: &'static str = "\
Header header
Wrench wrench
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: geometry_msgs/Wrench
Vector3 force
Vector3 torque
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `geometry_msgs/TwistWithCovariance`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TwistWithCovariance {
    /// `Twist twist`
    pub twist: Twist,
    /// `float64[36] covariance`
    #[serde(with = "serde_arrays")]
    pub covariance: [f64; 36],
}
impl Default for TwistWithCovariance {
    fn default() -> Self {
        Self { twist: Default::default(), covariance: [0.0; 36] }
    }
}
impl Message for TwistWithCovariance {
    const PACKAGE: &'static str = "geometry_msgs";
    const NAME: &'static str = "TwistWithCovariance";
    const ROS1_MD5: &'static str = "1fe8a28e6890a4cc3ae4c3ca5c7d82e6";
    const ROS1_DEFINITION: &'static str = "\
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
