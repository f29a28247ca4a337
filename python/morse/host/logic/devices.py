"""Keys and joysticks of the simulator, with the interface of the game engine."""

from __future__ import annotations

from morse.host import scene_state
from morse.host.channel import simulator

_KEY_NAMES = [f"{letter}KEY" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
_KEY_NAMES += ["LEFTARROWKEY", "DOWNARROWKEY", "RIGHTARROWKEY", "UPARROWKEY"]
_KEY_NAMES += ["LEFTCTRLKEY", "LEFTALTKEY", "LEFTSHIFTKEY"]
_KEY_NAMES += ["SPACEKEY", "RETKEY", "ESCKEY", "LEFTMOUSE", "MIDDLEMOUSE", "RIGHTMOUSE"]
_KEY_NAMES += [f"F{number}KEY" for number in range(1, 13)]
_KEY_NAMES += ["PAGEUPKEY", "PAGEDOWNKEY", "HOMEKEY", "ENDKEY", "INSERTKEY"]
_KEY_NAMES += ["ENTERKEY", "TABKEY", "BACKSPACEKEY", "DELKEY"]
_KEY_NAMES += [f"{number}KEY" for number in "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE".split()]
_KEY_NAMES += [f"PAD{number}" for number in range(10)] + ["RIGHTCTRLKEY", "RIGHTALTKEY", "RIGHTSHIFTKEY"]

#: Numbers of keys. They differ from those of the game engine.
KEYS: dict[str, int] = {name: 1 + number for number, name in enumerate(_KEY_NAMES)}

#: Names of keys by the names of the simulator; letters have regular names.
_NAMES = {
    "Up": "UPARROWKEY",
    "Down": "DOWNARROWKEY",
    "Left": "LEFTARROWKEY",
    "Right": "RIGHTARROWKEY",
    "PageUp": "PAGEUPKEY",
    "PageDown": "PAGEDOWNKEY",
    "Home": "HOMEKEY",
    "End": "ENDKEY",
    "Insert": "INSERTKEY",
    "Space": "SPACEKEY",
    "Enter": "RETKEY",
}

#: Largest number of joysticks.
JOYSTICKS = 8

#: States of a key, with the numbers of the game engine.
KX_INPUT_NONE, KX_INPUT_JUST_ACTIVATED, KX_INPUT_ACTIVE, KX_INPUT_JUST_RELEASED = range(4)


class Devices:
    """State of the devices in the newest tick in which they were read; of keys, also in the tick before it."""

    def __init__(self) -> None:
        self.moment = (-1.0, 0)
        self.keys: set[int] = set()
        self.keys_before: set[int] = set()
        self.axes: dict[int, dict[int, float]] = {}


def _devices() -> Devices:
    known = scene_state.devices
    if known is None:
        known = scene_state.devices = Devices()
    moment = scene_state.moment()
    if known.moment != moment:
        found = simulator().ask("devices")
        if known.moment[0] != moment[0]:
            known.keys_before = known.keys
        known.moment = moment
        known.keys = {KEYS[_NAMES.get(name, f"{name}KEY")] for name in found["keys"]}
        known.axes = {}
        for number, axis, position in found["axes"]:
            known.axes.setdefault(number, {})[axis] = position
    return known


def pressed_keys() -> set[int]:
    """Numbers of the pressed keys."""
    return _devices().keys


class Keyboard:
    """``blenderapi.keyboard()``: keys pressed at the terminal of the simulator or by a client."""

    @property
    def events(self) -> dict[int, int]:
        """State of each key. Changes are relative to the previous tick in which keys were read."""
        return {key: self._state(key) for key in KEYS.values()}

    @property
    def active_events(self) -> dict[int, int]:
        """State of the keys that are pressed or were just released."""
        return {key: state for key, state in self.events.items() if state != KX_INPUT_NONE}

    inputs = events
    active_inputs = active_events

    @property
    def text(self) -> str:
        """Always empty: only keys are read."""
        return ""

    def _state(self, key: int) -> int:
        devices = _devices()
        if key in devices.keys:
            return KX_INPUT_ACTIVE if key in devices.keys_before else KX_INPUT_JUST_ACTIVATED
        return KX_INPUT_JUST_RELEASED if key in devices.keys_before else KX_INPUT_NONE


class Joystick:
    """A joystick of ``blenderapi.joysticks()``. Buttons and hats are not supported."""

    numButtons = 0
    numHats = 0

    def __init__(self, number: int) -> None:
        self._number = number
        self.name = f"joystick {number}"
        self.activeButtons: list[int] = []
        self.hatValues: list[int] = []

    @property
    def axisValues(self) -> list[float]:
        """Positions of its axes, -1 to 1: forward and left are negative."""
        axes = _devices().axes.get(self._number, {})
        return [axes.get(axis, 0.0) for axis in range(max([1, *axes]) + 1)]

    @property
    def numAxis(self) -> int:
        """Number of its axes."""
        return len(self.axisValues)


def joystick(number: int) -> Joystick | None:
    """The joystick of that number; None before one of its axes has moved."""
    return Joystick(number) if number in _devices().axes else None


def joysticks() -> list[Joystick | None]:
    """All joysticks; None for joysticks that have not moved."""
    return [joystick(number) for number in range(JOYSTICKS)]
