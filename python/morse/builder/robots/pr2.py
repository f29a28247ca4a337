"""Builder classes of the PR2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any  # for keywords of add_interface, which are passed to those of add_stream

from morse.builder.actuators import Armature, Keyboard, MotionXYW
from morse.builder.catalog.builder_classes import define_builders
from morse.builder.morsebuilder import GroundRobot
from morse.builder.script import arguments
from morse.builder.sensors import ArmaturePose, CompoundSensor, Hokuyo, Odometry, Pose

_CONTROLLER = "morse.middleware.ros.overlays.armatures.ArmatureController"
_JOINTS_OVER_SOCKET = "morse.middleware.sockets.jointstate.PR2JointStatePublisher"
_JOINTS_OVER_ROS = "morse.middleware.ros.jointstate.JointStatePR2Publisher"
_CONTROLLER_STATE = "morse.middleware.ros.jointtrajectorycontrollers.JointTrajectoryControllerStatePublisher"
_TRANSFORM = "morse.middleware.ros.pose.TFPublisher"


class BarePR2(GroundRobot):
    def __init__(self, name: str | None = None) -> None:
        GroundRobot.__init__(self, "pr2", name)

    def set_color(self, color: Sequence[float] = (0.0, 0.0, 0.8)) -> None:  # type: ignore[override]
        """Set the color of the body: red, green, blue, as one sequence; 0 to 1."""
        GroundRobot.set_color(self, *arguments.numbers("set_color", "color", color, 3))
        self.properties(COLOR=", ".join(str(float(part)) for part in color))


class BasePR2(BarePR2):
    def __init__(self, name: str | None = None) -> None:
        BarePR2.__init__(self, name)
        self.torso = Armature("torso", armature_name="torso_armature")
        self.append(self.torso)
        self.head = Armature("head", armature_name="head_armature")
        self.l_arm = Armature("l_arm", armature_name="l_arm_armature")
        self.r_arm = Armature("r_arm", armature_name="r_arm_armature")
        for armature in (self.head, self.l_arm, self.r_arm):
            self.torso.append(armature)
        self.armatures = [self.torso, self.head, self.l_arm, self.r_arm]
        poses = []
        for armature in self.armatures:
            pose = ArmaturePose("pose")
            armature.append(pose)
            poses.append(pose)
        self.torso_pose, self.head_pose, self.l_arm_pose, self.r_arm_pose = poses
        self.joint_state = CompoundSensor(poses, "joint_state")
        self.append(self.joint_state)

    def add_interface(self, interface: str, **kwargs: Any) -> None:
        """Stream all joints as one message and serve the four armatures over a middleware.

        Keywords are options of the stream of the joints. Over ROS 1, each armature has the topics and the action of its
        controller on the real robot: ``/torso_lift_controller``, ``/head_controller``, ``/l_arm_controller`` and
        ``/r_arm_controller``, with ``/state`` and ``/joint_trajectory_action``.
        """
        for armature in self.armatures:
            armature.add_service(interface)
        if interface == "socket":
            self.joint_state.add_stream(interface, _JOINTS_OVER_SOCKET, **kwargs)
        elif interface in ("ros", "ros2"):
            self.joint_state.add_stream(interface, _JOINTS_OVER_ROS, **{"topic": "/joint_states", **kwargs})
        elif interface != "pocolibs" or kwargs:
            # pocolibs has no poster for all joints, so that options of one are an error.
            self.joint_state.add_stream(interface, **kwargs)
        if interface == "ros":
            self.joint_state.add_service(interface)
            self._add_controllers()

    def _add_controllers(self) -> None:
        for armature, pose, controller in (
            (self.torso, self.torso_pose, "/torso_lift_controller"),
            (self.head, self.head_pose, "/head_controller"),
            (self.l_arm, self.l_arm_pose, "/l_arm_controller"),
            (self.r_arm, self.r_arm_pose, "/r_arm_controller"),
        ):
            pose.add_stream("ros", _CONTROLLER_STATE, topic=f"{controller}/state")
            armature.add_overlay("ros", _CONTROLLER, namespace=controller)


class LocalizedPR2(BasePR2):
    def __init__(self, name: str | None = None, with_keyboard: bool = True, show_laser: bool = False) -> None:
        BasePR2.__init__(self, name)
        self.motion = _base_motion(self)
        arguments.flag(type(self).__name__, "show_laser", show_laser)
        if arguments.flag(type(self).__name__, "with_keyboard", with_keyboard):
            _keyboard(self)
        self.pose = Pose("pose")
        self.append(self.pose)

    def add_interface(self, interface: str, **kwargs: Any) -> None:
        """As BasePR2, with the pose and the motion of the base. Over ROS 1, the pose is a transform on ``/tf``."""
        BasePR2.add_interface(self, interface, **kwargs)
        self.pose.add_stream(interface, _TRANSFORM if interface == "ros" else None)
        self.motion.add_stream(interface, **_topic(interface, "/cmd_vel"))


class NavPR2(BasePR2):
    def __init__(self, name: str | None = None, with_keyboard: bool = True, show_laser: bool = False) -> None:
        BasePR2.__init__(self, name)
        self.motion = _base_motion(self)
        arguments.flag(type(self).__name__, "show_laser", show_laser)
        if arguments.flag(type(self).__name__, "with_keyboard", with_keyboard):
            _keyboard(self)
        self.odometry = Odometry("odometry")
        self.append(self.odometry)
        self.base_scan = Hokuyo("base_scan")
        self.base_scan.translate(x=0.275, z=0.252)
        self.base_scan.properties(Visible_arc=bool(show_laser), laser_range=30.0, resolution=1.0, scan_window=180.0)
        self.append(self.base_scan)

    def add_interface(self, interface: str, **kwargs: Any) -> None:
        """As BasePR2, with odometry, laser scanner and motion of the base."""
        BasePR2.add_interface(self, interface, **kwargs)
        self.odometry.add_stream(interface, **_topic(interface, "/odom"))
        self.base_scan.add_stream(interface, **_topic(interface, "/scan"))
        self.motion.add_stream(interface, **_topic(interface, "/cmd_vel"))


def _base_motion(robot: BasePR2) -> MotionXYW:
    motion = MotionXYW("motion")
    motion.properties(ControlType="Position")
    robot.append(motion)
    return motion


def _keyboard(robot: BasePR2) -> None:
    keyboard = Keyboard("keyboard")
    keyboard.properties(ControlType="Position")
    robot.append(keyboard)


def _topic(interface: str, topic: str) -> dict[str, str]:
    return {"topic": topic} if interface in ("ros", "ros2") else {}


define_builders("robots.pr2", globals())
