"""Attributes of scene objects beyond name and pose: ``obj.game``, ``obj.data``, ``obj.color`` and the like.

Attributes that mean something here reach the scene document. The others are kept, so that a script reads back what it
wrote, and each of them is named once in a warning.
"""

import math
from typing import Any, Callable, Dict, Iterable, List, Mapping, Set

from morse.builder import report

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

#: Settings of a body that Blender has under ``obj.game``, with their names in the scene document.
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

#: What to do instead of setting an attribute that has no effect.
_INSTEAD = {
    "game.use_collision_bounds": "set game.collision_bounds_type",
    "game.friction_coefficients": "call set_friction()",
    "rotation_axis_angle": "set rotation_euler",
    "delta_location": "set location",
    "delta_rotation_euler": "set rotation_euler",
    "delta_scale": "set scale",
    "hide": "set hide_render",
}

#: Length of the longer side of a camera's sensor, mm.
_SENSOR_MM = 32.0

Use = Callable[[Any], None]

_named: Set[str] = set()


def start_over() -> None:
    """Forget the attributes already warned of, at the start of a new scene."""
    _named.clear()


def name_without_effect(path: str, known: Iterable[str] = ()) -> None:
    """Warn that setting an attribute has no effect, once for each attribute of a scene."""
    if path in _named:
        return
    _named.add(path)
    hint = _INSTEAD.get(path)
    if hint is None:
        stem, _, name = path.rpartition(".")
        import difflib  # most scenes have no mistakes

        similar = difflib.get_close_matches(name, list(known), 1, 0.8)
        hint = f"did you mean {stem}.{similar[0]}?" if similar else None
    what = path if path.endswith(")") else f"the attribute {path}"
    report.warn(f"{what} has no effect in this simulator" + (f"; {hint}" if hint else ""))


class Attributes:
    """Attributes by name: ``uses`` handles those with an effect; the others are stored with a warning."""

    def __init__(
        self, path: str, uses: Mapping[str, Use], unused: Iterable[str] = (), values: Mapping[str, Any] = {}
    ) -> None:
        own = {"_path": path, "_uses": uses, "_unused": tuple(unused), "_values": dict(values)}
        self.__dict__.update(own)

    def __setattr__(self, name: str, value: Any) -> None:
        use = self._uses.get(name)
        if use is not None:
            use(value)
        else:
            known = () if name in self._unused else self._uses
            name_without_effect(f"{self._path}.{name}", known)
        self._values[name] = value

    def __getattr__(self, name: str) -> Any:
        if name in self.__dict__.get("_values", ()):
            return self._values[name]
        if name in _LOGIC_BRICKS:
            raise AttributeError(f"game.{name} are logic bricks, which scripts cannot reach here")
        raise AttributeError(
            f"{self.__dict__.get('_path', '')}.{name} is not known here: the Builder reads no model files, "
            "and knows of such attributes only what the script sets"
        )


class WithoutEffect:
    """Settings that this simulator does not use, and settings below them.

    Each that a script sets is kept and named once in a warning. One that it did not set has no value.
    """

    def __init__(self, path: str, values: Mapping[str, Any] = {}) -> None:
        self.__dict__.update(_path=path, _values=dict(values))

    def __setattr__(self, name: str, value: Any) -> None:
        if self._values.get(name, self) is not value:
            name_without_effect(f"{self._path}.{name}")
        self._values[name] = value

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._values.setdefault(name, WithoutEffect(f"{self._path}.{name}"))

    def __setitem__(self, key: Any, value: Any) -> None:
        name_without_effect(f"{self._path}[{key!r}]")
        self._values[key] = value

    def __getitem__(self, key: Any) -> Any:
        return self._values.setdefault(key, WithoutEffect(f"{self._path}[{key!r}]"))

    def _no_value(self, *_: Any) -> Any:
        raise AttributeError(f"{self._path} is not known here: this simulator does not use it, and no script has set it")

    __bool__ = __float__ = __int__ = __iter__ = __len__ = __call__ = __contains__ = _no_value
    __eq__ = __ne__ = __lt__ = __gt__ = __add__ = __sub__ = __mul__ = __truediv__ = _no_value  # type: ignore[assignment]
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<{self._path}, without effect>"


class WrittenThrough(list):
    """A list of numbers that reports when one of them is set."""

    def __init__(self, values: Iterable[float], written: Use) -> None:
        super().__init__(values)
        self._written = written

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value)
        self._written(self)


def number(path: str, value: Any) -> float:
    """The value as a float. Raises TypeError naming the attribute."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{path} takes a number, not {value!r}")
    return float(value)


def colour(path: str, value: Iterable[float], length: int) -> List[float]:
    """A fixed count of numbers. Raises TypeError naming the attribute."""
    # Blender takes True for 1.
    parts = [number(path, part + 0 if isinstance(part, bool) else part) for part in value]
    if len(parts) != length:
        raise TypeError(f"{path} takes {length} numbers, not {len(parts)}")
    return parts


def one_of(path: str, value: Any, allowed: Iterable[str]) -> str:
    """The value, if it is allowed. Raises ValueError with the allowed values."""
    if value not in allowed:
        raise ValueError(f"unknown {path} {value!r}; known: {', '.join(allowed)}")
    return value


def game_attributes(body: Dict[str, Any]) -> Dict[str, Use]:
    """The attributes of ``obj.game`` that are body settings, which are written to ``body``."""

    def store(key: str, convert: Callable[[Any], Any]) -> Use:
        return lambda value: body.__setitem__(key, convert(value))

    def lock(key: str, axis: int) -> Use:
        def use(value: Any) -> None:
            locks = list(body.get(key, (False, False, False)))
            locks[axis] = bool(value)
            body[key] = locks

        return use

    uses: Dict[str, Use] = {
        "physics_type": store("physics", lambda value: one_of("physics type", value, PHYSICS_TYPES)),
        "collision_bounds_type": store("bounds", lambda value: one_of("collision bounds", value, _BOUNDS)),
        "use_collision_compound": store("compound", bool),
        "use_ghost": store("ghost", bool),
        # In Blender, "use_sleep" has the opposite meaning: such bodies never sleep.
        "use_sleep": store("allow_sleep", lambda value: not value),
    }
    for name, key in _NUMBERS.items():
        uses[name] = store(key, lambda value, name=name: number(f"game.{name}", value))  # type: ignore[misc]
    for axis, letter in enumerate("xyz"):
        uses[f"lock_location_{letter}"] = lock("lock_location", axis)
        uses[f"lock_rotation_{letter}"] = lock("lock_rotation", axis)
    return uses


def lamp_data(write: Callable[[str, Any], None], values: Mapping[str, Any] = {}) -> Attributes:
    """``obj.data`` of a lamp; ``write`` gets the used attributes: energy, distance_m, color, size_rad and lamp_type."""
    uses: Dict[str, Use] = {
        "energy": lambda value: write("energy", number("data.energy", value)),
        "distance": lambda value: write("distance_m", number("data.distance", value)),
        "spot_size": lambda value: write("size_rad", number("data.spot_size", value)),
        "color": lambda value: write("color", colour("data.color", value, 3)),
        "type": lambda value: write("lamp_type", value),
    }
    return Attributes("data", uses, [*_LAMP_UNUSED, *_CAMERA_UNUSED], values)


def camera_data(write: Callable[..., None]) -> Attributes:
    """``obj.data`` of a camera sensor; ``write`` gets properties of the sensor."""

    def focal_length(angle: Any) -> float:
        return _SENSOR_MM / 2.0 / math.tan(number("data.angle", angle) / 2.0)

    uses: Dict[str, Use] = {
        "clip_start": lambda value: write(cam_near=number("data.clip_start", value)),
        "clip_end": lambda value: write(cam_far=number("data.clip_end", value)),
        "angle": lambda value: write(cam_focal=focal_length(value)),
        "lens": lambda value: write(cam_focal=number("data.lens", value)),
    }
    return Attributes("data", uses, _CAMERA_UNUSED)


def unused_data(materials: Any) -> Attributes:
    """``obj.data`` of objects whose data has no effect on the simulation, except for their materials."""
    return Attributes("data", {}, [*_LAMP_UNUSED, *_CAMERA_UNUSED], {"materials": materials})
