"""ROS 2 message types for the DDS test peer: field types in the order of the definitions."""

import types
from dataclasses import dataclass

from cyclonedds.idl import IdlStruct
from cyclonedds.idl.types import (
    array,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    sequence,
    uint8,
    uint16,
    uint32,
    uint64,
)


def struct(name, fields):
    """The DDS type `package/Name` or `package/folder/Name` with these fields."""
    package, *folder, base = name.split("/")
    typename = "%s::%s::dds_::%s_" % (package, folder[0] if folder else "msg", base)
    fill = lambda namespace: namespace.update(__annotations__=dict(fields), __module__=__name__)
    made = types.new_class(base, (IdlStruct,), {"typename": typename}, fill)
    return dataclass(made)


Time = struct("builtin_interfaces/Time", {"sec": int32, "nanosec": uint32})
Header = struct("std_msgs/Header", {"stamp": Time, "frame_id": str})
Bool = struct("std_msgs/Bool", {"data": bool})
Float32 = struct("std_msgs/Float32", {"data": float32})
MultiArrayDimension = struct("std_msgs/MultiArrayDimension", {"label": str, "size": uint32, "stride": uint32})
MultiArrayLayout = struct("std_msgs/MultiArrayLayout", {"dim": sequence[MultiArrayDimension], "data_offset": uint32})
Float32MultiArray = struct("std_msgs/Float32MultiArray", {"layout": MultiArrayLayout, "data": sequence[float32]})
Float64MultiArray = struct("std_msgs/Float64MultiArray", {"layout": MultiArrayLayout, "data": sequence[float64]})
String = struct("std_msgs/String", {"data": str})
Log = struct(
    "rcl_interfaces/Log",
    {"stamp": Time, "level": uint8, "name": str, "msg": str, "file": str, "function": str, "line": uint32},
)
Vector3 = struct("geometry_msgs/Vector3", {"x": float64, "y": float64, "z": float64})
Point = struct("geometry_msgs/Point", {"x": float64, "y": float64, "z": float64})
Quaternion = struct("geometry_msgs/Quaternion", {"x": float64, "y": float64, "z": float64, "w": float64})
Pose = struct("geometry_msgs/Pose", {"position": Point, "orientation": Quaternion})
PoseStamped = struct("geometry_msgs/PoseStamped", {"header": Header, "pose": Pose})
PoseWithCovariance = struct("geometry_msgs/PoseWithCovariance", {"pose": Pose, "covariance": array[float64, 36]})
Twist = struct("geometry_msgs/Twist", {"linear": Vector3, "angular": Vector3})
TwistStamped = struct("geometry_msgs/TwistStamped", {"header": Header, "twist": Twist})
TwistWithCovariance = struct("geometry_msgs/TwistWithCovariance", {"twist": Twist, "covariance": array[float64, 36]})
Pose2D = struct("geometry_msgs/Pose2D", {"x": float64, "y": float64, "theta": float64})
PointStamped = struct("geometry_msgs/PointStamped", {"header": Header, "point": Point})
QuaternionStamped = struct("geometry_msgs/QuaternionStamped", {"header": Header, "quaternion": Quaternion})
Wrench = struct("geometry_msgs/Wrench", {"force": Vector3, "torque": Vector3})
WrenchStamped = struct("geometry_msgs/WrenchStamped", {"header": Header, "wrench": Wrench})
Accel = struct("geometry_msgs/Accel", {"linear": Vector3, "angular": Vector3})
AccelWithCovariance = struct(
    "geometry_msgs/AccelWithCovariance", {"accel": Accel, "covariance": array[float64, 36]}
)
AccelWithCovarianceStamped = struct(
    "geometry_msgs/AccelWithCovarianceStamped", {"header": Header, "accel": AccelWithCovariance}
)
AckermannDrive = struct(
    "ackermann_msgs/AckermannDrive",
    {
        "steering_angle": float32,
        "steering_angle_velocity": float32,
        "speed": float32,
        "acceleration": float32,
        "jerk": float32,
    },
)
Transform = struct("geometry_msgs/Transform", {"translation": Vector3, "rotation": Quaternion})
TransformStamped = struct(
    "geometry_msgs/TransformStamped", {"header": Header, "child_frame_id": str, "transform": Transform}
)
TFMessage = struct("tf2_msgs/TFMessage", {"transforms": sequence[TransformStamped]})
MapMetaData = struct(
    "nav_msgs/MapMetaData",
    {"map_load_time": Time, "resolution": float32, "width": uint32, "height": uint32, "origin": Pose},
)
OccupancyGrid = struct("nav_msgs/OccupancyGrid", {"header": Header, "info": MapMetaData, "data": sequence[int8]})
Clock = struct("rosgraph_msgs/Clock", {"clock": Time})
Odometry = struct(
    "nav_msgs/Odometry",
    {"header": Header, "child_frame_id": str, "pose": PoseWithCovariance, "twist": TwistWithCovariance},
)
LaserScan = struct(
    "sensor_msgs/LaserScan",
    {
        "header": Header,
        "angle_min": float32,
        "angle_max": float32,
        "angle_increment": float32,
        "time_increment": float32,
        "scan_time": float32,
        "range_min": float32,
        "range_max": float32,
        "ranges": sequence[float32],
        "intensities": sequence[float32],
    },
)
Imu = struct(
    "sensor_msgs/Imu",
    {
        "header": Header,
        "orientation": Quaternion,
        "orientation_covariance": array[float64, 9],
        "angular_velocity": Vector3,
        "angular_velocity_covariance": array[float64, 9],
        "linear_acceleration": Vector3,
        "linear_acceleration_covariance": array[float64, 9],
    },
)
Image = struct(
    "sensor_msgs/Image",
    {
        "header": Header,
        "height": uint32,
        "width": uint32,
        "encoding": str,
        "is_bigendian": uint8,
        "step": uint32,
        "data": sequence[uint8],
    },
)
Point2D = struct("vision_msgs/Point2D", {"x": float64, "y": float64})
Pose2DOfImage = struct("vision_msgs/Pose2D", {"position": Point2D, "theta": float64})
BoundingBox2D = struct("vision_msgs/BoundingBox2D", {"center": Pose2DOfImage, "size_x": float64, "size_y": float64})
ObjectHypothesis = struct("vision_msgs/ObjectHypothesis", {"class_id": str, "score": float64})
ObjectHypothesisWithPose = struct(
    "vision_msgs/ObjectHypothesisWithPose", {"hypothesis": ObjectHypothesis, "pose": PoseWithCovariance}
)
Detection2D = struct(
    "vision_msgs/Detection2D",
    {"header": Header, "results": sequence[ObjectHypothesisWithPose], "bbox": BoundingBox2D, "id": str},
)
Detection2DArray = struct("vision_msgs/Detection2DArray", {"header": Header, "detections": sequence[Detection2D]})
Event = struct("dvs_msgs/Event", {"x": uint16, "y": uint16, "ts": Time, "polarity": bool})
EventArray = struct(
    "dvs_msgs/EventArray", {"header": Header, "height": uint32, "width": uint32, "events": sequence[Event]}
)
PointOfImage = struct("apriltag_msgs/Point", {"x": float64, "y": float64})
AprilTagDetection = struct(
    "apriltag_msgs/AprilTagDetection",
    {
        "family": str,
        "id": int32,
        "hamming": int32,
        "goodness": float32,
        "decision_margin": float32,
        "centre": PointOfImage,
        "corners": array[PointOfImage, 4],
        "homography": array[float64, 9],
    },
)
AprilTagDetectionArray = struct(
    "apriltag_msgs/AprilTagDetectionArray", {"header": Header, "detections": sequence[AprilTagDetection]}
)
Illuminance = struct("sensor_msgs/Illuminance", {"header": Header, "illuminance": float64, "variance": float64})
CompressedImage = struct("sensor_msgs/CompressedImage", {"header": Header, "format": str, "data": sequence[uint8]})
RegionOfInterest = struct(
    "sensor_msgs/RegionOfInterest",
    {"x_offset": uint32, "y_offset": uint32, "height": uint32, "width": uint32, "do_rectify": bool},
)
CameraInfo = struct(
    "sensor_msgs/CameraInfo",
    {
        "header": Header,
        "height": uint32,
        "width": uint32,
        "distortion_model": str,
        "d": sequence[float64],
        "k": array[float64, 9],
        "r": array[float64, 9],
        "p": array[float64, 12],
        "binning_x": uint32,
        "binning_y": uint32,
        "roi": RegionOfInterest,
    },
)
PointField = struct("sensor_msgs/PointField", {"name": str, "offset": uint32, "datatype": uint8, "count": uint32})
PointCloud2 = struct(
    "sensor_msgs/PointCloud2",
    {
        "header": Header,
        "height": uint32,
        "width": uint32,
        "fields": sequence[PointField],
        "is_bigendian": bool,
        "point_step": uint32,
        "row_step": uint32,
        "data": sequence[uint8],
        "is_dense": bool,
    },
)
NavSatStatus = struct("sensor_msgs/NavSatStatus", {"status": int8, "service": uint16})
NavSatFix = struct(
    "sensor_msgs/NavSatFix",
    {
        "header": Header,
        "status": NavSatStatus,
        "latitude": float64,
        "longitude": float64,
        "altitude": float64,
        "position_covariance": array[float64, 9],
        "position_covariance_type": uint8,
    },
)
Range = struct(
    "sensor_msgs/Range",
    {
        "header": Header,
        "radiation_type": uint8,
        "field_of_view": float32,
        "min_range": float32,
        "max_range": float32,
        "range": float32,
        "variance": float32,
    },
)
BatteryState = struct(
    "sensor_msgs/BatteryState",
    {
        "header": Header,
        "voltage": float32,
        "temperature": float32,
        "current": float32,
        "charge": float32,
        "capacity": float32,
        "design_capacity": float32,
        "percentage": float32,
        "power_supply_status": uint8,
        "power_supply_health": uint8,
        "power_supply_technology": uint8,
        "present": bool,
        "cell_voltage": sequence[float32],
        "cell_temperature": sequence[float32],
        "location": str,
        "serial_number": str,
    },
)
MagneticField = struct(
    "sensor_msgs/MagneticField",
    {"header": Header, "magnetic_field": Vector3, "magnetic_field_covariance": array[float64, 9]},
)
Temperature = struct("sensor_msgs/Temperature", {"header": Header, "temperature": float64, "variance": float64})
FluidPressure = struct("sensor_msgs/FluidPressure", {"header": Header, "fluid_pressure": float64, "variance": float64})
Gid = struct("rmw_dds_common/Gid", {"data": array[uint8, 16]})
NodeEntitiesInfo = struct(
    "rmw_dds_common/NodeEntitiesInfo",
    {"node_namespace": str, "node_name": str, "reader_gid_seq": sequence[Gid], "writer_gid_seq": sequence[Gid]},
)
ParticipantEntitiesInfo = struct(
    "rmw_dds_common/ParticipantEntitiesInfo", {"gid": Gid, "node_entities_info_seq": sequence[NodeEntitiesInfo]}
)

# Services in the format of Cyclone DDS: a header of 16 bytes identifies the client and the request.
HEADER = {"client": uint64, "sequence": int64}


def service(name, request, response):
    """The request and answer types of a service, with the header of Cyclone DDS."""
    package, *folder, base = name.split("/")
    path = "%s/%s/%s" % (package, folder[0] if folder else "srv", base)
    empty = {"structure_needs_at_least_one_member": uint8}
    return (
        struct(path + "_Request", {**HEADER, **(request or empty)}),
        struct(path + "_Response", {**HEADER, **(response or empty)}),
    )


TRIGGER = service("std_srvs/Trigger", {}, {"success": bool, "message": str})
SET_BOOL = service("std_srvs/SetBool", {"data": bool}, {"success": bool, "message": str})
CALL = service("morse_msgs/Call", {"arguments": str}, {"success": bool, "result": str})

GoalInfo = struct("action_msgs/GoalInfo", {"goal_id": array[uint8, 16], "stamp": Time})
GoalStatus = struct("action_msgs/GoalStatus", {"goal_info": GoalInfo, "status": int8})
GoalStatusArray = struct("action_msgs/GoalStatusArray", {"status_list": sequence[GoalStatus]})
CANCEL_GOAL = service(
    "action_msgs/CancelGoal", {"goal_info": GoalInfo}, {"return_code": int8, "goals_canceling": sequence[GoalInfo]}
)
NavigateToPoseGoal = struct("nav2_msgs/action/NavigateToPose_Goal", {"pose": PoseStamped, "behavior_tree": str})
NavigateToPoseResult = struct("nav2_msgs/action/NavigateToPose_Result", {"error_code": uint16, "error_msg": str})
NavigateToPoseFeedback = struct(
    "nav2_msgs/action/NavigateToPose_Feedback",
    {
        "current_pose": PoseStamped,
        "navigation_time": Time,
        "estimated_time_remaining": Time,
        "number_of_recoveries": int16,
        "distance_remaining": float32,
    },
)
NAVIGATE_SEND_GOAL = service(
    "nav2_msgs/action/NavigateToPose_SendGoal",
    {"goal_id": array[uint8, 16], "goal": NavigateToPoseGoal},
    {"accepted": bool, "stamp": Time},
)
NAVIGATE_GET_RESULT = service(
    "nav2_msgs/action/NavigateToPose_GetResult",
    {"goal_id": array[uint8, 16]},
    {"status": int8, "result": NavigateToPoseResult},
)
NavigateFeedbackMessage = struct(
    "nav2_msgs/action/NavigateToPose_FeedbackMessage",
    {"goal_id": array[uint8, 16], "feedback": NavigateToPoseFeedback},
)

JointTrajectoryPoint = struct(
    "trajectory_msgs/JointTrajectoryPoint",
    {
        "positions": sequence[float64],
        "velocities": sequence[float64],
        "accelerations": sequence[float64],
        "effort": sequence[float64],
        "time_from_start": Time,
    },
)
JointTrajectory = struct(
    "trajectory_msgs/JointTrajectory",
    {"header": Header, "joint_names": sequence[str], "points": sequence[JointTrajectoryPoint]},
)
# Goal fields that the tests leave empty are sequences without elements, of any type.
FollowJointTrajectoryGoal = struct(
    "control_msgs/action/FollowJointTrajectory_Goal",
    {
        "trajectory": JointTrajectory,
        "multi_dof_header": Header,
        "multi_dof_joint_names": sequence[str],
        "multi_dof_points": sequence[str],
        "path_tolerance": sequence[str],
        "component_path_tolerance": sequence[str],
        "goal_tolerance": sequence[str],
        "component_goal_tolerance": sequence[str],
        "goal_time_tolerance": Time,
    },
)
FollowJointTrajectoryResult = struct(
    "control_msgs/action/FollowJointTrajectory_Result", {"error_code": int32, "error_string": str}
)
TRAJECTORY_SEND_GOAL = service(
    "control_msgs/action/FollowJointTrajectory_SendGoal",
    {"goal_id": array[uint8, 16], "goal": FollowJointTrajectoryGoal},
    {"accepted": bool, "stamp": Time},
)
TRAJECTORY_GET_RESULT = service(
    "control_msgs/action/FollowJointTrajectory_GetResult",
    {"goal_id": array[uint8, 16]},
    {"status": int8, "result": FollowJointTrajectoryResult},
)
GripperCommand = struct("control_msgs/GripperCommand", {"position": float64, "max_effort": float64})
GripperCommandGoal = struct("control_msgs/action/GripperCommand_Goal", {"command": GripperCommand})
GripperCommandResult = struct(
    "control_msgs/action/GripperCommand_Result",
    {"position": float64, "effort": float64, "stalled": bool, "reached_goal": bool},
)
GRIPPER_SEND_GOAL = service(
    "control_msgs/action/GripperCommand_SendGoal",
    {"goal_id": array[uint8, 16], "goal": GripperCommandGoal},
    {"accepted": bool, "stamp": Time},
)
GRIPPER_GET_RESULT = service(
    "control_msgs/action/GripperCommand_GetResult",
    {"goal_id": array[uint8, 16]},
    {"status": int8, "result": GripperCommandResult},
)
JointState = struct(
    "sensor_msgs/JointState",
    {
        "header": Header,
        "name": sequence[str],
        "position": sequence[float64],
        "velocity": sequence[float64],
        "effort": sequence[float64],
    },
)

ParameterValue = struct(
    "rcl_interfaces/ParameterValue",
    {
        "type": uint8,
        "bool_value": bool,
        "integer_value": int64,
        "double_value": float64,
        "string_value": str,
        "byte_array_value": sequence[uint8],
        "bool_array_value": sequence[bool],
        "integer_array_value": sequence[int64],
        "double_array_value": sequence[float64],
        "string_array_value": sequence[str],
    },
)
Parameter = struct("rcl_interfaces/Parameter", {"name": str, "value": ParameterValue})
SetParametersResult = struct("rcl_interfaces/SetParametersResult", {"successful": bool, "reason": str})
GET_PARAMETERS = service("rcl_interfaces/GetParameters", {"names": sequence[str]}, {"values": sequence[ParameterValue]})
SET_PARAMETERS = service(
    "rcl_interfaces/SetParameters", {"parameters": sequence[Parameter]}, {"results": sequence[SetParametersResult]}
)
LIST_PARAMETERS = service(
    "rcl_interfaces/ListParameters",
    {"prefixes": sequence[str], "depth": uint64},
    {"names": sequence[str], "prefixes": sequence[str]},
)

# `simulation_interfaces`, version 2.1.0.
_si = lambda name, fields: struct("simulation_interfaces/" + name, fields)
_si_service = lambda name, request, response: service("simulation_interfaces/" + name, request, response)
Accel = struct("geometry_msgs/Accel", {"linear": Vector3, "angular": Vector3})
Result = _si("Result", {"result": uint8, "error_message": str})
Resource = _si("Resource", {"uri": str, "resource_string": str})
Bounds = _si("Bounds", {"type": uint8, "points": sequence[Vector3]})
TagsFilter = _si("TagsFilter", {"tags": sequence[str], "filter_mode": uint8})
EntityCategory = _si("EntityCategory", {"category": uint8})
EntityFilters = _si(
    "EntityFilters",
    {"filter": str, "categories": sequence[EntityCategory], "tags": TagsFilter, "bounds": Bounds},
)
EntityInfo = _si("EntityInfo", {"category": EntityCategory, "description": str, "tags": sequence[str]})
EntityState = _si("EntityState", {"header": Header, "pose": Pose, "twist": Twist, "acceleration": Accel})
SimulationState = _si("SimulationState", {"state": uint8})
SimulatorFeatures = _si(
    "SimulatorFeatures", {"features": sequence[uint16], "spawn_formats": sequence[str], "custom_info": str}
)
Spawnable = _si("Spawnable", {"entity_resource": Resource, "description": str, "spawn_bounds": Bounds})
WorldResource = _si(
    "WorldResource", {"name": str, "world_resource": Resource, "description": str, "tags": sequence[str]}
)
_SPAWN_FIELDS = {
    "name": str,
    "allow_renaming": bool,
    "entity_resource": Resource,
    "entity_namespace": str,
    "initial_pose": PoseStamped,
}
SpawnEntity = _si("SpawnEntity", _SPAWN_FIELDS)
SpawnResult = _si("SpawnResult", {"result": Result, "entity_name": str})
GET_SIMULATOR_FEATURES = _si_service("GetSimulatorFeatures", {}, {"features": SimulatorFeatures})
GET_SPAWNABLES = _si_service(
    "GetSpawnables", {"sources": sequence[str]}, {"result": Result, "spawnables": sequence[Spawnable]}
)
OldSpawnable = _si("Spawnable", {"uri": str, "description": str, "spawn_bounds": Bounds})
OLD_GET_SPAWNABLES = _si_service(
    "GetSpawnables", {"sources": sequence[str]}, {"result": Result, "spawnables": sequence[OldSpawnable]}
)
OLD_SET_ENTITY_STATE = _si_service("SetEntityState", {"entity": str, "state": EntityState}, {"result": Result})
GET_CURRENT_WORLD = _si_service("GetCurrentWorld", {}, {"result": Result, "world": WorldResource})
GET_AVAILABLE_WORLDS = _si_service(
    "GetAvailableWorlds",
    {"additional_sources": sequence[str], "filter": TagsFilter, "offline_only": bool, "continue_on_error": bool},
    {"result": Result, "worlds": sequence[WorldResource]},
)
LOAD_WORLD = _si_service(
    "LoadWorld",
    {"world_resource": Resource, "fail_on_unsupported_element": bool, "ignore_missing_or_unsupported_assets": bool},
    {"result": Result, "world": WorldResource},
)
UNLOAD_WORLD = _si_service("UnloadWorld", {}, {"result": Result})
SPAWN_ENTITY = _si_service("SpawnEntity", _SPAWN_FIELDS, {"result": Result, "entity_name": str})
SPAWN_ENTITIES = _si_service(
    "SpawnEntities", {"spawn_requests": sequence[SpawnEntity]}, {"result": Result, "results": sequence[SpawnResult]}
)
DELETE_ENTITY = _si_service("DeleteEntity", {"entity": str}, {"result": Result})
GET_ENTITIES = _si_service("GetEntities", {"filters": EntityFilters}, {"result": Result, "entities": sequence[str]})
GET_ENTITIES_STATES = _si_service(
    "GetEntitiesStates",
    {"filters": EntityFilters},
    {"result": Result, "entities": sequence[str], "states": sequence[EntityState]},
)
NamedPose = _si("NamedPose", {"name": str, "description": str, "tags": sequence[str], "pose": Pose})
GET_ENTITY_BOUNDS = _si_service("GetEntityBounds", {"entity": str}, {"result": Result, "bounds": Bounds})
SET_ENTITY_INFO = _si_service("SetEntityInfo", {"entity": str, "info": EntityInfo}, {"result": Result})
GET_NAMED_POSES = _si_service("GetNamedPoses", {"tags": TagsFilter}, {"result": Result, "poses": sequence[NamedPose]})
GET_NAMED_POSE_BOUNDS = _si_service("GetNamedPoseBounds", {"name": str}, {"result": Result, "bounds": Bounds})
GET_ENTITY_INFO = _si_service("GetEntityInfo", {"entity": str}, {"result": Result, "info": EntityInfo})
GET_ENTITY_STATE = _si_service("GetEntityState", {"entity": str}, {"result": Result, "state": EntityState})
SET_ENTITY_STATE = _si_service(
    "SetEntityState",
    {"entity": str, "state": EntityState, "set_pose": bool, "set_twist": bool, "set_acceleration": bool},
    {"result": Result},
)
RESET_SIMULATION = _si_service("ResetSimulation", {"scope": uint8}, {"result": Result})
STEP_SIMULATION = _si_service("StepSimulation", {"steps": uint64}, {"result": Result})
GET_SIMULATION_STATE = _si_service("GetSimulationState", {}, {"state": SimulationState, "result": Result})
SET_SIMULATION_STATE = _si_service("SetSimulationState", {"state": SimulationState}, {"result": Result})


def action(name, goal, result, feedback):
    """The types of an action: goal, services for goals and results, feedback message."""
    package, base = name.split("/")
    path = "%s/action/%s_" % (package, base)
    part = lambda part, fields: struct(path + part, fields or {"structure_needs_at_least_one_member": uint8})
    goal_id = {"goal_id": array[uint8, 16]}
    made = types.SimpleNamespace(Goal=part("Goal", goal))
    made.SEND_GOAL = service(path + "SendGoal", {**goal_id, "goal": made.Goal}, {"accepted": bool, "stamp": Time})
    made.GET_RESULT = service(path + "GetResult", goal_id, {"status": int8, "result": part("Result", result)})
    made.FeedbackMessage = part("FeedbackMessage", {**goal_id, "feedback": part("Feedback", feedback)})
    return made


POINT_HEAD = action(
    "control_msgs/PointHead",
    {
        "target": PointStamped,
        "pointing_axis": Vector3,
        "pointing_frame": str,
        "min_duration": Time,
        "max_velocity": float64,
    },
    {},
    {"pointing_angle_error": float64},
)
SIMULATE_STEPS = action(
    "simulation_interfaces/SimulateSteps",
    {"steps": uint64},
    {"result": Result},
    {"completed_steps": uint64, "remaining_steps": uint64},
)
