"""Sensors that detect objects: radar, near, touch and ray."""

import math
from typing import Any, Dict, List, Optional, Union

from morse.core.mathutils import Vector
from morse.host.channel import simulator
from morse.host.logic.sensor import SensorBrick
from morse.host.named_list import NamedList

#: Axes of radars and rays by number, as in the game engine, and by name.
AXES = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1))
AXIS_NAMES = ("+X", "+Y", "+Z", "-X", "-Y", "-Z")
#: The widest cone. [deg]
_ANGLE_MAX_DEG = 179.9


def axis_number(axis: Union[int, str]) -> int:
    """The number of an axis, from its number or its name."""
    if axis in AXIS_NAMES:
        return AXIS_NAMES.index(str(axis))
    if isinstance(axis, int) and not isinstance(axis, bool) and 0 <= axis < len(AXES):
        return axis
    raise ValueError(f"an axis is {', '.join(AXIS_NAMES)} or its number, 0 to 5, not {axis!r}")


def _positive(what: str, value: Any) -> float:
    number = float(value)
    if not (0.0 < number < math.inf):
        raise ValueError(f"{what} is a positive number, not {value!r}")
    return number


class _Setting:
    """A setting that is checked when it is set."""

    def __init__(self, check: Any) -> None:
        self._check = check

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: Optional[type] = None) -> Any:
        return self if instance is None else instance.__dict__[self._name]

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self._name] = self._check(self._name, value)


def _size() -> Any:
    return _Setting(_positive)


def _axis() -> Any:
    return _Setting(lambda _, value: axis_number(value))


class Detector(SensorBrick):
    """Detects objects in a region. ``hitObject`` is the one with the nearest origin, None without any."""

    def __init__(self, owner: Any, name: str, prop: str = "") -> None:
        #: Only objects with this property are detected; empty for all that have a body.
        self.propName = prop
        self._found: List[Any] = []
        super().__init__(owner, name)

    @property
    def hitObject(self) -> Any:
        """The nearest of the detected objects."""
        self._read()
        return self._found[0] if self._found else None

    @property
    def hitObjectList(self) -> NamedList:
        """All detected objects, nearer ones first."""
        self._read()
        return NamedList(self._found)

    def _region(self) -> Any:
        raise NotImplementedError

    def _evaluate(self) -> bool:
        asked: Dict[str, Any] = {"node": self.owner.name, "region": self._region(), "property": str(self.propName)}
        self._found = [type(self.owner)(name) for name in simulator().ask("objects", **asked)]
        return bool(self._found)


class RadarSensor(Detector):
    """Detects objects in a cone: ``angle`` is its full opening [deg], ``distance`` its length [m], ``axis`` its direction."""

    angle = _Setting(lambda name, value: min(_positive(name, value), _ANGLE_MAX_DEG))
    distance = _size()
    axis = _axis()

    def __init__(self, owner: Any, name: str, distance: float, angle: float, axis: Union[int, str], prop: str) -> None:
        self.distance, self.angle, self.axis = distance, angle, axis
        super().__init__(owner, name, prop)

    @property
    def coneOrigin(self) -> Vector:
        """The tip of the cone, in the world. [m]"""
        return self.owner.worldPosition

    @property
    def coneTarget(self) -> Vector:
        """The middle of its base, in the world. [m]"""
        return self.owner.worldTransform @ (self.distance * Vector(AXES[self.axis]))

    def _region(self) -> Any:
        half_opening = math.radians(self.angle / 2.0)
        return {"cone": {"axis": AXES[self.axis], "length_m": self.distance, "half_opening_rad": half_opening}}


class NearSensor(Detector):
    """Detects objects nearer than ``distance``, and loses them when none is nearer than ``resetDistance``. [m]"""

    distance = _size()
    resetDistance = _size()

    def __init__(self, owner: Any, name: str, distance: float, reset_distance: float, prop: str) -> None:
        self.distance, self.resetDistance = distance, reset_distance
        super().__init__(owner, name, prop)

    def _region(self) -> Any:
        keeps = self._was_positive != self.invert
        return {"ball": {"radius_m": max(self.distance, self.resetDistance) if keeps else self.distance}}


class TouchSensor(Detector):
    """Detects what touches the bodies of the object; with ``half_size``, what is in a box around its origin."""

    def __init__(self, owner: Any, name: str, prop: str, half_size: Optional[Any] = None) -> None:
        self._half_size = None if half_size is None else [_positive("half the size of a box", side) for side in half_size]
        super().__init__(owner, name, prop)

    def _region(self) -> Any:
        return "touching" if self._half_size is None else {"box": {"half_extents_m": self._half_size}}


class RaySensor(Detector):
    """Detects the first object along an axis, up to ``range`` [m]; with ``useXRay``, through objects without the property."""

    range = _size()
    axis = _axis()

    def __init__(self, owner: Any, name: str, range: float, axis: Union[int, str], prop: str, xray: bool) -> None:
        self.range, self.axis = range, axis
        #: Whether the ray goes through objects without the property.
        self.useXRay = bool(xray)
        self._point: Optional[Vector] = None
        self._normal: Optional[Vector] = None
        super().__init__(owner, name, prop)

    @property
    def rayDirection(self) -> Vector:
        """Where it points, in the world."""
        return self.owner.worldOrientation @ Vector(AXES[self.axis])

    @property
    def hitPosition(self) -> Optional[Vector]:
        """Where it hits, in the world; None without a hit. [m]"""
        self._read()
        return self._point

    @property
    def hitNormal(self) -> Optional[Vector]:
        """The normal of the surface that it hits; None without a hit."""
        self._read()
        return self._normal

    def _evaluate(self) -> bool:
        pose = self.owner.worldTransform
        end = pose @ (self.range * Vector(AXES[self.axis]))
        hit, self._point, self._normal = self.owner.rayCast(
            end, pose.translation, self.range, str(self.propName), 0, int(self.useXRay)
        )
        self._found = [] if hit is None else [hit]
        return hit is not None
