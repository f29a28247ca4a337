"""Velocities, forces and dynamics of nodes of the scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.core.mathutils import Vector
from morse.host.channel import simulator
from morse.host.scene.constraints import physics_id
from morse.host.scene.node_pose import Live, NodePose
from morse.host.values import vector

if TYPE_CHECKING:
    from morse.host.types import Numbers


class NodeBody(NodePose):
    """Reads the velocities of a node, and moves it."""

    __slots__ = ()

    def getLinearVelocity(self, local: bool = False) -> Vector:
        """Linear velocity. [m/s]"""
        return self._in_frame(simulator().ask("velocity", node=self.name)[0], local)

    def getAngularVelocity(self, local: bool = False) -> Vector:
        """Angular velocity. [rad/s]"""
        return self._in_frame(simulator().ask("velocity", node=self.name)[1], local)

    def _in_frame(self, value: Numbers, local: bool) -> Vector:
        return self.worldOrientation.transposed() @ Vector(value) if local else Vector(value)

    def setLinearVelocity(self, velocity: Numbers, local: bool = False) -> None:
        """Set the linear velocity. [m/s]"""
        simulator().do("linear_velocity", node=self.name, value=vector(velocity), local=bool(local))

    def setAngularVelocity(self, velocity: Numbers, local: bool = False) -> None:
        """Set the angular velocity. [rad/s]"""
        simulator().do("angular_velocity", node=self.name, value=vector(velocity), local=bool(local))

    @property
    def worldLinearVelocity(self) -> Vector:
        """Linear velocity along the axes of the world. [m/s]"""
        return Live(self.getLinearVelocity(), self, "worldLinearVelocity")

    @worldLinearVelocity.setter
    def worldLinearVelocity(self, value: Numbers) -> None:
        self.setLinearVelocity(value)

    @property
    def localLinearVelocity(self) -> Vector:
        """Linear velocity along its own axes. [m/s]"""
        return Live(self.getLinearVelocity(True), self, "localLinearVelocity")

    @localLinearVelocity.setter
    def localLinearVelocity(self, value: Numbers) -> None:
        self.setLinearVelocity(value, True)

    @property
    def worldAngularVelocity(self) -> Vector:
        """Angular velocity about the axes of the world. [rad/s]"""
        return Live(self.getAngularVelocity(), self, "worldAngularVelocity")

    @worldAngularVelocity.setter
    def worldAngularVelocity(self, value: Numbers) -> None:
        self.setAngularVelocity(value)

    @property
    def localAngularVelocity(self) -> Vector:
        """Angular velocity about its own axes. [rad/s]"""
        return Live(self.getAngularVelocity(True), self, "localAngularVelocity")

    @localAngularVelocity.setter
    def localAngularVelocity(self, value: Numbers) -> None:
        self.setAngularVelocity(value, True)

    def applyForce(self, force: Numbers, local: bool = False) -> None:
        """Apply a force at its center of mass during the next tick. [N]"""
        simulator().do("force", node=self.name, value=vector(force), local=bool(local))

    def applyTorque(self, torque: Numbers, local: bool = False) -> None:
        """Apply a torque during the next tick. [N m]"""
        simulator().do("torque", node=self.name, value=vector(torque), local=bool(local))

    @property
    def mass(self) -> float:
        """Mass of a dynamic body. [kg]"""
        mass: float = self._facts()["mass"]
        return mass

    def getPhysicsId(self) -> int:
        """Number of its body, for constraints; 0 for an object without a body."""
        return physics_id(self.name) if self._facts()["has_body"] else 0

    def suspendDynamics(self, ghost: bool = False) -> None:
        """Make its body fixed."""
        simulator().do("dynamics", node=self.name, moved=False)

    def restoreDynamics(self) -> None:
        """Make its body dynamic again."""
        simulator().do("dynamics", node=self.name, moved=True)
