"""Base classes of components whose behavior an external program computes, with input and output functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

from morse.core.actuator import Actuator
from morse.core.object import Object
from morse.core.sensor import Sensor

if TYPE_CHECKING:
    from morse.core.robot import Robot
    from morse.host.scene.node import SceneNode
    from morse.host.types import Function


class ExternalObject(Object):
    """A component with streams of both directions, and with functions that are called around ``default_action``.

    The order is: incoming streams of the scene; input functions, which take the component and return True for new data;
    input modifiers, if there are new data; ``default_action``; output modifiers; output functions, which take the
    component; outgoing streams of the scene.
    """

    #: Whether incoming streams have set new data since the last action.
    has_new_data = False

    def __init__(self, obj: SceneNode, parent: Robot | None = None) -> None:
        # Calls Sensor.__init__ or Actuator.__init__ in subclasses.
        super().__init__(obj, parent)
        self.input_functions: list[Function] = []
        self.input_modifiers: list[Callable[[], object]] = []
        self.output_modifiers: list[Callable[[], object]] = []
        self.output_functions: list[Function] = []

    def action(self) -> None:
        received = [self.has_new_data, *(bool(function(self)) for function in self.input_functions)]
        self.has_new_data = False
        if any(received):
            for modifier in self.input_modifiers:
                modifier()
        self.default_action()
        for modifier in self.output_modifiers:
            modifier()
        for function in self.output_functions:
            function(self)

    def finalize(self) -> None:
        self.input_functions.clear()
        self.input_modifiers.clear()
        self.output_modifiers.clear()
        self.output_functions.clear()
        super().finalize()


class ExternalSensor(ExternalObject, Sensor):
    """A sensor whose readings may come from outside: ``add_stream(…, direction="IN")`` sets its data."""

    def action(self) -> None:
        self.local_data["timestamp"] = self.robot_parent.gettime()
        ExternalObject.action(self)


class ExternalActuator(ExternalObject, Actuator):
    """An actuator that another machine may execute: ``add_stream(…, direction="OUT")`` publishes its data."""
