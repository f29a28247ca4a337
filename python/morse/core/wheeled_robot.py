"""Base classes of wheeled robots. Properties such as ``WheelFLName`` name the wheels, which the simulator drives."""

from typing import TYPE_CHECKING

from morse.core.builtin import PhysicsWheelRobot, builtin_class

__all__ = ["MorsePhysicsRobot", "PhysicsAckermannRobot", "PhysicsDifferentialRobot", "PhysicsWheelRobot"]

if TYPE_CHECKING:
    # The classes are made from the catalog at run time.
    from morse.core.builtin import PhysicsWheelRobot as _Ackermann
    from morse.core.builtin import PhysicsWheelRobot as _Differential
else:
    _Differential = builtin_class("morse.core.wheeled_robot.PhysicsDifferentialRobot")
    _Ackermann = builtin_class("morse.core.wheeled_robot.PhysicsAckermannRobot")


class PhysicsDifferentialRobot(_Differential):
    """A robot that turns by driving its left and right wheels at different speeds."""


#: The name of MORSE 1.4.
MorsePhysicsRobot = PhysicsDifferentialRobot


class PhysicsAckermannRobot(_Ackermann):
    """A robot that steers with its front wheels and drives with its rear wheels."""
