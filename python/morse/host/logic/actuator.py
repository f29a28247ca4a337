"""Actuator bricks: what moves an object, or sends messages, while it is active."""

from typing import Any, Dict, Optional

from morse.core.mathutils import Vector
from morse.host import scene_state
from morse.host.logic.message import send
from morse.host.values import vector
from morse.host.without_effect import without_effect

#: The settings of a motion, each with the one that says whether it is along the own axes of the object.
_MOTIONS = {
    "dLoc": "useLocalDLoc",
    "dRot": "useLocalDRot",
    "force": "useLocalForce",
    "torque": "useLocalTorque",
    "linV": "useLocalLinV",
    "angV": "useLocalAngV",
}


class ActuatorBrick:
    """An actuator of an object. While it is active, it acts once in each tick in which components of its process act."""

    def __init__(self, owner: Any, name: str) -> None:
        self.owner = owner
        self.name = name
        #: The tick in which it acted last.
        self._acted_s: Optional[float] = None

    def __repr__(self) -> str:
        return self.name

    @property
    def active(self) -> bool:
        """Whether it acts."""
        return (self.owner.name, self.name) in scene_state.active_bricks

    def activate(self) -> None:
        """Act now, and in the ticks that follow."""
        scene_state.active_bricks[self.owner.name, self.name] = self
        self.act_once()

    def deactivate(self) -> None:
        """Act no more."""
        scene_state.active_bricks.pop((self.owner.name, self.name), None)

    def act_once(self) -> None:
        """Act, if it has not in this tick."""
        if self._acted_s != scene_state.time_s:
            self._acted_s = scene_state.time_s
            self._act()

    def _act(self) -> None:
        raise NotImplementedError


class MotionActuator(ActuatorBrick):
    """Moves its object. Displacements are for each tick [m, rad], velocities and forces hold in it [m/s, rad/s, N, N m]."""

    def __init__(self, owner: Any, name: str, motions: Dict[str, Any], local: bool) -> None:
        super().__init__(owner, name)
        unknown = sorted(set(motions) - set(_MOTIONS))
        if unknown:
            raise ValueError(f"a motion has {', '.join(_MOTIONS)}, and no {', '.join(unknown)}")
        self.__dict__.update((which, Vector(vector(motions.get(which, (0, 0, 0))))) for which in _MOTIONS)
        self.__dict__.update((flag, bool(local)) for flag in _MOTIONS.values())

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _MOTIONS:
            value = Vector(vector(value))
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
    """Sends a message: to the object ``propName``, or to all if that is empty."""

    def __init__(self, owner: Any, name: str, subject: str, body: str, to: str) -> None:
        super().__init__(owner, name)
        self.subject, self.body, self.propName = subject, body, to

    def _act(self) -> None:
        send(self.subject, self.body, self.propName)


class SilentActuator(ActuatorBrick):
    """One that has no effect here, such as a sound; it says so once."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_, **__: self._act()

    def _act(self) -> None:
        without_effect(f"the actuator {self.name} of {self.owner.name}")


def act_all() -> None:
    """Let all active actuators act, if they have not in this tick."""
    for brick in list(scene_state.active_bricks.values()):
        brick.act_once()
