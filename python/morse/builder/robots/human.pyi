"""Builder classes of morse.builder.robots.human; written by tools/make_stubs.py from the catalogue."""

from typing import Any, Iterable, List, Literal, Optional, Sequence, Union

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.morsebuilder import GroundRobot

__all__: List[str]

class Human(GroundRobot):
    """Human avatar. A person of 1.79 m. Physics does not move it: only actuators that displace it (`ControlType` Position, Teleport) do, but other bodies collide with it. It can grasp with a part of its model that `make_grasper` names. It has an `Armature` called `skeleton`, with an ArmaturePose called `joint_states`.

Legs and arms swing with the distance walked. The stride frequency is 64.8 (v/h)^0.57 strides per minute at the speed v with the stature h, as measured for adults (D. W. Grieve and R. J. Gear, Ergonomics 9, 1966), and the amplitude is such that the foot on the ground does not slide. A limb that was posed before the walk keeps its configuration. An `Armature` actuator moves the skeleton. Children of bones move with them, and so does a skin for cameras, such as that of the original's model."""

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
