"""Helpers that scripts once used to reach Blender: what concerns the scene works, the rest says that it cannot."""

from typing import Any, List, Optional, Tuple

from morse.builder import report
from morse.builder.models import ENVIRONMENT_OBJECTS
from morse.builder.scene import SceneObject, scene
from morse.builder.settings import DEFAULT_FREQUENCY_HZ
from morse.core.exceptions import MorseBuilderError
from morse.core.mathutils import Euler, Vector


class EnvironmentObject(SceneObject):
    """An object that the environment file brings; the document carries what the script changes about it."""

    def __init__(self, name: str) -> None:
        SceneObject.__init__(self, name)
        known = ENVIRONMENT_OBJECTS.get((scene().settings.file, name))
        if known is not None:
            self.location = Vector(known.location)  # type: ignore[assignment]
            self.rotation_euler = Euler(known.rotation)  # type: ignore[assignment]
            self.scale = Vector(known.scale)  # type: ignore[assignment]
        self._stored = self._pose()
        self._vectors = {} if known is not None else self._present_vectors()

    def _present_vectors(self) -> dict:
        return {"location": self.location, "rotation": self.rotation_euler, "scale": self.scale}

    def _pose(self) -> dict:
        return {"location": list(self.location), "rotation": list(self.rotation_euler), "scale": list(self.scale)}

    def changes(self) -> dict:
        """Location, rotation and scale, as far as the script set them."""
        changed = {name: value for name, value in self._pose().items() if value != self._stored[name]}
        present = self._present_vectors()
        for name in changed:
            # Setting one number of a vector in place leaves the others as the Builder took them to be.
            if self._vectors.get(name) is present[name]:
                report.warn(
                    f"the Builder does not know the {name} that {self.name!r} has in its file: "
                    f"it becomes {changed[name]} as a whole; set all three numbers ({self.place})"
                )
        return changed


def get_object(name: str) -> SceneObject:
    """The scene object of this name; once there is an Environment, also one of its file. Raises KeyError.

    Whether the environment file has such an object is checked when the simulation loads it.
    """
    current = scene()
    if name in current.objects:
        return current.objects[name]
    if current.settings is None:
        raise KeyError(f"no scene object {name!r} yet; objects of the environment come with Environment(...)")
    found = current.environment_objects[name] = EnvironmentObject(name)
    return found


def get_objects() -> List[SceneObject]:
    """All scene objects the script made."""
    return list(scene().objects.values())


def properties(obj: SceneObject, **kwargs: Any) -> None:
    """Create or overwrite properties of a scene object. Raises TypeError as the method of components does."""
    from morse.builder.values import check_property

    for name, value in kwargs.items():
        check_property(name, value)
    obj.values.update(kwargs)


def set_speed(fps: float = 60, logic_step_max: int = 20, physics_step_max: int = 20) -> None:
    """Old way to set the simulation's frequency, Hz: use Environment.simulator_frequency."""
    report.warn("bpymorse.set_speed is deprecated: use Environment.simulator_frequency")
    scene().frequency_hz = float(fps)


class _GameSettings:
    """``game_settings`` of the scene: the rate works, anything else is reported."""

    def __getattr__(self, name: str) -> Any:
        if name == "fps":
            return scene().frequency_hz or DEFAULT_FREQUENCY_HZ
        raise AttributeError(f"game_settings.{name} is not known here")

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "fps":
            scene().frequency_hz = float(value)
        else:
            report.warn(f"game_settings.{name} has no effect here")


class _SceneView:
    """The scene as scripts know it from Blender."""

    name = "Scene"

    def __init__(self) -> None:
        self.game_settings = _GameSettings()

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
