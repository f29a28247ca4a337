"""Access of Python components to built-in components: their data, poses and services."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.core.builtin import builtin_class, call, python_type, typed
from morse.helpers.transformation import Transformation3d
from morse.host.channel import simulator
from morse.host.scene.node import SceneNode, node

if TYPE_CHECKING:
    from morse.host.types import Answer, Data, Function, Kind, Message, Value


class RemoteComponent:
    """A built-in robot, sensor or actuator. Its data are read only; its services are methods."""

    def __init__(self, name: str, facts: Message) -> None:
        self._name = name
        #: Class path.
        self.class_path: str = facts["class"]
        self.kind: Kind = facts["kind"]

    def name(self) -> str:
        """Its full name."""
        return self._name

    @property
    def bge_object(self) -> SceneNode:
        """Its object in the scene."""
        return node(self._name)

    @property
    def position_3d(self) -> Transformation3d:
        """Its pose in the world."""
        return Transformation3d(self.bge_object)

    @property
    def local_data(self) -> Data:
        """A copy of its data."""
        answer = simulator().ask("data", component=self._name)
        declared = getattr(builtin_class(self.class_path), "_data_fields", {})
        types = {name: python_type(facts[1], self.kind) for name, facts in declared.items()}
        return {name: typed(value, types.get(name, "")) for name, value in answer.items()}

    def __getattr__(self, name: str) -> Function:
        kind = simulator().ask("services", component=self._name).get(name)
        if kind is None:
            raise AttributeError(f"{self._name} is computed by the simulator, which does not show its {name!r}")

        def service(*arguments: Value) -> Value:
            # The first argument of an asynchronous service is a callback.
            if kind == "async" and arguments and callable(arguments[0]):
                return call(self._name, name, arguments[1:], arguments[0])
            return call(self._name, name, arguments, _ignore if kind == "async" else None)

        return service


def _ignore(answer: Answer | str) -> None:
    """Callback for services whose answer is not used."""
