"""Objects of the environment's file, which scripts reach by their names."""

from __future__ import annotations

from morse.builder.catalog.models import ENVIRONMENT_OBJECTS
from morse.builder.scene.attributes import lamp_data
from morse.builder.scene.current import scene
from morse.builder.scene.scene_object import SceneObject
from morse.builder.script import arguments, report
from morse.builder.script.suggestions import did_you_mean
from morse.core.mathutils import Euler, Vector


class EnvironmentObject(SceneObject):
    """An object of the environment file; the document contains the script's changes to it."""

    def __init__(self, name: str) -> None:
        active = scene().active
        SceneObject.__init__(self, name)
        # A query does not change the active object.
        scene().active = active
        settings = scene().settings
        assert settings is not None
        known = ENVIRONMENT_OBJECTS.get((settings.file, name))
        if known is not None:
            self.location = Vector(known.location)
            self.rotation_euler = Euler(known.rotation)
            self.scale = Vector(known.scale)
        # The kind of the object is known to the simulation only, which warns about an object that is not a light.
        self._light: dict[str, object] = {}
        self.describe_data(lamp_data(self._light.__setitem__, {"materials": self.material_list()}))
        self._stored = self._pose()
        self._vectors = {} if known is not None else self._present_vectors()

    def _present_vectors(self) -> dict[str, Vector | Euler]:
        return {"location": self.location, "rotation": self.rotation_euler, "scale": self.scale}

    def _pose(self) -> dict[str, list[float]]:
        return {"location": list(self.location), "rotation": list(self.rotation_euler), "scale": list(self.scale)}

    def is_of_file(self) -> bool:
        """Always: the appearance is that of the file."""
        return True

    def changes(self) -> dict[str, object]:
        """The settings that the script changed: location, rotation, scale and light."""
        pose = self._pose()
        changed: dict[str, object] = {name: pose[name] for name in pose if pose[name] != self._stored[name]}
        present = self._present_vectors()
        for name in changed:
            # After an assignment to one number of a vector, the other numbers are the Builder's defaults.
            if self._vectors.get(name) is present[name]:
                report.warn(
                    f"the Builder does not know the {name} that {self.name!r} has in its file: "
                    f"it becomes {changed[name]} as a whole; set all three numbers ({self.place})"
                )
        if self._light:
            changed["light"] = self._light
        return changed


def get_object(name: str) -> SceneObject:
    """The scene object of this name; after the Environment, also an object of its file. Raises KeyError.

    The simulation checks that the file has such an object, when it loads the file.
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
