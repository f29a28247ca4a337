"""Sensors that detect objects: radar, near, touch and ray."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Callable, Generic, TypeVar, overload

from morse.core.mathutils import Vector
from morse.host.channel import simulator
from morse.host.logic.sensor import SensorBrick
from morse.host.scene.named_list import NamedList

if TYPE_CHECKING:
    from morse.host.scene.node import SceneNode
    from morse.host.types import Numbers, Value

_T = TypeVar("_T")

#: Axes of radars and rays by number, as in the game engine, and by name.
AXES = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1))
AXIS_NAMES = ("+X", "+Y", "+Z", "-X", "-Y", "-Z")
#: Largest opening angle of a cone. [deg]
_ANGLE_MAX_DEG = 179.9


def axis_number(axis: int | str) -> int:
    """The number of an axis, given by its number or its name. Raises ValueError."""
    if axis in AXIS_NAMES:
        return AXIS_NAMES.index(str(axis))
    if isinstance(axis, int) and not isinstance(axis, bool) and 0 <= axis < len(AXES):
        return axis
    raise ValueError(f"an axis is {', '.join(AXIS_NAMES)} or its number, 0 to 5, not {axis!r}")


def _positive(name: str, value: float) -> float:
    number = float(value)
    if not (0.0 < number < math.inf):
        raise ValueError(f"{name} is a positive number, not {value!r}")
    return number


class _Setting(Generic[_T]):
    """Descriptor of a setting that is checked when it is set."""

    def __init__(self, check: Callable[[str, Value], _T]) -> None:
        self._check = check

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> _Setting[_T]: ...
    @overload
    def __get__(self, instance: SensorBrick, owner: type | None = None) -> _T: ...
    def __get__(self, instance: SensorBrick | None, owner: type | None = None) -> _Setting[_T] | _T:
        if instance is None:
            return self
        value: _T = instance.__dict__[self._name]
        return value

    # Value: the check converts it, such as the name of an axis to its number.
    def __set__(self, instance: SensorBrick, value: Value) -> None:
        instance.__dict__[self._name] = self._check(self._name, value)


def _size() -> _Setting[float]:
    return _Setting(_positive)


def _axis() -> _Setting[int]:
    return _Setting(lambda _, value: axis_number(value))


class Detector(SensorBrick):
    """Detects objects in a region. ``hitObject`` is that with the nearest origin, or None."""

    def __init__(self, owner: SceneNode, name: str, prop: str = "") -> None:
        #: Only objects with this property are detected; if empty, all objects with a body.
        self.propName = prop
        self._found: list[SceneNode] = []
        super().__init__(owner, name)

    @property
    def hitObject(self) -> SceneNode | None:
        """The nearest of the detected objects."""
        self._read()
        return self._found[0] if self._found else None

    @property
    def hitObjectList(self) -> NamedList[SceneNode]:
        """All detected objects, by increasing distance."""
        self._read()
        return NamedList(self._found)

    def _region(self) -> object:
        raise NotImplementedError

    def _evaluate(self) -> bool:
        region = {"node": self.owner.name, "region": self._region(), "property": str(self.propName)}
        self._found = [type(self.owner)(name) for name in simulator().ask("objects", **region)]
        return bool(self._found)


class RadarSensor(Detector):
    """Detects objects in a cone of length ``distance`` [m] and full opening angle ``angle`` [deg] along ``axis``."""

    angle: _Setting[float] = _Setting(lambda name, value: min(_positive(name, value), _ANGLE_MAX_DEG))
    distance = _size()
    axis = _axis()

    def __init__(self, owner: SceneNode, name: str, distance: float, angle: float, axis: int | str, prop: str) -> None:
        self.distance, self.angle, self.axis = distance, angle, axis
        super().__init__(owner, name, prop)

    @property
    def coneOrigin(self) -> Vector:
        """Apex of the cone, in the world. [m]"""
        return self.owner.worldPosition

    @property
    def coneTarget(self) -> Vector:
        """Center of the base of the cone, in the world. [m]"""
        return self.owner.worldTransform @ (self.distance * Vector(AXES[self.axis]))

    def _region(self) -> object:
        half_opening = math.radians(self.angle / 2.0)
        return {"cone": {"axis": AXES[self.axis], "length_m": self.distance, "half_opening_rad": half_opening}}


class NearSensor(Detector):
    """Detects objects nearer than ``distance``; stays positive until all are beyond ``resetDistance``. [m]"""

    distance = _size()
    resetDistance = _size()

    def __init__(self, owner: SceneNode, name: str, distance: float, reset_distance: float, prop: str) -> None:
        self.distance, self.resetDistance = distance, reset_distance
        super().__init__(owner, name, prop)

    def _region(self) -> object:
        has_detected = self._was_positive != self.invert
        return {"ball": {"radius_m": max(self.distance, self.resetDistance) if has_detected else self.distance}}


class TouchSensor(Detector):
    """Detects objects that touch the object; with ``half_size`` [m], objects in a box around its origin."""

    def __init__(self, owner: SceneNode, name: str, prop: str, half_size: Numbers | None = None) -> None:
        self._half_size: list[float] | None = None
        if half_size is not None:
            self._half_size = [_positive("half the size of a box", side) for side in half_size]
        super().__init__(owner, name, prop)

    def _region(self) -> object:
        return "touching" if self._half_size is None else {"box": {"half_extents_m": self._half_size}}


class RaySensor(Detector):
    """Detects the first object along an axis, up to ``range`` [m].

    With ``useXRay``, ignores objects without the property ``propName``.
    """

    range = _size()
    axis = _axis()

    def __init__(self, owner: SceneNode, name: str, range: float, axis: int | str, prop: str, xray: bool) -> None:
        self.range, self.axis = range, axis
        #: Whether the ray passes through objects without the property.
        self.useXRay = bool(xray)
        self._point: Vector | None = None
        self._normal: Vector | None = None
        super().__init__(owner, name, prop)

    @property
    def rayDirection(self) -> Vector:
        """Direction of the ray, in the world."""
        return self.owner.worldOrientation @ Vector(AXES[self.axis])

    @property
    def hitPosition(self) -> Vector | None:
        """Position of the hit, in the world; None without a hit. [m]"""
        self._read()
        return self._point

    @property
    def hitNormal(self) -> Vector | None:
        """Normal of the surface at the hit; None without a hit."""
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
