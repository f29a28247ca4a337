"""Builder classes of morse.builder.robots.morserobots; written by tools/make_stubs.py from the catalogue."""

from typing import Any, Iterable, List, Literal, Optional, Sequence, Union

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.morsebuilder import GroundRobot, Robot, WheeledRobot

__all__: List[str]

class Boat(Robot):
    """Boat. Motor boat, 2.2 m long and 0.9 m wide. It is one rigid body of 100 kg, whose frame is at the water line. BoatControl is the water and its motors; without it the boat falls to the ground."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class FakeRobot(Robot):
    """Fake robot. A frame without body: nothing collides with it. Only actuators that displace it (`ControlType` Position, Teleport) move it.

It can represent a robot that another program moves. `make_external()` does this for any robot: such an external robot is visible, collides and can be found, but its components do not run."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class QUAD2012(Robot):
    """Quadrotor without dynamics. Quadrotor without a dynamic body, for the actuators that displace it: StabilizedQuadrotor, Teleport and others with `ControlType` Position. Rays hit its rotors and its boom, and other bodies collide with them."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class Quadrotor(Robot):
    """Quadrotor with dynamics. Quadrotor with a rigid body of 2 kg. It falls unless an actuator applies thrust: the rotorcraft controllers, forces, or the speeds of its four engines."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class RMax(Robot):
    """Yamaha RMAX platform. Unmanned helicopter. It is one rigid body, a box of 1 kg without the rotor. It floats while an actuator gives it a speed, and falls otherwise. The rotor rotates visually."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class Submarine(Robot):
    """Submarine robot. Underwater vehicle. It is one rigid body, a box of 1 kg. It floats while an actuator gives it a speed, and falls otherwise. Water has no buoyancy and no drag."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class ATRV(GroundRobot):
    """iRobot ATRV platform. Four-wheeled outdoor platform. It is one rigid body; its wheels are visual and rotate with its motion."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class B21(GroundRobot):
    """RWI B21 platform. Round indoor platform. It is one rigid body that slides over the ground."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class Hummer(GroundRobot):
    """Hummer car robot. Off-road car on four sprung wheels, driven by SteerForce: front-wheel steering, engine and brakes on all wheels.

Each wheel gets 0.4 of the engine force. Each front wheel gets 0.1 of the brake, each rear wheel 1.3. Brakes act only without engine force, and the engine drives only wheels that touch the ground."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        friction: float = ...,
        brakes: float = ...,
        force: float = ...,
        steer: float = ...,
        init: int = ...,
        cid: int = ...,
        **kwargs: Any,
    ) -> None: ...

class Jido(GroundRobot):
    """LAAS Jido robot. Indoor platform of LAAS, without its arm. It slides over the ground and does not tip over."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class Morsy(GroundRobot):
    """The MORSE mascot Morsy. The mascot: a small ground robot for first scenes. It is one rigid body."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def set_color(self, color: Sequence[float] = (0.0, 0.0, 0.8)) -> None: ...  # type: ignore[override]
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class PatrolBot(WheeledRobot):
    """PatrolBot robot. Service platform with a differential drive: two driven wheels between three casters on springs."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        HasSuspension: bool = ...,
        FixTurningSpeed: float = ...,
        Influence: float = ...,
        Friction: float = ...,
        WheelFLName: str = ...,
        WheelFRName: str = ...,
        WheelRLName: str = ...,
        WheelRRName: str = ...,
        CasterWheelName: str = ...,
        **kwargs: Any,
    ) -> None: ...

class Pioneer3DX(WheeledRobot):
    """Pioneer 3-DX platform. Small indoor platform with a differential drive: two driven wheels and a caster. With a FixTurningSpeed of 0.52 it turns at the commanded rate; other values scale the rate in proportion."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        HasSuspension: bool = ...,
        FixTurningSpeed: float = ...,
        Influence: float = ...,
        Friction: float = ...,
        WheelFLName: str = ...,
        WheelFRName: str = ...,
        WheelRLName: str = ...,
        WheelRRName: str = ...,
        CasterWheelName: str = ...,
        **kwargs: Any,
    ) -> None: ...

class SegwayRMP400(WheeledRobot):
    """Segway RMP 400 platform. Four-wheeled outdoor platform with a differential drive.

Its wheels are fixed, so that they slip in turns. FixTurningSpeed compensates for that: with 1.16 it turns at the commanded rate; other values scale the rate in proportion."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        HasSuspension: bool = ...,
        FixTurningSpeed: float = ...,
        Influence: float = ...,
        Friction: float = ...,
        WheelFLName: str = ...,
        WheelFRName: str = ...,
        WheelRLName: str = ...,
        WheelRRName: str = ...,
        **kwargs: Any,
    ) -> None: ...

class Victim(GroundRobot):
    """Victim. A person who can be found and healed. Its properties describe its state: whether it is `Injured`, how badly (`Severity`), and which help it needs (`Requirements`, comma-separated numbers)."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        Requirements: str = ...,
        Injured: bool = ...,
        Severity: int = ...,
        **kwargs: Any,
    ) -> None: ...
