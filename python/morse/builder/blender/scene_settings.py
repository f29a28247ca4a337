"""``bpy.context.scene``. Some settings set up the simulation; the rest is kept, and named once in a warning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Callable, Literal

from morse.builder.blender import objects
from morse.builder.blender.collections import Named
from morse.builder.scene import hierarchy, scene
from morse.builder.scene.attributes import WithoutEffect, WrittenThrough, color, name_without_effect, number
from morse.builder.scene.environment_object import get_object
from morse.builder.scene.scene_object import SceneObject
from morse.builder.scene.settings import DEFAULT_FREQUENCY_HZ
from morse.builder.script import arguments
from morse.core.mathutils import Vector

if TYPE_CHECKING:
    from morse.builder.scene.attributes import Use

# Default gravity. [m/s²]
_GRAVITY = 9.81

# Groups of settings: attributes of the scene's settings, of its time, and display settings by name.
_Group = Literal["settings", "time", "display"]


class _Effective:
    """Settings by name. Settings in ``reads`` and ``writes`` have an effect, the rest is without effect."""

    _reads: Mapping[str, Callable[[], object]]
    _writes: Mapping[str, Use]
    _rest: WithoutEffect

    def __init__(
        self,
        path: str,
        reads: Mapping[str, Callable[[], object]],
        writes: Mapping[str, Use],
        values: Mapping[str, object] | None = None,
    ) -> None:
        self.__dict__.update(_reads=reads, _writes=writes, _rest=WithoutEffect(path, values or {}))

    def __setattr__(self, name: str, value: object) -> None:
        write = self._writes.get(name)
        if write is not None:
            write(value)
        else:
            setattr(self._rest, name, value)

    def __getattr__(self, name: str) -> Any:  # the type depends on the name; also in `_get` and in `SceneView`
        if name.startswith("__"):
            raise AttributeError(name)
        read = self._reads.get(name)
        return read() if read is not None else getattr(self._rest, name)


# Access to settings before and after the creation of the Environment -------------------------------------------------


def _set(group: _Group, name: str, value: object) -> None:
    current = scene()
    if current.settings is None:
        current.early[group][name] = value
    elif group == "display":
        current.settings.display[name] = value
    else:
        setattr(current.settings if group == "settings" else current.settings.time, name, value)


def _get(group: _Group, name: str, default: object) -> Any:
    current = scene()
    if current.settings is None:
        return current.early[group].get(name, default)
    if group == "display":
        return current.settings.display.get(name, default)
    return getattr(current.settings if group == "settings" else current.settings.time, name)


def _set_rate(value: object) -> None:
    rate_hz = arguments.positive("game_settings", "fps", value)
    scene().frequency_hz = rate_hz
    settings = scene().settings
    if settings is not None and settings.time.frequency_hz is not None:
        settings.time.frequency_hz = rate_hz


def rate_hz() -> float:
    """Steps of the simulation per second."""
    settings = scene().settings
    return (settings and settings.time.frequency_hz) or scene().frequency_hz or DEFAULT_FREQUENCY_HZ


def _flag(name: str) -> Use:
    return lambda value: _set("display", name, bool(value))


def _shown(name: str, default: object = False) -> Callable[[], object]:
    return lambda: _get("display", name, default)


def _count(name: str) -> Use:
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


def _set_mist(name: str) -> Use:
    return lambda value: _set("display", "mist", {**_get("display", "mist", {}), name: value})


def _mist(name: str, default: object) -> Callable[[], object]:
    return lambda: _get("display", "mist", {}).get(name, default)


_MIST = {"use_mist": "enable", "intensity": "intensity", "start": "start", "depth": "depth", "falloff": "falloff"}
_MIST_DEFAULTS: Mapping[str, object] = {
    "use_mist": False,
    "intensity": 0.0,
    "start": 5.0,
    "depth": 25.0,
    "falloff": "QUADRATIC",
}
_mist_settings = _Effective(
    "world.mist_settings",
    {name: _mist(key, _MIST_DEFAULTS[name]) for name, key in _MIST.items()},
    {name: _set_mist(key) for name, key in _MIST.items()},
)


def _color(name: str, default: tuple[float, float, float]) -> tuple[Callable[[], object], Use]:
    def write(value: object) -> None:
        _set("display", name, color(f"world.{name}", value, 3))

    return lambda: WrittenThrough(_get("display", name, default), write), write


_read_horizon, _write_horizon = _color("horizon_color", (0.05, 0.22, 0.4))
_read_ambient, _write_ambient = _color("ambient_color", (0.0, 0.0, 0.0))
world = _Effective(
    "world",
    {"horizon_color": _read_horizon, "ambient_color": _read_ambient, "mist_settings": lambda: _mist_settings},
    {"horizon_color": _write_horizon, "ambient_color": _write_ambient},
    {"name": "World"},
)

_RENDER: Mapping[str, object] = {
    "engine": "BLENDER_GAME",
    "resolution_x": 800,
    "resolution_y": 600,
    "resolution_percentage": 100,
    "fps": 24,
    "filepath": "",
}


class SceneObjects(Named[SceneObject]):
    """``scene.objects``: the objects of the script, and by their names those of the environment's file."""

    def __init__(self) -> None:
        super().__init__("object", lambda: list(scene().objects.values()))

    def missing(self, name: str) -> SceneObject:
        """An object of the environment's file. Raises KeyError before there is an Environment."""
        return get_object(name)

    @property
    def active(self) -> SceneObject | None:
        """The active object, on which operators act."""
        return scene().active

    @active.setter
    def active(self, obj: SceneObject | None) -> None:
        scene().active = obj

    def link(self, obj: SceneObject) -> None:
        """Put a new or copied object into the scene."""
        hierarchy.link(obj)

    def unlink(self, obj: SceneObject) -> None:
        """Take an object out of the scene."""
        if hierarchy.component_of(obj) is None:
            objects.delete(obj)
        else:
            hierarchy.unlinked(obj)


class SceneView:
    """The scene with Blender's attributes. All scenes of Blender's data are this scene."""

    name = "Scene"
    objects: SceneObjects
    game_settings: _Effective
    world: _Effective
    render: WithoutEffect
    _rest: WithoutEffect
    _cursor: Vector

    def __init__(self) -> None:
        object.__setattr__(self, "objects", SceneObjects())
        object.__setattr__(self, "game_settings", _game_settings)
        object.__setattr__(self, "world", world)
        object.__setattr__(self, "render", WithoutEffect("render", _RENDER))
        frames = {"frame_current": 1, "frame_start": 1, "frame_end": 250}
        object.__setattr__(self, "_rest", WithoutEffect("scene", frames))
        object.__setattr__(self, "_cursor", Vector((0.0, 0.0, 0.0)))

    def __setattr__(self, name: str, value: object) -> None:
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
        """No effect: everything is up to date at any time."""

    def frame_set(self, frame: int, subframe: float = 0.0) -> None:
        """No effect: there are no animations."""
        name_without_effect("scene.frame_set()")


def selected() -> list[SceneObject]:
    """The selected objects."""
    return list(scene().selected)
