"""What all sensor bricks share: they are evaluated when they are read, once in a tick, and anew in each service."""

from typing import Any

from morse.host import scene_state

#: States of a sensor, with the numbers of the game engine.
KX_SENSOR_INACTIVE = 0
KX_SENSOR_JUST_ACTIVATED = 1
KX_SENSOR_ACTIVE = 2
KX_SENSOR_JUST_DEACTIVATED = 3


class SensorBrick:
    """A sensor of an object. Changes count from one tick in which it is read to the next one."""

    #: Whether it is evaluated anew in a service. What compares with what was before is evaluated once in a tick.
    _rereads = True

    def __init__(self, owner: Any, name: str) -> None:
        self.owner = owner
        self.name = name
        #: Whether it is positive while it would be negative, and the other way round.
        self.invert = False
        self._positive = False
        self._was_positive = False
        #: The tick and the call of a service in which it was read.
        self._read_at = (-1.0, 0)

    def __repr__(self) -> str:
        return self.name

    @property
    def positive(self) -> bool:
        """Whether what it looks for is there."""
        self._read()
        return self._positive

    @property
    def triggered(self) -> bool:
        """Whether ``positive`` changed since the tick in which it was read before."""
        self._read()
        return self._positive != self._was_positive

    @property
    def status(self) -> int:
        """``positive`` and ``triggered`` in one number: KX_SENSOR_INACTIVE, …_JUST_ACTIVATED, …_ACTIVE or …_JUST_DEACTIVATED."""
        if self.triggered:
            return KX_SENSOR_JUST_ACTIVATED if self._positive else KX_SENSOR_JUST_DEACTIVATED
        return KX_SENSOR_ACTIVE if self._positive else KX_SENSOR_INACTIVE

    def reset(self) -> None:
        """Forget what it has read."""
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

    def __setattr__(self, name: str, value: Any) -> None:
        is_setting = not name.startswith("_") and "_read_at" in self.__dict__
        # A misspelt setting would have no effect, and nobody would be told.
        if is_setting and not hasattr(type(self), name) and name not in self.__dict__:
            raise AttributeError(f"a {type(self).__name__} has no setting {name!r}")
        object.__setattr__(self, name, value)
        if is_setting:
            # It counts in this tick already.
            self._read_at = (self._read_at[0], -1)
