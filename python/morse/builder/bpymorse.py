"""Blender functions for old scripts: those that concern the scene work, the others report an error."""

from typing import Any, Dict, List, Optional, Tuple

from morse.builder import arguments, report
from morse.builder.attributes import lamp_data, name_without_effect
from morse.builder.models import ENVIRONMENT_OBJECTS
from morse.builder.scene import SceneObject, scene
from morse.builder.settings import DEFAULT_FREQUENCY_HZ
from morse.builder.suggestions import did_you_mean
from morse.core.exceptions import MorseBuilderError
from morse.core.mathutils import Euler, Vector


class EnvironmentObject(SceneObject):
    """An object of the environment file; the document contains the script's changes to it."""

    def __init__(self, name: str) -> None:
        SceneObject.__init__(self, name)
        known = ENVIRONMENT_OBJECTS.get((scene().settings.file, name))
        if known is not None:
            self.location = Vector(known.location)  # type: ignore[assignment]
            self.rotation_euler = Euler(known.rotation)  # type: ignore[assignment]
            self.scale = Vector(known.scale)  # type: ignore[assignment]
        # Only the simulation knows its kind; it warns if the object is no light.
        self._light: Dict[str, Any] = {}
        self.describe_data(lamp_data(self._light.__setitem__))
        self._stored = self._pose()
        self._vectors = {} if known is not None else self._present_vectors()

    def _present_vectors(self) -> dict:
        return {"location": self.location, "rotation": self.rotation_euler, "scale": self.scale}

    def _pose(self) -> dict:
        return {"location": list(self.location), "rotation": list(self.rotation_euler), "scale": list(self.scale)}

    def changes(self) -> dict:
        """Location, rotation, scale and light, as far as the script set them."""
        changed: Dict[str, Any] = {name: value for name, value in self._pose().items() if value != self._stored[name]}
        present = self._present_vectors()
        for name in changed:
            # Setting one number of a vector in place keeps the Builder's values of the others.
            if self._vectors.get(name) is present[name]:
                report.warn(
                    f"the Builder does not know the {name} that {self.name!r} has in its file: "
                    f"it becomes {changed[name]} as a whole; set all three numbers ({self.place})"
                )
        if self._light:
            changed["light"] = self._light
        return changed


def get_object(name: str) -> SceneObject:
    """The scene object of this name; once there is an Environment, also one of its file. Raises KeyError.

    Whether the environment file has such an object is checked when the simulation loads it.
    """
    arguments.text("get_object", "name", name)
    current = scene()
    if name in current.objects:
        return current.objects[name]
    if current.settings is None:
        raise arguments.UnknownName(
            f"no scene object {name!r} yet; objects of the environment come with Environment(...)"
            f"{did_you_mean(name, current.objects)}"
        )
    found = current.environment_objects[name] = EnvironmentObject(name)
    return found


def get_objects() -> List[SceneObject]:
    """All scene objects the script made."""
    return list(scene().objects.values())


def properties(obj: SceneObject, **kwargs: Any) -> None:
    """Create or overwrite properties of a scene object."""
    from morse.builder.values import check_property

    for name, value in kwargs.items():
        check_property(name, value)
    obj.values.update(kwargs)


def set_speed(fps: float = 60, logic_step_max: int = 20, physics_step_max: int = 20) -> None:
    """Old way to set the simulation's frequency, Hz: use Environment.simulator_frequency."""
    report.warn("bpymorse.set_speed is deprecated: use Environment.simulator_frequency")
    if (logic_step_max, physics_step_max) != (20, 20):
        report.warn("bpymorse.set_speed uses fps only: logic_step_max and physics_step_max have no effect")
    scene().frequency_hz = arguments.positive("set_speed", "fps", fps)


class _GameSettings:
    """``game_settings`` of the scene: the rate works, anything else is reported."""

    def __getattr__(self, name: str) -> Any:
        if name == "fps":
            return scene().frequency_hz or DEFAULT_FREQUENCY_HZ
        raise AttributeError(f"game_settings.{name} is not known here")

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "fps":
            scene().frequency_hz = arguments.positive("game_settings", "fps", value)
        else:
            name_without_effect(f"game_settings.{name}")
            object.__setattr__(self, name, value)


_game_settings = _GameSettings()


class _SceneView:
    """The scene as scripts know it from Blender."""

    name = "Scene"

    @property
    def game_settings(self) -> _GameSettings:
        """The rate of the simulation, as ``fps``."""
        return _game_settings

    def __setattr__(self, name: str, value: Any) -> None:
        name_without_effect(f"scene.{name}")
        object.__setattr__(self, name, value)

    @property
    def objects(self) -> dict:
        """Scene objects by name."""
        return dict(scene().objects)


def get_context_scene() -> _SceneView:
    """The scene: ``objects`` and ``game_settings.fps``."""
    return _SceneView()


def get_context_object() -> Optional[SceneObject]:
    """The scene object made last."""
    objects = get_objects()
    return objects[-1] if objects else None


def version() -> Tuple[int, int, int]:
    """Version of Blender whose behaviour scripts may expect."""
    return (2, 79, 0)


def select_only(obj: Any) -> None:
    """Selecting means nothing without an editor."""


def deselect_all() -> None:
    """Selecting means nothing without an editor."""


def _impossible(name: str) -> Any:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise MorseBuilderError(f"bpymorse.{name} needs Blender, which is not part of this simulator")

    refuse.__name__ = name
    refuse.__doc__ = "Not available: raises MorseBuilderError."
    return refuse


_NEEDS_BLENDER = (
    "add_actuator add_controller add_lamp add_camera add_material add_mesh_cone add_mesh_cube add_mesh_cylinder "
    "add_mesh_ico_sphere add_mesh_monkey add_mesh_plane add_mesh_torus add_mesh_uv_sphere add_morse_empty add_sensor "
    "apply_transform create_mesh create_new_material delete fullscreen get_first_selected_object get_lamps "
    "get_material get_materials get_selected_objects link_append open_sound save set_viewport "
    "set_viewport_perspective"
).split()

for _name in _NEEDS_BLENDER:
    globals()[_name] = _impossible(_name)
