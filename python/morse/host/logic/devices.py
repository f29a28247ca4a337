"""Keys and joysticks of the simulator, under the names of the game engine."""

from typing import Dict, List, Optional, Set

from morse.host import scene_state
from morse.host.channel import simulator

_KEY_NAMES = [f"{letter}KEY" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
_KEY_NAMES += ["LEFTARROWKEY", "DOWNARROWKEY", "RIGHTARROWKEY", "UPARROWKEY", "LEFTCTRLKEY", "LEFTALTKEY", "LEFTSHIFTKEY"]
_KEY_NAMES += ["SPACEKEY", "RETKEY", "ESCKEY", "LEFTMOUSE", "MIDDLEMOUSE", "RIGHTMOUSE"]
_KEY_NAMES += [f"F{number}KEY" for number in range(1, 13)]
_KEY_NAMES += ["PAGEUPKEY", "PAGEDOWNKEY", "HOMEKEY", "ENDKEY", "INSERTKEY", "ENTERKEY", "TABKEY", "BACKSPACEKEY", "DELKEY"]
_KEY_NAMES += [f"{number}KEY" for number in "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE".split()]
_KEY_NAMES += [f"PAD{number}" for number in range(10)] + ["RIGHTCTRLKEY", "RIGHTALTKEY", "RIGHTSHIFTKEY"]

#: Keys as numbers of our own.
KEYS: Dict[str, int] = {name: 1 + number for number, name in enumerate(_KEY_NAMES)}

#: What the simulator calls its keys, apart from letters.
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

#: Joysticks are counted below this.
JOYSTICKS = 8

#: States of a key, with the numbers of the game engine.
KX_INPUT_NONE, KX_INPUT_JUST_ACTIVATED, KX_INPUT_ACTIVE, KX_INPUT_JUST_RELEASED = range(4)


class _Devices:
    """The devices in the newest tick in which they were read, and in the one before."""

    def __init__(self) -> None:
        self.moment = (-1.0, 0)
        self.keys: Set[int] = set()
        self.keys_before: Set[int] = set()
        self.axes: Dict[int, Dict[int, float]] = {}


def _devices() -> _Devices:
    known = scene_state.devices
    if known is None:
        known = scene_state.devices = _Devices()
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


def pressed_keys() -> Set[int]:
    """The pressed keys."""
    return _devices().keys


class Keyboard:
    """``blenderapi.keyboard()``: keys that are pressed at the terminal of the simulator, or that a client holds."""

    @property
    def events(self) -> Dict[int, int]:
        """The state of every key. Changes count from one tick in which keys are read to the next one."""
        return {key: self._state(key) for key in KEYS.values()}

    @property
    def active_events(self) -> Dict[int, int]:
        """The state of the keys that are pressed, or were until now."""
        return {key: state for key, state in self.events.items() if state != KX_INPUT_NONE}

    inputs = events
    active_inputs = active_events

    @property
    def text(self) -> str:
        """Text is not read: there are keys."""
        return ""

    def _state(self, key: int) -> int:
        devices = _devices()
        if key in devices.keys:
            return KX_INPUT_ACTIVE if key in devices.keys_before else KX_INPUT_JUST_ACTIVATED
        return KX_INPUT_JUST_RELEASED if key in devices.keys_before else KX_INPUT_NONE


class Joystick:
    """A joystick of ``blenderapi.joysticks()``. Its buttons and hats are not read."""

    numButtons = 0
    numHats = 0

    def __init__(self, number: int) -> None:
        self._number = number
        self.name = f"joystick {number}"
        self.activeButtons: List[int] = []
        self.hatValues: List[int] = []

    @property
    def axisValues(self) -> List[float]:
        """The positions of its axes, -1 to 1: forwards and to the left are negative."""
        axes = _devices().axes.get(self._number, {})
        return [axes.get(axis, 0.0) for axis in range(max([1, *axes]) + 1)]

    @property
    def numAxis(self) -> int:
        """The number of its axes."""
        return len(self.axisValues)


def joystick(number: int) -> Optional[Joystick]:
    """The joystick of that number; None while none of its axes has moved."""
    return Joystick(number) if number in _devices().axes else None


def joysticks() -> List[Optional[Joystick]]:
    """All joysticks; None for one that has not moved."""
    return [joystick(number) for number in range(JOYSTICKS)]
