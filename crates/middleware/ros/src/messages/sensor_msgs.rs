//! Messages of `sensor_msgs`. Fields and constants from the package of that name (3-clause BSD license).
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::Header;
use crate::message::Message;

/// `sensor_msgs/BatteryState`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct BatteryState<H> {
    /// `Header header`
    pub header: H,
    /// `float32 voltage`
    pub voltage: f32,
    /// `float32 temperature`
    pub temperature: f32,
    /// `float32 current`
    pub current: f32,
    /// `float32 charge`
    pub charge: f32,
    /// `float32 capacity`
    pub capacity: f32,
    /// `float32 design_capacity`
    pub design_capacity: f32,
    /// `float32 percentage`
    pub percentage: f32,
    /// `uint8 power_supply_status`
    pub power_supply_status: u8,
    /// `uint8 power_supply_health`
    pub power_supply_health: u8,
    /// `uint8 power_supply_technology`
    pub power_supply_technology: u8,
    /// `bool present`
    pub present: bool,
    /// `float32[] cell_voltage`
    pub cell_voltage: Vec<f32>,
    /// `float32[] cell_temperature`
    pub cell_temperature: Vec<f32>,
    /// `string location`
    pub location: String,
    /// `string serial_number`
    pub serial_number: String,
}
impl<H> BatteryState<H> {
    /// `uint8 POWER_SUPPLY_STATUS_UNKNOWN = 0`
    pub const POWER_SUPPLY_STATUS_UNKNOWN: u8 = 0;
    /// `uint8 POWER_SUPPLY_STATUS_CHARGING = 1`
    pub const POWER_SUPPLY_STATUS_CHARGING: u8 = 1;
    /// `uint8 POWER_SUPPLY_STATUS_DISCHARGING = 2`
    pub const POWER_SUPPLY_STATUS_DISCHARGING: u8 = 2;
    /// `uint8 POWER_SUPPLY_STATUS_NOT_CHARGING = 3`
    pub const POWER_SUPPLY_STATUS_NOT_CHARGING: u8 = 3;
    /// `uint8 POWER_SUPPLY_STATUS_FULL = 4`
    pub const POWER_SUPPLY_STATUS_FULL: u8 = 4;
    /// `uint8 POWER_SUPPLY_HEALTH_UNKNOWN = 0`
    pub const POWER_SUPPLY_HEALTH_UNKNOWN: u8 = 0;
    /// `uint8 POWER_SUPPLY_HEALTH_GOOD = 1`
    pub const POWER_SUPPLY_HEALTH_GOOD: u8 = 1;
    /// `uint8 POWER_SUPPLY_HEALTH_OVERHEAT = 2`
    pub const POWER_SUPPLY_HEALTH_OVERHEAT: u8 = 2;
    /// `uint8 POWER_SUPPLY_HEALTH_DEAD = 3`
    pub const POWER_SUPPLY_HEALTH_DEAD: u8 = 3;
    /// `uint8 POWER_SUPPLY_HEALTH_OVERVOLTAGE = 4`
    pub const POWER_SUPPLY_HEALTH_OVERVOLTAGE: u8 = 4;
    /// `uint8 POWER_SUPPLY_HEALTH_UNSPEC_FAILURE = 5`
    pub const POWER_SUPPLY_HEALTH_UNSPEC_FAILURE: u8 = 5;
    /// `uint8 POWER_SUPPLY_HEALTH_COLD = 6`
    pub const POWER_SUPPLY_HEALTH_COLD: u8 = 6;
    /// `uint8 POWER_SUPPLY_HEALTH_WATCHDOG_TIMER_EXPIRE = 7`
    pub const POWER_SUPPLY_HEALTH_WATCHDOG_TIMER_EXPIRE: u8 = 7;
    /// `uint8 POWER_SUPPLY_HEALTH_SAFETY_TIMER_EXPIRE = 8`
    pub const POWER_SUPPLY_HEALTH_SAFETY_TIMER_EXPIRE: u8 = 8;
    /// `uint8 POWER_SUPPLY_TECHNOLOGY_UNKNOWN = 0`
    pub const POWER_SUPPLY_TECHNOLOGY_UNKNOWN: u8 = 0;
    /// `uint8 POWER_SUPPLY_TECHNOLOGY_NIMH = 1`
    pub const POWER_SUPPLY_TECHNOLOGY_NIMH: u8 = 1;
    /// `uint8 POWER_SUPPLY_TECHNOLOGY_LION = 2`
    pub const POWER_SUPPLY_TECHNOLOGY_LION: u8 = 2;
    /// `uint8 POWER_SUPPLY_TECHNOLOGY_LIPO = 3`
    pub const POWER_SUPPLY_TECHNOLOGY_LIPO: u8 = 3;
    /// `uint8 POWER_SUPPLY_TECHNOLOGY_LIFE = 4`
    pub const POWER_SUPPLY_TECHNOLOGY_LIFE: u8 = 4;
    /// `uint8 POWER_SUPPLY_TECHNOLOGY_NICD = 5`
    pub const POWER_SUPPLY_TECHNOLOGY_NICD: u8 = 5;
    /// `uint8 POWER_SUPPLY_TECHNOLOGY_LIMN = 6`
    pub const POWER_SUPPLY_TECHNOLOGY_LIMN: u8 = 6;
}
impl<H: Header> Message for BatteryState<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "BatteryState";
    const ROS1_MD5: &'static str = "4ddae7f048e32fda22cac764685e3974";
    const ROS1_DEFINITION: &'static str = "\
uint8 POWER_SUPPLY_STATUS_UNKNOWN=0
uint8 POWER_SUPPLY_STATUS_CHARGING=1
uint8 POWER_SUPPLY_STATUS_DISCHARGING=2
uint8 POWER_SUPPLY_STATUS_NOT_CHARGING=3
uint8 POWER_SUPPLY_STATUS_FULL=4
uint8 POWER_SUPPLY_HEALTH_UNKNOWN=0
uint8 POWER_SUPPLY_HEALTH_GOOD=1
uint8 POWER_SUPPLY_HEALTH_OVERHEAT=2
uint8 POWER_SUPPLY_HEALTH_DEAD=3
uint8 POWER_SUPPLY_HEALTH_OVERVOLTAGE=4
uint8 POWER_SUPPLY_HEALTH_UNSPEC_FAILURE=5
uint8 POWER_SUPPLY_HEALTH_COLD=6
uint8 POWER_SUPPLY_HEALTH_WATCHDOG_TIMER_EXPIRE=7
uint8 POWER_SUPPLY_HEALTH_SAFETY_TIMER_EXPIRE=8
uint8 POWER_SUPPLY_TECHNOLOGY_UNKNOWN=0
uint8 POWER_SUPPLY_TECHNOLOGY_NIMH=1
uint8 POWER_SUPPLY_TECHNOLOGY_LION=2
uint8 POWER_SUPPLY_TECHNOLOGY_LIPO=3
uint8 POWER_SUPPLY_TECHNOLOGY_LIFE=4
uint8 POWER_SUPPLY_TECHNOLOGY_NICD=5
uint8 POWER_SUPPLY_TECHNOLOGY_LIMN=6
Header header
float32 voltage
float32 temperature
float32 current
float32 charge
float32 capacity
float32 design_capacity
float32 percentage
uint8 power_supply_status
uint8 power_supply_health
uint8 power_supply_technology
bool present
float32[] cell_voltage
float32[] cell_temperature
string location
string serial_number
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
";
}

/// `sensor_msgs/CameraInfo`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct CameraInfo<H> {
    /// `Header header`
    pub header: H,
    /// `uint32 height`
    pub height: u32,
    /// `uint32 width`
    pub width: u32,
    /// `string distortion_model`
    pub distortion_model: String,
    /// `float64[] D`
    pub d: Vec<f64>,
    /// `float64[9] K`
    pub k: [f64; 9],
    /// `float64[9] R`
    pub r: [f64; 9],
    /// `float64[12] P`
    pub p: [f64; 12],
    /// `uint32 binning_x`
    pub binning_x: u32,
    /// `uint32 binning_y`
    pub binning_y: u32,
    /// `RegionOfInterest roi`
    pub roi: RegionOfInterest,
}
impl<H: Header> Message for CameraInfo<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "CameraInfo";
    const ROS1_MD5: &'static str = "c9a58c1b0b154e0e6da7578cb991d214";
    const ROS1_DEFINITION: &'static str = "\
Header header
uint32 height
uint32 width
string distortion_model
float64[] D
float64[9] K
float64[9] R
float64[12] P
uint32 binning_x
uint32 binning_y
RegionOfInterest roi
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: sensor_msgs/RegionOfInterest
uint32 x_offset
uint32 y_offset
uint32 height
uint32 width
bool do_rectify
";
}

/// `sensor_msgs/RegionOfInterest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RegionOfInterest {
    /// `uint32 x_offset`
    pub x_offset: u32,
    /// `uint32 y_offset`
    pub y_offset: u32,
    /// `uint32 height`
    pub height: u32,
    /// `uint32 width`
    pub width: u32,
    /// `bool do_rectify`
    pub do_rectify: bool,
}
impl Message for RegionOfInterest {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "RegionOfInterest";
    const ROS1_MD5: &'static str = "bdb633039d588fcccb441a4d43ccfe09";
    const ROS1_DEFINITION: &'static str = "\
uint32 x_offset
uint32 y_offset
uint32 height
uint32 width
bool do_rectify
";
}

/// `sensor_msgs/CompressedImage`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct CompressedImage<H> {
    /// `Header header`
    pub header: H,
    /// `string format`
    pub format: String,
    /// `uint8[] data`
    #[serde(with = "serde_bytes")]
    pub data: Vec<u8>,
}
impl<H: Header> Message for CompressedImage<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "CompressedImage";
    const ROS1_MD5: &'static str = "8f7a12909da2c9d3332d540a0977563f";
    const ROS1_DEFINITION: &'static str = "\
Header header
string format
uint8[] data
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
";
}

/// `sensor_msgs/FluidPressure`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct FluidPressure<H> {
    /// `Header header`
    pub header: H,
    /// `float64 fluid_pressure`
    pub fluid_pressure: f64,
    /// `float64 variance`
    pub variance: f64,
}
impl<H: Header> Message for FluidPressure<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "FluidPressure";
    const ROS1_MD5: &'static str = "804dc5cea1c5306d6a2eb80b9833befe";
    const ROS1_DEFINITION: &'static str = "\
Header header
float64 fluid_pressure
float64 variance
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
";
}

/// `sensor_msgs/Image`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct Image<H> {
    /// `Header header`
    pub header: H,
    /// `uint32 height`
    pub height: u32,
    /// `uint32 width`
    pub width: u32,
    /// `string encoding`
    pub encoding: String,
    /// `uint8 is_bigendian`
    pub is_bigendian: u8,
    /// `uint32 step`
    pub step: u32,
    /// `uint8[] data`
    #[serde(with = "serde_bytes")]
    pub data: Vec<u8>,
}
impl<H: Header> Message for Image<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "Image";
    const ROS1_MD5: &'static str = "060021388200f6f0f447d0fcd9c64743";
    const ROS1_DEFINITION: &'static str = "\
Header header
uint32 height
uint32 width
string encoding
uint8 is_bigendian
uint32 step
uint8[] data
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
";
}

/// `sensor_msgs/Imu`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct Imu<H> {
    /// `Header header`
    pub header: H,
    /// `geometry_msgs/Quaternion orientation`
    pub orientation: super::geometry_msgs::Quaternion,
    /// `float64[9] orientation_covariance`
    pub orientation_covariance: [f64; 9],
    /// `geometry_msgs/Vector3 angular_velocity`
    pub angular_velocity: super::geometry_msgs::Vector3,
    /// `float64[9] angular_velocity_covariance`
    pub angular_velocity_covariance: [f64; 9],
    /// `geometry_msgs/Vector3 linear_acceleration`
    pub linear_acceleration: super::geometry_msgs::Vector3,
    /// `float64[9] linear_acceleration_covariance`
    pub linear_acceleration_covariance: [f64; 9],
}
impl<H: Header> Message for Imu<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "Imu";
    const ROS1_MD5: &'static str = "6a62c6daae103f4ff57a132d6f95cec2";
    const ROS1_DEFINITION: &'static str = "\
Header header
geometry_msgs/Quaternion orientation
float64[9] orientation_covariance
geometry_msgs/Vector3 angular_velocity
float64[9] angular_velocity_covariance
geometry_msgs/Vector3 linear_acceleration
float64[9] linear_acceleration_covariance
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
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `sensor_msgs/JointState`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct JointState<H> {
    /// `Header header`
    pub header: H,
    /// `string[] name`
    pub name: Vec<String>,
    /// `float64[] position`
    pub position: Vec<f64>,
    /// `float64[] velocity`
    pub velocity: Vec<f64>,
    /// `float64[] effort`
    pub effort: Vec<f64>,
}
impl<H: Header> Message for JointState<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "JointState";
    const ROS1_MD5: &'static str = "3066dcd76a6cfaef579bd0f34173e9fd";
    const ROS1_DEFINITION: &'static str = "\
Header header
string[] name
float64[] position
float64[] velocity
float64[] effort
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
";
}

/// `sensor_msgs/LaserScan`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct LaserScan<H> {
    /// `Header header`
    pub header: H,
    /// `float32 angle_min`
    pub angle_min: f32,
    /// `float32 angle_max`
    pub angle_max: f32,
    /// `float32 angle_increment`
    pub angle_increment: f32,
    /// `float32 time_increment`
    pub time_increment: f32,
    /// `float32 scan_time`
    pub scan_time: f32,
    /// `float32 range_min`
    pub range_min: f32,
    /// `float32 range_max`
    pub range_max: f32,
    /// `float32[] ranges`
    pub ranges: Vec<f32>,
    /// `float32[] intensities`
    pub intensities: Vec<f32>,
}
impl<H: Header> Message for LaserScan<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "LaserScan";
    const ROS1_MD5: &'static str = "90c7ef2dc6895d81024acba2ac42f369";
    const ROS1_DEFINITION: &'static str = "\
Header header
float32 angle_min
float32 angle_max
float32 angle_increment
float32 time_increment
float32 scan_time
float32 range_min
float32 range_max
float32[] ranges
float32[] intensities
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
";
}

/// `sensor_msgs/MagneticField`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct MagneticField<H> {
    /// `Header header`
    pub header: H,
    /// `geometry_msgs/Vector3 magnetic_field`
    pub magnetic_field: super::geometry_msgs::Vector3,
    /// `float64[9] magnetic_field_covariance`
    pub magnetic_field_covariance: [f64; 9],
}
impl<H: Header> Message for MagneticField<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "MagneticField";
    const ROS1_MD5: &'static str = "2f3b0b43eed0c9501de0fa3ff89a45aa";
    const ROS1_DEFINITION: &'static str = "\
Header header
geometry_msgs/Vector3 magnetic_field
float64[9] magnetic_field_covariance
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

/// `sensor_msgs/NavSatFix`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct NavSatFix<H> {
    /// `Header header`
    pub header: H,
    /// `NavSatStatus status`
    pub status: NavSatStatus,
    /// `float64 latitude`
    pub latitude: f64,
    /// `float64 longitude`
    pub longitude: f64,
    /// `float64 altitude`
    pub altitude: f64,
    /// `float64[9] position_covariance`
    pub position_covariance: [f64; 9],
    /// `uint8 position_covariance_type`
    pub position_covariance_type: u8,
}
impl<H> NavSatFix<H> {
    /// `uint8 COVARIANCE_TYPE_UNKNOWN = 0`
    pub const COVARIANCE_TYPE_UNKNOWN: u8 = 0;
    /// `uint8 COVARIANCE_TYPE_APPROXIMATED = 1`
    pub const COVARIANCE_TYPE_APPROXIMATED: u8 = 1;
    /// `uint8 COVARIANCE_TYPE_DIAGONAL_KNOWN = 2`
    pub const COVARIANCE_TYPE_DIAGONAL_KNOWN: u8 = 2;
    /// `uint8 COVARIANCE_TYPE_KNOWN = 3`
    pub const COVARIANCE_TYPE_KNOWN: u8 = 3;
}
impl<H: Header> Message for NavSatFix<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "NavSatFix";
    const ROS1_MD5: &'static str = "2d3a8cd499b9b4a0249fb98fd05cfa48";
    const ROS1_DEFINITION: &'static str = "\
Header header
NavSatStatus status
float64 latitude
float64 longitude
float64 altitude
float64[9] position_covariance
uint8 COVARIANCE_TYPE_UNKNOWN=0
uint8 COVARIANCE_TYPE_APPROXIMATED=1
uint8 COVARIANCE_TYPE_DIAGONAL_KNOWN=2
uint8 COVARIANCE_TYPE_KNOWN=3
uint8 position_covariance_type
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: sensor_msgs/NavSatStatus
int8 STATUS_NO_FIX=-1
int8 STATUS_FIX=0
int8 STATUS_SBAS_FIX=1
int8 STATUS_GBAS_FIX=2
int8 status
uint16 SERVICE_GPS=1
uint16 SERVICE_GLONASS=2
uint16 SERVICE_COMPASS=4
uint16 SERVICE_GALILEO=8
uint16 service
";
}

/// `sensor_msgs/NavSatStatus`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NavSatStatus {
    /// `int8 status`
    pub status: i8,
    /// `uint16 service`
    pub service: u16,
}
impl NavSatStatus {
    /// `int8 STATUS_NO_FIX = -1`
    pub const STATUS_NO_FIX: i8 = -1;
    /// `int8 STATUS_FIX = 0`
    pub const STATUS_FIX: i8 = 0;
    /// `int8 STATUS_SBAS_FIX = 1`
    pub const STATUS_SBAS_FIX: i8 = 1;
    /// `int8 STATUS_GBAS_FIX = 2`
    pub const STATUS_GBAS_FIX: i8 = 2;
    /// `uint16 SERVICE_GPS = 1`
    pub const SERVICE_GPS: u16 = 1;
    /// `uint16 SERVICE_GLONASS = 2`
    pub const SERVICE_GLONASS: u16 = 2;
    /// `uint16 SERVICE_COMPASS = 4`
    pub const SERVICE_COMPASS: u16 = 4;
    /// `uint16 SERVICE_GALILEO = 8`
    pub const SERVICE_GALILEO: u16 = 8;
}
impl Message for NavSatStatus {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "NavSatStatus";
    const ROS1_MD5: &'static str = "331cdbddfa4bc96ffc3b9ad98900a54c";
    const ROS1_DEFINITION: &'static str = "\
int8 STATUS_NO_FIX=-1
int8 STATUS_FIX=0
int8 STATUS_SBAS_FIX=1
int8 STATUS_GBAS_FIX=2
int8 status
uint16 SERVICE_GPS=1
uint16 SERVICE_GLONASS=2
uint16 SERVICE_COMPASS=4
uint16 SERVICE_GALILEO=8
uint16 service
";
}

/// `sensor_msgs/PointCloud2`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct PointCloud2<H> {
    /// `Header header`
    pub header: H,
    /// `uint32 height`
    pub height: u32,
    /// `uint32 width`
    pub width: u32,
    /// `PointField[] fields`
    pub fields: Vec<PointField>,
    /// `bool is_bigendian`
    pub is_bigendian: bool,
    /// `uint32 point_step`
    pub point_step: u32,
    /// `uint32 row_step`
    pub row_step: u32,
    /// `uint8[] data`
    #[serde(with = "serde_bytes")]
    pub data: Vec<u8>,
    /// `bool is_dense`
    pub is_dense: bool,
}
impl<H: Header> Message for PointCloud2<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "PointCloud2";
    const ROS1_MD5: &'static str = "1158d486dd51d683ce2f1be655c3c181";
    const ROS1_DEFINITION: &'static str = "\
Header header
uint32 height
uint32 width
PointField[] fields
bool is_bigendian
uint32 point_step
uint32 row_step
uint8[] data
bool is_dense
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: sensor_msgs/PointField
uint8 INT8=1
uint8 UINT8=2
uint8 INT16=3
uint8 UINT16=4
uint8 INT32=5
uint8 UINT32=6
uint8 FLOAT32=7
uint8 FLOAT64=8
string name
uint32 offset
uint8 datatype
uint32 count
";
}

/// `sensor_msgs/PointField`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PointField {
    /// `string name`
    pub name: String,
    /// `uint32 offset`
    pub offset: u32,
    /// `uint8 datatype`
    pub datatype: u8,
    /// `uint32 count`
    pub count: u32,
}
impl PointField {
    /// `uint8 INT8 = 1`
    pub const INT8: u8 = 1;
    /// `uint8 UINT8 = 2`
    pub const UINT8: u8 = 2;
    /// `uint8 INT16 = 3`
    pub const INT16: u8 = 3;
    /// `uint8 UINT16 = 4`
    pub const UINT16: u8 = 4;
    /// `uint8 INT32 = 5`
    pub const INT32: u8 = 5;
    /// `uint8 UINT32 = 6`
    pub const UINT32: u8 = 6;
    /// `uint8 FLOAT32 = 7`
    pub const FLOAT32: u8 = 7;
    /// `uint8 FLOAT64 = 8`
    pub const FLOAT64: u8 = 8;
}
impl Message for PointField {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "PointField";
    const ROS1_MD5: &'static str = "268eacb2962780ceac86cbd17e328150";
    const ROS1_DEFINITION: &'static str = "\
uint8 INT8=1
uint8 UINT8=2
uint8 INT16=3
uint8 UINT16=4
uint8 INT32=5
uint8 UINT32=6
uint8 FLOAT32=7
uint8 FLOAT64=8
string name
uint32 offset
uint8 datatype
uint32 count
";
}

/// `sensor_msgs/Range`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct Range<H> {
    /// `Header header`
    pub header: H,
    /// `uint8 radiation_type`
    pub radiation_type: u8,
    /// `float32 field_of_view`
    pub field_of_view: f32,
    /// `float32 min_range`
    pub min_range: f32,
    /// `float32 max_range`
    pub max_range: f32,
    /// `float32 range`
    pub range: f32,
}
impl<H> Range<H> {
    /// `uint8 ULTRASOUND = 0`
    pub const ULTRASOUND: u8 = 0;
    /// `uint8 INFRARED = 1`
    pub const INFRARED: u8 = 1;
}
impl<H: Header> Message for Range<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "Range";
    const ROS1_MD5: &'static str = "c005c34273dc426c67a020a87bc24148";
    const ROS1_DEFINITION: &'static str = "\
Header header
uint8 ULTRASOUND=0
uint8 INFRARED=1
uint8 radiation_type
float32 field_of_view
float32 min_range
float32 max_range
float32 range
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
";
}

/// `sensor_msgs/Temperature`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct Temperature<H> {
    /// `Header header`
    pub header: H,
    /// `float64 temperature`
    pub temperature: f64,
    /// `float64 variance`
    pub variance: f64,
}
impl<H: Header> Message for Temperature<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "Temperature";
    const ROS1_MD5: &'static str = "ff71b307acdbe7c871a5a6d7ed359100";
    const ROS1_DEFINITION: &'static str = "\
Header header
float64 temperature
float64 variance
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
";
}

/// `sensor_msgs/Range of ROS 2`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct Range2<H> {
    /// `Header header`
    pub header: H,
    /// `uint8 radiation_type`
    pub radiation_type: u8,
    /// `float32 field_of_view`
    pub field_of_view: f32,
    /// `float32 min_range`
    pub min_range: f32,
    /// `float32 max_range`
    pub max_range: f32,
    /// `float32 range`
    pub range: f32,
    /// `float32 variance`
    pub variance: f32,
}
impl<H> Range2<H> {
    /// `uint8 ULTRASOUND = 0`
    pub const ULTRASOUND: u8 = 0;
    /// `uint8 INFRARED = 1`
    pub const INFRARED: u8 = 1;
}
impl<H: Header> Message for Range2<H> {
    const PACKAGE: &'static str = "sensor_msgs";
    const NAME: &'static str = "Range";
    const ROS1_MD5: &'static str = "470cee326c156c680917c830889c04a6";
    const ROS1_DEFINITION: &'static str = "\
uint8 ULTRASOUND=0
uint8 INFRARED=1
Header header
uint8 radiation_type
float32 field_of_view
float32 min_range
float32 max_range
float32 range
float32 variance
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
";
}
