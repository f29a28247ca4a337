"""Base class of sensor bricks. They are evaluated when they are read: once in a tick, and again in each service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.host import scene_state

if TYPE_CHECKING:
    from morse.host.scene.node import SceneNode

#: States of a sensor, with the numbers of the game engine.
KX_SENSOR_INACTIVE = 0
KX_SENSOR_JUST_ACTIVATED = 1
KX_SENSOR_ACTIVE = 2
KX_SENSOR_JUST_DEACTIVATED = 3


class SensorBrick:
    """A sensor of an object. Changes are relative to the previous tick in which it was read."""

    #: Whether it is evaluated again in each service. Sensors that compare with earlier values are evaluated once in a
    #: tick.
    _rereads = True

    def __init__(self, owner: SceneNode, name: str) -> None:
        self.owner = owner
        self.name = name
        #: Whether ``positive`` is inverted.
        self.invert = False
        self._positive = False
        self._was_positive = False
        #: Simulated time [s] and service call of the last evaluation.
        self._read_at = (-1.0, 0)

    def __repr__(self) -> str:
        return self.name

    @property
    def positive(self) -> bool:
        """Whether the condition of the sensor holds."""
        self._read()
        return self._positive

    @property
    def triggered(self) -> bool:
        """Whether ``positive`` has changed since the previous tick in which it was read."""
        self._read()
        return self._positive != self._was_positive

    @property
    def status(self) -> int:
        """KX_SENSOR_INACTIVE, …_JUST_ACTIVATED, …_ACTIVE or …_JUST_DEACTIVATED."""
        if self.triggered:
            return KX_SENSOR_JUST_ACTIVATED if self._positive else KX_SENSOR_JUST_DEACTIVATED
        return KX_SENSOR_ACTIVE if self._positive else KX_SENSOR_INACTIVE

    def reset(self) -> None:
        """Discard its state."""
        self._positive = self._was_positive = False
        self._read_at = (-1.0, 0)

    def _read(self) -> None:
        moment = scene_state.moment() if self._rereads else (scene_state.time_s, 0)
        if self._read_at != moment:
            if self._read_at[0] != moment[0]:
                self._was_positive = self._positive
            self._read_at = moment
            self._positive = self._evaluate() != self.invert

    def _evaluate(self) -> bool:
        raise NotImplementedError

    def __setattr__(self, name: str, value: object) -> None:
        is_setting = not name.startswith("_") and "_read_at" in self.__dict__
        # A misspelled setting would silently have no effect.
        if is_setting and not hasattr(type(self), name) and name not in self.__dict__:
            raise AttributeError(f"a {type(self).__name__} has no setting {name!r}")
        object.__setattr__(self, name, value)
        if is_setting:
            # Evaluates again in this tick.
            self._read_at = (self._read_at[0], -1)
