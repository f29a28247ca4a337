"""Objects of the environment's file, which scripts reach by their names."""

from typing import Any, Dict

from morse.builder import arguments, report
from morse.builder.attributes import lamp_data
from morse.builder.models import ENVIRONMENT_OBJECTS
from morse.builder.scene import scene
from morse.builder.scene_object import SceneObject
from morse.builder.suggestions import did_you_mean
from morse.core.mathutils import Euler, Vector


class EnvironmentObject(SceneObject):
    """An object of the environment file; the document contains the script's changes to it."""

    def __init__(self, name: str) -> None:
        active = scene().active
        SceneObject.__init__(self, name)
        # Looking for an object does not make it active.
        scene().active = active
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
