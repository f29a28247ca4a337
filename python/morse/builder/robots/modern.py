"""Builder classes of our robots from URDF files, whose joints JointController, JointGripper and the drives move."""

from __future__ import annotations

from morse.builder.morsebuilder import Robot

__all__ = [
    "CameraDrone",
    "Humanoid",
    "MobileManipulator",
    "OmniBase",
    "Quadruped",
    "SixAxisArm",
    "SmallArm",
    "SmallCar",
    "SmallRover",
]

_ARM = "base_yaw, shoulder, elbow, forearm_roll, wrist_pitch, wrist_roll"
_GRIPPER = "left_finger_slide"
_CORNERS = ("front_left", "front_right", "back_left", "back_right")
_LEG = ("hip_yaw", "hip_roll", "hip_pitch", "knee", "ankle_pitch", "ankle_roll")
_HUMAN_ARM = ("shoulder_pitch", "shoulder_roll", "shoulder_yaw", "elbow", "wrist_yaw")


def _both(names: tuple[str, ...]) -> str:
    """The joints of the left and of the right side."""
    return ", ".join(f"{side}_{name}" for side in ("left", "right") for name in names)


class SmallArm(Robot):
    """An arm of two joints and a finger that slides, on a foot that stands still: an example of a file of your own."""

    def __init__(self, name: str | None = None) -> None:
        Robot.__init__(self, "small_arm", name)


class SmallRover(Robot):
    """A rover with two driven wheels, a caster, a lidar and a camera: ``drive.properties(**SmallRover.WHEELS)``."""

    #: Properties of DiffDrive and WheelOdometry.
    WHEELS = {"LeftWheels": "left_wheel_joint", "RightWheels": "right_wheel_joint"}

    def __init__(self, name: str | None = None) -> None:
        Robot.__init__(self, "small_rover", name)


class SmallCar(Robot):
    """A car with Ackermann steering: ``drive.properties(**SmallCar.WHEELS, **SmallCar.STEERING)``."""

    #: Properties of AckermannDrive and WheelOdometry: the driven wheels, which do not steer.
    WHEELS = {"LeftWheels": "rear_left_wheel", "RightWheels": "rear_right_wheel"}
    #: Properties of AckermannDrive.
    STEERING = {"SteeringJoints": "front_left_steering, front_right_steering"}

    def __init__(self, name: str | None = None) -> None:
        Robot.__init__(self, "small_car", name)


class SixAxisArm(Robot):
    """An arm with six axes and a parallel gripper, on a foot that stands still."""

    #: Properties of JointController and JointGripper.
    ARM, GRIPPER = {"Joints": _ARM}, {"Joints": _GRIPPER}

    def __init__(self, name: str | None = None) -> None:
        Robot.__init__(self, "six_axis_arm", name)


class MobileManipulator(Robot):
    """A differential drive with a lidar, a six-axis arm and a parallel gripper."""

    #: Properties of DiffDrive and WheelOdometry.
    WHEELS = {"LeftWheels": "left_wheel_joint", "RightWheels": "right_wheel_joint"}
    #: Properties of JointController and JointGripper.
    ARM, GRIPPER = {"Joints": _ARM}, {"Joints": _GRIPPER}

    def __init__(self, name: str | None = None) -> None:
        Robot.__init__(self, "mobile_manipulator", name)


class OmniBase(Robot):
    """A base on four mecanum wheels with two lidars: ``drive.properties(**OmniBase.WHEELS)``."""

    #: Properties of OmniDrive and WheelOdometry.
    WHEELS = {"Wheels": ", ".join(f"{place}_wheel_joint" for place in _CORNERS)}

    def __init__(self, name: str | None = None) -> None:
        Robot.__init__(self, "omni_base", name)


class Quadruped(Robot):
    """A robot with four legs of three joints each. It stands at position zero of all joints."""

    def __init__(self, name: str | None = None) -> None:
        Robot.__init__(self, "quadruped", name)


class CameraDrone(Robot):
    """A drone with four rotors and a camera on a gimbal: RotorcraftVelocity and its siblings fly it."""

    #: Properties of a JointController for the gimbal.
    GIMBAL = {"Joints": "gimbal_yaw, gimbal_roll, gimbal_pitch"}

    def __init__(self, name: str | None = None) -> None:
        Robot.__init__(self, "camera_drone", name)


class Humanoid(Robot):
    """A humanoid robot with 25 joints. It stands at position zero of all joints, with slightly bent knees."""

    #: Properties of a JointController for parts of the body.
    LEGS, ARMS = {"Joints": _both(_LEG)}, {"Joints": _both(_HUMAN_ARM)}
    HEAD = {"Joints": "head_yaw, head_pitch"}

    def __init__(self, name: str | None = None) -> None:
        Robot.__init__(self, "humanoid", name)
