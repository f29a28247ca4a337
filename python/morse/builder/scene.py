"""The scene under construction: its objects, its components and what the Environment said."""

import re
import weakref
from typing import Any, Dict, Iterable, List, Optional

from morse.builder import report
from morse.builder.source import Place, calling_place
from morse.core.mathutils import Euler, Vector

_NUMBERED = re.compile(r"^(.*?)(?:\.(\d{3,}))?$", re.DOTALL)


def _triple(value: Iterable[float], what: str) -> List[float]:
    numbers = [float(number) for number in value]
    if len(numbers) != 3:
        raise ValueError(f"{what} takes 3 numbers, not {len(numbers)}")
    return numbers


class PropertyView:
    """One property as ``obj.game.properties['name']`` shows it."""

    def __init__(self, values: Dict[str, Any], name: str) -> None:
        self._values = values
        self.name = name

    @property
    def value(self) -> Any:
        """The value; writable."""
        return self._values[self.name]

    @value.setter
    def value(self, value: Any) -> None:
        self._values[self.name] = value

    @property
    def type(self) -> str:
        """BOOL, INT, FLOAT, STRING or TIMER."""
        kind = type(self.value).__name__.upper()
        return {"STR": "STRING"}.get(kind, kind)


class PropertyViews:
    """The properties of an object, as a mapping of views."""

    def __init__(self, values: Dict[str, Any]) -> None:
        self._values = values

    def __getitem__(self, name: str) -> PropertyView:
        if name not in self._values:
            raise KeyError(f"no property {name!r}")
        return PropertyView(self._values, name)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __iter__(self) -> Any:
        return (PropertyView(self._values, name) for name in self._values)

    def __len__(self) -> int:
        return len(self._values)

    def keys(self) -> Iterable[str]:
        """Names of the properties."""
        return self._values.keys()


class GameView:
    """What scripts reach as ``obj.game``."""

    def __init__(self, values: Dict[str, Any]) -> None:
        self.properties = PropertyViews(values)


class SceneObject:
    """A named frame of the scene, with properties; every component has one."""

    def __init__(self, name: str, location: Iterable[float] = (0, 0, 0), rotation: Iterable[float] = (0, 0, 0)) -> None:
        self._name = scene().claim(name, self)
        self._location = Vector(location)
        self._rotation = Euler(rotation)
        self._scale = Vector((1.0, 1.0, 1.0))
        self.values: Dict[str, Any] = {}
        self.game = GameView(self.values)
        self.parent: Optional["SceneObject"] = None
        self.children: List["SceneObject"] = []
        self.place: Optional[Place] = calling_place()

    @property
    def name(self) -> str:
        """Name in the scene; a taken name gets a number when written (``.001``)."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        scene().release(self._name)
        self._name = scene().claim(name, self)

    @property
    def location(self) -> Vector:
        """Position in the parent, m."""
        return self._location

    @location.setter
    def location(self, value: Iterable[float]) -> None:
        self._location = Vector(_triple(value, "location"))

    @property
    def rotation_euler(self) -> Euler:
        """Attitude in the parent: XYZ Euler angles, rad."""
        return self._rotation

    @rotation_euler.setter
    def rotation_euler(self, value: Iterable[float]) -> None:
        self._rotation = Euler(_triple(value, "rotation_euler"))

    @property
    def scale(self) -> Vector:
        """Scale along the own axes; children inherit it."""
        return self._scale

    @scale.setter
    def scale(self, value: Iterable[float]) -> None:
        self._scale = Vector(_triple(value, "scale"))

    def attach(self, parent: "SceneObject") -> None:
        """Become a child of another object; the pose is kept relative to the parent."""
        if self.parent is not None:
            self.parent.children.remove(self)
        self.parent = parent
        parent.children.append(self)

    def __repr__(self) -> str:
        return f"<scene object {self._name!r}>"


class Scene:
    """Everything a script has said so far."""

    def __init__(self, components: List[Any]) -> None:
        self.objects: Dict[str, SceneObject] = {}
        self.components = components
        #: Objects of the environment file that the script asked for by name.
        self.environment_objects: Dict[str, Any] = {}
        #: Wiring of names that are no component of this scene, such as ``simulation``.
        self.named_services: Dict[str, List[Any]] = {}
        self.stream_managers: Dict[str, Dict[str, Any]] = {}
        self.stream_manager_places: Dict[str, Optional[Place]] = {}
        #: What the Environment said (morse.builder.settings.Settings); None before there is one.
        self.settings: Any = None
        self.environment: Optional["weakref.ref[Any]"] = None
        self.frequency_hz: Optional[float] = None
        self.created = False
        #: Raised while the Environment was being finalised by its destructor, where nothing can be raised.
        self.failure: Optional[BaseException] = None
        #: True when the runner will send the document on, so that no hint is needed.
        self.is_run = False

    def claim(self, name: str, owner: SceneObject) -> str:
        """Reserve a name, with the next free number when it is taken."""
        unique = name
        if name in self.objects:
            match = _NUMBERED.match(name)
            stem = match.group(1) if match else name
            number = 1
            while unique in self.objects:
                unique = f"{stem}.{number:03d}"
                number += 1
        self.objects[unique] = owner
        return unique

    def release(self, name: str) -> None:
        """Give a name back."""
        del self.objects[name]


_scene = Scene([])


def scene() -> Scene:
    """The scene under construction."""
    return _scene


def start_over() -> Scene:
    """Forget the scene and begin an empty one; for programs that build several scenes in one process."""
    global _scene
    # The same list: it is known as AbstractComponent.components.
    components = _scene.components
    components.clear()
    report.reports.clear()
    _scene = Scene(components)
    return _scene
