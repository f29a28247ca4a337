"""Actuator bricks: while active, they move an object or send messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Callable

from morse.core.mathutils import Vector
from morse.host import scene_state
from morse.host.logic.message import send
from morse.host.scene.without_effect import without_effect
from morse.host.values import vector

if TYPE_CHECKING:
    from morse.host.scene.node import SceneNode
    from morse.host.types import Numbers

#: Motions, each with the name of the flag for the frame of the object instead of the world.
_MOTIONS = {
    "dLoc": "useLocalDLoc",
    "dRot": "useLocalDRot",
    "force": "useLocalForce",
    "torque": "useLocalTorque",
    "linV": "useLocalLinV",
    "angV": "useLocalAngV",
}


class ActuatorBrick:
    """An actuator of an object. While active, it acts once in each tick in which components of its host act."""

    def __init__(self, owner: SceneNode, name: str) -> None:
        self.owner = owner
        self.name = name
        #: Simulated time of its last action. [s]
        self._acted_s: float | None = None

    def __repr__(self) -> str:
        return self.name

    @property
    def active(self) -> bool:
        """Whether it is active."""
        return (self.owner.name, self.name) in scene_state.active_bricks

    def activate(self) -> None:
        """Act now and in all following ticks."""
        scene_state.active_bricks[self.owner.name, self.name] = self
        self.act_once()

    def deactivate(self) -> None:
        """Stop to act."""
        scene_state.active_bricks.pop((self.owner.name, self.name), None)

    def act_once(self) -> None:
        """Act, unless it has acted in this tick."""
        if self._acted_s != scene_state.time_s:
            self._acted_s = scene_state.time_s
            self._act()

    def _act(self) -> None:
        raise NotImplementedError


class MotionActuator(ActuatorBrick):
    """Moves its object: displacements per tick [m, rad], velocities [m/s, rad/s], and forces and torques [N, N m]."""

    def __init__(self, owner: SceneNode, name: str, motions: Mapping[str, Numbers], local: bool) -> None:
        super().__init__(owner, name)
        unknown = sorted(set(motions) - set(_MOTIONS))
        if unknown:
            raise ValueError(f"a motion has {', '.join(_MOTIONS)}, and no {', '.join(unknown)}")
        self.__dict__.update((which, Vector(vector(motions.get(which, (0, 0, 0))))) for which in _MOTIONS)
        self.__dict__.update((flag, bool(local)) for flag in _MOTIONS.values())

    def __setattr__(self, name: str, value: object) -> None:
        if name in _MOTIONS:
            value = Vector(vector(value))  # type: ignore[arg-type]  # raises TypeError itself
        elif not name.startswith("_") and name not in ("owner", "name", *_MOTIONS.values()):
            known = ", ".join([*_MOTIONS, *_MOTIONS.values()])
            raise AttributeError(f"a MotionActuator has no setting {name!r}; it has {known}")
        object.__setattr__(self, name, value)

    def _act(self) -> None:
        obj = self.owner
        acts = {
            "dLoc": obj.applyMovement,
            "dRot": obj.applyRotation,
            "force": obj.applyForce,
            "torque": obj.applyTorque,
            "linV": obj.setLinearVelocity,
            "angV": obj.setAngularVelocity,
        }
        for which, act in acts.items():
            value = getattr(self, which)
            if any(value):
                act(value, getattr(self, _MOTIONS[which]))


class MessageActuator(ActuatorBrick):
    """Sends a message to the object ``propName``, or to all objects if it is empty."""

    def __init__(self, owner: SceneNode, name: str, subject: str, body: str, to: str) -> None:
        super().__init__(owner, name)
        self.subject, self.body, self.propName = subject, body, to

    def _act(self) -> None:
        send(self.subject, self.body, self.propName)


class SilentActuator(ActuatorBrick):
    """An actuator without effect, such as a sound. It logs a warning once."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_, **__: self._act()

    def _act(self) -> None:
        without_effect(f"the actuator {self.name} of {self.owner.name}")


def act_all() -> None:
    """Let all active actuators act that have not acted in this tick."""
    for brick in list(scene_state.active_bricks.values()):
        brick.act_once()
