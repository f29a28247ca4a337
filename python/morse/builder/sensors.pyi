"""Builder classes of morse.builder.sensors; written by tools/make_stubs.py from the catalogue."""

from typing import Any, Iterable, List, Literal, Optional, Sequence, Union

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.creator import SensorCreator

__all__: List[str]

class Accelerometer(SensorCreator):
    """Accelerometer. Velocity and acceleration of the sensor, without gravity.

All values are means since the last sample. In mode Velocity, the velocity is that of the robot's origin and the acceleration that of the sensor, including the terms of rotation at its position on the robot.

With `v` the velocity of the robot's origin in the world, and along the axes of the sensor the angular rates `ω`, the angular acceleration `α` and the vector `r` from the robot's origin to the sensor:

`acceleration = Rᵀ · (v(t) - v(t - Δt)) / Δt + ω × (ω × r) + α × r`

`angular_acceleration = α = (ω(t) - ω(t - Δt)) / Δt`

`velocity = Rᵀ · v`

`distance = |p(t) - p(t - Δt)|`

This is the acceleration of a point of a rigid body (for example Goldstein, "Classical Mechanics", chapter 4). In mode Position, `v = (p(t) - p(t - Δt)) / Δt` is the velocity of the sensor itself, and there are no terms with `r`.

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

The air is at rest in the world and has the density at sea level. The pressure is the same forwards and backwards.

`diff_pressure = ρ · vₓ² / 2` with `ρ = 1.225 kg/m³` (ISO 2533)

`vₓ` is the speed along X of the sensor: of the robot's origin in mode Velocity, of the sensor itself in mode Position.

    Data: timestamp [s], diff_pressure [Pa].
    """

    def properties(
        self,
        *,
        ComputationMode: str = ...,
        **kwargs: Any,
    ) -> None: ...

class ArmaturePose(SensorCreator):
    """Armature Pose Sensor. Reads the joints of its armature: the angle of each rotating joint, and the position of each sliding joint.

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

`yaw` is measured from the X axis of the world, or, with `UseAngleAgainstNorth`, from north as set by the environment's `angle_against_north`.

The angle with `UseAngleAgainstNorth` is the negative compass bearing of the sensor's X axis, so that it increases to the left. Without `angle_against_north` the Y axis of the world points north:

`yaw' = -(π/2 - (yaw - β))` with `β = angle_against_north - π/2`

In mode Velocity, the rates are the angular velocity of the body along the axes of the sensor, `ω = Rᵀ · ω_world`. In mode Position, they follow from the rates of roll `φ`, pitch `θ` and yaw `ψ` over the period of the sensor (Diebel, "Representing attitude", 2006, equation 74):

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
    """Barometer. Air pressure, which decreases with the height above the initial position of the sensor.

The air is that of the International Standard Atmosphere below 11 km: 15 °C at the start, 6.5 °C less per kilometre.

`pressure = ReferencePressure · (1 - L · h / T₀) ^ (g · M / (R₀ · L))`

This is equation 12 of ISO 2533 for a layer with a constant lapse rate: `h` is the height above the start, `L = 0.0065 K/m`, `T₀ = 288.15 K`, `g = 9.81 m/s²`, `M = 0.0289644 kg/mol`, `R₀ = 8.31447 J/(mol K)`.

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
        datastream: Union[Literal["mavlink", "moos", "socket", "text", "yarp"], str],
        method: Optional[str] = None,
        path: Optional[str] = None,
        classpath: Optional[str] = None,
        direction: Optional[str] = None,
        **kwargs: Any,
    ) -> None: ...

class Battery(SensorCreator):
    """Battery Sensor. Charge of the robot's battery. It decreases with time at a constant rate, independent of the robot's activity.

While the sensor is in a zone of type `Charging`, the charge increases at the same rate.

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

At tick `k` of a simulation with `f` steps per second the time is `k / f`.

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
    """Collision. Reports objects in contact with the sensor; its streams are silent without contact.

The sensor is a box around its origin whose half size along each axis is the scale of the sensor, in metres; the builder class gives it a scale of 0.02, so 4 cm. The box has no physical effect. The robot that carries it is ignored, and so is everything on that robot.

It touches objects with a part in that box: `|x|`, `|y|` and `|z|` in the frame of the sensor not more than the scale along each.

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

A Kinect is a compound sensor of a VideoCamera `rgb` and a depth camera `depth`; a stream that is added to it is added to both.

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
    """Depth Camera Aggregator Unit. Merges the newest clouds of several depth cameras, in the order in which they were appended, in the frame of the master camera: x to its right, y down, z ahead.

Points (0, 0, 0), which stand for pixels without a hit in cameras that keep their resolution, are not transformed. The cameras themselves need no readers.

`p_master = T_master⁻¹ · T_camera · p_camera`

with the poses of both cameras in the world at the time of merging. VLP16_180 is three cameras at -60, 0 and +60 degrees, of whose images 16 rows are kept.

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

Levels `raw` and `extended` give the position on Earth and need the position of the scene: set `longitude`, `latitude` and `altitude` of its origin in `Environment.properties(…)`.

`(x, y, z) = p`: the origin of the sensor along the axes of the world.

    Data: timestamp [s], x [m], y [m], z [m], longitude [deg], latitude [deg], altitude [m], velocity [m/s], date, time, heading [deg].
    """

    def level(self, level: Literal["simple", "raw", "extended"]) -> None: ...  # type: ignore[override]
    def add_stream(
        self,
        datastream: Union[Literal["mavlink", "moos", "pocolibs", "ros", "socket", "text", "yarp", "yarp_json"], str],
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

The gyroscope of the original gives an attitude, not rates; for rates use Attitude, Velocity or IMU.

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
    """Human Posture. Reads the pose and joint angles of the person that carries it, without error.

`x`, `y`, `z`, `pitch` and `roll` are those of the frame of the armature in the world, with XYZ Euler angles. `yaw` is less by π/2, because the skeleton for which the sensor was made faces along its Y axis. The other angles are the rotations `r` of bones from their rest about their own X, Y and Z: an angle for a bone with one axis, the components of a rotation vector for one with several. With `d` for an angle and `s = -1` for one with the opposite sign, else 1:

`d = s · r[axis]`

Bones have the names of skeletons made for this sensor, or those of the model of `Human`: Chest or spine02, Head or head, UpArm.R or upperarm02_R, ForeArm.R or lowerarm01_R, Hand.R or wrist_R, UpLeg.R or upperleg01_R, LoLeg.R or lowerleg01_R, Foot.R or foot_R, and the same with L for the left. An armature that lacks one of them is refused. The sensor is appended to the robot, or to the armature itself.

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
    """Inertial measurement unit. Angular rates, acceleration with gravity, and magnetic field, computed as in the original, without error.

In mode Velocity, the acceleration is that of the sensor, including the terms of rotation at its position on the robot.

The magnetic field needs `longitude`, `latitude` and `altitude` of the scene's origin in `Environment.properties(…)`; in a scene without them it is zero.

With `v` the velocity of the robot's origin in the world, and along the axes of the sensor its rates `ω`, its angular acceleration `α` and its position `r` on the robot:

`angular_velocity = ω`

`linear_acceleration = Rᵀ · ((v(t) - v(t - Δt)) · frequency - g) + ω × (ω × r) + α × r`

`g` is the gravity of the scene, (0, 0, -9.81) m/s² by default, so that a sensor at rest reads upwards. In mode Position, `v` is the velocity of the sensor itself, there are no terms with `r`, and the rates follow from those of the Euler angles, as in the Attitude sensor.

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
        datastream: Union[Literal["mavlink", "moos", "ros", "socket", "text", "yarp"], str],
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

Rays are `resolution` apart over the whole `scan_window`, both ends included, ordered from right to left. Several layers follow each other from the top down. A scan takes no time: all rays are cast at once. All rays ignore the body on which the sensor is mounted, and any solid in which they start.

The ray at the angle `a` from the X axis, in a layer at the angle `e` above the plane of X and Y, goes along

`(cos a, sin a, sin e) / √(1 + sin² e)`

`a = -scan_window / 2 + i · resolution`, for `i` from 0; the first, third, … layer are rotated by `+layer_offset`

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

The field to north, east and down is rotated by the inverse attitude of the sensor as if these were the axes of the world, as clients of the original expect. Therefore x, y and z are the true directions only for a sensor without rotation.

The scene must set its position: `longitude`, `latitude` and `altitude` of its origin in `Environment.properties(…)`.

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
    """Odometry. Displacement of the sensor since the last sample or since the start, in the initial frame of the sensor.

Level `differential` is the displacement since the last sample; the sum of these is the pose of level `integrated`. Level `raw` is the distance alone.

With `T(t)` the pose of the sensor in its initial frame, each field is the change of that number of `T` since the last sample, with angles in the shorter direction:

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
    """PTU Pose Sensor. Reads the angles of the pan-tilt unit to which it is appended, or which carries its parent, without error.

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
        datastream: Union[Literal["mavlink", "moos", "pocolibs", "ros", "socket", "text", "yarp"], str],
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
    """Proximity. Distance from the robot to all objects in range that have a property with the tracked name, whatever its value.

Distances are between origins. Objects are not occluded, and the robot itself is left out.

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

`z` is the length of the ray from the origin of the sensor along (0, 0, -1) of the world. The ray ignores the body on which the sensor is mounted; `z` is infinite beyond `MaxRange`.

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
    """Search and rescue. Detects objects with the property `Injured` in a cone along its X axis, and heals the nearest victim.

Victims are not occluded. During the ten readings that healing takes, the robot must be within `Heal_range` and have one of the abilities that the victim requires. All requirements that the robot can meet are then met. A victim without requirements is healed.

The tip of the cone is the origin of the sensor, its axis the X axis, its rim at `Angle / 2` from it, and its flat base `Distance` away. A victim is detected when any part of its body is in the cone. The nearest victim is determined by origins, `|p_victim - p_sensor|`.

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
    """Stereo Camera Unit. Holds several cameras, and captures images with all of them at once. It has no data of its own.

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

A fire is any object with the property `FireTag` nearer than `Range`. It adds its temperature times the negative exponential of the distance. Its temperature is the value of the property if that is a number, else `FireTemperature`. Fires are not occluded.

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

In mode Velocity it is the velocity of the robot's origin, wherever on the robot the sensor is, and zero for a robot that is displaced. In mode Position it is that of the sensor's own frame.

With `v` and `ω` the velocity and the angular velocity in the world:

`linear_velocity = Rᵀ · v`

`angular_velocity = Rᵀ · ω`

`world_linear_velocity = v`

In mode Position, `v = (p(t) - p(t - Δt)) / Δt`, and the rates follow from those of the Euler angles as in the Attitude sensor.

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
    """Video camera. Captures colour images: red, green, blue and alpha, one byte each.

The background is grey (143, 143, 143). A part of the robot that surrounds the camera, such as its hull around a camera at its origin, does not hide what is outside. With `retrieve_depth` or `retrieve_zbuffer` each pixel is the z-buffer as a little-endian `f32`: far · (depth - near) / (depth · (far - near)), 1 without a hit. A camera without readers captures no images. No camera captures while its property `capturing` is false or in fast mode.

Light `L` on a surface, from lamps and ambient light, is used unchanged up to 0.7, and above as

`1 - 0.09 / (L - 0.4)`

so that no surface is brighter than its own colour, and bright surfaces are not clipped to white.

A point (x, y, z) in the frame of the camera, x to the right, y down, z ahead, is seen at column `u` and row `v`, counted from the upper left corner of the image (the pinhole camera of Hartley and Zisserman, "Multiple View Geometry", chapter 6):

`u = f · x / z + width / 2`, `v = f · y / z + height / 2`

`f = max(width, height) · cam_focal / 32`, in pixels, or `max(width, height) / (2 · tan(cam_fov / 2))`

`intrinsic_matrix` holds these numbers: f, 0, width / 2; 0, f, height / 2; 0, 0, 1. The builder class rotates the camera so that it looks along the X axis of the robot.

    Data: timestamp [s], image, intrinsic_matrix [px].
    """

    def __init__(self, name: Optional[str] = None) -> None: ...
    @property
    def camera(self) -> List[AbstractComponent]: ...
    def get_child(self, name: str, objects: Optional[Iterable[SceneObject]] = None, recursive: bool = True) -> Optional[SceneObject]: ...
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
    """Depth (XYZ) camera. Gives visible surfaces as points in its own frame: x to the right, y down, z ahead.

Points come row by row from the bottom, each row from the left. The point of column u and row k, counted from the bottom, has x = z · (u - width / 2) / f and y = z · (height - k - height / 2) / f, halves rounded down, with f the focal length in pixels. All have cam_near <= z <= cam_far. A camera without readers captures nothing. No camera captures while its property `capturing` is false or in fast mode. `retrieve_depth` has no effect.

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

Rays are `resolution` apart over the whole `scan_window`, both ends included, ordered from right to left. Several layers follow each other from the top down. A scan takes no time: all rays are cast at once. All rays ignore the body on which the sensor is mounted, and any solid in which they start.

The ray at the angle `a` from the X axis, in a layer at the angle `e` above the plane of X and Y, goes along

`(cos a, sin a, sin e) / √(1 + sin² e)`

`a = -scan_window / 2 + i · resolution`, for `i` from 0; the first, third, … layer are rotated by `+layer_offset`

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

Rays are `resolution` apart over the whole `scan_window`, both ends included, ordered from right to left. Several layers follow each other from the top down. A scan takes no time: all rays are cast at once. All rays ignore the body on which the sensor is mounted, and any solid in which they start.

The ray at the angle `a` from the X axis, in a layer at the angle `e` above the plane of X and Y, goes along

`(cos a, sin a, sin e) / √(1 + sin² e)`

`a = -scan_window / 2 + i · resolution`, for `i` from 0; the first, third, … layer are rotated by `+layer_offset`

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

A Kinect is a compound sensor of a VideoCamera `rgb` and a depth camera `depth`; a stream that is added to it is added to both.

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
    """Semantic camera. Reports the objects with a tag that are in view, and their poses.

An object has the tag when its property `Type` is the tag, or when it has a true property of that name. It is in view when a pixel shows it or one of its children, or when the ray to its origin hits it first. With `noocclusion` it is enough that its bounding box is not completely outside of the image. Its reported name is its property `Label`, or else its own name. Poses are in the world, or with `relative` in the frame of the camera: x to the right, y down, z ahead.

With `relative` the pose of an object is `T_camera⁻¹ · T_object`, and without it `T_object`. The image is that of a VideoCamera with the same properties.

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

Rays are `resolution` apart over the whole `scan_window`, both ends included, ordered from right to left. Several layers follow each other from the top down. A scan takes no time: all rays are cast at once. All rays ignore the body on which the sensor is mounted, and any solid in which they start.

The ray at the angle `a` from the X axis, in a layer at the angle `e` above the plane of X and Y, goes along

`(cos a, sin a, sin e) / √(1 + sin² e)`

`a = -scan_window / 2 + i · resolution`, for `i` from 0; the first, third, … layer are rotated by `+layer_offset`

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

Rays are `resolution` apart over the whole `scan_window`, both ends included, ordered from right to left. Several layers follow each other from the top down. A scan takes no time: all rays are cast at once. All rays ignore the body on which the sensor is mounted, and any solid in which they start.

The ray at the angle `a` from the X axis, in a layer at the angle `e` above the plane of X and Y, goes along

`(cos a, sin a, sin e) / √(1 + sin² e)`

`a = -scan_window / 2 + i · resolution`, for `i` from 0; the first, third, … layer are rotated by `+layer_offset`

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
    """Depth Camera Aggregator Unit. Merges the newest clouds of several depth cameras, in the order in which they were appended, in the frame of the master camera: x to its right, y down, z ahead.

Points (0, 0, 0), which stand for pixels without a hit in cameras that keep their resolution, are not transformed. The cameras themselves need no readers.

`p_master = T_master⁻¹ · T_camera · p_camera`

with the poses of both cameras in the world at the time of merging. VLP16_180 is three cameras at -60, 0 and +60 degrees, of whose images 16 rows are kept.

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
    """Rotating laser scanner. Laser scanner that rotates by one degree about its own Z axis after each scan.

Points are in the frame of the sensor at the time of the scan. The builder class mounts the arc vertically, from 27.75° below to 3.75° above the horizon, so that 360 scans cover all directions.

Within a scan, rays, points and ranges are those of a LaserScanner whose arc is rotated by `arc_rotation`. After scan `k` the head is at `k · 0.01745 rad` to the left of its initial orientation.

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
    """DepthCameraRotationZ. Depth camera that rotates about its own vertical axis, to the right, after each activation.

Points are in the frame of the camera at the time of the capture. The builder class sets the rotation to the field of view, so that a few clouds cover all directions.

Within a cloud, points are those of a DepthCamera. After cloud `k` the head is at `k · rotation` to the right of its initial orientation: `rotation = 0.857556 = 2 · atan(16 / 35)` is the field of view of a focal length of 35 mm.

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
