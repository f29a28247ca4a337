"""Sensors of states: always, properties, keys, joysticks and messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.host import scene_state
from morse.host.logic.devices import JOYSTICKS, joystick, pressed_keys
from morse.host.logic.sensor import SensorBrick

if TYPE_CHECKING:
    from morse.host.scene.node import SceneNode
    from morse.host.types import Value

#: Comparison modes of properties.
COMPARISONS = ("equal", "notequal", "interval", "changed", "lessthan", "greaterthan")


class AlwaysSensor(SensorBrick):
    """Is always positive."""

    def _evaluate(self) -> bool:
        return True


class PropertySensor(SensorBrick):
    """Compares a property of the object. ``mode``: equal, notequal, interval, changed, lessthan or greaterthan."""

    _rereads = False

    def __init__(
        self, owner: SceneNode, name: str, prop: str, mode: str, value: Value, minimum: Value, maximum: Value
    ) -> None:
        if mode not in COMPARISONS:
            raise ValueError(f"mode is one of {', '.join(COMPARISONS)}, not {mode!r}")
        self.propName, self.mode, self.value, self.min, self.max = prop, mode, value, minimum, maximum
        self._before: Value = None
        super().__init__(owner, name)

    def _evaluate(self) -> bool:
        now = self.owner.get(self.propName)
        before, self._before = self._before, now
        if self.mode == "changed":
            return bool(now != before)
        if now is None:
            return False
        if self.mode == "equal":
            return bool(now == self.value)
        if self.mode == "notequal":
            return bool(now != self.value)
        if self.mode == "interval":
            return bool(self.min <= now <= self.max)
        return bool(now < self.value if self.mode == "lessthan" else now > self.value)


class KeyboardSensor(SensorBrick):
    """Is positive while a key of ``blenderapi``, such as UPARROWKEY, is pressed; with ``useAllKeys``, any key."""

    def __init__(self, owner: SceneNode, name: str, key: int, all_keys: bool) -> None:
        self.key, self.useAllKeys = key, bool(all_keys)
        super().__init__(owner, name)

    @property
    def events(self) -> list[list[int]]:
        """The pressed keys, each with its state 2."""
        return [[key, 2] for key in sorted(pressed_keys())]

    def getKeyStatus(self, key: int) -> int:
        """2 for a pressed key, otherwise 0."""
        return 2 if key in pressed_keys() else 0

    def _evaluate(self) -> bool:
        pressed = pressed_keys()
        return bool(pressed) if self.useAllKeys else self.key in pressed


class JoystickSensor(SensorBrick):
    """Is positive while an axis of a joystick is farther than ``threshold`` (0 to 1) from its center."""

    def __init__(self, owner: SceneNode, name: str, index: int, axis: int, threshold: float) -> None:
        if not 0 <= index < JOYSTICKS:
            raise ValueError(f"the index of a joystick is 0 to {JOYSTICKS - 1}, not {index!r}")
        self.index, self.axis, self.threshold = index, axis, threshold
        super().__init__(owner, name)

    @property
    def axisValues(self) -> list[float]:
        """Positions of all axes, -1 to 1; two zeros before one has moved."""
        stick = joystick(self.index)
        return [0.0, 0.0] if stick is None else stick.axisValues

    @property
    def axisSingle(self) -> float:
        """Position of its axis, -1 to 1."""
        values = self.axisValues
        return values[self.axis] if self.axis < len(values) else 0.0

    @property
    def numAxis(self) -> int:
        """Number of axes."""
        return len(self.axisValues)

    @property
    def connected(self) -> bool:
        """Whether an axis of the joystick has moved."""
        return joystick(self.index) is not None

    def _evaluate(self) -> bool:
        return abs(self.axisSingle) > self.threshold


class MessageSensor(SensorBrick):
    """Is positive in the tick after messages to its object with ``subject`` were sent; any subject if empty."""

    _rereads = False

    def __init__(self, owner: SceneNode, name: str, subject: str) -> None:
        self.subject = subject
        self._bodies: list[str] = []
        self._subjects: list[str] = []
        super().__init__(owner, name)

    @property
    def bodies(self) -> list[str]:
        """Bodies of the messages."""
        self._read()
        return self._bodies

    @property
    def subjects(self) -> list[str]:
        """Subjects of the messages."""
        self._read()
        return self._subjects

    @property
    def frameMessageCount(self) -> int:
        """Number of messages."""
        return len(self.bodies)

    def _evaluate(self) -> bool:
        now, own = scene_state.time_s, self.owner.name
        received = [
            message
            for message in scene_state.messages
            if message.sent_s != now and message.to in ("", own) and self.subject in ("", message.subject)
        ]
        unread = [message for message in received if id(self) not in message.read_by]
        for message in unread:
            message.read_by.add(id(self))
        self._bodies = [message.body for message in unread]
        self._subjects = [message.subject for message in unread]
        return bool(unread)
