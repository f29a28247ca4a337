"""The base of robots, sensors and actuators."""

from typing import Any, Dict, List, Optional

from morse.core.abstractobject import AbstractObject
from morse.core.exceptions import MorseRPCInvokationError
from morse.core.services import service
from morse.helpers.components import declared
from morse.helpers.transformation import Transformation3d
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.values import decoded


class Object(AbstractObject):
    """Something that is somewhere in the scene and acts."""

    def __init__(self, obj: Any, parent: Optional["Object"] = None) -> None:
        AbstractObject.__init__(self)
        #: Its object in the scene.
        self.bge_object = obj
        #: Its robot; None for robots.
        self.robot_parent: Any = parent
        member = scene_state.component_inits[obj.name]
        #: Level of abstraction, or "default".
        self.level: str = member["level"]
        self._frequency: float = member["rate_hz"]
        if parent is not None:
            #: Distance to the robot, and the unit vector to it along the world's and its own axes, at the start.
            self.relative_position = obj.getVectTo(parent.bge_object)
        #: Its pose in the world at the beginning of the action.
        self.position_3d = Transformation3d(obj)
        self._check_level()
        for name, default in self.declared_data().items():
            self.local_data[name] = default
        given = decoded(member["properties"])
        for name, (default, _, _, attribute) in self.fetch_properties().items():
            setattr(self, attribute, given.get(name, default))

    def _check_level(self) -> None:
        levels = declared(type(self), "_levels")
        if self.level != "default" and levels and self.level not in levels:
            raise ValueError(f"{self.name()} has no level {self.level!r}; its levels are {', '.join(levels)}")

    def declared_data(self) -> Dict[str, Any]:
        """Names and defaults of the data fields at its level, in order."""
        fields = declared(type(self), "_data_fields").items()
        return {
            name: default for name, (default, _, _, level) in fields if level in ("all", self.level) or self._is_at(level)
        }

    def _is_at(self, level: Any) -> bool:
        return not isinstance(level, str) and self.level in level

    def fetch_properties(self) -> Dict[str, Any]:
        """What was declared of each property: default, type, description, attribute."""
        return declared(type(self), "_properties")

    def name(self) -> str:
        """Its full name."""
        return self.bge_object.name

    @property
    def frequency(self) -> float:
        """How often it acts. [Hz]"""
        return self._frequency

    @property
    def _active(self) -> bool:
        """Whether it acts."""
        return simulator().ask("active", component=self.name())

    @_active.setter
    def _active(self, active: bool) -> None:
        simulator().do("active", component=self.name(), active=bool(active))

    def toggle_active(self) -> None:
        """Activate it if it is not active, else deactivate it."""
        self._active = not self._active

    def in_zones(self, name: Optional[str] = None, type: Optional[str] = None) -> List[str]:
        """The names of the zones that it is in, of this name or type only, where given."""
        return simulator().ask("zones", point=list(self.position_3d.translation), name=name, kind=type)

    def action(self) -> None:
        """One step: what the base classes do around ``default_action``."""
        self.default_action()

    def default_action(self) -> None:
        """What it does in each step; a class of your own says what."""

    @service
    def get_properties(self) -> Any:
        """All properties: value, type, description and attribute of each."""
        properties = {
            name: [getattr(self, attribute), type_name, doc, attribute]
            for name, (_, type_name, doc, attribute) in self.fetch_properties().items()
        }
        return {"properties": properties}

    @service
    def set_property(self, prop_name: str, prop_val: Any) -> None:
        """Sets a property."""
        properties = self.fetch_properties()
        if prop_name not in properties:
            raise MorseRPCInvokationError(f"Property {prop_name} does not exist for object {self.name()}")
        setattr(self, properties[prop_name][3], prop_val)

    @service
    def get_configurations(self) -> Any:
        """Values of all properties, and where it is on its robot."""
        if self.robot_parent is None:
            raise MorseRPCInvokationError(f"{self.name()} is a robot, which is on no robot")
        values = {name: getattr(self, facts[3]) for name, facts in self.fetch_properties().items()}
        on_robot = self.robot_parent.position_3d.transformation3d_with(self.position_3d)
        values["object_to_robot"] = {
            "rotation": [list(row) for row in on_robot.rotation_matrix],
            "translation": list(on_robot.translation),
        }
        return {"configurations": values}
