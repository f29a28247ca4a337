"""Builder classes of morse.builder.robots.human; written by tools/make_stubs.py from the catalogue."""

from typing import Any, Iterable, List, Literal, Optional, Sequence, Union

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.morsebuilder import GroundRobot

__all__: List[str]

class Human(GroundRobot):
    """Human avatar. Human avatar with an articulated skeleton. Moves only with ControlType Position."""

    def __init__(self, filename: str = "human_rig", name: Optional[str] = None) -> None: ...
    def add_interface(self, interface: str, **kwargs: Any) -> None: ...
    skeleton: Any
    joint_states: Any
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        Animations: bool = ...,
        **kwargs: Any,
    ) -> None: ...
