"""Builder classes of morse.builder.actuators; written by tools/make_stubs.py from the catalogue."""

from typing import Any, Iterable, List, Literal, Optional, Sequence, Union

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.creator import ActuatorCreator

__all__: List[str]

class Armature(ActuatorCreator):
    """Armature Actuator. Moves the joints of an armature: that of its own model, or one of the robot's model.

A command has a value for each joint, by the names that `get_joints` returns. Joints rotate at `RotationSpeed` and slide at `LinearSpeed`, unless a service sets another speed, within their limits. They stop when they are nearer to their goal than `AngleTolerance` and `DistanceTolerance`. A service that moves joints is complete when all of them have stopped.

Inverse kinematics moves the ends of bones to targets, which `place_IK_target` and `move_IK_target` set. It is active from then until a service moves joints; commands are ignored meanwhile. If a target cannot be reached, the arm stops in the same configuration as in Blender: a target pulls no harder than one at half the mean bone length, and a metre has the weight of a radian (iTaSC) or of the total length of all moving bones (the legacy solver). Targets are those that `create_ik_targets` made, and those of bones whose constraint of inverse kinematics keeps a distance in the model: the existing target, or a new one.

A trajectory is `{"starttime": s, "points": [{"positions": [...], "time_from_start": s}, ...]}`: a position for each joint [rad or m], in the order of `get_joints`. Joints move to each point at the constant speed that reaches it in time; speeds and accelerations in the trajectory are ignored. The start is a time of the clients' clock [s]; without one, or if it has passed, the joints start at once.

Objects mounted on an armature are attached to its part with the property `end_effector`, if there is one, unless they have the property `internal`."""

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
    """ArUco Marker. Places a plate with an ArUco marker relative to the robot, whatever the robot's orientation.

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

class BoatControl(ActuatorCreator):
    """Boat control. Drives a boat with two outboard motors that turn, and lets it float.

There is no water in the world: this actuator applies the forces of calm water with a level surface. In the plane they are those of a boat of three degrees of freedom (Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2011, chapter 7): drag of the first and the second order in surge, sway and yaw. Added mass, current, wind and waves are left out. In heave, roll and pitch the hull is a box of `Length`, `Beam` and `Draft`, which carries the weight of the robot when the origin of the robot is at the water line: buoyancy grows with the depth of the hull, and its metacentric heights right the boat. Out of the water nothing acts.

Motors at the same thrust that turn are those of a motor boat; motors that do not turn, with a thrust each, steer as tracks do. The robot should be a Boat, or another with a rigid body, and the actuator should act 20 times per second or more.

    Data: left [N], right [N], steer [rad].
    """

    def properties(
        self,
        *,
        WaterLevel: float = ...,
        Length: float = ...,
        Beam: float = ...,
        Draft: float = ...,
        Freeboard: float = ...,
        SurgeDrag: float = ...,
        SurgeDragQuadratic: float = ...,
        SwayDrag: float = ...,
        SwayDragQuadratic: float = ...,
        YawDrag: float = ...,
        YawDragQuadratic: float = ...,
        Damping: float = ...,
        MotorDistance: float = ...,
        MotorSpacing: float = ...,
        MaxThrust: float = ...,
        MaxSteer: float = ...,
        **kwargs: Any,
    ) -> None: ...

class Destination(ActuatorCreator):
    """Destination. Moves the robot in a straight line to a point of the world, without turning it.

It moves at full speed until the actuator is nearer than `Tolerance` and then stops. On arrival it stops controlling the robot, unless `RemainAtDestination` is set.

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
    """External Force/Torque. Applies a force and a torque to the robot along the axes of the world, until the next command: wind, a current, a rope. The force acts at the centre of mass. Torques act on rigid bodies only.

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
    """Force/Torque Motion Controller. Applies a force and a torque to the robot, until the next command.

Both are along the axes of the actuator, and the force acts at the position of the actuator: off the centre of mass, it also turns the robot. With `RobotFrame` they are along the axes of the robot and act at its centre of mass. Torques act on rigid bodies only.

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
    """Gripper. Grasps objects with a true property `Graspable` in a cone along its Z axis, and holds them until they are released or another hand takes them.

A held object moves with the gripper, and still collides with other objects. The fingers of the model are closed while the gripper holds an object; they have no physical effect.

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
    """Light. Emits light along its X axis, which cameras see.

    Data: emit.
    """

    def __init__(self, name: Optional[str] = None) -> None: ...
    @property
    def light(self) -> List[AbstractComponent]: ...
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
    """Motion capture control. Moves a person by the joint positions of a tracked person, as a depth camera or a motion capture suit measures them.

Each joint has a control point, a node below the robot. It is put at the robot's position plus the commanded offset along the axes of the world, whatever the robot's orientation. A joint at exactly (0, 0, 0) is not tracked: this is the initial value, and trackers send it for joints that they do not see. Its point keeps its position on the robot, and its bones do not follow.

The control point of the torso is rotated about the vertical by the angle ψ between the world's X axis and the line `s` from the point of the right shoulder to that of the left, at their previous positions:

`ψ = acos(s_x / |s|) - π/2`

The angle is zero for a line without length. A person who turns by more than a right angle faces the front again.

The torso places the figure: when it is tracked, the whole armature moves to its point, with its rotation. The other bones follow their points by inverse kinematics, all at once: arms, neck and shoulders down to the torso, and legs up to the hips. Bones keep their lengths and joints their limits. For a person of another size, the sum of the squared remaining errors is minimal. Feet, hands and the head move with the bones that carry them.

Control points are those of the model, whose names contain Head_Empty, Neck_Empty, Torso_Empty, Hand_Empty.L, Elbow_Empty.L, Shoulder_Empty.L, Hip_Empty.L, Knee_Empty.L, Foot_Empty.L, and the same with R for the right. The bone whose constraint of inverse kinematics has such a target follows it. Where the model has none, the actuator creates one at the end of the bone neck03, neck01, spine03, lowerarm02, upperarm02, shoulder01, pelvis, upperleg02 or lowerleg02 with _L or _R, the names of the model of `Human`. A robot without either is refused.

The skeleton of a `Human` moves joints back to its last command at each activation. This actuator acts after it, and should run at the same rate. Tracked limbs do not walk.

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
    """Linear and angular speed (V, W). Drives the robot with a forward speed and a turn rate, until the next command.

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
    """Differential Driver Actuator: Linear and angular speed (V, W). Drives the wheels of a robot with a differential drive at a forward speed and a turn rate, until the next command.

The motion results from the contact of the wheels: the robot accelerates no faster than they grip, and does not move when they are in the air. At zero speed it brakes. For a robot without such wheels use MotionVW.

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
    """Linear and angular speed (Vx, Vy, W). Drives an omnidirectional robot with a forward speed, a sideways speed and a turn rate, until the next command.

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
    """Orientation. Rotates the robot to an attitude in the world, at once or at a limited rate. The initial command is the attitude of the actuator in the world; a reset of the objects restores it.

Without a limit, the robot itself takes the attitude. With a limited rate the actuator takes it, and each of the three angles changes in the shorter direction.

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
    """Mitsubishi PA-10. Six segments in a chain. Each rotates at `Speed` until it is nearer to its goal than `Tolerance`; none passes half a turn. The last one carries the components that are appended to the arm.

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
    """Pan-Tilt Unit. Rotates the components that are appended to it to the left and right, and up and down, each axis at `Speed` at most.

Neither angle passes half a turn: from 3 to -3 rad the unit turns through zero. With `Manual`, commands are ignored and keys rotate the unit, at the terminal of the simulator or held by a client: Home and End (or Insert) to the left and right, PageUp and PageDown up and down.

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
    """Quadrotor dynamic controller. Converts the speeds of four rotors into thrust along Z and torques on the robot.

Thrust and drag of a rotor are proportional to the square of its speed. In the `+` configuration the rotors 1 to 4 are at the back, right, front and left: a higher speed of the first lowers the nose. In the `x` configuration they are at the front left, front right, back right and back left. The first and third rotor turn the robot to the right, the others to the left; with `Reversed` it is the other way round.

    Data: engines [rad/s].
    """

    def properties(
        self,
        *,
        ThrustFactor: float = ...,
        DragFactor: float = ...,
        Lever: float = ...,
        Configuration: str = ...,
        Reversed: bool = ...,
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
    """Rotorcraft attitude motion controller. Rotates the robot to an attitude and applies thrust along its Z axis, like an autopilot with attitude and thrust commands.

X is the axis that attitude sensors call north: the X axis of the world, or, with `UseAngleAgainstNorth`, north as set by the environment's `angle_against_north`. Torques are proportional to the moments of inertia of the robot, so that the gains suit any robot, and to the thrust command.

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
    """Rotorcraft Velocity motion controller. Flies the robot at a velocity and a turn rate. Like a rotorcraft, it tilts in the direction of acceleration.

It reaches its velocity in about ten seconds. With a zero turn rate, it holds its heading.

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
    """Rotorcraft Waypoint motion controller. Flies the robot to a point of the world and turns it to a heading there. Like a rotorcraft, it tilts in the direction of acceleration.

The robot's origin is controlled to the point; it has arrived when the actuator is nearer than `tolerance`. It then hovers, unless `RemainAtDestination` is false: then the actuator stops, and the robot falls. When its goal is cancelled, or ends with a reset of the objects, it hovers at its position; its status is then `Stop`.

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
    """Sound. Plays, pauses and stops a sound file, which `open(path)` selects in the script.

`morse run` plays it with a program of the system, on its own machine: pw-play, paplay, aplay, afplay, mpg123, ffplay or mpv, the first that is installed and supports the file. Volume does not depend on the robot's position. The sound plays at its own speed, even if simulated time does not follow real time. A sound that has ended is played again after `stop` and `play`. Other commands are ignored.

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
    """Stabilized Flight for quadrotor. Moves the robot by roll, pitch, heading and height commands without physics: it sets the pose that a stabilised quadrotor would have, and obstacles do not stop it.

Roll and pitch follow their commands as a second-order system (10 rad/s, damping 0.7), and so does the height of a level robot (3 rad/s, damping 0.7). Thrust accelerates the robot in the direction of its tilt; there is no friction.

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
    """Steer/Force Actuator. Steers, accelerates and brakes a car, until the next command.

A negative force drives forward, as scenes and clients expect. The robot must be a car like the Hummer, whose page lists the shares of the wheels.

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
    """Teleport. Sets the pose of the robot so that the actuator is at a pose of the world. The initial command is its initial pose.

It does so at every activation: the robot keeps that pose, whatever forces act on it, until the actuator is deactivated.

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

The robot turns on the spot until the goal is less than 60° off its heading. It then drives at `speed` and turns at half that number in rad/s, until the actuator is nearer than `tolerance` (in the plane, unless `FreeZ` is set). On arrival it stops once and releases control, unless told to remain. It stops in the same way when its goal is cancelled, or ends with a reset of the objects; its status is then `Stop`.

The radars look along the actuator's X axis, 3 m far, in cones of 5°, at every 21st tick, and detect any body. Each cone is sampled with nine rays, so a thin pole at full distance may be missed. When the right one detects an obstacle nearer than the goal the robot turns left, when the left one does it turns right. It goes straight on when the goal is nearer than the range of the radars, or when the body has one of the properties in `Ignore`.

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
    """Drag. Applies drag to the robot along each of its axes, proportional to the square of the speed along that axis, at its centre of mass. It has no command.

The force never removes more than the whole speed before the next activation: a light robot with high drag stops without oscillation."""

    def properties(
        self,
        *,
        DragCoeffX: float = ...,
        DragCoeffY: float = ...,
        DragCoeffZ: float = ...,
        **kwargs: Any,
    ) -> None: ...

class Joystick(ActuatorCreator):
    """Joystick Actuator. Moves the robot with a joystick at the machine on which the simulator runs: the forward axis sets the speed, the sideways axis the turn rate.

The turn rate is half of `Speed`, except for wheels. Without a joystick the robot does not move.

Joysticks are read on Linux only: input devices with two axes and with buttons of a joystick or a gamepad, counted from 0 in the order of the system's devices. This was tested with synthetic events only, not with a joystick."""

    def __init__(self, name: Optional[str] = None, index: int = 0) -> None: ...
    def properties(
        self,
        *,
        ControlType: str = ...,
        Speed: float = ...,
        **kwargs: Any,
    ) -> None: ...

class Keyboard(ActuatorCreator):
    """Keyboard Actuator. Moves the robot while keys are held, at the terminal of the simulator or by a client.

Up and Down drive forwards and backwards, Left and Right turn. T and G rise and sink, U and O move to the left and to the right, J and L roll to the left and to the right, I and K pitch down and up. The turn rate about Z is half of `Speed`, except for wheels."""

    def properties(
        self,
        *,
        ControlType: str = ...,
        Speed: float = ...,
        **kwargs: Any,
    ) -> None: ...

class KukaLWR(Armature):
    """Armature Actuator. Moves the joints of an armature: that of its own model, or one of the robot's model.

A command has a value for each joint, by the names that `get_joints` returns. Joints rotate at `RotationSpeed` and slide at `LinearSpeed`, unless a service sets another speed, within their limits. They stop when they are nearer to their goal than `AngleTolerance` and `DistanceTolerance`. A service that moves joints is complete when all of them have stopped.

Inverse kinematics moves the ends of bones to targets, which `place_IK_target` and `move_IK_target` set. It is active from then until a service moves joints; commands are ignored meanwhile. If a target cannot be reached, the arm stops in the same configuration as in Blender: a target pulls no harder than one at half the mean bone length, and a metre has the weight of a radian (iTaSC) or of the total length of all moving bones (the legacy solver). Targets are those that `create_ik_targets` made, and those of bones whose constraint of inverse kinematics keeps a distance in the model: the existing target, or a new one.

A trajectory is `{"starttime": s, "points": [{"positions": [...], "time_from_start": s}, ...]}`: a position for each joint [rad or m], in the order of `get_joints`. Joints move to each point at the constant speed that reaches it in time; speeds and accelerations in the trajectory are ignored. The start is a time of the clients' clock [s]; without one, or if it has passed, the joints start at once.

Objects mounted on an armature are attached to its part with the property `end_effector`, if there is one, unless they have the property `internal`."""

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
