"""Attributes of scene objects beyond name and pose: ``obj.game``, ``obj.data``, ``obj.color`` and the like.

Attributes with an effect in the simulation reach the scene document. All other attributes are kept, so that a script
reads the values that it wrote, and each of them is named once in a warning.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Callable, NoReturn, Protocol, SupportsIndex, cast

from morse.builder.script import report

if TYPE_CHECKING:
    from morse.builder.components.settings import BodySettings

PHYSICS_TYPES = (
    "NO_COLLISION",
    "STATIC",
    "DYNAMIC",
    "RIGID_BODY",
    "SOFT_BODY",
    "OCCLUDE",
    "SENSOR",
    "NAVMESH",
    "CHARACTER",
)

_BOUNDS = ("BOX", "SPHERE", "CYLINDER", "CONE", "CONVEX_HULL", "TRIANGLE_MESH", "CAPSULE")

#: Settings of a body in Blender's ``obj.game``, with their names in the scene document.
_NUMBERS = {
    "mass": "mass",
    "radius": "radius",
    "damping": "linear_damping",
    "rotation_damping": "angular_damping",
    "collision_margin": "margin",
}

#: Attributes of ``obj.game`` in Blender 2.7 that this simulator does not use.
_GAME_UNUSED = (
    "angular_velocity_max angular_velocity_min collision_group collision_mask fall_speed form_factor "
    "friction_coefficients jump_max jump_speed obstacle_radius show_actuators show_controllers show_debug_state "
    "show_sensors show_state_panel states_initial states_visible step_height use_activity_culling use_actor "
    "use_all_states use_anisotropic_friction use_collision_bounds use_material_physics_fh use_obstacle_create "
    "use_record_animation use_rotate_from_normal velocity_max velocity_min"
).split()

_LAMP_UNUSED = (
    "falloff_type linear_attenuation quadratic_attenuation shadow_color shadow_method shadow_soft_size show_cone "
    "spot_blend use_diffuse use_negative use_own_layer use_shadow use_specular use_sphere use_square"
).split()

_CAMERA_UNUSED = (
    "angle angle_x angle_y clip_end clip_start dof_distance dof_object lens lens_unit ortho_scale sensor_fit "
    "sensor_height sensor_width shift_x shift_y show_guide show_limits show_mist show_name type"
).split()

_LOGIC_BRICKS = ("sensors", "controllers", "actuators")

#: Alternatives to attributes that have no effect.
_INSTEAD = {
    "game.use_collision_bounds": "set game.collision_bounds_type",
    "game.friction_coefficients": "call set_friction()",
    "rotation_axis_angle": "set rotation_euler",
    "delta_location": "set location",
    "delta_rotation_euler": "set rotation_euler",
    "delta_scale": "set scale",
    "hide": "set hide_render",
}

#: Length of the longer side of a camera's sensor. [mm]
_SENSOR_MM = 32.0

#: Applies a value that a script assigns to an attribute.
Use = Callable[[object], None]

# Attributes that a warning of this scene has named.
_named: set[str] = set()


def start_over() -> None:
    """Forget the warnings of the previous scene."""
    _named.clear()


def name_without_effect(path: str, known: Iterable[str] = ()) -> None:
    """Warn that setting an attribute has no effect, once for each attribute of a scene."""
    if path in _named:
        return
    _named.add(path)
    hint = _INSTEAD.get(path)
    if hint is None:
        stem, _, name = path.rpartition(".")
        import difflib  # here because most scenes have no mistakes

        similar = difflib.get_close_matches(name, list(known), 1, 0.8)
        hint = f"did you mean {stem}.{similar[0]}?" if similar else None
    subject = path if path.endswith(")") else f"the attribute {path}"
    report.warn(f"{subject} has no effect in this simulator" + (f"; {hint}" if hint else ""))


class Attributes:
    """Attributes by name. ``uses`` applies those with an effect; all other attributes are stored with a warning.

    ``unused`` are Blender's attributes without effect; a warning about another attribute suggests a similar name.
    ``values`` are initial values.
    """

    _path: str
    _uses: Mapping[str, Use]
    _unused: tuple[str, ...]
    _values: dict[str, object]

    def __init__(
        self, path: str, uses: Mapping[str, Use], unused: Iterable[str] = (), values: Mapping[str, object] | None = None
    ) -> None:
        own = {"_path": path, "_uses": uses, "_unused": tuple(unused), "_values": dict(values or {})}
        self.__dict__.update(own)

    def __setattr__(self, name: str, value: object) -> None:
        use = self._uses.get(name)
        if use is not None:
            use(value)
        else:
            known: Iterable[str] = () if name in self._unused else self._uses
            name_without_effect(f"{self._path}.{name}", known)
        self._values[name] = value

    def __getattr__(self, name: str) -> Any:  # of the type that the script assigned; also in `WithoutEffect`
        if name in self.__dict__.get("_values", ()):
            return self._values[name]
        if name in _LOGIC_BRICKS:
            raise AttributeError(f"game.{name} are logic bricks, which scripts cannot reach here")
        raise AttributeError(
            f"{self.__dict__.get('_path', '')}.{name} is not known here: the Builder reads no model files, "
            "and knows only the attributes that the script sets"
        )


class WithoutEffect:
    """Settings that this simulator does not use, and the settings below them.

    A setting that a script assigns is kept, and named once in a warning. A setting without assignment has no value.
    """

    _path: str
    _values: dict[object, object]

    def __init__(self, path: str, values: Mapping[str, object] | None = None) -> None:
        self.__dict__.update(_path=path, _values=dict(values or {}))

    def __setattr__(self, name: str, value: object) -> None:
        if self._values.get(name, self) is not value:
            name_without_effect(f"{self._path}.{name}")
        self._values[name] = value

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._values.setdefault(name, WithoutEffect(f"{self._path}.{name}"))

    def __setitem__(self, key: object, value: object) -> None:
        name_without_effect(f"{self._path}[{key!r}]")
        self._values[key] = value

    def __getitem__(self, key: object) -> Any:
        return self._values.setdefault(key, WithoutEffect(f"{self._path}[{key!r}]"))

    def _no_value(self, *_: object) -> NoReturn:
        raise AttributeError(
            f"{self._path} is not known here: this simulator does not use it, and no script has set it"
        )

    __bool__ = __float__ = __int__ = __iter__ = __len__ = __call__ = __contains__ = _no_value
    __eq__ = __ne__ = __lt__ = __gt__ = __add__ = __sub__ = __mul__ = __truediv__ = _no_value
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<{self._path}, without effect>"


class WrittenThrough(list[float]):
    """A list of numbers that calls ``written`` with itself after an assignment to one of them."""

    def __init__(self, values: Iterable[float], written: Use) -> None:
        super().__init__(values)
        self._written = written

    def __setitem__(self, index: SupportsIndex, value: float) -> None:  # type: ignore[override]  # no slices
        super().__setitem__(index, value)
        self._written(self)


def number(path: str, value: object) -> float:
    """The value as a float. Raises TypeError naming the attribute."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{path} takes a number, not {value!r}")
    return float(value)


def color(path: str, value: object, length: int) -> list[float]:
    """A fixed count of numbers. Raises TypeError naming the attribute."""
    # Blender accepts True for 1.
    items = cast("Iterable[object]", value)
    parts = [number(path, part + 0 if isinstance(part, bool) else part) for part in items]
    if len(parts) != length:
        raise TypeError(f"{path} takes {length} numbers, not {len(parts)}")
    return parts


def one_of(path: str, value: object, allowed: Collection[str]) -> str:
    """The value, if it is allowed. Raises ValueError with the allowed values."""
    if value not in allowed:
        raise ValueError(f"unknown {path} {value!r}; known: {', '.join(allowed)}")
    return cast("str", value)


def game_attributes(body: BodySettings) -> dict[str, Use]:
    """The attributes of ``obj.game`` that are body settings; assignments change ``body``."""
    settings = cast("dict[str, object]", body)

    def store(key: str, convert: Callable[[object], object]) -> Use:
        return lambda value: settings.__setitem__(key, convert(value))

    def store_number(name: str, key: str) -> Use:
        return store(key, lambda value: number(f"game.{name}", value))

    def lock(key: str, axis: int) -> Use:
        def use(value: object) -> None:
            locks = list(cast("Iterable[bool]", settings.get(key, (False, False, False))))
            locks[axis] = bool(value)
            settings[key] = locks

        return use

    uses: dict[str, Use] = {
        "physics_type": store("physics", lambda value: one_of("physics type", value, PHYSICS_TYPES)),
        "collision_bounds_type": store("bounds", lambda value: one_of("collision bounds", value, _BOUNDS)),
        "use_collision_compound": store("compound", bool),
        "use_ghost": store("ghost", bool),
        # Blender's "use_sleep" has the opposite meaning: such bodies never sleep.
        "use_sleep": store("allow_sleep", lambda value: not value),
    }
    for name, key in _NUMBERS.items():
        uses[name] = store_number(name, key)
    for axis, letter in enumerate("xyz"):
        uses[f"lock_location_{letter}"] = lock("lock_location", axis)
        uses[f"lock_rotation_{letter}"] = lock("lock_rotation", axis)
    return uses


def lamp_data(write: Callable[[str, object], None], values: Mapping[str, object] | None = None) -> Attributes:
    """``obj.data`` of a lamp; ``write`` gets the used attributes: energy, distance_m, color, size_rad and lamp_type."""
    uses: dict[str, Use] = {
        "energy": lambda value: write("energy", number("data.energy", value)),
        "distance": lambda value: write("distance_m", number("data.distance", value)),
        "spot_size": lambda value: write("size_rad", number("data.spot_size", value)),
        "color": lambda value: write("color", color("data.color", value, 3)),
        "type": lambda value: write("lamp_type", value),
    }
    return Attributes("data", uses, [*_LAMP_UNUSED, *_CAMERA_UNUSED], values)


def _focal_length(angle: object) -> float:
    """Focal length of a camera with a field of view [rad]. [mm]"""
    return _SENSOR_MM / 2.0 / math.tan(number("data.angle", angle) / 2.0)


class _PropertySetter(Protocol):
    def __call__(self, **kwargs: float) -> None: ...


def camera_data(write: _PropertySetter) -> Attributes:
    """``obj.data`` of a camera sensor; ``write`` sets properties of the sensor."""

    uses: dict[str, Use] = {
        "clip_start": lambda value: write(cam_near=number("data.clip_start", value)),
        "clip_end": lambda value: write(cam_far=number("data.clip_end", value)),
        "angle": lambda value: write(cam_focal=_focal_length(value)),
        "lens": lambda value: write(cam_focal=number("data.lens", value)),
    }
    return Attributes("data", uses, _CAMERA_UNUSED)


def viewer_camera_data(settings: dict[str, float | list[float]]) -> Attributes:
    """``obj.data`` of the camera of viewers; assignments change its ``settings`` in the scene document."""

    def clip(index: int, name: str) -> Use:
        def use(value: object) -> None:
            distances = list(cast("list[float]", settings["clip"]))
            distances[index] = number(f"data.{name}", value)
            settings["clip"] = distances

        return use

    uses: dict[str, Use] = {
        "clip_start": clip(0, "clip_start"),
        "clip_end": clip(1, "clip_end"),
        "angle": lambda value: settings.__setitem__("focal_length_mm", _focal_length(value)),
        "lens": lambda value: settings.__setitem__("focal_length_mm", number("data.lens", value)),
    }
    values = {"clip_start": 0.1, "clip_end": 100.0, "lens": 20.0}
    return Attributes("data", uses, _CAMERA_UNUSED, values)


def unused_data(materials: object) -> Attributes:
    """``obj.data`` of objects whose data has no effect on the simulation, except for their ``materials``."""
    return Attributes("data", {}, [*_LAMP_UNUSED, *_CAMERA_UNUSED], {"materials": materials})
