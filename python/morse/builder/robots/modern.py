"""Builder classes of our robots from URDF files, whose joints JointController, JointGripper and the drives move."""

from __future__ import annotations

from morse.builder.morsebuilder import Robot

__all__ = ["MobileManipulator", "Quadruped", "SixAxisArm", "SmallArm", "SmallCar", "SmallRover"]

_ARM = "base_yaw, shoulder, elbow, forearm_roll, wrist_pitch, wrist_roll"
_GRIPPER = "left_finger_slide"


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


class Quadruped(Robot):
    """A robot with four legs of three joints each. It stands at position zero of all joints."""

    def __init__(self, name: str | None = None) -> None:
        Robot.__init__(self, "quadruped", name)
