"""Maps what a robot file declares to components of MORSE, by the names that Gazebo and ros2_control use."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from morse.robot_file.declaration import Declaration, RobotFileError, number_of


@dataclass
class Component:
    """A component that a declaration becomes."""

    #: Builder class.
    builder: str
    name: str
    link: str | None = None
    #: Position and XYZ Euler angles in the link. [m, rad]
    pose: tuple[float, ...] = (0.0,) * 6
    level: str | None = None
    #: Number of readings per second; None for that of the simulation. [Hz]
    rate_hz: float | None = None
    properties: dict[str, Any] = field(default_factory=dict)
    #: Topic in ROS, if the file names one.
    topic: str | None = None


@dataclass
class Mapped:
    """A declaration, and the components that it becomes, or the reason why there are none."""

    declaration: Declaration
    components: list[Component]
    reason: str = ""


_Maker = Callable[[Declaration], "list[Component] | str"]


def mapped(declarations: list[Declaration]) -> list[Mapped]:
    """The components of each declaration, with distinct names."""
    has_ros2_control = any(one.element == "ros2_control" for one in declarations)
    taken: set[str] = set()
    places: dict[tuple[str, str | None], str] = {}
    results = []
    for one in declarations:
        if one.element == "transmission" and has_ros2_control:
            made: list[Component] | str = "<ros2_control> declares its joints"
        else:
            made = _of(one)
        if one.type.startswith("mjcf ") and not isinstance(made, str):
            # MuJoCo has a sensor for each quantity, and MORSE one for all quantities of a place.
            place = (made[0].builder, made[0].link)
            if place in places:
                made = f"{places[place]} measures it, too"
            else:
                places[place] = made[0].name
        components = [] if isinstance(made, str) else made
        for component in components:
            component.name = _distinct(component.name, taken)
        results.append(Mapped(one, components, made if isinstance(made, str) else ""))
    return results


def _of(one: Declaration) -> list[Component] | str:
    if one.element == "sensor":
        maker = SENSORS.get(one.type)
        if maker is None:
            return f"MORSE has no component for sensors of type {one.type.removeprefix('mjcf ') or 'none'}"
        return maker(one)
    if one.element in ("ros2_control", "transmission", "actuator"):
        return one.xml.get("reason") or _control(one)
    key = one.type.rsplit("::", 1)[-1]
    for names, make in PLUGINS:
        if key in names:
            return make if isinstance(make, str) else make(one)
    return "MORSE has no component for this plugin, and plugins are never loaded"


def _sensor(
    one: Declaration, builder: str, level: str | None = None, properties: dict[str, Any] | None = None
) -> list[Component]:
    rate = one.number("update_rate", default=0.0)
    topic = one.text("topic", "plugin/ros/remapping") or None
    if topic and ":=" in topic:
        topic = topic.rsplit(":=", 1)[-1]
    rate_hz = rate if rate > 0 else None
    return [Component(builder, one.name, one.link, one.pose, level, rate_hz, properties or {}, topic)]


def _lidar(one: Declaration) -> list[Component] | str:
    base = next((path for path in ("lidar", "ray") if one.xml.find(path) is not None), "ray")
    scan = f"{base}/scan/horizontal"
    count = int(one.number(f"{scan}/samples", default=640.0))
    low, high = one.number(f"{scan}/min_angle", default=0.0), one.number(f"{scan}/max_angle", default=0.0)
    if count < 2 or high <= low:
        return "its scan has less than two rays: use Infrared or Proximity"
    window = math.degrees(high - low)
    properties: dict[str, Any] = {
        "laser_range": one.number(f"{base}/range/max", default=30.0),
        "scan_window": window,
        "resolution": window / (count - 1),
        "Visible_arc": False,
    }
    layers = int(one.number(f"{base}/scan/vertical/samples", default=1.0))
    if layers > 1:
        bottom = one.number(f"{base}/scan/vertical/min_angle", default=0.0)
        top = one.number(f"{base}/scan/vertical/max_angle", default=0.0)
        properties["layers"] = layers
        properties["layer_separation"] = math.degrees(top - bottom) / (layers - 1)
    components = _sensor(one, "Hokuyo", properties=properties)
    middle = (low + high) / 2
    if abs(middle) > 1e-6:
        # The scan of the component is symmetric about its x axis.
        x, y, z, roll, pitch, yaw = components[0].pose
        if roll or pitch:
            return "its scan is not symmetric, and it is tilted: append a Hokuyo by hand"
        components[0].pose = (x, y, z, roll, pitch, yaw + middle)
    return components


def _camera(builder: str) -> _Maker:
    def make(one: Declaration) -> list[Component]:
        width = int(one.number("camera/image/width", default=320.0))
        height = int(one.number("camera/image/height", default=240.0))
        fov = math.degrees(one.number("camera/horizontal_fov", default=1.047))
        properties = {
            "cam_width": width,
            "cam_height": height,
            "cam_near": one.number("camera/clip/near", default=0.1),
            "cam_far": one.number("camera/clip/far", default=100.0),
        }
        # The angle of the component is that of the longer side.
        if height > width:
            fov = 2 * math.degrees(math.atan(math.tan(math.radians(fov) / 2) * height / width))
        properties["cam_fov"] = fov
        return _sensor(one, builder, properties=properties)

    return make


def _plain(builder: str, level: str | None = None) -> _Maker:
    return lambda one: _sensor(one, builder, level)


def _force_torque(one: Declaration) -> list[Component] | str:
    if not one.link or not one.joint:
        return "it names no joint of the file"
    frame = one.text("force_torque/frame", default="child")
    direction = one.text("force_torque/measure_direction", default="child_to_parent")
    frames = {"child": "Child", "parent": "Parent", "sensor": "Sensor"}
    directions = {"child_to_parent": "ChildToParent", "parent_to_child": "ParentToChild"}
    if frame not in frames or direction not in directions:
        return f"its frame {frame!r} or its direction {direction!r} is unknown"
    properties = {"Joint": one.joint, "Frame": frames[frame], "Direction": directions[direction]}
    return _sensor(one, "ForceTorqueSensor", properties=properties)


def _site_force(one: Declaration) -> list[Component] | str:
    """A force or torque sensor of MuJoCo: the force of the body of a site on its parent, along the axes of the site."""
    if not one.joint:
        return "its site is not on a body with a joint"
    properties = {"Joint": one.joint, "Frame": "Sensor", "Direction": "ChildToParent"}
    return _sensor(one, "ForceTorqueSensor", properties=properties)


def _numbers(one: Declaration, attribute: str) -> list[float]:
    words = (one.xml.get(attribute) or "").split()
    return [number_of(word, f"{attribute} of {one.name}") for word in words]


def _site_camera(one: Declaration) -> list[Component] | str:
    """A camera of MuJoCo, whose angle is the vertical one. Its place has x forwards."""
    if one.body == "world":
        return "it stands in the world: append a VideoCamera to a robot that stands there"
    size = _numbers(one, "resolution")
    width, height = (int(size[0]), int(size[1])) if len(size) == 2 and min(size) > 1 else (320, 240)
    if one.xml.get("orthographic", "false") == "true" or one.xml.get("projection", "perspective") != "perspective":
        return "orthographic cameras are not simulated"
    fovy = _field_of_view(one)
    fov = 2 * math.atan(math.tan(fovy / 2) * max(1.0, width / height))
    properties = {"cam_width": width, "cam_height": height, "cam_fov": math.degrees(fov)}
    return _sensor(one, "VideoCamera", properties=properties)


def _field_of_view(one: Declaration) -> float:
    """Vertical field of view of a camera: that of its lens and sensor, if it has them. [rad]"""
    sensor, size = _numbers(one, "sensorsize"), _numbers(one, "resolution")
    for focal, height in ((_numbers(one, "focalpixel"), size), (_numbers(one, "focal"), sensor)):
        if len(sensor) == 2 and len(focal) == 2 and len(height) == 2 and min(*focal, *height, *sensor) > 0:
            return 2 * math.atan(height[1] / (2 * focal[1]))
    return math.radians((_numbers(one, "fovy") or [45.0])[0])


def _rangefinder(one: Declaration) -> list[Component] | str:
    """A ray along z of a site: an infrared sensor of three rays, 0.1 degrees apart."""
    if not one.body:
        return "its site is unknown"
    cutoff = (_numbers(one, "cutoff") or [0.0])[0]
    properties = {
        "laser_range": cutoff if cutoff > 0 else 30.0,
        "scan_window": 0.2,
        "resolution": 0.1,
        "Visible_arc": False,
    }
    made = _sensor(one, "Infrared", properties=properties)
    made[0].pose = (0.0, 0.0, 0.0, 0.0, -math.pi / 2, 0.0)
    return made


def _frame(builder: str) -> _Maker:
    """A sensor of a frame of an MJCF file, in relation to the world."""

    def make(one: Declaration) -> list[Component] | str:
        if one.link is None:
            return f"its object, a {one.xml.get('objtype') or 'frame'}, is not a site, a body or a camera"
        if one.xml.get("refname"):
            return f"it measures in the frame of {one.xml.get('refname')}"
        return _sensor(one, builder)

    return make


def _touch(one: Declaration) -> list[Component] | str:
    if not one.body:
        return "its site is unknown"
    one.link = one.body
    return _sensor(one, "ContactSensor")


def _without(reason: str) -> _Maker:
    return lambda one: reason


SENSORS: dict[str, _Maker] = {
    "imu": _plain("IMU"),
    "ray": _lidar,
    "gpu_ray": _lidar,
    "lidar": _lidar,
    "gpu_lidar": _lidar,
    "camera": _camera("VideoCamera"),
    "wideanglecamera": _without("wide-angle lenses are not simulated"),
    "depth": _camera("DepthCamera"),
    "depth_camera": _camera("DepthCamera"),
    "rgbd_camera": _camera("DepthCamera"),
    "rgbd": _camera("DepthCamera"),
    "logical_camera": _camera("SemanticCamera"),
    "gps": _plain("GPS", "raw"),
    "navsat": _plain("GPS", "raw"),
    "magnetometer": _plain("Magnetometer"),
    "air_pressure": _plain("Barometer"),
    "altimeter": _plain("Pose"),
    "contact": _plain("ContactSensor"),
    "force_torque": _force_torque,
    "mjcf accelerometer": _plain("IMU"),
    "mjcf gyro": _plain("IMU"),
    "mjcf magnetometer": _plain("Magnetometer"),
    **dict.fromkeys(
        ("mjcf framepos", "mjcf framequat", "mjcf framexaxis", "mjcf frameyaxis", "mjcf framezaxis"), _frame("Pose")
    ),
    **dict.fromkeys(("mjcf framelinvel", "mjcf frameangvel"), _frame("Velocity")),
    "mjcf clock": lambda one: [Component("Clock", one.name)],
    **dict.fromkeys(
        ("mjcf actuatorpos", "mjcf actuatorvel", "mjcf actuatorfrc"),
        _without("JointController at level motors has the efforts of actuators (get_efforts)"),
    ),
    "mjcf velocimeter": _plain("Velocity"),
    "mjcf force": _site_force,
    "mjcf torque": _site_force,
    "mjcf touch": _touch,
    "mjcf camera": _site_camera,
    "mjcf rangefinder": _rangefinder,
    **dict.fromkeys(
        ("mjcf jointpos", "mjcf jointvel", "mjcf jointactuatorfrc", "mjcf ballquat", "mjcf ballangvel"),
        lambda one: [Component("JointPositions", "joint_states", level="states")],
    ),
}


def _drive(one: Declaration) -> list[Component] | str:
    left = one.texts("left_joint", "leftJoint")
    right = one.texts("right_joint", "rightJoint")
    if not left or not right:
        return "it names no wheels (left_joint, right_joint)"
    diameter = one.number("wheel_diameter", "wheelDiameter", default=0.0)
    wheels: dict[str, Any] = {
        "LeftWheels": ", ".join(left),
        "RightWheels": ", ".join(right),
        "WheelSeparation": one.number("wheel_separation", "wheelSeparation", default=0.0),
        "WheelRadius": one.number("wheel_radius", default=diameter / 2),
    }
    limits = {
        "LinearAcceleration": one.number("max_linear_acceleration", "max_wheel_acceleration", default=0.0),
        "AngularAcceleration": one.number("max_angular_acceleration", default=0.0),
    }
    limits = {name: value for name, value in limits.items() if value > 0}
    rate = one.number("odom_publish_frequency", "update_rate", default=0.0)
    return [
        Component("DiffDrive", "drive", properties={**wheels, **limits}, topic=one.text("topic", default="cmd_vel")),
        Component(
            "WheelOdometry",
            "wheel_odometry",
            rate_hz=rate if rate > 0 else None,
            properties=wheels,
            topic=one.text("odom_topic", default="odom"),
        ),
    ]


def _ackermann(one: Declaration) -> list[Component] | str:
    sides = ("left", "right")
    steering = [name for side in sides for name in one.texts(f"{side}_steering_joint")]
    # Gazebo's older plugin names the wheels by their places. Wheels that are steered do not measure the way.
    rear = [one.texts(f"rear_{side}_joint") for side in sides]
    driven = rear if all(rear) else [one.texts(f"{side}_joint") for side in sides]
    if not all(driven):
        return "it names no wheels (left_joint, right_joint)"
    if not steering:
        return "it names no steering (left_steering_joint, right_steering_joint)"
    wheels: dict[str, Any] = {
        "LeftWheels": ", ".join(driven[0]),
        "RightWheels": ", ".join(driven[1]),
        "WheelSeparation": one.number("wheel_separation", default=0.0),
        "WheelRadius": one.number("wheel_radius", default=0.0),
    }
    limit = one.number("steering_limit", "max_steer", default=0.0)
    drive = {
        **wheels,
        "SteeringJoints": ", ".join(steering),
        "WheelBase": one.number("wheel_base", default=0.0),
        "SteeringLimit": min(limit, 1.5),
    }
    acceleration = one.number("max_acceleration", default=0.0)
    if acceleration > 0:
        drive["LinearAcceleration"] = acceleration
    rate = one.number("odom_publish_frequency", "update_rate", default=0.0)
    return [
        Component("AckermannDrive", "drive", properties=drive, topic=one.text("topic", default="cmd_vel")),
        Component(
            "WheelOdometry",
            "wheel_odometry",
            rate_hz=rate if rate > 0 else None,
            properties=wheels,
            topic=one.text("odom_topic", default="odom"),
        ),
    ]


def _mecanum(one: Declaration) -> list[Component] | str:
    places = ("front_left", "front_right", "back_left", "back_right")
    wheels = [one.texts(f"{place}_joint") for place in places]
    if not all(wheels):
        return "it names no wheels (front_left_joint, front_right_joint, back_left_joint, back_right_joint)"
    properties: dict[str, Any] = {
        "Wheels": ", ".join(name for names in wheels for name in names),
        "WheelBase": one.number("wheelbase", default=0.0),
        "WheelSeparation": one.number("wheel_separation", default=0.0),
        "WheelRadius": one.number("wheel_radius", default=0.0),
    }
    acceleration = one.number("max_acceleration", default=0.0)
    limits = {"LinearAcceleration": acceleration, "AngularAcceleration": acceleration} if acceleration > 0 else {}
    rate = one.number("odom_publish_frequency", default=0.0)
    topic = one.text("topic", default="cmd_vel")
    return [
        Component("OmniDrive", "drive", properties={**properties, **limits}, topic=topic),
        Component(
            "WheelOdometry",
            "wheel_odometry",
            rate_hz=rate if rate > 0 else None,
            properties=properties,
            topic=one.text("odom_topic", default="odom"),
        ),
    ]


def _states(one: Declaration) -> list[Component]:
    joints = one.texts("joint_name")
    properties = {"Joints": ", ".join(joints)} if joints else {}
    rate = one.number("update_rate", default=0.0)
    return [
        Component("JointPositions", "joint_states", None, level="states", rate_hz=rate or None, properties=properties)
    ]


def _controller(one: Declaration, command: str = "Position") -> list[Component]:
    joints = one.texts("joint_name")
    properties: dict[str, Any] = {"Joints": ", ".join(joints)} if joints else {}
    if command != "Position":
        properties["Command"] = command
    name = f"{joints[0]}_controller" if len(joints) == 1 else "joint_controller"
    return [Component("JointController", name, properties=properties, topic=one.text("topic") or None)]


def _control(one: Declaration) -> list[Component] | str:
    """The controllers of the joints of a <ros2_control> or <transmission>: one for each kind of command."""
    kinds: dict[str, list[str]] = {}
    for joint in one.xml.findall("joint"):
        name = joint.get("name") or ""
        given = [found.get("name") or "" for found in joint.findall("command_interface")]
        given += [(found.text or "").strip() for found in joint.findall("hardwareInterface")]
        words = " ".join(given).lower()
        # The first that a joint has: position, then velocity, then effort.
        kind = next((kind for kind in ("position", "velocity", "effort", "motors") if kind in words), None)
        if kind and name:
            kinds.setdefault(kind, []).append(name)
    if not kinds:
        return "its joints have no command interfaces"
    components = []
    for kind, joints in kinds.items():
        properties: dict[str, Any] = {"Joints": ", ".join(joints)}
        if kind == "velocity":
            properties["Command"] = "Velocity"
        level = kind if kind in ("effort", "motors") else None
        base = {"transmission": one.name, "actuator": "actuators"}.get(one.element, "controller")
        name = kind if kind == "motors" else f"{kind}_{base}"
        components.append(Component("JointController", name, level=level, properties=properties))
    if one.element == "ros2_control":
        components.append(Component("JointPositions", "joint_states", level="states"))
    return components


#: Plugins by the last part of the name of a system, or by the name of a library.
PLUGINS: list[tuple[tuple[str, ...], Any]] = [
    (
        (
            "DiffDrive",
            "gz-sim-diff-drive-system",
            "libgazebo_ros_diff_drive.so",
            "libgazebo_ros_skid_steer_drive.so",
        ),
        _drive,
    ),
    (
        ("AckermannSteering", "gz-sim-ackermann-steering-system", "libgazebo_ros_ackermann_drive.so"),
        _ackermann,
    ),
    (("MecanumDrive", "gz-sim-mecanum-drive-system"), _mecanum),
    (("JointStatePublisher", "libgazebo_ros_joint_state_publisher.so"), _states),
    (("JointPositionController", "JointTrajectoryController", "libgazebo_ros_joint_pose_trajectory.so"), _controller),
    (("JointController",), lambda one: _controller(one, "Velocity")),
    (
        (
            "GazeboSimROS2ControlPlugin",
            "libgazebo_ros2_control.so",
            "libgazebo_ros_control.so",
            "libgz_ros2_control-system.so",
        ),
        "its joints are declared by <ros2_control> or <transmission>",
    ),
    (
        (
            "Imu",
            "Sensors",
            "Contact",
            "NavSat",
            "Magnetometer",
            "Altimeter",
            "AirPressure",
            "ForceTorque",
            "SceneBroadcaster",
        ),
        "sensors need no plugin here",
    ),
    (
        (
            "libgazebo_ros_imu_sensor.so",
            "libgazebo_ros_ray_sensor.so",
            "libgazebo_ros_laser.so",
            "libgazebo_ros_gpu_laser.so",
            "libgazebo_ros_camera.so",
            "libgazebo_ros_gps_sensor.so",
        ),
        "its sensor is read without it",
    ),
    (("PosePublisher", "OdometryPublisher", "libgazebo_ros_p3d.so"), lambda one: [Component("Pose", "pose")]),
]


def _distinct(name: str, taken: set[str]) -> str:
    base = re.sub(r"[^A-Za-z0-9_]", "_", name) or "component"
    found, number = base, 2
    while found in taken:
        found, number = f"{base}_{number}", number + 1
    taken.add(found)
    return found


__all__ = ["Component", "Mapped", "RobotFileError", "mapped"]
