//! Messages of `trajectory_msgs`. Fields and constants from the package of that name (3-clause BSD license).
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::{Header, Time};
use crate::message::Message;

/// `trajectory_msgs/JointTrajectory`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct JointTrajectory<H> {
    /// `Header header`
    pub header: H,
    /// `string[] joint_names`
    pub joint_names: Vec<String>,
    /// `JointTrajectoryPoint[] points`
    pub points: Vec<JointTrajectoryPoint>,
}
impl<H: Header> Message for JointTrajectory<H> {
    const PACKAGE: &'static str = "trajectory_msgs";
    const NAME: &'static str = "JointTrajectory";
    const ROS1_MD5: &'static str = "65b4f94a94d1ed67169da35a02f33d3f";
    const ROS1_DEFINITION: &'static str = "\
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

/// `trajectory_msgs/JointTrajectoryPoint`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct JointTrajectoryPoint {
    /// `float64[] positions`
    pub positions: Vec<f64>,
    /// `float64[] velocities`
    pub velocities: Vec<f64>,
    /// `float64[] accelerations`
    pub accelerations: Vec<f64>,
    /// `float64[] effort`
    pub effort: Vec<f64>,
    /// `duration time_from_start`
    pub time_from_start: Time,
}
impl Message for JointTrajectoryPoint {
    const PACKAGE: &'static str = "trajectory_msgs";
    const NAME: &'static str = "JointTrajectoryPoint";
    const ROS1_MD5: &'static str = "f3cd1e1c4d320c79d6985c904ae5dcd3";
    const ROS1_DEFINITION: &'static str = "\
float64[] positions
float64[] velocities
float64[] accelerations
float64[] effort
duration time_from_start
";
}

/// `trajectory_msgs/MultiDOFJointTrajectory`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct MultiDOFJointTrajectory<H> {
    /// `Header header`
    pub header: H,
    /// `string[] joint_names`
    pub joint_names: Vec<String>,
    /// `MultiDOFJointTrajectoryPoint[] points`
    pub points: Vec<MultiDOFJointTrajectoryPoint>,
}
impl<H: Header> Message for MultiDOFJointTrajectory<H> {
    const PACKAGE: &'static str = "trajectory_msgs";
    const NAME: &'static str = "MultiDOFJointTrajectory";
    const ROS1_MD5: &'static str = "ef145a45a5f47b77b7f5cdde4b16c942";
    const ROS1_DEFINITION: &'static str = "\
Header header
string[] joint_names
MultiDOFJointTrajectoryPoint[] points
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
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

/// `trajectory_msgs/MultiDOFJointTrajectoryPoint`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MultiDOFJointTrajectoryPoint {
    /// `geometry_msgs/Transform[] transforms`
    pub transforms: Vec<super::geometry_msgs::Transform>,
    /// `geometry_msgs/Twist[] velocities`
    pub velocities: Vec<super::geometry_msgs::Twist>,
    /// `geometry_msgs/Twist[] accelerations`
    pub accelerations: Vec<super::geometry_msgs::Twist>,
    /// `duration time_from_start`
    pub time_from_start: Time,
}
impl Message for MultiDOFJointTrajectoryPoint {
    const PACKAGE: &'static str = "trajectory_msgs";
    const NAME: &'static str = "MultiDOFJointTrajectoryPoint";
    const ROS1_MD5: &'static str = "3ebe08d1abd5b65862d50e09430db776";
    const ROS1_DEFINITION: &'static str = "\
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
