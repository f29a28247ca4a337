"""Builder classes of morse.builder.robots.human; written by tools/make_stubs.py from the catalogue."""

from typing import Any, Iterable, List, Literal, Optional, Sequence, Union

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.morsebuilder import GroundRobot

__all__: List[str]

class Human(GroundRobot):
    """Human avatar. A person of 1.79 m. Physics does not move it: only actuators that displace it (`ControlType` Position, Teleport) do, but others run into it. It can grasp with a part of its model that `make_grasper` names. It has an `Armature` called `skeleton`, and on that an ArmaturePose called `joint_states`.

Legs and arms swing with the way that it walks, and the more, the faster it is: 64.8 (v/h)^0.57 strides a minute at the speed v with the stature h, as adults do (D. W. Grieve and R. J. Gear, Ergonomics 9, 1966), and so far that the foot on the ground stays where it is. A limb that somebody posed before it set out stays as it is. An `Armature` actuator moves the skeleton; what hangs on bones goes with them, and for cameras also a skin that is stretched over them, as that of the original's model."""

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
