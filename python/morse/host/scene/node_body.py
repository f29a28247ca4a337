"""Velocities, forces and dynamics of nodes of the scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.core.mathutils import Vector
from morse.host.channel import simulator
from morse.host.scene.constraints import physics_id
from morse.host.scene.live import Live
from morse.host.scene.node_pose import NodePose
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
        return Live(self.getLinearVelocity, self, "worldLinearVelocity")

    @worldLinearVelocity.setter
    def worldLinearVelocity(self, value: Numbers) -> None:
        self.setLinearVelocity(value)

    @property
    def localLinearVelocity(self) -> Vector:
        """Linear velocity along its own axes. [m/s]"""
        return Live(lambda: self.getLinearVelocity(True), self, "localLinearVelocity")

    @localLinearVelocity.setter
    def localLinearVelocity(self, value: Numbers) -> None:
        self.setLinearVelocity(value, True)

    @property
    def worldAngularVelocity(self) -> Vector:
        """Angular velocity about the axes of the world. [rad/s]"""
        return Live(self.getAngularVelocity, self, "worldAngularVelocity")

    @worldAngularVelocity.setter
    def worldAngularVelocity(self, value: Numbers) -> None:
        self.setAngularVelocity(value)

    @property
    def localAngularVelocity(self) -> Vector:
        """Angular velocity about its own axes. [rad/s]"""
        return Live(lambda: self.getAngularVelocity(True), self, "localAngularVelocity")

    @localAngularVelocity.setter
    def localAngularVelocity(self, value: Numbers) -> None:
        self.setAngularVelocity(value, True)

    def applyForce(self, force: Numbers, local: bool = False) -> None:
        """Apply a force at its center of mass during the next tick. [N]"""
        simulator().do("force", node=self.name, value=vector(force), local=bool(local))

    def applyTorque(self, torque: Numbers, local: bool = False) -> None:
        """Apply a torque during the next tick. [N m]"""
        simulator().do("torque", node=self.name, value=vector(torque), local=bool(local))

    def applyImpulse(self, point: Numbers, impulse: Numbers, local: bool = False) -> None:
        """Change its velocities at once by an impulse [N s] at a point of the world [m].

        With ``local``, the impulse is along its own axes, and the point is relative to it along its own axes.
        """
        simulator().do("impulse", node=self.name, point=vector(point), value=vector(impulse), local=bool(local))

    def getReactionForce(self) -> Vector:
        """Always zero, as in the game engine."""
        return Vector()

    def getVelocity(self, point: Numbers = (0.0, 0.0, 0.0)) -> Vector:
        """Velocity of a point that moves with it; the point is relative to it along the axes of the world. [m/s]"""
        linear, angular = simulator().ask("velocity", node=self.name)
        return Vector(linear) + Vector(angular).cross(Vector(point))

    @property
    def linearVelocity(self) -> Vector:
        """Read along its own axes, set along those of the world, as in the game engine. [m/s]"""
        return Live(lambda: self.getLinearVelocity(True), self, "linearVelocity")

    @linearVelocity.setter
    def linearVelocity(self, value: Numbers) -> None:
        self.setLinearVelocity(value)

    @property
    def angularVelocity(self) -> Vector:
        """Read about its own axes, set about those of the world, as in the game engine. [rad/s]"""
        return Live(lambda: self.getAngularVelocity(True), self, "angularVelocity")

    @angularVelocity.setter
    def angularVelocity(self, value: Numbers) -> None:
        self.setAngularVelocity(value)

    def setDamping(self, linear_damping: float, angular_damping: float) -> None:
        """Set the shares of its linear and angular velocity that it loses in a second: 0 to 1."""
        self._damp([float(linear_damping), float(angular_damping)])

    @property
    def linearDamping(self) -> float:
        """Share of its linear velocity that it loses in a second: 0 to 1."""
        return self._damping()[0]

    @linearDamping.setter
    def linearDamping(self, value: float) -> None:
        self._damp([float(value), None])

    @property
    def angularDamping(self) -> float:
        """Share of its angular velocity that it loses in a second: 0 to 1."""
        return self._damping()[1]

    @angularDamping.setter
    def angularDamping(self, value: float) -> None:
        self._damp([None, float(value)])

    def _damping(self) -> list[float]:
        damping: list[float] = self._facts()["damping"]
        return damping

    def _damp(self, damping: list[float | None]) -> None:
        if not all(value is None or 0.0 <= value <= 1.0 for value in damping):
            raise ValueError(f"a damping is 0 to 1, the share of a velocity that is lost in a second, not {damping!r}")
        simulator().do("damping", node=self.name, linear=damping[0], angular=damping[1])

    @property
    def linVelocityMin(self) -> float:
        """Smallest speed while it moves; 0 for no limit. [m/s]"""
        return self._limit("linear_min")

    @linVelocityMin.setter
    def linVelocityMin(self, value: float) -> None:
        self._set_limit("linear_min", value)

    @property
    def linVelocityMax(self) -> float:
        """Largest speed; 0 for no limit. [m/s]"""
        return self._limit("linear_max")

    @linVelocityMax.setter
    def linVelocityMax(self, value: float) -> None:
        self._set_limit("linear_max", value)

    @property
    def angularVelocityMin(self) -> float:
        """Smallest turn rate while it turns; 0 for no limit. [rad/s]"""
        return self._limit("angular_min")

    @angularVelocityMin.setter
    def angularVelocityMin(self, value: float) -> None:
        self._set_limit("angular_min", value)

    @property
    def angularVelocityMax(self) -> float:
        """Largest turn rate; 0 for no limit. [rad/s]"""
        return self._limit("angular_max")

    @angularVelocityMax.setter
    def angularVelocityMax(self, value: float) -> None:
        self._set_limit("angular_max", value)

    def _limit(self, which: str) -> float:
        limit: float = self._facts()["speed_limits"][which]
        return limit

    def _set_limit(self, which: str, value: float) -> None:
        (limit,) = vector((value,), 1)
        if limit < 0.0:
            raise ValueError(f"a limit of a speed is 0, for none, or more, not {value!r}")
        simulator().do("speed_limit", node=self.name, which=which, value=limit)

    @property
    def localInertia(self) -> Vector:
        """Moments of inertia about axes through its center of mass, parallel to its own axes. [kg m²]"""
        return Vector(self._facts()["inertia"])

    @property
    def mass(self) -> float:
        """Mass of a dynamic body. [kg]"""
        mass: float = self._facts()["mass"]
        return mass

    def getPhysicsId(self) -> int:
        """Number of its body, for constraints; 0 for an object without a body."""
        return physics_id(self.name) if self._facts()["has_body"] else 0

    @property
    def isSuspendDynamics(self) -> bool:
        """Whether its dynamics are suspended."""
        suspended: bool = self._facts()["suspended"]
        return suspended

    def suspendDynamics(self, ghost: bool = False) -> None:
        """Make its body fixed."""
        simulator().do("dynamics", node=self.name, moved=False)

    def restoreDynamics(self) -> None:
        """Make its body dynamic again."""
        simulator().do("dynamics", node=self.name, moved=True)
