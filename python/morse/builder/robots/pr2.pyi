"""Builder classes of morse.builder.robots.pr2; written by tools/make_stubs.py from the catalogue."""

from typing import Any, Iterable, List, Literal, Optional, Sequence, Union

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.morsebuilder import GroundRobot

__all__: List[str]

class BarePR2(GroundRobot):
    """PR2 robot. Two-armed robot on an omnidirectional base. Physics does not move it: only actuators that displace it (`ControlType` Position, Teleport) do, but other bodies collide with it. Its torso, head and arms are armatures, which `Armature` actuators move. It can grasp with a part of its model that `make_grasper` names.

`BarePR2` is the robot alone. `BasePR2` has an `Armature` for each of `torso`, `torso.head`, `torso.l_arm` and `torso.r_arm`, each with an ArmaturePose `pose`, and `joint_state`, which joins these. `LocalizedPR2` also has the actuator `motion` (MotionXYW, by displacement) and the sensor `pose`. `NavPR2` has `motion`, `odometry` and the laser scanner `base_scan`. Both can have a `keyboard`."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def set_color(self, color: Sequence[float] = (0.0, 0.0, 0.8)) -> None: ...  # type: ignore[override]
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        COLOR: str = ...,
        **kwargs: Any,
    ) -> None: ...

class BasePR2(BarePR2):
    """PR2 robot. Two-armed robot on an omnidirectional base. Physics does not move it: only actuators that displace it (`ControlType` Position, Teleport) do, but other bodies collide with it. Its torso, head and arms are armatures, which `Armature` actuators move. It can grasp with a part of its model that `make_grasper` names.

`BarePR2` is the robot alone. `BasePR2` has an `Armature` for each of `torso`, `torso.head`, `torso.l_arm` and `torso.r_arm`, each with an ArmaturePose `pose`, and `joint_state`, which joins these. `LocalizedPR2` also has the actuator `motion` (MotionXYW, by displacement) and the sensor `pose`. `NavPR2` has `motion`, `odometry` and the laser scanner `base_scan`. Both can have a `keyboard`."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def add_interface(self, interface: str, **kwargs: Any) -> None: ...
    torso: Any
    head: Any
    l_arm: Any
    r_arm: Any
    joint_state: Any
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        COLOR: str = ...,
        **kwargs: Any,
    ) -> None: ...

class LocalizedPR2(BasePR2):
    """PR2 robot. Two-armed robot on an omnidirectional base. Physics does not move it: only actuators that displace it (`ControlType` Position, Teleport) do, but other bodies collide with it. Its torso, head and arms are armatures, which `Armature` actuators move. It can grasp with a part of its model that `make_grasper` names.

`BarePR2` is the robot alone. `BasePR2` has an `Armature` for each of `torso`, `torso.head`, `torso.l_arm` and `torso.r_arm`, each with an ArmaturePose `pose`, and `joint_state`, which joins these. `LocalizedPR2` also has the actuator `motion` (MotionXYW, by displacement) and the sensor `pose`. `NavPR2` has `motion`, `odometry` and the laser scanner `base_scan`. Both can have a `keyboard`."""

    def __init__(self, name: Optional[str] = None, with_keyboard: bool = True, show_laser: bool = False) -> None: ...
    def add_interface(self, interface: str, **kwargs: Any) -> None: ...
    motion: Any
    pose: Any
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        COLOR: str = ...,
        **kwargs: Any,
    ) -> None: ...

class NavPR2(BasePR2):
    """PR2 robot. Two-armed robot on an omnidirectional base. Physics does not move it: only actuators that displace it (`ControlType` Position, Teleport) do, but other bodies collide with it. Its torso, head and arms are armatures, which `Armature` actuators move. It can grasp with a part of its model that `make_grasper` names.

`BarePR2` is the robot alone. `BasePR2` has an `Armature` for each of `torso`, `torso.head`, `torso.l_arm` and `torso.r_arm`, each with an ArmaturePose `pose`, and `joint_state`, which joins these. `LocalizedPR2` also has the actuator `motion` (MotionXYW, by displacement) and the sensor `pose`. `NavPR2` has `motion`, `odometry` and the laser scanner `base_scan`. Both can have a `keyboard`."""

    def __init__(self, name: Optional[str] = None, with_keyboard: bool = True, show_laser: bool = False) -> None: ...
    def add_interface(self, interface: str, **kwargs: Any) -> None: ...
    motion: Any
    odometry: Any
    base_scan: Any
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        COLOR: str = ...,
        **kwargs: Any,
    ) -> None: ...
