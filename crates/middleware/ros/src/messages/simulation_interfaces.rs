//! Messages of `simulation_interfaces`. Fields and constants as the package of that name has them.
// Written by messages/generate.py.

use serde::{Deserialize, Serialize};

use crate::header::{Header, Header2};
use crate::message::{Message, Service};

/// `simulation_interfaces/EntityState`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct EntityState<H> {
    /// `std_msgs/Header header`
    pub header: H,
    /// `geometry_msgs/Pose pose`
    pub pose: super::geometry_msgs::Pose,
    /// `geometry_msgs/Twist twist`
    pub twist: super::geometry_msgs::Twist,
    /// `geometry_msgs/Accel acceleration`
    pub acceleration: super::geometry_msgs::Accel,
}
impl<H: Header> Message for EntityState<H> {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "EntityState";
    const ROS1_MD5: &'static str = "b8efaff2f2bebdabb997ff2c5997203d";
    const ROS1_DEFINITION: &'static str = "\
std_msgs/Header header
geometry_msgs/Pose pose
geometry_msgs/Twist twist
geometry_msgs/Accel acceleration
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
================================================================================
MSG: geometry_msgs/Twist
Vector3 linear
Vector3 angular
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
================================================================================
MSG: geometry_msgs/Accel
Vector3 linear
Vector3 angular
";
}

/// `simulation_interfaces/SimulateStepsGoal`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SimulateStepsGoal {
    /// `uint64 steps`
    pub steps: u64,
}
impl Message for SimulateStepsGoal {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "SimulateStepsGoal";
    const ROS1_MD5: &'static str = "81a96b5785a87bea1deed1553cd043e5";
    const ROS1_DEFINITION: &'static str = "\
uint64 steps
";
}

/// `simulation_interfaces/SimulateStepsResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SimulateStepsResult {
    /// `Result result`
    pub result: Result,
}
impl Message for SimulateStepsResult {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "SimulateStepsResult";
    const ROS1_MD5: &'static str = "a429eba8c8992ec1cbf87fe0dc55ea6c";
    const ROS1_DEFINITION: &'static str = "\
Result result
================================================================================
MSG: simulation_interfaces/Result
uint8 RESULT_FEATURE_UNSUPPORTED=0
uint8 RESULT_OK=1
uint8 RESULT_NOT_FOUND=2
uint8 RESULT_INCORRECT_STATE=3
uint8 RESULT_OPERATION_FAILED=4
uint8 result
string error_message
";
}

/// `simulation_interfaces/Result`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Result {
    /// `uint8 result`
    pub result: u8,
    /// `string error_message`
    pub error_message: String,
}
impl Result {
    /// `uint8 RESULT_FEATURE_UNSUPPORTED = 0`
    pub const RESULT_FEATURE_UNSUPPORTED: u8 = 0;
    /// `uint8 RESULT_OK = 1`
    pub const RESULT_OK: u8 = 1;
    /// `uint8 RESULT_NOT_FOUND = 2`
    pub const RESULT_NOT_FOUND: u8 = 2;
    /// `uint8 RESULT_INCORRECT_STATE = 3`
    pub const RESULT_INCORRECT_STATE: u8 = 3;
    /// `uint8 RESULT_OPERATION_FAILED = 4`
    pub const RESULT_OPERATION_FAILED: u8 = 4;
}
impl Message for Result {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "Result";
    const ROS1_MD5: &'static str = "1d7e6e56b5e693edb31bba61206e0b15";
    const ROS1_DEFINITION: &'static str = "\
uint8 RESULT_FEATURE_UNSUPPORTED=0
uint8 RESULT_OK=1
uint8 RESULT_NOT_FOUND=2
uint8 RESULT_INCORRECT_STATE=3
uint8 RESULT_OPERATION_FAILED=4
uint8 result
string error_message
";
}

/// `simulation_interfaces/SimulateStepsFeedback`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SimulateStepsFeedback {
    /// `uint64 completed_steps`
    pub completed_steps: u64,
    /// `uint64 remaining_steps`
    pub remaining_steps: u64,
}
impl Message for SimulateStepsFeedback {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "SimulateStepsFeedback";
    const ROS1_MD5: &'static str = "fc0c0105fe1ab6d23242742ff36c4a38";
    const ROS1_DEFINITION: &'static str = "\
uint64 completed_steps
uint64 remaining_steps
";
}

/// `simulation_interfaces/WorldResource`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct WorldResource {
    /// `string name`
    pub name: String,
    /// `Resource world_resource`
    pub world_resource: Resource,
    /// `string description`
    pub description: String,
    /// `string[] tags`
    pub tags: Vec<String>,
}
impl Message for WorldResource {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "WorldResource";
    const ROS1_MD5: &'static str = "0d502fb1412b8e809e97079cf5525fad";
    const ROS1_DEFINITION: &'static str = "\
string name
Resource world_resource
string description
string[] tags
================================================================================
MSG: simulation_interfaces/Resource
string uri
string resource_string
";
}

/// `simulation_interfaces/Resource`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Resource {
    /// `string uri`
    pub uri: String,
    /// `string resource_string`
    pub resource_string: String,
}
impl Message for Resource {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "Resource";
    const ROS1_MD5: &'static str = "bfe5daddd2e447b5022fce1d970d1227";
    const ROS1_DEFINITION: &'static str = "\
string uri
string resource_string
";
}

/// `simulation_interfaces/EntityFilters`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EntityFilters {
    /// `string filter`
    pub filter: String,
    /// `EntityCategory[] categories`
    pub categories: Vec<EntityCategory>,
    /// `TagsFilter tags`
    pub tags: TagsFilter,
    /// `Bounds bounds`
    pub bounds: Bounds,
}
impl Message for EntityFilters {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "EntityFilters";
    const ROS1_MD5: &'static str = "af71f704869a80a817be9e6d896bf185";
    const ROS1_DEFINITION: &'static str = "\
string filter
EntityCategory[] categories
TagsFilter tags
Bounds bounds
================================================================================
MSG: simulation_interfaces/EntityCategory
uint8 CATEGORY_OBJECT=0
uint8 CATEGORY_ROBOT=1
uint8 CATEGORY_HUMAN=2
uint8 CATEGORY_DYNAMIC_OBJECT=4
uint8 CATEGORY_STATIC_OBJECT=5
uint8 category
================================================================================
MSG: simulation_interfaces/TagsFilter
string[] tags
uint8 FILTER_MODE_ANY=0
uint8 FILTER_MODE_ALL=1
uint8 filter_mode
================================================================================
MSG: simulation_interfaces/Bounds
uint8 TYPE_EMPTY=0
uint8 TYPE_BOX=1
uint8 TYPE_CONVEX_HULL=2
uint8 TYPE_SPHERE=3
uint8 type
geometry_msgs/Vector3[] points
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `simulation_interfaces/EntityCategory`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EntityCategory {
    /// `uint8 category`
    pub category: u8,
}
impl EntityCategory {
    /// `uint8 CATEGORY_OBJECT = 0`
    pub const CATEGORY_OBJECT: u8 = 0;
    /// `uint8 CATEGORY_ROBOT = 1`
    pub const CATEGORY_ROBOT: u8 = 1;
    /// `uint8 CATEGORY_HUMAN = 2`
    pub const CATEGORY_HUMAN: u8 = 2;
    /// `uint8 CATEGORY_DYNAMIC_OBJECT = 4`
    pub const CATEGORY_DYNAMIC_OBJECT: u8 = 4;
    /// `uint8 CATEGORY_STATIC_OBJECT = 5`
    pub const CATEGORY_STATIC_OBJECT: u8 = 5;
}
impl Message for EntityCategory {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "EntityCategory";
    const ROS1_MD5: &'static str = "39bdee8f2c3ecc8dcc5ba59fe6e539af";
    const ROS1_DEFINITION: &'static str = "\
uint8 CATEGORY_OBJECT=0
uint8 CATEGORY_ROBOT=1
uint8 CATEGORY_HUMAN=2
uint8 CATEGORY_DYNAMIC_OBJECT=4
uint8 CATEGORY_STATIC_OBJECT=5
uint8 category
";
}

/// `simulation_interfaces/TagsFilter`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TagsFilter {
    /// `string[] tags`
    pub tags: Vec<String>,
    /// `uint8 filter_mode`
    pub filter_mode: u8,
}
impl TagsFilter {
    /// `uint8 FILTER_MODE_ANY = 0`
    pub const FILTER_MODE_ANY: u8 = 0;
    /// `uint8 FILTER_MODE_ALL = 1`
    pub const FILTER_MODE_ALL: u8 = 1;
}
impl Message for TagsFilter {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "TagsFilter";
    const ROS1_MD5: &'static str = "47f527ba87fcdc47e54a2087e8131815";
    const ROS1_DEFINITION: &'static str = "\
string[] tags
uint8 FILTER_MODE_ANY=0
uint8 FILTER_MODE_ALL=1
uint8 filter_mode
";
}

/// `simulation_interfaces/Bounds`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// `uint8 type`
    pub r#type: u8,
    /// `geometry_msgs/Vector3[] points`
    pub points: Vec<super::geometry_msgs::Vector3>,
}
impl Bounds {
    /// `uint8 TYPE_EMPTY = 0`
    pub const TYPE_EMPTY: u8 = 0;
    /// `uint8 TYPE_BOX = 1`
    pub const TYPE_BOX: u8 = 1;
    /// `uint8 TYPE_CONVEX_HULL = 2`
    pub const TYPE_CONVEX_HULL: u8 = 2;
    /// `uint8 TYPE_SPHERE = 3`
    pub const TYPE_SPHERE: u8 = 3;
}
impl Message for Bounds {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "Bounds";
    const ROS1_MD5: &'static str = "920d4761fb4bc1dbcf5aaebc1560e18f";
    const ROS1_DEFINITION: &'static str = "\
uint8 TYPE_EMPTY=0
uint8 TYPE_BOX=1
uint8 TYPE_CONVEX_HULL=2
uint8 TYPE_SPHERE=3
uint8 type
geometry_msgs/Vector3[] points
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `simulation_interfaces/EntityInfo`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EntityInfo {
    /// `EntityCategory category`
    pub category: EntityCategory,
    /// `string description`
    pub description: String,
    /// `string[] tags`
    pub tags: Vec<String>,
}
impl Message for EntityInfo {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "EntityInfo";
    const ROS1_MD5: &'static str = "62c9eb04b036d5fb7c23d988d5b5961c";
    const ROS1_DEFINITION: &'static str = "\
EntityCategory category
string description
string[] tags
================================================================================
MSG: simulation_interfaces/EntityCategory
uint8 CATEGORY_OBJECT=0
uint8 CATEGORY_ROBOT=1
uint8 CATEGORY_HUMAN=2
uint8 CATEGORY_DYNAMIC_OBJECT=4
uint8 CATEGORY_STATIC_OBJECT=5
uint8 category
";
}

/// `simulation_interfaces/NamedPose`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NamedPose {
    /// `string name`
    pub name: String,
    /// `string description`
    pub description: String,
    /// `string[] tags`
    pub tags: Vec<String>,
    /// `geometry_msgs/Pose pose`
    pub pose: super::geometry_msgs::Pose,
}
impl Message for NamedPose {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "NamedPose";
    const ROS1_MD5: &'static str = "4df32ad5da90e4f754dad58d149c8acb";
    const ROS1_DEFINITION: &'static str = "\
string name
string description
string[] tags
geometry_msgs/Pose pose
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

/// `simulation_interfaces/SimulationState`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SimulationState {
    /// `uint8 state`
    pub state: u8,
}
impl SimulationState {
    /// `uint8 STATE_STOPPED = 0`
    pub const STATE_STOPPED: u8 = 0;
    /// `uint8 STATE_PLAYING = 1`
    pub const STATE_PLAYING: u8 = 1;
    /// `uint8 STATE_PAUSED = 2`
    pub const STATE_PAUSED: u8 = 2;
    /// `uint8 STATE_QUITTING = 3`
    pub const STATE_QUITTING: u8 = 3;
    /// `uint8 STATE_NO_WORLD = 4`
    pub const STATE_NO_WORLD: u8 = 4;
    /// `uint8 STATE_LOADING_WORLD = 5`
    pub const STATE_LOADING_WORLD: u8 = 5;
}
impl Message for SimulationState {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "SimulationState";
    const ROS1_MD5: &'static str = "86ec04579d5d38229800170022bdc189";
    const ROS1_DEFINITION: &'static str = "\
uint8 STATE_STOPPED=0
uint8 STATE_PLAYING=1
uint8 STATE_PAUSED=2
uint8 STATE_QUITTING=3
uint8 STATE_NO_WORLD=4
uint8 STATE_LOADING_WORLD=5
uint8 state
";
}

/// `simulation_interfaces/SimulatorFeatures`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SimulatorFeatures {
    /// `uint16[] features`
    pub features: Vec<u16>,
    /// `string[] spawn_formats`
    pub spawn_formats: Vec<String>,
    /// `string custom_info`
    pub custom_info: String,
}
impl SimulatorFeatures {
    /// `uint8 SPAWNING = 0`
    pub const SPAWNING: u8 = 0;
    /// `uint8 DELETING = 1`
    pub const DELETING: u8 = 1;
    /// `uint8 NAMED_POSES = 2`
    pub const NAMED_POSES: u8 = 2;
    /// `uint8 POSE_BOUNDS = 3`
    pub const POSE_BOUNDS: u8 = 3;
    /// `uint8 ENTITY_TAGS = 4`
    pub const ENTITY_TAGS: u8 = 4;
    /// `uint8 ENTITY_BOUNDS = 5`
    pub const ENTITY_BOUNDS: u8 = 5;
    /// `uint8 ENTITY_BOUNDS_BOX = 6`
    pub const ENTITY_BOUNDS_BOX: u8 = 6;
    /// `uint8 ENTITY_BOUNDS_CONVEX = 7`
    pub const ENTITY_BOUNDS_CONVEX: u8 = 7;
    /// `uint8 ENTITY_CATEGORIES = 8`
    pub const ENTITY_CATEGORIES: u8 = 8;
    /// `uint8 SPAWNING_RESOURCE_STRING = 9`
    pub const SPAWNING_RESOURCE_STRING: u8 = 9;
    /// `uint8 ENTITY_STATE_GETTING = 10`
    pub const ENTITY_STATE_GETTING: u8 = 10;
    /// `uint8 ENTITY_STATE_SETTING = 11`
    pub const ENTITY_STATE_SETTING: u8 = 11;
    /// `uint8 ENTITY_INFO_GETTING = 12`
    pub const ENTITY_INFO_GETTING: u8 = 12;
    /// `uint8 ENTITY_INFO_SETTING = 13`
    pub const ENTITY_INFO_SETTING: u8 = 13;
    /// `uint8 SPAWNABLES = 14`
    pub const SPAWNABLES: u8 = 14;
    /// `uint8 SIMULATION_RESET = 20`
    pub const SIMULATION_RESET: u8 = 20;
    /// `uint8 SIMULATION_RESET_TIME = 21`
    pub const SIMULATION_RESET_TIME: u8 = 21;
    /// `uint8 SIMULATION_RESET_STATE = 22`
    pub const SIMULATION_RESET_STATE: u8 = 22;
    /// `uint8 SIMULATION_RESET_SPAWNED = 23`
    pub const SIMULATION_RESET_SPAWNED: u8 = 23;
    /// `uint8 SIMULATION_STATE_GETTING = 24`
    pub const SIMULATION_STATE_GETTING: u8 = 24;
    /// `uint8 SIMULATION_STATE_SETTING = 25`
    pub const SIMULATION_STATE_SETTING: u8 = 25;
    /// `uint8 SIMULATION_STATE_PAUSE = 26`
    pub const SIMULATION_STATE_PAUSE: u8 = 26;
    /// `uint8 STEP_SIMULATION_SINGLE = 31`
    pub const STEP_SIMULATION_SINGLE: u8 = 31;
    /// `uint8 STEP_SIMULATION_MULTIPLE = 32`
    pub const STEP_SIMULATION_MULTIPLE: u8 = 32;
    /// `uint8 STEP_SIMULATION_ACTION = 33`
    pub const STEP_SIMULATION_ACTION: u8 = 33;
    /// `uint8 WORLD_LOADING = 40`
    pub const WORLD_LOADING: u8 = 40;
    /// `uint8 WORLD_RESOURCE_STRING = 41`
    pub const WORLD_RESOURCE_STRING: u8 = 41;
    /// `uint8 WORLD_TAGS = 42`
    pub const WORLD_TAGS: u8 = 42;
    /// `uint8 WORLD_UNLOADING = 43`
    pub const WORLD_UNLOADING: u8 = 43;
    /// `uint8 WORLD_INFO_GETTING = 44`
    pub const WORLD_INFO_GETTING: u8 = 44;
    /// `uint8 AVAILABLE_WORLDS = 45`
    pub const AVAILABLE_WORLDS: u8 = 45;
    /// `uint8 SPAWNING_ENTITIES = 50`
    pub const SPAWNING_ENTITIES: u8 = 50;
}
impl Message for SimulatorFeatures {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "SimulatorFeatures";
    const ROS1_MD5: &'static str = "6821bcc322b36ebaf891b87c40cd9e24";
    const ROS1_DEFINITION: &'static str = "\
uint8 SPAWNING=0
uint8 DELETING=1
uint8 NAMED_POSES=2
uint8 POSE_BOUNDS=3
uint8 ENTITY_TAGS=4
uint8 ENTITY_BOUNDS=5
uint8 ENTITY_BOUNDS_BOX=6
uint8 ENTITY_BOUNDS_CONVEX=7
uint8 ENTITY_CATEGORIES=8
uint8 SPAWNING_RESOURCE_STRING=9
uint8 ENTITY_STATE_GETTING=10
uint8 ENTITY_STATE_SETTING=11
uint8 ENTITY_INFO_GETTING=12
uint8 ENTITY_INFO_SETTING=13
uint8 SPAWNABLES=14
uint8 SIMULATION_RESET=20
uint8 SIMULATION_RESET_TIME=21
uint8 SIMULATION_RESET_STATE=22
uint8 SIMULATION_RESET_SPAWNED=23
uint8 SIMULATION_STATE_GETTING=24
uint8 SIMULATION_STATE_SETTING=25
uint8 SIMULATION_STATE_PAUSE=26
uint8 STEP_SIMULATION_SINGLE=31
uint8 STEP_SIMULATION_MULTIPLE=32
uint8 STEP_SIMULATION_ACTION=33
uint8 WORLD_LOADING=40
uint8 WORLD_RESOURCE_STRING=41
uint8 WORLD_TAGS=42
uint8 WORLD_UNLOADING=43
uint8 WORLD_INFO_GETTING=44
uint8 AVAILABLE_WORLDS=45
uint8 SPAWNING_ENTITIES=50
uint16[] features
string[] spawn_formats
string custom_info
";
}

/// `simulation_interfaces/Spawnable`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Spawnable {
    /// `Resource entity_resource`
    pub entity_resource: Resource,
    /// `string description`
    pub description: String,
    /// `Bounds spawn_bounds`
    pub spawn_bounds: Bounds,
}
impl Message for Spawnable {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "Spawnable";
    const ROS1_MD5: &'static str = "81608a1b183763093ea9772ad1e1862e";
    const ROS1_DEFINITION: &'static str = "\
Resource entity_resource
string description
Bounds spawn_bounds
================================================================================
MSG: simulation_interfaces/Resource
string uri
string resource_string
================================================================================
MSG: simulation_interfaces/Bounds
uint8 TYPE_EMPTY=0
uint8 TYPE_BOX=1
uint8 TYPE_CONVEX_HULL=2
uint8 TYPE_SPHERE=3
uint8 type
geometry_msgs/Vector3[] points
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
";
}

/// `simulation_interfaces/SpawnEntity`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct SpawnEntity<H> {
    /// `string name`
    pub name: String,
    /// `bool allow_renaming`
    pub allow_renaming: bool,
    /// `Resource entity_resource`
    pub entity_resource: Resource,
    /// `string entity_namespace`
    pub entity_namespace: String,
    /// `geometry_msgs/PoseStamped initial_pose`
    pub initial_pose: super::geometry_msgs::PoseStamped<H>,
}
impl<H: Header> Message for SpawnEntity<H> {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "SpawnEntity";
    const ROS1_MD5: &'static str = "bf74edb4c4bdc4cba1f96e5bf87e2a3e";
    const ROS1_DEFINITION: &'static str = "\
string name
bool allow_renaming
Resource entity_resource
string entity_namespace
geometry_msgs/PoseStamped initial_pose
================================================================================
MSG: simulation_interfaces/Resource
string uri
string resource_string
================================================================================
MSG: geometry_msgs/PoseStamped
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

/// `simulation_interfaces/SpawnResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SpawnResult {
    /// `Result result`
    pub result: Result,
    /// `string entity_name`
    pub entity_name: String,
}
impl SpawnResult {
    /// `uint8 NAME_NOT_UNIQUE = 101`
    pub const NAME_NOT_UNIQUE: u8 = 101;
    /// `uint8 NAME_INVALID = 102`
    pub const NAME_INVALID: u8 = 102;
    /// `uint8 UNSUPPORTED_FORMAT = 103`
    pub const UNSUPPORTED_FORMAT: u8 = 103;
    /// `uint8 NO_RESOURCE = 104`
    pub const NO_RESOURCE: u8 = 104;
    /// `uint8 NAMESPACE_INVALID = 105`
    pub const NAMESPACE_INVALID: u8 = 105;
    /// `uint8 RESOURCE_PARSE_ERROR = 106`
    pub const RESOURCE_PARSE_ERROR: u8 = 106;
    /// `uint8 MISSING_ASSETS = 107`
    pub const MISSING_ASSETS: u8 = 107;
    /// `uint8 UNSUPPORTED_ASSETS = 108`
    pub const UNSUPPORTED_ASSETS: u8 = 108;
    /// `uint8 INVALID_POSE = 109`
    pub const INVALID_POSE: u8 = 109;
}
impl Message for SpawnResult {
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "SpawnResult";
    const ROS1_MD5: &'static str = "e08ab635016ce6a09650ff2a23b4254c";
    const ROS1_DEFINITION: &'static str = "\
uint8 NAME_NOT_UNIQUE=101
uint8 NAME_INVALID=102
uint8 UNSUPPORTED_FORMAT=103
uint8 NO_RESOURCE=104
uint8 NAMESPACE_INVALID=105
uint8 RESOURCE_PARSE_ERROR=106
uint8 MISSING_ASSETS=107
uint8 UNSUPPORTED_ASSETS=108
uint8 INVALID_POSE=109
Result result
string entity_name
================================================================================
MSG: simulation_interfaces/Result
uint8 RESULT_FEATURE_UNSUPPORTED=0
uint8 RESULT_OK=1
uint8 RESULT_NOT_FOUND=2
uint8 RESULT_INCORRECT_STATE=3
uint8 RESULT_OPERATION_FAILED=4
uint8 result
string error_message
";
}

/// `simulation_interfaces/DeleteEntity`, request: `DeleteEntityRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DeleteEntityRequest {
    /// `string entity`
    pub entity: String,
}

/// `simulation_interfaces/DeleteEntity`, response: `DeleteEntityResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DeleteEntityResponse {
    /// `Result result`
    pub result: Result,
}

/// `simulation_interfaces/DeleteEntity`.
pub enum DeleteEntity {}
impl Service for DeleteEntity {
    type Request = DeleteEntityRequest;
    type Response = DeleteEntityResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "DeleteEntity";
    const ROS1_MD5: &'static str = "8e2ecdfe9fd6679137fcaca3eeab0f9d";
}

/// `simulation_interfaces/GetCurrentWorld`, request: `GetCurrentWorldRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetCurrentWorldRequest {}

/// `simulation_interfaces/GetCurrentWorld`, response: `GetCurrentWorldResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetCurrentWorldResponse {
    /// `Result result`
    pub result: Result,
    /// `WorldResource world`
    pub world: WorldResource,
}
impl GetCurrentWorldResponse {
    /// `uint8 NO_WORLD_LOADED = 101`
    pub const NO_WORLD_LOADED: u8 = 101;
}

/// `simulation_interfaces/GetCurrentWorld`.
pub enum GetCurrentWorld {}
impl Service for GetCurrentWorld {
    type Request = GetCurrentWorldRequest;
    type Response = GetCurrentWorldResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "GetCurrentWorld";
    const ROS1_MD5: &'static str = "9a53930515f9324a67f8a15d7e84f465";
}

/// `simulation_interfaces/GetEntities`, request: `GetEntitiesRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetEntitiesRequest {
    /// `EntityFilters filters`
    pub filters: EntityFilters,
}

/// `simulation_interfaces/GetEntities`, response: `GetEntitiesResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetEntitiesResponse {
    /// `Result result`
    pub result: Result,
    /// `string[] entities`
    pub entities: Vec<String>,
}

/// `simulation_interfaces/GetEntities`.
pub enum GetEntities {}
impl Service for GetEntities {
    type Request = GetEntitiesRequest;
    type Response = GetEntitiesResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "GetEntities";
    const ROS1_MD5: &'static str = "cd4ee8deabca03aa5dd3c4d82ebaf371";
}

/// `simulation_interfaces/GetEntitiesStates`, request: `GetEntitiesStatesRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetEntitiesStatesRequest {
    /// `EntityFilters filters`
    pub filters: EntityFilters,
}

/// `simulation_interfaces/GetEntitiesStates`, response: `GetEntitiesStatesResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct GetEntitiesStatesResponse<H> {
    /// `Result result`
    pub result: Result,
    /// `string[] entities`
    pub entities: Vec<String>,
    /// `EntityState[] states`
    pub states: Vec<EntityState<H>>,
}

/// `simulation_interfaces/GetEntitiesStates`.
pub enum GetEntitiesStates {}
impl Service for GetEntitiesStates {
    type Request = GetEntitiesStatesRequest;
    type Response = GetEntitiesStatesResponse<Header2>;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "GetEntitiesStates";
    const ROS1_MD5: &'static str = "2b27c424f1020bb139fe4b7df1026544";
}

/// `simulation_interfaces/GetEntityBounds`, request: `GetEntityBoundsRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetEntityBoundsRequest {
    /// `string entity`
    pub entity: String,
}

/// `simulation_interfaces/GetEntityBounds`, response: `GetEntityBoundsResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetEntityBoundsResponse {
    /// `Result result`
    pub result: Result,
    /// `Bounds bounds`
    pub bounds: Bounds,
}

/// `simulation_interfaces/GetEntityBounds`.
pub enum GetEntityBounds {}
impl Service for GetEntityBounds {
    type Request = GetEntityBoundsRequest;
    type Response = GetEntityBoundsResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "GetEntityBounds";
    const ROS1_MD5: &'static str = "01142028bfca792f4f24f12255de9ffc";
}

/// `simulation_interfaces/GetEntityInfo`, request: `GetEntityInfoRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetEntityInfoRequest {
    /// `string entity`
    pub entity: String,
}

/// `simulation_interfaces/GetEntityInfo`, response: `GetEntityInfoResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetEntityInfoResponse {
    /// `Result result`
    pub result: Result,
    /// `EntityInfo info`
    pub info: EntityInfo,
}

/// `simulation_interfaces/GetEntityInfo`.
pub enum GetEntityInfo {}
impl Service for GetEntityInfo {
    type Request = GetEntityInfoRequest;
    type Response = GetEntityInfoResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "GetEntityInfo";
    const ROS1_MD5: &'static str = "2d57280924eac5ce9e8f2504e69bcbac";
}

/// `simulation_interfaces/GetEntityState`, request: `GetEntityStateRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetEntityStateRequest {
    /// `string entity`
    pub entity: String,
}

/// `simulation_interfaces/GetEntityState`, response: `GetEntityStateResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct GetEntityStateResponse<H> {
    /// `Result result`
    pub result: Result,
    /// `EntityState state`
    pub state: EntityState<H>,
}

/// `simulation_interfaces/GetEntityState`.
pub enum GetEntityState {}
impl Service for GetEntityState {
    type Request = GetEntityStateRequest;
    type Response = GetEntityStateResponse<Header2>;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "GetEntityState";
    const ROS1_MD5: &'static str = "bb1ea47229467d6a1101bceada91974e";
}

/// `simulation_interfaces/GetNamedPoseBounds`, request: `GetNamedPoseBoundsRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetNamedPoseBoundsRequest {
    /// `string name`
    pub name: String,
}

/// `simulation_interfaces/GetNamedPoseBounds`, response: `GetNamedPoseBoundsResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetNamedPoseBoundsResponse {
    /// `Result result`
    pub result: Result,
    /// `Bounds bounds`
    pub bounds: Bounds,
}

/// `simulation_interfaces/GetNamedPoseBounds`.
pub enum GetNamedPoseBounds {}
impl Service for GetNamedPoseBounds {
    type Request = GetNamedPoseBoundsRequest;
    type Response = GetNamedPoseBoundsResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "GetNamedPoseBounds";
    const ROS1_MD5: &'static str = "e7deee42688cde99327c9d4209a64a72";
}

/// `simulation_interfaces/GetNamedPoses`, request: `GetNamedPosesRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetNamedPosesRequest {
    /// `TagsFilter tags`
    pub tags: TagsFilter,
}

/// `simulation_interfaces/GetNamedPoses`, response: `GetNamedPosesResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetNamedPosesResponse {
    /// `Result result`
    pub result: Result,
    /// `NamedPose[] poses`
    pub poses: Vec<NamedPose>,
}

/// `simulation_interfaces/GetNamedPoses`.
pub enum GetNamedPoses {}
impl Service for GetNamedPoses {
    type Request = GetNamedPosesRequest;
    type Response = GetNamedPosesResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "GetNamedPoses";
    const ROS1_MD5: &'static str = "babcd4e71c39b5c1b674f1257fd07fd3";
}

/// `simulation_interfaces/SetEntityInfo`, request: `SetEntityInfoRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SetEntityInfoRequest {
    /// `string entity`
    pub entity: String,
    /// `EntityInfo info`
    pub info: EntityInfo,
}

/// `simulation_interfaces/SetEntityInfo`, response: `SetEntityInfoResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SetEntityInfoResponse {
    /// `Result result`
    pub result: Result,
}

/// `simulation_interfaces/SetEntityInfo`.
pub enum SetEntityInfo {}
impl Service for SetEntityInfo {
    type Request = SetEntityInfoRequest;
    type Response = SetEntityInfoResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "SetEntityInfo";
    const ROS1_MD5: &'static str = "5277f7d95333d35db6ce3a0fa716887f";
}

/// `simulation_interfaces/GetAvailableWorlds`, request: `GetAvailableWorldsRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetAvailableWorldsRequest {
    /// `string[] additional_sources`
    pub additional_sources: Vec<String>,
    /// `TagsFilter filter`
    pub filter: TagsFilter,
    /// `bool offline_only`
    pub offline_only: bool,
    /// `bool continue_on_error`
    pub continue_on_error: bool,
}

/// `simulation_interfaces/GetAvailableWorlds`, response: `GetAvailableWorldsResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetAvailableWorldsResponse {
    /// `Result result`
    pub result: Result,
    /// `WorldResource[] worlds`
    pub worlds: Vec<WorldResource>,
}
impl GetAvailableWorldsResponse {
    /// `uint8 DEFAULT_SOURCES_FAILED = 101`
    pub const DEFAULT_SOURCES_FAILED: u8 = 101;
}

/// `simulation_interfaces/GetAvailableWorlds`.
pub enum GetAvailableWorlds {}
impl Service for GetAvailableWorlds {
    type Request = GetAvailableWorldsRequest;
    type Response = GetAvailableWorldsResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "GetAvailableWorlds";
    const ROS1_MD5: &'static str = "a090f0c938f2d47c4a090314c6154fc3";
}

/// `simulation_interfaces/LoadWorld`, request: `LoadWorldRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LoadWorldRequest {
    /// `Resource world_resource`
    pub world_resource: Resource,
    /// `bool fail_on_unsupported_element`
    pub fail_on_unsupported_element: bool,
    /// `bool ignore_missing_or_unsupported_assets`
    pub ignore_missing_or_unsupported_assets: bool,
}

/// `simulation_interfaces/LoadWorld`, response: `LoadWorldResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LoadWorldResponse {
    /// `Result result`
    pub result: Result,
    /// `WorldResource world`
    pub world: WorldResource,
}
impl LoadWorldResponse {
    /// `uint8 UNSUPPORTED_FORMAT = 101`
    pub const UNSUPPORTED_FORMAT: u8 = 101;
    /// `uint8 NO_RESOURCE = 102`
    pub const NO_RESOURCE: u8 = 102;
    /// `uint8 RESOURCE_PARSE_ERROR = 103`
    pub const RESOURCE_PARSE_ERROR: u8 = 103;
    /// `uint8 MISSING_ASSETS = 104`
    pub const MISSING_ASSETS: u8 = 104;
    /// `uint8 UNSUPPORTED_ASSETS = 105`
    pub const UNSUPPORTED_ASSETS: u8 = 105;
    /// `uint8 UNSUPPORTED_ELEMENTS = 106`
    pub const UNSUPPORTED_ELEMENTS: u8 = 106;
}

/// `simulation_interfaces/LoadWorld`.
pub enum LoadWorld {}
impl Service for LoadWorld {
    type Request = LoadWorldRequest;
    type Response = LoadWorldResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "LoadWorld";
    const ROS1_MD5: &'static str = "e0d20d5f497b6b39032d14aaae1350b3";
}

/// `simulation_interfaces/UnloadWorld`, request: `UnloadWorldRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UnloadWorldRequest {}

/// `simulation_interfaces/UnloadWorld`, response: `UnloadWorldResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UnloadWorldResponse {
    /// `Result result`
    pub result: Result,
}
impl UnloadWorldResponse {
    /// `uint8 NO_WORLD_LOADED = 101`
    pub const NO_WORLD_LOADED: u8 = 101;
}

/// `simulation_interfaces/UnloadWorld`.
pub enum UnloadWorld {}
impl Service for UnloadWorld {
    type Request = UnloadWorldRequest;
    type Response = UnloadWorldResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "UnloadWorld";
    const ROS1_MD5: &'static str = "679304b553769d11cfba124977a49b1f";
}

/// `simulation_interfaces/GetSimulationState`, request: `GetSimulationStateRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetSimulationStateRequest {}

/// `simulation_interfaces/GetSimulationState`, response: `GetSimulationStateResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetSimulationStateResponse {
    /// `SimulationState state`
    pub state: SimulationState,
    /// `Result result`
    pub result: Result,
}

/// `simulation_interfaces/GetSimulationState`.
pub enum GetSimulationState {}
impl Service for GetSimulationState {
    type Request = GetSimulationStateRequest;
    type Response = GetSimulationStateResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "GetSimulationState";
    const ROS1_MD5: &'static str = "c4465ccd40136f75bea53f03c4dce6bc";
}

/// `simulation_interfaces/GetSimulatorFeatures`, request: `GetSimulatorFeaturesRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetSimulatorFeaturesRequest {}

/// `simulation_interfaces/GetSimulatorFeatures`, response: `GetSimulatorFeaturesResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetSimulatorFeaturesResponse {
    /// `SimulatorFeatures features`
    pub features: SimulatorFeatures,
}

/// `simulation_interfaces/GetSimulatorFeatures`.
pub enum GetSimulatorFeatures {}
impl Service for GetSimulatorFeatures {
    type Request = GetSimulatorFeaturesRequest;
    type Response = GetSimulatorFeaturesResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "GetSimulatorFeatures";
    const ROS1_MD5: &'static str = "3e2645960b082a46362e822b25fa7e7a";
}

/// `simulation_interfaces/GetSpawnables`, request: `GetSpawnablesRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetSpawnablesRequest {
    /// `string[] sources`
    pub sources: Vec<String>,
}

/// `simulation_interfaces/GetSpawnables`, response: `GetSpawnablesResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GetSpawnablesResponse {
    /// `Result result`
    pub result: Result,
    /// `Spawnable[] spawnables`
    pub spawnables: Vec<Spawnable>,
}

/// `simulation_interfaces/GetSpawnables`.
pub enum GetSpawnables {}
impl Service for GetSpawnables {
    type Request = GetSpawnablesRequest;
    type Response = GetSpawnablesResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "GetSpawnables";
    const ROS1_MD5: &'static str = "01814d188faa2b72b4c85069751eb5da";
}

/// `simulation_interfaces/ResetSimulation`, request: `ResetSimulationRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ResetSimulationRequest {
    /// `uint8 scope`
    pub scope: u8,
}
impl ResetSimulationRequest {
    /// `uint8 SCOPE_DEFAULT = 0`
    pub const SCOPE_DEFAULT: u8 = 0;
    /// `uint8 SCOPE_TIME = 1`
    pub const SCOPE_TIME: u8 = 1;
    /// `uint8 SCOPE_STATE = 2`
    pub const SCOPE_STATE: u8 = 2;
    /// `uint8 SCOPE_SPAWNED = 4`
    pub const SCOPE_SPAWNED: u8 = 4;
    /// `uint8 SCOPE_ALL = 255`
    pub const SCOPE_ALL: u8 = 255;
}

/// `simulation_interfaces/ResetSimulation`, response: `ResetSimulationResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ResetSimulationResponse {
    /// `Result result`
    pub result: Result,
}

/// `simulation_interfaces/ResetSimulation`.
pub enum ResetSimulation {}
impl Service for ResetSimulation {
    type Request = ResetSimulationRequest;
    type Response = ResetSimulationResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "ResetSimulation";
    const ROS1_MD5: &'static str = "6c8c51c8ef829126a6d0ef64ca7e45d5";
}

/// `simulation_interfaces/SetEntityState`, request: `SetEntityStateRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct SetEntityStateRequest<H> {
    /// `string entity`
    pub entity: String,
    /// `EntityState state`
    pub state: EntityState<H>,
    /// `bool set_pose`
    pub set_pose: bool,
    /// `bool set_twist`
    pub set_twist: bool,
    /// `bool set_acceleration`
    pub set_acceleration: bool,
}

/// `simulation_interfaces/SetEntityState`, response: `SetEntityStateResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SetEntityStateResponse {
    /// `Result result`
    pub result: Result,
}
impl SetEntityStateResponse {
    /// `uint8 INVALID_POSE = 101`
    pub const INVALID_POSE: u8 = 101;
}

/// `simulation_interfaces/SetEntityState`.
pub enum SetEntityState {}
impl Service for SetEntityState {
    type Request = SetEntityStateRequest<Header2>;
    type Response = SetEntityStateResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "SetEntityState";
    const ROS1_MD5: &'static str = "5bc6952ac1e596512bc097b3897074be";
}

/// `simulation_interfaces/SetSimulationState`, request: `SetSimulationStateRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SetSimulationStateRequest {
    /// `SimulationState state`
    pub state: SimulationState,
}

/// `simulation_interfaces/SetSimulationState`, response: `SetSimulationStateResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SetSimulationStateResponse {
    /// `Result result`
    pub result: Result,
}
impl SetSimulationStateResponse {
    /// `uint8 ALREADY_IN_TARGET_STATE = 101`
    pub const ALREADY_IN_TARGET_STATE: u8 = 101;
    /// `uint8 STATE_TRANSITION_ERROR = 102`
    pub const STATE_TRANSITION_ERROR: u8 = 102;
    /// `uint8 INCORRECT_TRANSITION = 103`
    pub const INCORRECT_TRANSITION: u8 = 103;
}

/// `simulation_interfaces/SetSimulationState`.
pub enum SetSimulationState {}
impl Service for SetSimulationState {
    type Request = SetSimulationStateRequest;
    type Response = SetSimulationStateResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "SetSimulationState";
    const ROS1_MD5: &'static str = "b9643fbf45404d6e7c4c7bf8922ec884";
}

/// `simulation_interfaces/SpawnEntities`, request: `SpawnEntitiesRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct SpawnEntitiesRequest<H> {
    /// `SpawnEntity[] spawn_requests`
    pub spawn_requests: Vec<SpawnEntity<H>>,
}

/// `simulation_interfaces/SpawnEntities`, response: `SpawnEntitiesResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SpawnEntitiesResponse {
    /// `Result result`
    pub result: Result,
    /// `SpawnResult[] results`
    pub results: Vec<SpawnResult>,
}
impl SpawnEntitiesResponse {
    /// `uint8 ENTITIES_SPAWN_FAILED = 150`
    pub const ENTITIES_SPAWN_FAILED: u8 = 150;
}

/// `simulation_interfaces/SpawnEntities`.
pub enum SpawnEntities {}
impl Service for SpawnEntities {
    type Request = SpawnEntitiesRequest<Header2>;
    type Response = SpawnEntitiesResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "SpawnEntities";
    const ROS1_MD5: &'static str = "1b1faa937d9db6d125682bf6c2eb64d5";
}

/// `simulation_interfaces/SpawnEntity`, request: `SpawnEntityRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "H: Header")]
pub struct SpawnEntityRequest<H> {
    /// `string name`
    pub name: String,
    /// `bool allow_renaming`
    pub allow_renaming: bool,
    /// `Resource entity_resource`
    pub entity_resource: Resource,
    /// `string entity_namespace`
    pub entity_namespace: String,
    /// `geometry_msgs/PoseStamped initial_pose`
    pub initial_pose: super::geometry_msgs::PoseStamped<H>,
}

/// `simulation_interfaces/SpawnEntity`, response: `SpawnEntityResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SpawnEntityResponse {
    /// `Result result`
    pub result: Result,
    /// `string entity_name`
    pub entity_name: String,
}
impl SpawnEntityResponse {
    /// `uint8 NAME_NOT_UNIQUE = 101`
    pub const NAME_NOT_UNIQUE: u8 = 101;
    /// `uint8 NAME_INVALID = 102`
    pub const NAME_INVALID: u8 = 102;
    /// `uint8 UNSUPPORTED_FORMAT = 103`
    pub const UNSUPPORTED_FORMAT: u8 = 103;
    /// `uint8 NO_RESOURCE = 104`
    pub const NO_RESOURCE: u8 = 104;
    /// `uint8 NAMESPACE_INVALID = 105`
    pub const NAMESPACE_INVALID: u8 = 105;
    /// `uint8 RESOURCE_PARSE_ERROR = 106`
    pub const RESOURCE_PARSE_ERROR: u8 = 106;
    /// `uint8 MISSING_ASSETS = 107`
    pub const MISSING_ASSETS: u8 = 107;
    /// `uint8 UNSUPPORTED_ASSETS = 108`
    pub const UNSUPPORTED_ASSETS: u8 = 108;
    /// `uint8 INVALID_POSE = 109`
    pub const INVALID_POSE: u8 = 109;
}

/// `simulation_interfaces/SpawnEntity`.
pub enum SpawnEntityService {}
impl Service for SpawnEntityService {
    type Request = SpawnEntityRequest<Header2>;
    type Response = SpawnEntityResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "SpawnEntity";
    const ROS1_MD5: &'static str = "68bbddbb126764f88c0348d189825167";
}

/// `simulation_interfaces/StepSimulation`, request: `StepSimulationRequest`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StepSimulationRequest {
    /// `uint64 steps`
    pub steps: u64,
}

/// `simulation_interfaces/StepSimulation`, response: `StepSimulationResponse`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StepSimulationResponse {
    /// `Result result`
    pub result: Result,
}

/// `simulation_interfaces/StepSimulation`.
pub enum StepSimulation {}
impl Service for StepSimulation {
    type Request = StepSimulationRequest;
    type Response = StepSimulationResponse;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "StepSimulation";
    const ROS1_MD5: &'static str = "5f5e25bd90f86f67bfe5ce6a443f9ad4";
}
