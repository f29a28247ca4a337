"""The bases of robots on wheels. The simulator has the wheels, which properties of the robot name: ``WheelFLName`` and others."""

from morse.core.builtin import BuiltIn, builtin_class
from morse.host.channel import simulator


class PhysicsWheelRobot(BuiltIn):
    """A robot on wheels; derive from PhysicsDifferentialRobot or PhysicsAckermannRobot."""

    def apply_vw_wheels(self, vx: float, vw: float) -> None:
        """Drive with a forward speed and a turn rate, positive to the left, until the next command. [m/s, rad/s]"""
        simulator().do("wheels", robot=self.name(), v=float(vx), w=float(vw))

    def steer(self, angle: float, engine: float, brake: float = 0.0) -> None:
        """Steer, drive and brake a car such as the Hummer, until the next command. [rad]"""
        simulator().do("steer", robot=self.name(), steering=float(angle), engine=float(engine), brake=float(brake))


class PhysicsDifferentialRobot(PhysicsWheelRobot, builtin_class("morse.core.wheeled_robot.PhysicsDifferentialRobot")):  # type: ignore[misc]
    """Turns by the difference between the speeds of its sides."""


class PhysicsAckermannRobot(PhysicsWheelRobot, builtin_class("morse.core.wheeled_robot.PhysicsAckermannRobot")):  # type: ignore[misc]
    """Steers with its front wheels, and drives with its rear ones."""
