"""Base class of robots, sensors and actuators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.core.abstractobject import AbstractObject
from morse.core.exceptions import MorseRPCInvokationError
from morse.core.services import service
from morse.helpers.components import declared
from morse.helpers.transformation import Transformation3d
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.values import decoded

if TYPE_CHECKING:
    from morse.core.robot import Robot
    from morse.host.scene.node import SceneNode
    from morse.host.types import Data, Value


class Object(AbstractObject):
    """A component of the scene: it has a pose and acts in each step."""

    #: Its robot. Robots have None; typed for sensors and actuators, which read it in each step.
    robot_parent: Robot

    def __init__(self, obj: SceneNode, parent: Robot | None = None) -> None:
        AbstractObject.__init__(self)
        #: Its object in the scene.
        self.bge_object = obj
        self.robot_parent = parent  # type: ignore[assignment]  # None for robots only
        member = scene_state.component_inits[obj.name]
        #: Level of abstraction, or "default".
        self.level: str = member["level"]
        self._frequency: float = member["rate_hz"]
        if parent is not None:
            #: At the start: distance to the robot [m], and the unit vector to it in the frame of the world and its own.
            self.relative_position = obj.getVectTo(parent.bge_object)
        #: Its pose in the world at the start of the action.
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

    def declared_data(self) -> Data:
        """Names and default values of the data fields at its level, in order."""
        fields = declared(type(self), "_data_fields").items()
        levels = ("all", self.level)
        return {name: default for name, (default, _, _, level) in fields if level in levels or self._is_at(level)}

    def _is_at(self, level: str | list[str]) -> bool:
        return not isinstance(level, str) and self.level in level

    def fetch_properties(self) -> dict[str, Value]:
        """Declaration of each property: default value, type, description, attribute."""
        return declared(type(self), "_properties")

    def name(self) -> str:
        """Its full name."""
        return self.bge_object.name

    @property
    def frequency(self) -> float:
        """Rate of its actions. [Hz]"""
        return self._frequency

    @property
    def _active(self) -> bool:
        """Whether it is active."""
        active: bool = simulator().ask("active", component=self.name())
        return active

    @_active.setter
    def _active(self, active: bool) -> None:
        simulator().do("active", component=self.name(), active=bool(active))

    def toggle_active(self) -> None:
        """Activate it if it is inactive, otherwise deactivate it."""
        self._active = not self._active

    def in_zones(self, name: str | None = None, type: str | None = None) -> list[str]:
        """Names of the zones that contain it; with ``name`` or ``type``, only those zones."""
        point = list(self.position_3d.translation)
        zones: list[str] = simulator().ask("zones", point=point, name=name, kind=type)
        return zones

    def action(self) -> None:
        """One step: base classes extend it around ``default_action``."""
        self.default_action()

    def default_action(self) -> None:
        """The action of each step; override it."""

    @service
    def get_properties(self) -> Data:
        """All properties: value, type, description and attribute of each."""
        properties = {
            name: [getattr(self, attribute), type_name, doc, attribute]
            for name, (_, type_name, doc, attribute) in self.fetch_properties().items()
        }
        return {"properties": properties}

    @service
    def set_property(self, prop_name: str, prop_val: Value) -> None:
        """Sets a property."""
        properties = self.fetch_properties()
        if prop_name not in properties:
            raise MorseRPCInvokationError(f"Property {prop_name} does not exist for object {self.name()}")
        setattr(self, properties[prop_name][3], prop_val)

    @service
    def get_configurations(self) -> Data:
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
