"""Builder classes of morse.builder.sensors; written by tools/make_stubs.py from the catalogue."""

from typing import Any, Iterable, List, Literal, Optional, Sequence, Union

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.creator import SensorCreator

__all__: List[str]

class Accelerometer(SensorCreator):
    """Accelerometer. Velocity and acceleration of the sensor, without gravity.

All of it is the mean since the last sample. Read from the robot's body, the velocity is that of the robot's origin and the acceleration that of the sensor: with what turning adds at its place on the robot.

With `v` the velocity of the robot's origin in the world, and along the axes of the sensor the angular rates `ω`, the angular acceleration `α` and the way `r` from the robot's origin to the sensor:

`acceleration = Rᵀ · (v(t) - v(t - Δt)) / Δt + ω × (ω × r) + α × r`

`angular_acceleration = α = (ω(t) - ω(t - Δt)) / Δt`

`velocity = Rᵀ · v`

`distance = |p(t) - p(t - Δt)|`

This is the acceleration of a point of a rigid body (for example Goldstein, "Classical Mechanics", chapter 4). From differences of the pose, `v = (p(t) - p(t - Δt)) / Δt` is the velocity of the sensor itself, and there are no terms with `r`.

    Data: timestamp [s], distance [m], velocity [m/s], acceleration [m/s²], angular_acceleration [rad/s²].
    """

    def properties(
        self,
        *,
        ComputationMode: str = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["moos", "ros", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Airspeed(SensorCreator):
    """Airspeed. Dynamic pressure of the air along the X axis of the sensor, as a Pitot tube measures it.

The air is at rest in the world and as dense as at sea level. The pressure does not tell forwards from backwards.

`diff_pressure = ρ · vₓ² / 2` with `ρ = 1.225 kg/m³` (ISO 2533)

`vₓ` is the speed along X of the sensor: of the robot's origin when it is read from the body, of the sensor itself when it comes from differences.

    Data: timestamp [s], diff_pressure [Pa].
    """

    def properties(
        self,
        *,
        ComputationMode: str = ...,
        **kwargs: Any,
    ) -> None: ...

class ArmaturePose(SensorCreator):
    """Armature Pose Sensor. Reads the joints of the armature it is on: the angle of each that turns, and the way of each that slides.

    Data: timestamp [s].
    """

    def add_stream(
        self,
        datastream: Union[Literal["moos", "ros", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Attitude(SensorCreator):
    """Attitude sensor. Attitude and angular rates of the sensor.

`yaw` is measured from the X axis of the world, or, with `UseAngleAgainstNorth`, from north as the environment's `angle_against_north` places it.

The angle that `UseAngleAgainstNorth` gives is the compass bearing of the sensor's X axis with its sign turned, so that it grows to the left; without `angle_against_north` the Y axis of the world points north:

`yaw' = -(π/2 - (yaw - β))` with `β = angle_against_north - π/2`

Read from the body, the rates are its angular velocity along the axes of the sensor, `ω = Rᵀ · ω_world`. From differences they follow from those of roll `φ`, pitch `θ` and yaw `ψ` over the period of the sensor (Diebel, "Representing attitude", 2006, equation 74):

`ω_x = φ̇ - sin θ · ψ̇`

`ω_y = cos φ · θ̇ + sin φ · cos θ · ψ̇`

`ω_z = -sin φ · θ̇ + cos φ · cos θ · ψ̇`

    Data: timestamp [s], rotation [rad], angular_velocity [rad/s].
    """

    def properties(
        self,
        *,
        UseAngleAgainstNorth: bool = ...,
        ComputationMode: str = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["mavlink", "moos", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Barometer(SensorCreator):
    """Barometer. Pressure of the air, which falls with the height above where the sensor started.

The air is that of the International Standard Atmosphere below 11 km: 15 °C at the start, 6.5 °C less with each kilometre.

`pressure = ReferencePressure · (1 - L · h / T₀) ^ (g · M / (R₀ · L))`

This is equation 12 of ISO 2533 for a layer whose temperature falls evenly: `h` is the height above the start, `L = 0.0065 K/m`, `T₀ = 288.15 K`, `g = 9.81 m/s²`, `M = 0.0289644 kg/mol`, `R₀ = 8.31447 J/(mol K)`.

    Data: timestamp [s], pressure [Pa].
    """

    def properties(
        self,
        *,
        ReferencePressure: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["moos", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Battery(SensorCreator):
    """Battery Sensor. Charge of the robot's battery, which falls with time alone: what the robot does makes no difference.

While the sensor is in a zone of type `Charging`, the charge rises, as fast as it falls elsewhere.

`charge(t) = charge(t - Δt) - DischargingRate · Δt`, in a charging zone `+`, and never below 0 or above 100 %.

    Data: timestamp [s], charge [%], status.
    """

    def properties(
        self,
        *,
        DischargingRate: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["moos", "ros", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Clock(SensorCreator):
    """Clock. The simulated time only.

At tick `k` of a simulation that makes `f` steps a second the time is `k / f`.

    Data: timestamp [s].
    """

    def add_stream(
        self,
        datastream: Union[Literal["moos", "ros", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Collision(SensorCreator):
    """Collision. Tells what is in touch with the sensor; its streams are silent while nothing is.

The sensor is a box around its origin whose half size along each axis is the scale of the sensor, in metres; the builder class gives it a scale of 0.02, so 4 cm. Nothing is held up by it. The robot that carries it does not count, nor does anything on that robot.

It touches what has a part in that box: `|x|`, `|y|` and `|z|` in the frame of the sensor not more than the scale along each.

    Data: timestamp [s], collision, objects.
    """

    def __init__(self, name: Optional[str] = None) -> None: ...
    def properties(
        self,
        *,
        only_objects_with_property: str = ...,
        **kwargs: Any,
    ) -> None: ...

class CompoundSensor(SensorCreator):
    """Compound Sensor. Joins the data of several sensors: one entry per sensor under its full name, with the newest reading and its own `timestamp`. The sensors need neither streams nor services of their own.

A Kinect is a compound sensor of a VideoCamera `rgb` and a depth camera `depth` beside each other; a stream that is added to it is added to both.

    Data: timestamp [s].
    """

    def __init__(self, sensors: Iterable[AbstractComponent], name: Optional[str] = None) -> None: ...
    def after_renaming(self) -> None: ...
    def finish_options(self) -> None: ...
    sensors: List[AbstractComponent]
    def properties(
        self,
        *,
        sensors: str = ...,
        **kwargs: Any,
    ) -> None: ...

class DepthCameraAggregator(SensorCreator):
    """Depth Camera Aggregator Unit. Joins the newest clouds of several depth cameras, in the order in which they were appended, in the frame of the master camera: x to its right, y down, z ahead.

Points (0, 0, 0), with which cameras that keep their resolution say that a pixel saw nothing, stay what they are. Nobody has to read the cameras themselves.

`p_master = T_master⁻¹ · T_camera · p_camera`

with the poses of both cameras in the world at the moment of joining. VLP16_180 is three cameras at -60, 0 and +60 degrees, of whose pictures 16 rows are kept.

    Data: timestamp [s], points [m], nb_points.
    """

    def __init__(self, name: Optional[str] = None) -> None: ...
    @property
    def cameras(self) -> List[AbstractComponent]: ...
    def append(self, cam: AbstractComponent, child: Optional[str] = None, level: int = 1) -> None: ...
    def set_master(self, master: int) -> None: ...
    def finish_options(self) -> None: ...
    def properties(
        self,
        *,
        master_camera: str = ...,
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

class GPS(SensorCreator):
    """GPS. Position of the sensor, without error: in the world frame, or on Earth.

Levels `raw` and `extended` tell the position on Earth and need to know where the scene is: give `longitude`, `latitude` and `altitude` of its origin in `Environment.properties(…)`.

`(x, y, z) = p`: the origin of the sensor along the axes of the world.

    Data: timestamp [s], x [m], y [m], z [m], longitude [deg], latitude [deg], altitude [m], velocity [m/s], date, time, heading [deg].
    """

    def level(self, level: Literal["simple", "raw", "extended"]) -> None: ...  # type: ignore[override]
    def add_stream(
        self,
        datastream: Union[Literal["moos", "pocolibs", "ros", "socket", "text", "yarp", "yarp_json"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...
    def alter(
        self,
        modifier_name: Union[Literal["NED", "ECEF", "feet", "geodetic", "geocentric", "UTM", "PoseNoise", "Noise"], str, None] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Gyroscope(SensorCreator):
    """Gyroscope. Attitude of the sensor in the world frame, as XYZ Euler angles, without error.

The rotation matrix from the axes of the sensor to those of the world is

`R = Rz(yaw) · Ry(pitch) · Rx(roll)`

What the original calls a gyroscope tells an attitude, not rates; for these take Attitude, Velocity or IMU.

    Data: timestamp [s], yaw [rad], pitch [rad], roll [rad].
    """

    def add_stream(
        self,
        datastream: Union[Literal["moos", "pocolibs", "ros", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...
    def alter(
        self,
        modifier_name: Union[Literal["NED", "PoseNoise", "Noise"], str, None] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class HumanPosture(SensorCreator):
    """Human Posture. Reads the posture of the person it is on, without error.

`x`, `y`, `z`, `pitch` and `roll` are those of the frame of the armature in the world, with XYZ Euler angles; `yaw` is less by π/2, as the skeleton that the sensor was made for looks along its Y axis. The other angles are the turns `r` of bones from their rest about their own X, Y and Z: an angle for a bone that turns about one axis, the parts of a rotation vector for one that turns about several. With `d` for an angle and `s = -1` for one that counts the other way round, else 1:

`d = s · r[axis]`

Bones go by the names of skeletons that were drawn for this sensor, or by those of the model of a person that `Human` is: Chest or spine02, Head or head, UpArm.R or upperarm02_R, ForeArm.R or lowerarm01_R, Hand.R or wrist_R, UpLeg.R or upperleg01_R, LoLeg.R or lowerleg01_R, Foot.R or foot_R, and the same with L for the left. An armature that lacks one of them is refused. The sensor is appended to the robot, or to the armature itself.

    Data: timestamp [s], x [m], y [m], z [m], yaw [rad], pitch [rad], roll [rad], empty1, empty2, empty3, empty4, empty5, empty6, dof_12 [rad], dof_13 [rad], dof_14 [rad], dof_15 [rad], dof_16 [rad], dof_17 [rad], dof_18 [rad], dof_19 [rad], dof_20 [rad], dof_21 [rad], dof_22 [rad], dof_23 [rad], dof_24 [rad], dof_25 [rad], dof_26 [rad], dof_27 [rad], dof_28 [rad], dof_29 [rad], dof_30 [rad], dof_31 [rad], dof_32 [rad], dof_33 [rad], dof_34 [rad], dof_35 [rad], dof_36 [rad], dof_37 [rad], dof_38 [rad], dof_39 [rad], dof_40 [rad], dof_41 [rad], dof_42 [rad], dof_43 [rad], dof_44 [rad], dof_45 [rad], dof_46, dof_47, dof_48, dof_49.
    """

    def add_stream(
        self,
        datastream: Union[Literal["moos", "pocolibs", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class IMU(SensorCreator):
    """Inertial measurement unit. Angular rates, acceleration with gravity, and magnetic field, as the original computes them, without error.

Read from the robot's body, the acceleration is that of the sensor, with what turning adds at its place on the robot.

The magnetic field needs `longitude`, `latitude` and `altitude` of the scene's origin in `Environment.properties(…)`; in a scene without them it stays zero.

With `v` the velocity of the robot's origin in the world, and along the axes of the sensor its rates `ω`, its angular acceleration `α` and its place `r` on the robot:

`angular_velocity = ω`

`linear_acceleration = Rᵀ · ((v(t) - v(t - Δt)) · frequency - g) + ω × (ω × r) + α × r`

`g` is the gravity of the scene, (0, 0, -9.81) m/s² unless it says otherwise, so that a sensor at rest reads upwards. From differences of the pose, `v` is the velocity of the sensor itself, there are no terms with `r`, and the rates follow from those of the Euler angles, as the Attitude sensor has them.

    Data: timestamp [s], angular_velocity [rad/s], linear_acceleration [m/s²], magnetic_field [nT].
    """

    def properties(
        self,
        *,
        ComputationMode: str = ...,
        **kwargs: Any,
    ) -> None: ...
    def level(self, level: Literal["truth", "physical"]) -> None: ...  # type: ignore[override]
    def add_stream(
        self,
        datastream: Union[Literal["moos", "ros", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...
    def alter(
        self,
        modifier_name: Union[Literal["IMUNoise", "Noise"], str, None] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class LaserSensorWithArc(SensorCreator):
    """Laser scanner. Measures the distance along rays over an arc, without error.

Rays lie `resolution` apart over the whole `scan_window`, both ends included, and come in the order of a turn to the left. With several layers these follow each other from the top down. A scan takes no time: all rays leave at once. Like all rays they pass the body that the sensor is mounted on, and start outside of any solid they begin in.

The ray at the angle `a` from the X axis, in a layer at the angle `e` above the plane of X and Y, goes along

`(cos a, sin a, sin e) / √(1 + sin² e)`

`a = -scan_window / 2 + i · resolution`, for `i` from 0; the first, third, … layer are turned by `+layer_offset`

`e = layer_separation · ((layers - 1) / 2 - k)` in layer `k`, from 0

A point is the direction of its ray times its range, along the axes of the sensor: x ahead, y to the left, z up.

    Data: timestamp [s], point_list [m], range_list [m], remission_list.
    """

    def create_laser_arc(self) -> None: ...
    def after_renaming(self) -> None: ...
    def properties(
        self,
        *,
        laser_range: float = ...,
        resolution: float = ...,
        scan_window: float = ...,
        Visible_arc: bool = ...,
        layers: int = ...,
        layer_separation: float = ...,
        layer_offset: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def level(self, level: Literal["raw", "rssi", "range", "truth", "physical"]) -> None: ...  # type: ignore[override]
    def add_stream(
        self,
        datastream: Union[Literal["moos", "ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Magnetometer(SensorCreator):
    """Magnetometer. Magnetic field of the Earth by the World Magnetic Model of NOAA and the British Geological Survey.

The field to north, east and down is turned back by the attitude of the sensor as if these were the axes of the world, as clients of the original expect; so x, y and z are the true directions only while the sensor has no attitude.

The scene must say where it is: `longitude`, `latitude` and `altitude` of its origin in `Environment.properties(…)`.

The field is the gradient of a potential, `B = -∇V`, at the longitude `λ`, the geocentric latitude `φ` and the distance `r` from the centre of the Earth, with `a = 6371.2 km`, the coefficients `g` and `h` of the day, and the Schmidt semi-normalised Legendre functions `P`:

`V = a · Σ_{n=1..12} (a / r)^(n+1) · Σ_{m=0..n} (g_nm · cos mλ + h_nm · sin mλ) · P_nm(sin φ)`

`(x, y, z) = Rᵀ · (B_north, B_east, B_down)`

Equations and coefficients are those of Chulliat et al., "The US/UK World Magnetic Model for 2015-2020: Technical Report", NOAA (2015), section 1.2, and of the later editions.

    Data: timestamp [s], x [nT], y [nT], z [nT].
    """

    def properties(
        self,
        *,
        date: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["moos", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Odometry(SensorCreator):
    """Odometry. Displacement of the sensor since the last sample or since the start, in the frame in which the sensor started.

Level `differential` is the displacement since the last sample; summed up, it is the pose that level `integrated` gives. Level `raw` is the distance alone.

With `T(t)` the pose of the sensor in the frame in which it started, each field is the change of that number of `T` since the last sample, angles the short way round:

`T(t) = T_start⁻¹ · T_sensor(t)`

`dx = x(T(t)) - x(T(t - Δt))`, and so on for `dy`, `dz`, `dyaw`, `dpitch`, `droll`

    Data: timestamp [s], dS [m], dx [m], dy [m], dz [m], dyaw [rad], dpitch [rad], droll [rad], x [m], y [m], z [m], yaw [rad], pitch [rad], roll [rad], vx [m/s], vy [m/s], vz [m/s], wz [rad/s], wy [rad/s], wx [rad/s].
    """

    def level(self, level: Literal["raw", "differential", "integrated"]) -> None: ...  # type: ignore[override]
    def add_stream(
        self,
        datastream: Union[Literal["mavlink", "moos", "pocolibs", "ros", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...
    def alter(
        self,
        modifier_name: Union[Literal["PoseNoise", "Noise"], str, None] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class PTUPosture(SensorCreator):
    """PTU Pose Sensor. The angles of the pan-tilt unit that it is appended to, or that carries what it is appended to, without error.

    Data: timestamp [s], pan [rad], tilt [rad].
    """

    def add_stream(
        self,
        datastream: Union[Literal["moos", "pocolibs", "ros", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Pose(SensorCreator):
    """Pose. Position and attitude of the sensor in the world frame, without error.

`x`, `y` and `z` are the origin of the sensor in the world. The rotation matrix from the axes of the sensor to those of the world is

`R = Rz(yaw) · Ry(pitch) · Rx(roll)`

    Data: timestamp [s], x [m], y [m], z [m], yaw [rad], pitch [rad], roll [rad].
    """

    def add_stream(
        self,
        datastream: Union[Literal["moos", "pocolibs", "ros", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...
    def alter(
        self,
        modifier_name: Union[Literal["NED", "ECEF", "feet", "geodetic", "geocentric", "UTM", "PoseNoise", "Noise"], str, None] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Proximity(SensorCreator):
    """Proximity. Distance from the robot to everything in range that has a property of the tracked name, whatever its value.

Distances are between origins. Nothing hides anything, and the robot itself is left out.

`distance = |p_object - p_robot|`, reported where it is not more than `Range`

    Data: timestamp [s], near_objects [m], near_robots [m].
    """

    def properties(
        self,
        *,
        Range: float = ...,
        Track: str = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["moos", "ros", "socket", "text", "yarp", "yarp_json"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class RadarAltimeter(SensorCreator):
    """Radar altimeter. Distance from the sensor to the first body straight below it in the world, whatever the attitude of the robot.

`z` is the length of the ray from the origin of the sensor along (0, 0, -1) of the world; it passes the body that the sensor is mounted on, and is infinite beyond `MaxRange`.

    Data: timestamp [s], z [m].
    """

    def properties(
        self,
        *,
        MaxRange: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["moos", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class SearchAndRescue(SensorCreator):
    """Search and rescue. Sees what has the property `Injured` in a cone along its X axis, and heals the nearest victim.

Nothing hides a victim. The robot must be within `Heal_range` and have one of the abilities that the victim requires for the ten readings that healing takes; then all requirements that it can meet are met. A victim without any is healed.

The tip of the cone is the origin of the sensor, its axis the X axis, its rim at `Angle / 2` from it, and its flat base `Distance` away. A victim is seen when any part of its body is in it; which victim is the nearest goes by origins, `|p_victim - p_sensor|`.

    Data: timestamp [s], victim_dict.
    """

    def properties(
        self,
        *,
        Heal_range: float = ...,
        Abilities: str = ...,
        Angle: float = ...,
        Distance: float = ...,
        Freq: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["moos", "pocolibs", "socket", "text", "yarp", "yarp_json"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class StereoUnit(SensorCreator):
    """Stereo Camera Unit. Holds several cameras, and takes pictures with all of them at once. It has no data of its own.

    Data: timestamp [s].
    """

    def add_stream(
        self,
        datastream: Union[Literal["pocolibs"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Thermometer(SensorCreator):
    """Thermometer Sensor. Temperature of the air, raised by fires.

A fire is any object with the property `FireTag` nearer than `Range`. It adds its temperature, which falls with the exponential of the distance: the value of the property if that is a number, else `FireTemperature`. Nothing shields it.

`temperature = DefaultTemperature + Σ F · exp(-Alpha · d)`, over all fires at a distance `d < Range`

    Data: timestamp [s], temperature [°C].
    """

    def properties(
        self,
        *,
        FireTag: str = ...,
        DefaultTemperature: float = ...,
        FireTemperature: float = ...,
        Range: float = ...,
        Alpha: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["moos", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Velocity(SensorCreator):
    """Velocity. Linear and angular velocity of the sensor.

Read from the robot's body it is the velocity of the robot's origin, wherever on the robot the sensor is, and zero for a robot that is displaced rather than driven. From differences it is that of the sensor's own frame.

With `v` and `ω` the velocity and the angular velocity in the world:

`linear_velocity = Rᵀ · v`

`angular_velocity = Rᵀ · ω`

`world_linear_velocity = v`

From differences, `v = (p(t) - p(t - Δt)) / Δt`, and the rates follow from those of the Euler angles as the Attitude sensor has them.

    Data: timestamp [s], linear_velocity [m/s], angular_velocity [rad/s], world_linear_velocity [m/s].
    """

    def properties(
        self,
        *,
        ComputationMode: str = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["moos", "ros", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class VideoCamera(SensorCreator):
    """Video camera. Takes pictures in colour: red, green, blue and opacity, one byte each.

Where nothing is, the picture is grey (143, 143, 143). A part of the robot that is closed all around the camera, as its hull is around one put at its origin, does not hide what is outside. With `retrieve_depth` or `retrieve_zbuffer` each pixel is the z-buffer as a little-endian `f32`: far · (depth - near) / (depth · (far - near)), 1 where nothing is. A camera that nobody reads takes no pictures, and none does while its property `capturing` is false or when the environment is in fastmode.

Light `L` on a surface, from lamps and from all around, up to 0.7 counts as it is, and more of it as

`1 - 0.09 / (L - 0.4)`

so that nothing is brighter than its own colour, and what is bright is not cut off at white.

A point (x, y, z) in the frame of the camera, x to the right, y down, z ahead, is seen at column `u` and row `v`, counted from the upper left corner of the picture (the pinhole camera of Hartley and Zisserman, "Multiple View Geometry", chapter 6):

`u = f · x / z + width / 2`, `v = f · y / z + height / 2`

`f = max(width, height) · cam_focal / 32`, in pixels, or `max(width, height) / (2 · tan(cam_fov / 2))`

`intrinsic_matrix` holds these numbers: f, 0, width / 2; 0, f, height / 2; 0, 0, 1. The builder class turns the camera so that it looks along the X axis of the robot.

    Data: timestamp [s], image, intrinsic_matrix [px].
    """

    def __init__(self, name: Optional[str] = None) -> None: ...
    def rotate(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> None: ...
    def hide_mesh(self, hide: bool = True) -> None: ...
    def properties(
        self,
        *,
        cam_width: int = ...,
        cam_height: int = ...,
        cam_focal: float = ...,
        cam_fov: float = ...,
        cam_near: float = ...,
        cam_far: float = ...,
        Vertical_Flip: bool = ...,
        retrieve_depth: bool = ...,
        retrieve_zbuffer: bool = ...,
        capturing: bool = ...,
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

class DepthCamera(VideoCamera):
    """Depth (XYZ) camera. Gives what it sees as points in its own frame: x to the right, y down, z ahead.

Points come row by row from the bottom, each row from the left. The point of column u and row k, counted from the bottom, has x = z · (u - width / 2) / f and y = z · (height - k - height / 2) / f, halves rounded down, with f the focal length in pixels. All have cam_near <= z <= cam_far. A camera that nobody reads sees nothing, and none does while its property `capturing` is false or when the environment is in fastmode. It has depth whatever `retrieve_depth` says.

    Data: timestamp [s], image, intrinsic_matrix [px], points [m], nb_points.
    """

    def properties(
        self,
        *,
        cam_width: int = ...,
        cam_height: int = ...,
        cam_focal: float = ...,
        cam_fov: float = ...,
        cam_near: float = ...,
        cam_far: float = ...,
        Vertical_Flip: bool = ...,
        retrieve_depth: bool = ...,
        retrieve_zbuffer: bool = ...,
        keep_list: str = ...,
        keep_resolution: bool = ...,
        capturing: bool = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["pocolibs", "ros", "socket"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Hokuyo(LaserSensorWithArc):
    """Laser scanner. Measures the distance along rays over an arc, without error.

Rays lie `resolution` apart over the whole `scan_window`, both ends included, and come in the order of a turn to the left. With several layers these follow each other from the top down. A scan takes no time: all rays leave at once. Like all rays they pass the body that the sensor is mounted on, and start outside of any solid they begin in.

The ray at the angle `a` from the X axis, in a layer at the angle `e` above the plane of X and Y, goes along

`(cos a, sin a, sin e) / √(1 + sin² e)`

`a = -scan_window / 2 + i · resolution`, for `i` from 0; the first, third, … layer are turned by `+layer_offset`

`e = layer_separation · ((layers - 1) / 2 - k)` in layer `k`, from 0

A point is the direction of its ray times its range, along the axes of the sensor: x ahead, y to the left, z up.

    Data: timestamp [s], point_list [m], range_list [m], remission_list.
    """

    def properties(
        self,
        *,
        laser_range: float = ...,
        resolution: float = ...,
        scan_window: float = ...,
        Visible_arc: bool = ...,
        layers: int = ...,
        layer_separation: float = ...,
        layer_offset: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def level(self, level: Literal["raw", "rssi", "range", "truth", "physical"]) -> None: ...  # type: ignore[override]
    def add_stream(
        self,
        datastream: Union[Literal["moos", "ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Infrared(LaserSensorWithArc):
    """Laser scanner. Measures the distance along rays over an arc, without error.

Rays lie `resolution` apart over the whole `scan_window`, both ends included, and come in the order of a turn to the left. With several layers these follow each other from the top down. A scan takes no time: all rays leave at once. Like all rays they pass the body that the sensor is mounted on, and start outside of any solid they begin in.

The ray at the angle `a` from the X axis, in a layer at the angle `e` above the plane of X and Y, goes along

`(cos a, sin a, sin e) / √(1 + sin² e)`

`a = -scan_window / 2 + i · resolution`, for `i` from 0; the first, third, … layer are turned by `+layer_offset`

`e = layer_separation · ((layers - 1) / 2 - k)` in layer `k`, from 0

A point is the direction of its ray times its range, along the axes of the sensor: x ahead, y to the left, z up.

    Data: timestamp [s], point_list [m], range_list [m], remission_list.
    """

    def properties(
        self,
        *,
        laser_range: float = ...,
        resolution: float = ...,
        scan_window: float = ...,
        Visible_arc: bool = ...,
        layers: int = ...,
        layer_separation: float = ...,
        layer_offset: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def level(self, level: Literal["raw", "rssi", "range", "truth", "physical"]) -> None: ...  # type: ignore[override]
    def add_stream(
        self,
        datastream: Union[Literal["moos", "ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Kinect(CompoundSensor):
    """Compound Sensor. Joins the data of several sensors: one entry per sensor under its full name, with the newest reading and its own `timestamp`. The sensors need neither streams nor services of their own.

A Kinect is a compound sensor of a VideoCamera `rgb` and a depth camera `depth` beside each other; a stream that is added to it is added to both.

    Data: timestamp [s].
    """

    def __init__(self, name: Optional[str] = "Kinect") -> None: ...
    def streams_over(self, datastream: str) -> bool: ...
    def profile(self) -> None: ...
    def frequency(self, frequency: Optional[float] = None) -> None: ...
    rgb: VideoCamera
    depth: DepthCamera
    def properties(
        self,
        *,
        sensors: str = ...,
        **kwargs: Any,
    ) -> None: ...

class SemanticCamera(VideoCamera):
    """Semantic camera. Tells which of the objects that carry a tag are in view, and where they are.

An object carries the tag when its property `Type` is the tag, or when it has a property of that name that is true. It is in view when a pixel sees it, or anything that hangs on it, or when the ray to its origin meets it first; with `noocclusion` it is enough that it is not wholly outside of the picture. It goes by its property `Label`, or else by its name. Positions and orientations are in the world, or with `relative` in the frame of the camera: x to the right, y down, z ahead.

With `relative` the pose of an object is `T_camera⁻¹ · T_object`, and without it `T_object`. The picture is that of a VideoCamera with the same properties.

    Data: timestamp [s], visible_objects.
    """

    def properties(
        self,
        *,
        cam_width: int = ...,
        cam_height: int = ...,
        cam_focal: float = ...,
        cam_fov: float = ...,
        cam_near: float = ...,
        cam_far: float = ...,
        Vertical_Flip: bool = ...,
        retrieve_depth: bool = ...,
        retrieve_zbuffer: bool = ...,
        relative: bool = ...,
        noocclusion: bool = ...,
        tag: str = ...,
        capturing: bool = ...,
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

class Sick(LaserSensorWithArc):
    """Laser scanner. Measures the distance along rays over an arc, without error.

Rays lie `resolution` apart over the whole `scan_window`, both ends included, and come in the order of a turn to the left. With several layers these follow each other from the top down. A scan takes no time: all rays leave at once. Like all rays they pass the body that the sensor is mounted on, and start outside of any solid they begin in.

The ray at the angle `a` from the X axis, in a layer at the angle `e` above the plane of X and Y, goes along

`(cos a, sin a, sin e) / √(1 + sin² e)`

`a = -scan_window / 2 + i · resolution`, for `i` from 0; the first, third, … layer are turned by `+layer_offset`

`e = layer_separation · ((layers - 1) / 2 - k)` in layer `k`, from 0

A point is the direction of its ray times its range, along the axes of the sensor: x ahead, y to the left, z up.

    Data: timestamp [s], point_list [m], range_list [m], remission_list.
    """

    def properties(
        self,
        *,
        laser_range: float = ...,
        resolution: float = ...,
        scan_window: float = ...,
        Visible_arc: bool = ...,
        layers: int = ...,
        layer_separation: float = ...,
        layer_offset: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def level(self, level: Literal["raw", "rssi", "range", "truth", "physical"]) -> None: ...  # type: ignore[override]
    def add_stream(
        self,
        datastream: Union[Literal["moos", "ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class SickLDMRS(LaserSensorWithArc):
    """Laser scanner. Measures the distance along rays over an arc, without error.

Rays lie `resolution` apart over the whole `scan_window`, both ends included, and come in the order of a turn to the left. With several layers these follow each other from the top down. A scan takes no time: all rays leave at once. Like all rays they pass the body that the sensor is mounted on, and start outside of any solid they begin in.

The ray at the angle `a` from the X axis, in a layer at the angle `e` above the plane of X and Y, goes along

`(cos a, sin a, sin e) / √(1 + sin² e)`

`a = -scan_window / 2 + i · resolution`, for `i` from 0; the first, third, … layer are turned by `+layer_offset`

`e = layer_separation · ((layers - 1) / 2 - k)` in layer `k`, from 0

A point is the direction of its ray times its range, along the axes of the sensor: x ahead, y to the left, z up.

    Data: timestamp [s], point_list [m], range_list [m], remission_list.
    """

    def properties(
        self,
        *,
        laser_range: float = ...,
        resolution: float = ...,
        scan_window: float = ...,
        Visible_arc: bool = ...,
        layers: int = ...,
        layer_separation: float = ...,
        layer_offset: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def level(self, level: Literal["raw", "rssi", "range", "truth", "physical"]) -> None: ...  # type: ignore[override]
    def add_stream(
        self,
        datastream: Union[Literal["moos", "ros", "socket", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class VLP16_180(DepthCameraAggregator):
    """Depth Camera Aggregator Unit. Joins the newest clouds of several depth cameras, in the order in which they were appended, in the frame of the master camera: x to its right, y down, z ahead.

Points (0, 0, 0), with which cameras that keep their resolution say that a pixel saw nothing, stay what they are. Nobody has to read the cameras themselves.

`p_master = T_master⁻¹ · T_camera · p_camera`

with the poses of both cameras in the world at the moment of joining. VLP16_180 is three cameras at -60, 0 and +60 degrees, of whose pictures 16 rows are kept.

    Data: timestamp [s], points [m], nb_points.
    """

    def __init__(self, name: Optional[str] = None) -> None: ...
    def after_renaming(self) -> None: ...
    def properties(
        self,
        *,
        master_camera: str = ...,
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

class VelodyneRayCast(LaserSensorWithArc):
    """Rotating laser scanner. Laser scanner that turns by one degree about its own Z axis after each scan.

Points are in the frame of the sensor as it stood at the scan. The builder class has the arc upright, from 27.75° below to 3.75° above the horizon, so that 360 scans see all around.

Within a scan, rays, points and ranges are those of a LaserScanner whose arc is turned by `arc_rotation`. After scan `k` the head stands at `k · 0.01745 rad` to the left of where it began.

    Data: timestamp [s], point_list [m], range_list [m], remission_list.
    """

    def properties(
        self,
        *,
        laser_range: float = ...,
        resolution: float = ...,
        scan_window: float = ...,
        Visible_arc: bool = ...,
        layers: int = ...,
        layer_separation: float = ...,
        layer_offset: float = ...,
        **kwargs: Any,
    ) -> None: ...
    def level(self, level: Literal["raw", "rssi", "truth", "physical"]) -> None: ...  # type: ignore[override]

class Velodyne(DepthCamera):
    """DepthCameraRotationZ. Depth camera that turns about its own vertical axis, to the right, after each activation.

Points are in the frame of the camera as it stood when it saw them. The builder class turns by as much as it sees, so that a few clouds are a view all around.

Within a cloud, points are those of a DepthCamera. After cloud `k` the head stands at `k · rotation` to the right of where it began: `rotation = 0.857556 = 2 · atan(16 / 35)` is the angle that a focal length of 35 mm sees.

    Data: timestamp [s], image, intrinsic_matrix [px], points [m], nb_points.
    """

    def properties(
        self,
        *,
        cam_width: int = ...,
        cam_height: int = ...,
        cam_focal: float = ...,
        cam_fov: float = ...,
        cam_near: float = ...,
        cam_far: float = ...,
        Vertical_Flip: bool = ...,
        retrieve_depth: bool = ...,
        retrieve_zbuffer: bool = ...,
        keep_list: str = ...,
        keep_resolution: bool = ...,
        rotation: float = ...,
        capturing: bool = ...,
        **kwargs: Any,
    ) -> None: ...
    def add_stream(
        self,
        datastream: Union[Literal["pocolibs", "ros", "socket"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

VelodyneZB = Velodyne
