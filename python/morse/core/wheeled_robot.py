"""The bases of robots on wheels. The simulator has the wheels, which properties of the robot name: ``WheelFLName`` and others."""

from typing import Any

from morse.core.builtin import PhysicsWheelRobot, builtin_class

__all__ = ["PhysicsAckermannRobot", "PhysicsDifferentialRobot", "PhysicsWheelRobot"]

_Differential: Any = builtin_class("morse.core.wheeled_robot.PhysicsDifferentialRobot")
_Ackermann: Any = builtin_class("morse.core.wheeled_robot.PhysicsAckermannRobot")


class PhysicsDifferentialRobot(_Differential):
    """Turns by the difference between the speeds of its sides."""


class PhysicsAckermannRobot(_Ackermann):
    """Steers with its front wheels, and drives with its rear ones."""
