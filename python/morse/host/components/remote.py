"""Read-only access of Python components to built-in components."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from morse.helpers.transformation import Transformation3d
from morse.host.channel import simulator
from morse.host.scene.node import SceneNode, node
from morse.host.values import decoded

if TYPE_CHECKING:
    from morse.host.types import Data, Kind, Message


class RemoteComponent:
    """A built-in robot, sensor or actuator; read only."""

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
        data: Data = decoded(simulator().ask("data", component=self._name))
        return data

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self._name} is computed by the simulator, which does not show its {name!r}")
