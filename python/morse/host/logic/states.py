"""Sensors of states: always, properties, keys, joysticks and messages."""

from typing import Any, List

from morse.host import scene_state
from morse.host.logic.devices import JOYSTICKS, joystick, pressed_keys
from morse.host.logic.sensor import SensorBrick

#: How a property is compared.
COMPARISONS = ("equal", "notequal", "interval", "changed", "lessthan", "greaterthan")


class AlwaysSensor(SensorBrick):
    """Is always positive."""

    def _evaluate(self) -> bool:
        return True


class PropertySensor(SensorBrick):
    """Compares a property of the object: ``mode`` is one of equal, notequal, interval, changed, lessthan, greaterthan."""

    _rereads = False

    def __init__(self, owner: Any, name: str, prop: str, mode: str, value: Any, minimum: Any, maximum: Any) -> None:
        if mode not in COMPARISONS:
            raise ValueError(f"mode is one of {', '.join(COMPARISONS)}, not {mode!r}")
        self.propName, self.mode, self.value, self.min, self.max = prop, mode, value, minimum, maximum
        self._before: Any = None
        super().__init__(owner, name)

    def _evaluate(self) -> bool:
        now = self.owner.get(self.propName)
        before, self._before = self._before, now
        if self.mode == "changed":
            return now != before
        if now is None:
            return False
        if self.mode == "equal":
            return now == self.value
        if self.mode == "notequal":
            return now != self.value
        if self.mode == "interval":
            return self.min <= now <= self.max
        return now < self.value if self.mode == "lessthan" else now > self.value


class KeyboardSensor(SensorBrick):
    """Is positive while a key is pressed: one of ``blenderapi``, such as UPARROWKEY; with ``useAllKeys``, any key."""

    def __init__(self, owner: Any, name: str, key: int, all_keys: bool) -> None:
        self.key, self.useAllKeys = key, bool(all_keys)
        super().__init__(owner, name)

    @property
    def events(self) -> List[Any]:
        """The pressed keys, each with its state."""
        return [[key, 2] for key in sorted(pressed_keys())]

    def getKeyStatus(self, key: int) -> int:
        """2 for a pressed key, 0 for others."""
        return 2 if key in pressed_keys() else 0

    def _evaluate(self) -> bool:
        pressed = pressed_keys()
        return bool(pressed) if self.useAllKeys else self.key in pressed


class JoystickSensor(SensorBrick):
    """Is positive while an axis of a joystick is farther from its middle than ``threshold``, 0 to 1."""

    def __init__(self, owner: Any, name: str, index: int, axis: int, threshold: float) -> None:
        if not 0 <= index < JOYSTICKS:
            raise ValueError(f"the index of a joystick is 0 to {JOYSTICKS - 1}, not {index!r}")
        self.index, self.axis, self.threshold = index, axis, threshold
        super().__init__(owner, name)

    @property
    def axisValues(self) -> List[float]:
        """The positions of all axes, -1 to 1."""
        stick = joystick(self.index)
        return [] if stick is None else stick.axisValues

    @property
    def axisSingle(self) -> float:
        """The position of its axis, -1 to 1."""
        values = self.axisValues
        return values[self.axis] if self.axis < len(values) else 0.0

    @property
    def numAxis(self) -> int:
        """The number of axes."""
        return len(self.axisValues)

    @property
    def connected(self) -> bool:
        """Whether an axis of the joystick has moved."""
        return joystick(self.index) is not None

    def _evaluate(self) -> bool:
        return abs(self.axisSingle) > self.threshold


class MessageSensor(SensorBrick):
    """Is positive in the tick after one in which messages with its subject were sent to its object; any subject if empty."""

    _rereads = False

    def __init__(self, owner: Any, name: str, subject: str) -> None:
        self.subject = subject
        self._bodies: List[str] = []
        self._subjects: List[str] = []
        super().__init__(owner, name)

    @property
    def bodies(self) -> List[str]:
        """The texts of the messages."""
        self._read()
        return self._bodies

    @property
    def subjects(self) -> List[str]:
        """Their subjects."""
        self._read()
        return self._subjects

    @property
    def frameMessageCount(self) -> int:
        """The number of messages."""
        return len(self.bodies)

    def _evaluate(self) -> bool:
        now, own = scene_state.time_s, self.owner.name
        meant = [
            message
            for message in scene_state.messages
            if message.sent_s != now and message.to in ("", own) and self.subject in ("", message.subject)
        ]
        unread = [message for message in meant if id(self) not in message.read_by]
        for message in unread:
            message.read_by.add(id(self))
        self._bodies = [message.body for message in unread]
        self._subjects = [message.subject for message in unread]
        return bool(unread)
