"""Builder classes of morse.builder.robots.morserobots; written by tools/make_stubs.py from the catalogue."""

from typing import Any, Iterable, List, Literal, Optional, Sequence, Union

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.morsebuilder import GroundRobot, Robot, WheeledRobot

__all__: List[str]

class FakeRobot(Robot):
    """Fake robot. A bare frame without body: nothing collides with it, and it stays where it is put. Only actuators that displace it (`ControlType` Position, Teleport) move it.

It can stand for a robot that exists elsewhere, as any robot can that `make_external()` was called of: such an external robot is seen, met and found, and what is on it does not run."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class QUAD2012(Robot):
    """Quadrotor without dynamics. Quadrotor without a body that physics moves, for the actuators that displace it: StabilizedQuadrotor, Teleport and others with `ControlType` Position. Its rotors and its boom are met by rays and by what flies into them."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class Quadrotor(Robot):
    """Quadrotor with dynamics. Quadrotor with a rigid body of 2 kg, which falls unless an actuator carries it: the rotorcraft controllers, forces, or the speeds of its four engines."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class RMax(Robot):
    """Yamaha RMAX platform. Unmanned helicopter. It is one rigid body, a box of 1 kg without the rotor, and floats while an actuator gives it a speed; without one it falls. The rotor only shows, and turns."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class Submarine(Robot):
    """Submarine robot. Underwater vehicle. It is one rigid body, a box of 1 kg, and floats while an actuator gives it a speed; without one it falls. Water neither carries nor slows it."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class ATRV(GroundRobot):
    """iRobot ATRV platform. Four-wheeled outdoor platform. It is one rigid body; its wheels only show, and turn with the way that it goes."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class B21(GroundRobot):
    """RWI B21 platform. Round indoor platform. It is one rigid body that slides where it is told to."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        NoGravity: bool = ...,
        GroundRobot: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class Hummer(GroundRobot):
    """Hummer car robot. Off-road car on four sprung wheels, driven by SteerForce: steering in front, engine and brakes on all wheels.

Each wheel gets 0.4 of the force of the engine; of the brake, the wheels in front get 0.1 each, those at the rear 1.3."""

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
    """LAAS Jido robot. Indoor platform of LAAS, without the arm it had. It slides over the ground and does not tip."""

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
    """Pioneer 3-DX platform. Small indoor platform with a differential drive: two driven wheels and a caster. With a FixTurningSpeed of 0.52 it turns as fast as it is told, with more or less so much faster or slower."""

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

Its wheels are fixed, so that it slips around its turns. FixTurningSpeed makes up for that: with 1.16 it turns as fast as it is told, with more or less so much faster or slower."""

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
    """Victim. A person to be found and healed. Its properties say how it is: whether it is `Injured`, how badly (`Severity`), and what help it needs (`Requirements`, numbers joined by commas)."""

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
