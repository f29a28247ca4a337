"""Read-only access of Python components to the simulator's built-in components."""

from typing import Any, Dict

from morse.helpers.transformation import Transformation3d
from morse.host.channel import simulator
from morse.host.node import SceneNode, node
from morse.host.values import decoded


class RemoteComponent:
    """A built-in robot, sensor or actuator; read only."""

    def __init__(self, name: str, facts: Dict[str, Any]) -> None:
        self._name = name
        #: Class path.
        self.class_path: str = facts["class"]
        #: Kind: robot, sensor or actuator.
        self.kind: str = facts["kind"]

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
    def local_data(self) -> Dict[str, Any]:
        """A copy of its data."""
        return decoded(simulator().ask("data", component=self._name))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{self._name} is computed by the simulator, which does not show its {name!r}")
