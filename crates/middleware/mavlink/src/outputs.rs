//! Streams of sensors: convert each reading to one message.
//!
//! Component frames (X forward, Y left, Z up) become forward, right, down. As in MORSE 1.4, attitudes and local
//! positions are rotated in the same way, about the X axis of the world.

use glam::{DQuat, DVec3};
use mavlink::dialects::common::{
    ATT_POS_MOCAP_DATA, ATTITUDE_DATA, GPS_RAW_INT_DATA, GpsFixType, HIGHRES_IMU_DATA,
    HighresImuUpdatedFlags, LOCAL_POSITION_NED_DATA, MavMessage, SCALED_PRESSURE_DATA,
};
use morse_scene::data_kind::DataKind;
use morse_sim::transport::stream::{Sample, StreamSpec};
use morse_world::Euler;

use crate::fields::{euler, number, numbers, vector};

/// One gauss. [nT]
const GAUSS_NT: f64 = 1e5;
/// One hectopascal. [Pa]
const HPA: f64 = 100.0;
/// Value for unknown quantities in GPS messages.
const UNKNOWN: u16 = u16::MAX;
const SATELLITES_UNKNOWN: u8 = u8::MAX;
/// Air temperature that readings of barometers assume. [0.01 °C]
const TEMPERATURE_CDEG: i16 = 1500;

/// The MAVLink message of a sensor's stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// The message `ATTITUDE`.
    Attitude,
    /// The message `LOCAL_POSITION_NED`.
    LocalPosition,
    /// The message `ATT_POS_MOCAP`.
    Mocap,
    /// The message `GPS_RAW_INT`.
    Gps,
    /// The message `HIGHRES_IMU`.
    Imu,
    /// The message `SCALED_PRESSURE`.
    Pressure,
}

impl Output {
    /// All stream classes: class path, message, kind of the data.
    pub const ALL: [(&'static str, Self, DataKind); 6] = [
        ("morse.middleware.mavlink.attitude.AttitudeSensor", Self::Attitude, DataKind::AttitudeRate),
        (
            "morse.middleware.mavlink.odometry_to_local_ned.OdometrySensor",
            Self::LocalPosition,
            DataKind::Odometry,
        ),
        ("morse.middleware.mavlink.pose_to_mocap.PoseSensor", Self::Mocap, DataKind::Pose),
        ("morse.middleware.mavlink.gps_raw.GPSSensor", Self::Gps, DataKind::NavSatFix),
        ("morse.middleware.mavlink.imu.IMUSensor", Self::Imu, DataKind::Imu),
        ("morse.middleware.mavlink.pressure.BarometerSensor", Self::Pressure, DataKind::Pressure),
    ];

    /// Looks up the class path of a stream.
    ///
    /// # Errors
    /// When the class is unknown, or does not fit the component's kind of data.
    pub fn of(spec: &StreamSpec<'_>) -> Result<Self, String> {
        let Some((class, output, kind)) = Self::ALL.iter().find(|(class, ..)| *class == spec.class) else {
            let known: Vec<&str> = Self::ALL.iter().map(|(class, ..)| *class).collect();
            return Err(format!("{} is not a sensor stream; there are {}", spec.class, known.join(", ")));
        };
        if *kind == spec.kind {
            return Ok(*output);
        }
        let help = match output {
            Self::Gps => "; a GPS publishes them at levels raw and extended",
            _ => "",
        };
        Err(format!("{class} sends data of kind {kind}, and {} has {}{help}", spec.component, spec.kind))
    }
}

/// Converts FLU to FRD. It is its own inverse.
pub(crate) fn frd(flu: DVec3) -> DVec3 {
    DVec3::new(flu.x, -flu.y, -flu.z)
}

/// Encoder of a sensor's stream.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Codec {
    output: Output,
    /// Whether the magnetic field of readings is in the sensor frame.
    has_body_field: bool,
}

impl Codec {
    pub(crate) fn new(spec: &StreamSpec<'_>) -> Result<Self, String> {
        // At the level of the original, an IMU gives the magnetic field in the world frame.
        let has_body_field = matches!(spec.level, "truth" | "physical");
        Ok(Self { output: Output::of(spec)?, has_body_field })
    }

    /// Encodes a reading; `boot_ns` is its time since the first tick. [ns]
    pub(crate) fn message(self, sample: &Sample<'_>, boot_ns: i64) -> MavMessage {
        // The time stamp wraps after 49 days, as the protocol intends.
        let time_boot_ms = (boot_ns / 1_000_000) as u32;
        let time_usec = (boot_ns / 1000).max(0) as u64;
        match self.output {
            Output::Attitude => MavMessage::ATTITUDE(attitude(sample, time_boot_ms)),
            Output::LocalPosition => MavMessage::LOCAL_POSITION_NED(local_position(sample, time_boot_ms)),
            Output::Mocap => MavMessage::ATT_POS_MOCAP(mocap(sample, time_usec)),
            Output::Gps => MavMessage::GPS_RAW_INT(gps(sample, time_usec)),
            Output::Imu => MavMessage::HIGHRES_IMU(self.imu(sample, time_usec)),
            Output::Pressure => MavMessage::SCALED_PRESSURE(SCALED_PRESSURE_DATA {
                time_boot_ms,
                press_abs: (number(sample, "pressure") / HPA) as f32,
                press_diff: 0.0,
                temperature: TEMPERATURE_CDEG,
            }),
        }
    }

    fn imu(self, sample: &Sample<'_>, time_usec: u64) -> HIGHRES_IMU_DATA {
        use HighresImuUpdatedFlags as F;
        let along = |name| frd(vector(sample, name).unwrap_or_default());
        let [xacc, yacc, zacc] = along("linear_acceleration").as_vec3().to_array();
        let [xgyro, ygyro, zgyro] = along("angular_velocity").as_vec3().to_array();
        let mut fields_updated = F::HIGHRES_IMU_UPDATED_XACC
            | F::HIGHRES_IMU_UPDATED_YACC
            | F::HIGHRES_IMU_UPDATED_ZACC
            | F::HIGHRES_IMU_UPDATED_XGYRO
            | F::HIGHRES_IMU_UPDATED_YGYRO
            | F::HIGHRES_IMU_UPDATED_ZGYRO;
        let mut field = DVec3::ZERO;
        if self.has_body_field {
            field = along("magnetic_field") / GAUSS_NT;
            fields_updated |=
                F::HIGHRES_IMU_UPDATED_XMAG | F::HIGHRES_IMU_UPDATED_YMAG | F::HIGHRES_IMU_UPDATED_ZMAG;
        }
        let [xmag, ymag, zmag] = field.as_vec3().to_array();
        HIGHRES_IMU_DATA {
            time_usec,
            xacc,
            yacc,
            zacc,
            xgyro,
            ygyro,
            zgyro,
            xmag,
            ymag,
            zmag,
            fields_updated,
            ..HIGHRES_IMU_DATA::DEFAULT
        }
    }
}

fn attitude(sample: &Sample<'_>, time_boot_ms: u32) -> ATTITUDE_DATA {
    let angles = euler(sample, "rotation");
    let rates = vector(sample, "angular_velocity").unwrap_or_default();
    let [roll, pitch, yaw] = frd(DVec3::new(angles.roll, angles.pitch, angles.yaw)).as_vec3().to_array();
    let [rollspeed, pitchspeed, yawspeed] = frd(rates).as_vec3().to_array();
    ATTITUDE_DATA { time_boot_ms, roll, pitch, yaw, rollspeed, pitchspeed, yawspeed }
}

fn local_position(sample: &Sample<'_>, time_boot_ms: u32) -> LOCAL_POSITION_NED_DATA {
    let turned = |names| frd(DVec3::from_array(numbers(sample, names))).as_vec3().to_array();
    let ([x, y, z], [vx, vy, vz]) = (turned(["x", "y", "z"]), turned(["vx", "vy", "vz"]));
    LOCAL_POSITION_NED_DATA { time_boot_ms, x, y, z, vx, vy, vz }
}

fn mocap(sample: &Sample<'_>, time_usec: u64) -> ATT_POS_MOCAP_DATA {
    let [x, y, z] = frd(DVec3::from_array(numbers(sample, ["x", "y", "z"]))).as_vec3().to_array();
    let [roll, pitch, yaw] = numbers(sample, ["roll", "pitch", "yaw"]);
    let DQuat { x: qx, y: qy, z: qz, w } = Euler { roll, pitch, yaw }.to_quat();
    // A half turn about X on both sides rotates the axis of a rotation likewise.
    ATT_POS_MOCAP_DATA { time_usec, q: [w, qx, -qy, -qz].map(|part| part as f32), x, y, z }
}

fn gps(sample: &Sample<'_>, time_usec: u64) -> GPS_RAW_INT_DATA {
    let velocity = vector(sample, "velocity").unwrap_or_default();
    let speed = velocity.truncate().length();
    let course_deg = velocity.x.atan2(velocity.y).to_degrees().rem_euclid(360.0);
    GPS_RAW_INT_DATA {
        time_usec,
        lat: (number(sample, "latitude") * 1e7).round() as i32,
        lon: (number(sample, "longitude") * 1e7).round() as i32,
        alt: (number(sample, "altitude") * 1e3).round() as i32,
        eph: UNKNOWN,
        epv: UNKNOWN,
        // The maximum value means unknown.
        vel: (speed * 100.0).round().min(f64::from(UNKNOWN - 1)) as u16,
        cog: if speed > 0.0 { (course_deg * 100.0) as u16 } else { UNKNOWN },
        fix_type: GpsFixType::GPS_FIX_TYPE_3D_FIX,
        satellites_visible: SATELLITES_UNKNOWN,
    }
}
