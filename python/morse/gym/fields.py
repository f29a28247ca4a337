"""Fields of a scene: their kinds and shapes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy

from morse.simulation import Scene, Simulation


class Field(NamedTuple):
    """A field of a component, or an exact field of an object."""

    component: str
    field: str
    #: () for a number, (n,) for a list, (height, width, channels) for a picture.
    shape: tuple[int, ...]
    #: Whether it is a picture in colors, of bytes. All other fields are of float32.
    is_color: bool = False

    @property
    def size(self) -> int:
        """How many numbers or bytes it has."""
        return int(numpy.prod(self.shape))

    @property
    def is_picture(self) -> bool:
        """Whether it is a picture in colors or of depths."""
        return len(self.shape) == 3


#: Shapes of the exact fields of robots and objects.
_EXACT: dict[str, tuple[int, ...]] = {"@pose": (7,), "@yaw": (), "@velocity": (6,), "@center_of_mass": (3,)}
#: Exact fields of robots with joints, which have a number for each joint.
_OF_JOINTS = ("@joint_position", "@joint_velocity", "@joint_effort", "@joint_constraint")
#: Numbers of each link in exact fields of robots with links.
_OF_LINKS = {"@link_inertia": 10, "@link_velocity": 6, "@link_force": 6}


def split(name: str) -> tuple[str, str]:
    """Component and field of a name."""
    component, _, field = name.rpartition(".")
    if not component:
        raise ValueError(f"{name!r} names no field: write it as component.field")
    return component, field


def probe(scene: Scene, names: Iterable[str]) -> tuple[dict[str, Field], float]:
    """Fields by name, and the ticks per second of the scene. Makes a tick to see them."""
    with Simulation(scene) as simulation:
        places = {name: split(name) for name in names}
        for component, field in places.values():
            if field not in (*_EXACT, *_OF_JOINTS, *_OF_LINKS) and component in simulation.sensors:
                simulation.sensors[component].keep_reading()
        simulation.step()
        fields = {name: _field(simulation, name, *place) for name, place in places.items()}
        return fields, simulation.rate_hz


def _field(simulation: Simulation, name: str, component: str, field: str) -> Field:
    if field in _EXACT:
        return Field(component, field, _EXACT[field])
    if field in _OF_JOINTS and component in simulation.robots:
        joints = len(simulation.robots[component].joints)
        if joints == 0:
            raise ValueError(f"{name}: robot {component!r} has no joints to observe")
        return Field(component, field, (joints,))
    if field in _OF_LINKS and component in simulation.robots:
        links = len(simulation.robots[component].links)
        if links == 0:
            raise ValueError(f"{name}: robot {component!r} has no links with mass to observe")
        return Field(component, field, (links * _OF_LINKS[field],))
    engine, has_data = simulation._engine, component in {*simulation.sensors, *simulation.actuators}
    kinds = {known: kind for known, kind, _, _ in engine.fields(component)} if has_data else {}
    if kinds.get(field) == "points":
        raise ValueError(
            f"{name} is a cloud of points, whose number changes: it cannot be observed. Observe the ranges of a laser "
            "scanner (range_list) or the picture of a depth camera (image)"
        )
    try:
        value = engine.read_field(component, field)
    except KeyError:
        known = ", ".join(engine.read(component) if has_data else {}) or "none"
        raise KeyError(f"there is no {name!r} to observe; fields of {component!r}: {known}") from None
    if isinstance(value, dict):
        return Field(component, field, (len(value),))
    if isinstance(value, (bool, int, float)):
        return Field(component, field, ())
    if kinds.get(field) == "image":
        return _picture(name, component, field, value)
    if isinstance(value, numpy.ndarray) and value.size:
        return Field(component, field, (int(value.size),))
    raise ValueError(f"{name} has no numbers to observe: {value!r}")


def _picture(name: str, component: str, field: str, value: object) -> Field:
    if not isinstance(value, numpy.ndarray):
        raise ValueError(
            f"{name} has no picture: the camera does not capture. Let it capture from the start, and leave out "
            "fastmode=True of the Environment"
        )
    height, width = value.shape[:2]
    is_color = value.dtype == numpy.uint8
    channels = 3 if is_color else value.size // max(height * width, 1)
    return Field(component, field, (height, width, channels), is_color)
