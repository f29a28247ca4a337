"""The bases of components that take data in and give data out: those whose behaviour another program computes."""

from typing import Any, Callable, List, Optional

from morse.core.actuator import Actuator
from morse.core.object import Object
from morse.core.sensor import Sensor


class ExternalObject(Object):
    """What both have in common: functions of your own around ``default_action``, in this order.

    Input functions take the component and return True for new data, which input modifiers then change. After
    ``default_action`` come output modifiers, then output functions, which take the component. Streams and modifiers of the scene
    run as for every component.
    """

    def __init__(self, obj: Any, parent: Optional[Object] = None) -> None:
        # Of the next class: sensors and actuators have more than this one.
        super().__init__(obj, parent)
        self.input_functions: List[Callable[[Any], Any]] = []
        self.input_modifiers: List[Callable[[], Any]] = []
        self.output_modifiers: List[Callable[[], Any]] = []
        self.output_functions: List[Callable[[Any], Any]] = []

    def action(self) -> None:
        received = [bool(function(self)) for function in self.input_functions]
        if any(received):
            for modifier in self.input_modifiers:
                modifier()
        self.default_action()
        for modifier in self.output_modifiers:
            modifier()
        for function in self.output_functions:
            function(self)

    def finalize(self) -> None:
        for functions in (self.input_functions, self.input_modifiers, self.output_modifiers, self.output_functions):
            functions.clear()
        super().finalize()


class ExternalSensor(ExternalObject, Sensor):
    """A sensor that may also take data in."""

    def action(self) -> None:
        self.local_data["timestamp"] = self.robot_parent.gettime()
        ExternalObject.action(self)


class ExternalActuator(ExternalObject, Actuator):
    """An actuator that may also give data out."""
