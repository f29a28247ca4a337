"""Builder classes of morse.builder.robots.human; written by tools/make_stubs.py from the catalogue."""

from typing import Any, Iterable, List, Literal, Optional, Sequence, Union

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.morsebuilder import GroundRobot

__all__: List[str]

class Human(GroundRobot):
    """Human avatar. A person of 1.79 m. Physics does not move it: only actuators that displace it (`ControlType` Position, Teleport) do, but others run into it. An `Armature` actuator moves its skeleton; what is seen of it stays as it is. It can grasp with a part of its model that `make_grasper` names."""

    def __init__(self, filename: str = "human_rig", name: Optional[str] = None) -> None: ...
    def add_interface(self, interface: str, **kwargs: Any) -> None: ...
    skeleton: Any
    joint_states: Any
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...
