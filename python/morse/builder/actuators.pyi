"""Builder classes of morse.builder.actuators; written by tools/make_stubs.py from the catalogue."""

from typing import Any, Iterable, List, Literal, Optional, Sequence, Union

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.creator import ActuatorCreator

__all__: List[str]

class Armature(ActuatorCreator):
    """Armature Actuator. Moves the joints of an armature: one that its own model brings along, or one of the robot's model.

A command has a value for each joint, by the names that `get_joints` tells. Joints turn at `RotationSpeed` and slide at `LinearSpeed`, unless a service says otherwise, as far as their limits let them, and rest when they are nearer to their goal than `AngleTolerance` and `DistanceTolerance`. A service that moves joints is done when all of them rest.

Inverse kinematics holds the ends of bones at targets that `place_IK_target` and `move_IK_target` put somewhere. It is on from then until a service moves joints; commands do nothing meanwhile. Where a target cannot be reached the arm comes as near as it can, a metre weighing as much as a radian. Targets are those that `create_ik_targets` made, and those of bones whose constraint of inverse kinematics keeps a distance in the model: the target that it has there, or a new one.

A trajectory is `{"starttime": s, "points": [{"positions": [...], "time_from_start": s}, ...]}`: a position for each joint [rad or m], in the order of `get_joints`. Joints move to each point at the constant speed that brings them there in time; speeds and accelerations in it are ignored. The start is a time of the clients' clock [s]; without one, or with one that has passed, the joints set out at once.

What is put on an armature hangs on the part of it that has the property `end_effector`, if there is one, unless it has the property `internal`."""

    def __init__(self, name: Optional[str] = None, armature_name: Optional[str] = None, model_name: Optional[str] = None) -> None: ...
    def create_ik_targets(self, bones: Iterable[str]) -> None: ...
    def after_renaming(self) -> None: ...
    def finish_options(self) -> None: ...
    def properties(
        self,
        *,
        DistanceTolerance: float = ...,
        AngleTolerance: float = ...,
        RotationSpeed: float = ...,
        LinearSpeed: float = ...,
        IKRotationSpeed: float = ...,
        IKLinearSpeed: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["pocolibs", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Arucomarker(ActuatorCreator):
    """ArUco Marker. Puts a plate with a marker of the ArUco library where its data says from the robot, however that is turned.

The marker is at the position of the robot plus (z + xoffset, x + yoffset, -y + zoffset), along the axes of the world.

    Data: x [m], y [m], z [m], roll [rad], pitch [rad], yaw [rad].
    """

    def properties(
        self,
        *,
        xoffset: float = ...,
        yoffset: float = ...,
        zoffset: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Destination(ActuatorCreator):
    """Destination. Flies or slides the robot in a straight line to a point of the world, without turning it.

It moves at full speed until the actuator is nearer than `Tolerance` and then stops. On arrival it lets go, unless told to remain.

    Data: x [m], y [m], z [m].
    """

    def properties(
        self,
        *,
        Tolerance: float = ...,
        Speed: float = ...,
        ControlType: str = ...,
        RemainAtDestination: bool = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...
    def alter(
        self,
        modifier_name: Union[Literal["NED", "ECEF", "feet", "geodetic", "geocentric", "UTM"], str, None] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class ExternalForce(ActuatorCreator):
    """External Force/Torque. Pushes the robot by a force and turns it by a torque along the axes of the world, until told otherwise: wind, a current, a rope. The force acts on the centre of mass. Torques turn rigid bodies only.

    Data: force [N], torque [N·m].
    """

    def add_stream(
        self,
        datastream: Union[Literal["ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class ForceTorque(ActuatorCreator):
    """Force/Torque Motion Controller. Pushes the robot by a force and turns it by a torque, until told otherwise.

Both are along the axes of the actuator, and the force acts where the actuator is: off the centre of mass, it turns the robot too. With `RobotFrame` they are along the axes of the robot and act on its centre of mass. Torques turn rigid bodies only.

    Data: force [N], torque [N·m].
    """

    def properties(
        self,
        *,
        RobotFrame: bool = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Gripper(ActuatorCreator):
    """Gripper. Takes what has a true property `Graspable` in a cone along its Z axis and holds it until it is told to let go, or another hand takes it.

What it holds goes where the gripper goes, and still collides with other things. The fingers of its model are closed while it holds something; they only show.

    Data: grab.
    """

    def properties(
        self,
        *,
        Angle: float = ...,
        Distance: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Light(ActuatorCreator):
    """Light. Shines along its X axis, for cameras to see by.

    Data: emit.
    """

    def properties(
        self,
        *,
        emit: bool = ...,
        distance: float = ...,
        color: str = ...,
        size: float = ...,
        energy: float = ...,
        Emit: bool = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["moos", "ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class MocapControl(ActuatorCreator):
    """Motion capture control. Moves a person as somebody moves whose joints a depth camera or a suit tracks.

Each joint has a control point, a node below the robot, which is put where the data says: at the robot's position and as far from it as told, along the axes of the world, however the robot is turned. A joint at exactly (0, 0, 0), as all are until a command comes and as trackers tell those that they do not see, is not tracked: its point stays where it is on the robot, and the rest of the figure does not follow it.

The control point of the torso is turned about the vertical, by the angle ψ between the world's X axis and the line `s` from the point of the right shoulder to that of the left, as they stood before:

`ψ = acos(s_x / |s|) - π/2`

which is zero without a line, and in which a person who turns by more than a right angle looks back to the front.

The figure stands by its torso: where this is tracked, the whole armature goes where its point is, turned as that is. The other bones follow their points by inverse kinematics, all at once: arms, neck and shoulders down to the torso, and legs up to the hips. Bones keep their lengths and joints their limits; for somebody of another size, the sum of the squares of what is missing is the least. Feet, hands and the head go with the bones that carry them.

Control points are those of the model, whose names contain Head_Empty, Neck_Empty, Torso_Empty, Hand_Empty.L, Elbow_Empty.L, Shoulder_Empty.L, Hip_Empty.L, Knee_Empty.L, Foot_Empty.L, and the same with R for the right; the bone whose constraint of inverse kinematics has such a target follows it. Where the model has none, the actuator makes one at the end of the bone neck03, neck01, spine03, lowerarm02, upperarm02, shoulder01, pelvis, upperleg02 or lowerleg02 with _L or _R, as the model of a person names them which `Human` takes. A robot without either is refused.

The skeleton of a `Human` brings joints back to what it was last commanded, whenever it acts: this actuator should act as often, and after it, as it does unless a scene says otherwise. Limbs that are tracked do not walk.

    Data: head_position [m], neck_position [m], left_hand_position [m], right_hand_position [m], left_elbow_position [m], right_elbow_position [m], left_shoulder_position [m], right_shoulder_position [m], left_hip_position [m], right_hip_position [m], left_foot_position [m], right_foot_position [m], torso_position [m], left_knee_position [m], right_knee_position [m].
    """

    def add_stream(
        self,
        datastream: Union[Literal["pocolibs", "socket"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class MotionVW(ActuatorCreator):
    """Linear and angular speed (V, W). Drives the robot by forward speed and turn rate, until told otherwise.

    Data: v [m/s], w [rad/s].
    """

    def properties(
        self,
        *,
        ControlType: str = ...,
        **kwargs: Any,
    ) -> None: ...
    def level(self, level: Literal["dynamic", "kinematic"]) -> None: ...  # type: ignore[override]
    def add_stream(
        self,
        datastream: Union[Literal["moos", "pocolibs", "ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class MotionVWDiff(ActuatorCreator):
    """Differential Driver Actuator: Linear and angular speed (V, W). Turns the wheels of a robot with a differential drive as a forward speed and a turn rate need it, until told otherwise.

The robot goes as its wheels take it: it speeds up no faster than they grip, and does not move when they are in the air. Told to stand, it brakes. A robot without such wheels is driven by MotionVW.

    Data: v [m/s], w [rad/s].
    """

    def level(self, level: Literal["dynamic", "kinematic"]) -> None: ...  # type: ignore[override]
    def add_stream(
        self,
        datastream: Union[Literal["moos", "pocolibs", "ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class MotionXYW(ActuatorCreator):
    """Linear and angular speed (Vx, Vy, W). Drives an omnidirectional robot by forward speed, sideways speed and turn rate, until told otherwise.

    Data: x [m/s], y [m/s], w [rad/s].
    """

    def properties(
        self,
        *,
        ControlType: str = ...,
        **kwargs: Any,
    ) -> None: ...
    def level(self, level: Literal["dynamic", "kinematic"]) -> None: ...  # type: ignore[override]
    def add_stream(
        self,
        datastream: Union[Literal["ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Orientation(ActuatorCreator):
    """Orientation. Turns the robot to an attitude in the world, at once or at a limited rate. The attitude starts as that of the actuator on what carries it.

At once, it is the robot that has the attitude then. At a limited rate it is the actuator, and each of the three angles goes the short way round.

    Data: yaw [rad], pitch [rad], roll [rad].
    """

    def properties(
        self,
        *,
        speed: float = ...,
        tolerance: float = ...,
        ControlType: str = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...
    def alter(
        self,
        modifier_name: Union[Literal["NED"], str, None] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class PA10(ActuatorCreator):
    """Mitsubishi PA-10. Six segments, each on the one before. Each turns at `Speed` until it is nearer to its goal than `Tolerance`; none passes half a turn. The last one carries what is appended to the arm.

    Data: seg0 [rad], seg1 [rad], seg2 [rad], seg3 [rad], seg4 [rad], seg5 [rad].
    """

    def properties(
        self,
        *,
        Speed: float = ...,
        Tolerance: float = ...,
        **kwargs: Any,
    ) -> None: ...

class PTU(ActuatorCreator):
    """Pan-Tilt Unit. Turns what is appended to it, to the left and right, and up and down, each at no more than `Speed`.

Neither angle passes half a turn: from 3 to -3 rad it goes the long way. With `Manual`, commands do nothing and keys of whoever is at the machine turn it, or those that a client holds: Home and End (or Insert) to the left and right, PageUp and PageDown up and down.

    Data: pan [rad], tilt [rad].
    """

    def properties(
        self,
        *,
        Speed: float = ...,
        Tolerance: float = ...,
        Manual: bool = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["pocolibs", "ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class QuadrotorDynamicControl(ActuatorCreator):
    """Quadrotor dynamic controller. Turns the speeds of four rotors into thrust along Z and torques of the robot.

Thrust and drag of a rotor grow with the square of its speed. In the `+` configuration the rotors 1 to 4 act at the back, right, front and left: more speed of the first lowers the nose. In the `x` configuration they act at the front left, front right, back right and back left. The first and third rotor turn the robot to the right, the others to the left.

    Data: engines [rad/s].
    """

    def properties(
        self,
        *,
        ThrustFactor: float = ...,
        DragFactor: float = ...,
        Lever: float = ...,
        Configuration: str = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class RotorcraftAttitude(ActuatorCreator):
    """Rotorcraft attitude motion controller. Turns the robot to an attitude and pushes it along its Z axis, as an autopilot that is given attitude and thrust.

X is the axis that the sensors of angles call north: that of the world, or, with `UseAngleAgainstNorth`, north as the environment's `angle_against_north` places it. Torques are in proportion to the moments of inertia of the robot, so the gains suit any robot, and to the thrust command.

    Data: roll [rad], pitch [rad], yaw [rad/s or rad], thrust.
    """

    def properties(
        self,
        *,
        RollPitchPgain: float = ...,
        RollPitchDgain: float = ...,
        YawPgain: float = ...,
        YawDgain: float = ...,
        ThrustFactor: float = ...,
        LinearThrust: bool = ...,
        YawRateControl: bool = ...,
        UseAngleAgainstNorth: bool = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["mavlink", "ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class RotorcraftVelocity(ActuatorCreator):
    """Rotorcraft Velocity motion controller. Flies the robot at a velocity, and turns it at a rate, as a rotorcraft does: it leans where it is to speed up.

It comes to its velocity in about ten seconds. Without a turn rate, it holds its heading.

    Data: vx [m/s], vy [m/s], vz [m/s], vyaw [rad/s], tolerance [m/s].
    """

    def properties(
        self,
        *,
        HorizontalPgain: float = ...,
        HorizontalDgain: float = ...,
        VerticalPgain: float = ...,
        VerticalDgain: float = ...,
        YawPgain: float = ...,
        YawDgain: float = ...,
        RollPitchPgain: float = ...,
        RollPitchDgain: float = ...,
        MaxBankAngle: float = ...,
        MaxVelocity: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["ros", "socket"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class RotorcraftWaypoint(ActuatorCreator):
    """Rotorcraft Waypoint motion controller. Flies the robot to a point of the world and turns it to a heading there, as a rotorcraft does: it leans where it is to speed up.

The robot's origin is led to the point; it has arrived when the actuator is nearer than `tolerance`. It then hovers, unless `RemainAtDestination` is false: then it lets go, and falls.

    Data: x [m], y [m], z [m], yaw [rad], tolerance [m].
    """

    def properties(
        self,
        *,
        HorizontalPgain: float = ...,
        HorizontalDgain: float = ...,
        VerticalPgain: float = ...,
        VerticalDgain: float = ...,
        YawPgain: float = ...,
        YawDgain: float = ...,
        RollPitchPgain: float = ...,
        RollPitchDgain: float = ...,
        MaxBankAngle: float = ...,
        RemainAtDestination: bool = ...,
        Target: str = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["mavlink", "ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Sound(ActuatorCreator):
    """Sound. Plays, pauses and stops a sound file, the one that `open(path)` chooses in the script.

`morse run` plays it with a program of the system, on the machine on which it runs: pw-play, paplay, aplay, afplay, mpg123, ffplay or mpv, whichever is found first and plays such files. It sounds as in the file, wherever the robot is, and at its own speed, also where simulated time does not follow real time. A sound that came to its end is played again after `stop` and `play`. Other words change nothing.

    Data: mode.
    """

    def open(self, filepath: str) -> None: ...
    def properties(
        self,
        *,
        mode: str = ...,
        **kwargs: Any,
    ) -> None: ...

class StabilizedQuadrotor(ActuatorCreator):
    """Stabilized Flight for quadrotor. Flies the robot by roll, pitch, heading and height, without physics: it puts the robot where a stabilised quadrotor would be, and nothing stops it.

Roll and pitch follow their commands as a system of second order does (10 rad/s, damping 0.7), and so does the height of a robot that is level (3 rad/s, damping 0.7). The thrust drives the robot where it leans; without friction, it glides on.

    Data: theta_c [rad], phi_c [rad], psi_c [rad], h_c [m].
    """

    def add_stream(
        self,
        datastream: Union[Literal["socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class SteerForce(ActuatorCreator):
    """Steer/Force Actuator. Steers, pushes and brakes a car, until told otherwise.

A negative force drives forward, as scenes and clients expect it. The robot has to be a car, as the Hummer is, whose page tells the shares of the wheels.

    Data: steer [rad], force [N], brake [N s].
    """

    def add_stream(
        self,
        datastream: Union[Literal["moos", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Teleport(ActuatorCreator):
    """Teleport. Puts the robot so that the actuator is at a pose of the world, which starts as where it is.

It does so at every activation: the robot stays where it was put, whatever pushes it, until the actuator is deactivated.

    Data: x [m], y [m], z [m], yaw [rad], pitch [rad], roll [rad].
    """

    def add_stream(
        self,
        datastream: Union[Literal["moos", "pprzlink", "ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...
    def alter(
        self,
        modifier_name: Union[Literal["NED", "ECEF", "feet", "geodetic", "geocentric"], str, None] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Waypoint(ActuatorCreator):
    """Waypoint. Drives the robot to a point of the world, with two optional obstacle radars.

The robot turns on the spot until the goal is less than 60° off its heading, then drives at `speed` and turns at half that number in rad/s, until the actuator is nearer than `tolerance` (in the plane, unless `FreeZ` is set). On arrival it stops once and lets go, unless told to remain.

The radars look along the actuator's X axis, 3 m far, in cones of 5°, at every 21st tick, and notice any body. They are felt out with nine rays each, so a thin pole at full distance may be missed. When the right one notices something nearer than the goal the robot turns left, when the left one does it turns right; a goal nearer than the radars see, or a body that has one of the properties in `Ignore`, makes it go straight on.

    Data: x [m], y [m], z [m], tolerance [m], speed [m/s].
    """

    def properties(
        self,
        *,
        ObstacleAvoidance: bool = ...,
        FreeZ: bool = ...,
        AngleTolerance: float = ...,
        Speed: float = ...,
        Target: str = ...,
        Ignore: str = ...,
        ControlType: str = ...,
        RemainAtDestination: bool = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["socket", "yarp", "yarp_json"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...
    def alter(
        self,
        modifier_name: Union[Literal["NED", "ECEF", "feet", "geodetic", "geocentric", "UTM"], str, None] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Drag(ActuatorCreator):
    """Drag. Holds the robot back along each of its axes with a force that grows with the square of its speed along that axis, on its centre of mass. It reads no command.

The force never takes more than the whole speed before the next activation: a light robot with much drag stops, and does not shake."""

    def properties(
        self,
        *,
        DragCoeffX: float = ...,
        DragCoeffY: float = ...,
        DragCoeffZ: float = ...,
        **kwargs: Any,
    ) -> None: ...

class Joystick(ActuatorCreator):
    """Joystick Actuator. Moves the robot by a joystick at the machine on which the simulator runs: forwards and backwards as far as the stick is pushed, and turns it as far as it is pushed to the left and right.

The turn rate is half of `Speed`, but not for wheels. Without a joystick the robot stays.

Joysticks are read on Linux only: input devices with two axes and with buttons of a joystick or a gamepad, counted from 0 as the system numbers its devices. This was tried with made-up events only, not with a joystick."""

    def __init__(self, name: Optional[str] = None, index: int = 0) -> None: ...
    def properties(
        self,
        *,
        ControlType: str = ...,
        Speed: float = ...,
        **kwargs: Any,
    ) -> None: ...

class Keyboard(ActuatorCreator):
    """Keyboard Actuator. Moves the robot while keys are held, at the terminal in which the simulator runs or by a client.

Up and Down drive forwards and backwards, Left and Right turn. T and G rise and sink, U and O move to the left and to the right, J and L roll to the left and to the right, I and K pitch down and up. The turn rate about Z is half of `Speed`, but not for wheels."""

    def properties(
        self,
        *,
        ControlType: str = ...,
        Speed: float = ...,
        **kwargs: Any,
    ) -> None: ...

class KukaLWR(Armature):
    """Armature Actuator. Moves the joints of an armature: one that its own model brings along, or one of the robot's model.

A command has a value for each joint, by the names that `get_joints` tells. Joints turn at `RotationSpeed` and slide at `LinearSpeed`, unless a service says otherwise, as far as their limits let them, and rest when they are nearer to their goal than `AngleTolerance` and `DistanceTolerance`. A service that moves joints is done when all of them rest.

Inverse kinematics holds the ends of bones at targets that `place_IK_target` and `move_IK_target` put somewhere. It is on from then until a service moves joints; commands do nothing meanwhile. Where a target cannot be reached the arm comes as near as it can, a metre weighing as much as a radian. Targets are those that `create_ik_targets` made, and those of bones whose constraint of inverse kinematics keeps a distance in the model: the target that it has there, or a new one.

A trajectory is `{"starttime": s, "points": [{"positions": [...], "time_from_start": s}, ...]}`: a position for each joint [rad or m], in the order of `get_joints`. Joints move to each point at the constant speed that brings them there in time; speeds and accelerations in it are ignored. The start is a time of the clients' clock [s]; without one, or with one that has passed, the joints set out at once.

What is put on an armature hangs on the part of it that has the property `end_effector`, if there is one, unless it has the property `internal`."""

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        DistanceTolerance: float = ...,
        AngleTolerance: float = ...,
        RotationSpeed: float = ...,
        LinearSpeed: float = ...,
        IKRotationSpeed: float = ...,
        IKLinearSpeed: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["pocolibs", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...
