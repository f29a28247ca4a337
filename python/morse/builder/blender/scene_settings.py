"""``bpy.context.scene``: what means something here sets up the simulation, the rest is kept and named once in a warning."""

from typing import Any, Callable, Dict, List, Optional

from morse.builder import arguments, hierarchy
from morse.builder.attributes import WithoutEffect, WrittenThrough, colour, name_without_effect, number
from morse.builder.blender import objects
from morse.builder.blender.collections import Named
from morse.builder.environment_object import get_object
from morse.builder.scene import scene
from morse.builder.scene_object import SceneObject
from morse.builder.settings import DEFAULT_FREQUENCY_HZ
from morse.core.mathutils import Vector

_GRAVITY = 9.81


class _Effective:
    """Settings by name: those of ``reads`` and ``writes`` mean something, the others are without effect."""

    def __init__(
        self,
        path: str,
        reads: Dict[str, Callable[[], Any]],
        writes: Dict[str, Callable[[Any], None]],
        values: Optional[Dict[str, Any]] = None,
    ) -> None:
        self.__dict__.update(_reads=reads, _writes=writes, _rest=WithoutEffect(path, values or {}))

    def __setattr__(self, name: str, value: Any) -> None:
        write = self._writes.get(name)
        if write is not None:
            write(value)
        else:
            setattr(self._rest, name, value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        read = self._reads.get(name)
        return read() if read is not None else getattr(self._rest, name)


# Where a setting is before and after the Environment is made ---------------------------------------------------------


def _settings() -> Any:
    return scene().settings


def _set(group: str, name: str, value: Any) -> None:
    current = scene()
    if current.settings is None:
        current.early[group][name] = value
    elif group == "display":
        current.settings.display[name] = value
    else:
        setattr(current.settings if group == "settings" else current.settings.time, name, value)


def _get(group: str, name: str, default: Any) -> Any:
    current = scene()
    if current.settings is None:
        return current.early[group].get(name, default)
    if group == "display":
        return current.settings.display.get(name, default)
    return getattr(current.settings if group == "settings" else current.settings.time, name)


def _set_rate(rate_hz: Any) -> None:
    rate_hz = arguments.positive("game_settings", "fps", rate_hz)
    scene().frequency_hz = rate_hz
    settings = _settings()
    if settings is not None and settings.time.frequency_hz is not None:
        settings.time.frequency_hz = rate_hz


def rate_hz() -> float:
    """Steps per second."""
    settings = _settings()
    return (settings and settings.time.frequency_hz) or scene().frequency_hz or DEFAULT_FREQUENCY_HZ


def _flag(name: str) -> Callable[[Any], None]:
    return lambda value: _set("display", name, bool(value))


def _shown(name: str, default: Any = False) -> Callable[[], Any]:
    return lambda: _get("display", name, default)


def _count(name: str) -> Callable[[Any], None]:
    return lambda value: _set("time", name, arguments.integer("game_settings", name, value))


_game_settings = _Effective(
    "game_settings",
    {
        "fps": rate_hz,
        "physics_gravity": lambda: _get("settings", "gravity", _GRAVITY),
        "logic_step_max": lambda: _get("time", "logic_step_max", None) or 5,
        "physics_step_max": lambda: _get("time", "physics_step_max", None) or 5,
        "physics_step_sub": lambda: _get("time", "physics_sub_steps", 2),
        "show_framerate_profile": _shown("show_framerate"),
        "show_debug_properties": _shown("show_debug_properties"),
        "show_physics_visualization": _shown("show_physics"),
        "material_mode": _shown("material_mode", "GLSL"),
        "vsync": _shown("vsync", "OFF"),
    },
    {
        "fps": _set_rate,
        "physics_gravity": lambda value: _set("settings", "gravity", number("game_settings.physics_gravity", value)),
        "logic_step_max": _count("logic_step_max"),
        "physics_step_max": _count("physics_step_max"),
        "physics_step_sub": _count("physics_sub_steps"),
        "show_framerate_profile": _flag("show_framerate"),
        "show_debug_properties": _flag("show_debug_properties"),
        "show_physics_visualization": _flag("show_physics"),
        "material_mode": lambda value: _set("display", "material_mode", str(value)),
        "vsync": lambda value: _set("display", "vsync", str(value)),
        "use_auto_start": _flag("auto_start"),
    },
    {"physics_engine": "BULLET"},
)


def _set_mist(name: str) -> Callable[[Any], None]:
    return lambda value: _set("display", "mist", {**_get("display", "mist", {}), name: value})


def _mist(name: str, default: Any) -> Callable[[], Any]:
    return lambda: _get("display", "mist", {}).get(name, default)


_MIST = {"use_mist": "enable", "intensity": "intensity", "start": "start", "depth": "depth", "falloff": "falloff"}
_MIST_DEFAULTS = {"use_mist": False, "intensity": 0.0, "start": 5.0, "depth": 25.0, "falloff": "QUADRATIC"}
_mist_settings = _Effective(
    "world.mist_settings",
    {name: _mist(key, _MIST_DEFAULTS[name]) for name, key in _MIST.items()},
    {name: _set_mist(key) for name, key in _MIST.items()},
)


def _color(name: str, default: "tuple[float, float, float]") -> "tuple[Callable[[], Any], Callable[[Any], None]]":
    def write(value: Any) -> None:
        _set("display", name, colour(f"world.{name}", value, 3))

    return lambda: WrittenThrough(_get("display", name, default), write), write


_read_horizon, _write_horizon = _color("horizon_color", (0.05, 0.22, 0.4))
_read_ambient, _write_ambient = _color("ambient_color", (0.0, 0.0, 0.0))
world = _Effective(
    "world",
    {"horizon_color": _read_horizon, "ambient_color": _read_ambient, "mist_settings": lambda: _mist_settings},
    {"horizon_color": _write_horizon, "ambient_color": _write_ambient},
    {"name": "World"},
)

_RENDER = {
    "engine": "BLENDER_GAME",
    "resolution_x": 800,
    "resolution_y": 600,
    "resolution_percentage": 100,
    "fps": 24,
    "filepath": "",
}


class SceneObjects(Named):
    """``scene.objects``: those that the script made, and by their names those of the environment's file."""

    def __init__(self) -> None:
        super().__init__("object", lambda: list(scene().objects.values()))

    def missing(self, name: str) -> Any:
        """An object of the environment's file. Raises KeyError before there is an Environment."""
        return get_object(name)

    @property
    def active(self) -> Optional[SceneObject]:
        """The object that operators act on."""
        return scene().active

    @active.setter
    def active(self, obj: Optional[SceneObject]) -> None:
        scene().active = obj

    def link(self, obj: SceneObject) -> None:
        """Put an object that was made or copied into the scene."""
        hierarchy.link(obj)

    def unlink(self, obj: SceneObject) -> None:
        """Take an object out of the scene."""
        if hierarchy.component_of(obj) is None:
            objects.delete(obj)
        else:
            hierarchy.unlinked(obj)


class SceneView:
    """The scene, as scripts know it from Blender. Every one of them is the same scene."""

    name = "Scene"

    def __init__(self) -> None:
        object.__setattr__(self, "objects", SceneObjects())
        object.__setattr__(self, "game_settings", _game_settings)
        object.__setattr__(self, "world", world)
        object.__setattr__(self, "render", WithoutEffect("render", _RENDER))
        object.__setattr__(self, "_rest", WithoutEffect("scene", {"frame_current": 1, "frame_start": 1, "frame_end": 250}))
        object.__setattr__(self, "_cursor", Vector((0.0, 0.0, 0.0)))

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "gravity":
            _set("settings", "gravity", -arguments.numbers("scene", "gravity", value, 3)[2])
        elif name == "cursor_location":
            object.__setattr__(self, "_cursor", Vector(arguments.numbers("scene", name, value, 3)))
        else:
            setattr(self._rest, name, value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "gravity":
            return Vector((0.0, 0.0, -_get("settings", "gravity", _GRAVITY)))
        if name == "cursor_location":
            return self._cursor
        return getattr(self._rest, name)

    def update(self) -> None:
        """Everything is up to date at any time."""

    def frame_set(self, frame: int, subframe: float = 0.0) -> None:
        """There are no animations."""
        name_without_effect("scene.frame_set()")


def selected() -> List[SceneObject]:
    """The selected objects."""
    return list(scene().selected)
