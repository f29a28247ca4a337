//! The messages of a step: HIL_GPS if there is a new fix, then HIL_SENSOR.

use mavlink::dialects::common::{HIL_GPS_DATA, HIL_SENSOR_DATA, HilSensorUpdatedFlags, MavMessage};
use mavlink::{MavHeader, MavlinkVersion};

use crate::frames::{frd, ned};
use crate::readings::{Fix, Inertial, Readings};

/// One gauss. [nT]
const GAUSS_NT: f64 = 1e5;
/// One hectopascal. [Pa]
const HPA: f64 = 100.0;
/// Pressure at sea level in the standard atmosphere. [Pa]
const SEA_LEVEL_PA: f64 = 101_325.0;
/// Air temperature of the standard atmosphere. [°C]
const TEMPERATURE_C: f32 = 15.0;
/// Time stamp of the first step. PX4 treats 0 as a stopped clock. [µs]
const BOOT_US: i64 = 1_000_000;
/// Horizontal and vertical accuracy reported for the GPS receiver. [cm]
const GPS_ERROR_CM: [u16; 2] = [30, 40];
const SATELLITES: u8 = 10;
const FIX_3D: u8 = 3;

/// Encodes the messages of a step; `None` if the IMU has no new reading.
pub(super) fn of_step(readings: &mut Readings, boot_ns: i64) -> Option<Vec<u8>> {
    let inertial = readings.inertial.take()?;
    let time_usec = (inertial.stamp_ns.saturating_sub(boot_ns) / 1000 + BOOT_US).max(0) as u64;
    let mut bytes = Vec::with_capacity(256);
    if let Some(fix) = readings.fix.take() {
        write(&mut bytes, &MavMessage::HIL_GPS(gps(&fix, time_usec)));
    }
    write(&mut bytes, &MavMessage::HIL_SENSOR(sensor(&inertial, readings, time_usec)));
    Some(bytes)
}

fn write(bytes: &mut Vec<u8>, message: &MavMessage) {
    let header = MavHeader { system_id: 1, component_id: 200, sequence: 0 };
    // Cannot fail: a vector accepts all bytes, and MAVLink 2 carries all messages.
    let _ = mavlink::write_versioned_msg(bytes, MavlinkVersion::V2, header, message);
}

fn sensor(inertial: &Inertial, readings: &Readings, time_usec: u64) -> HIL_SENSOR_DATA {
    use HilSensorUpdatedFlags as F;
    let [xacc, yacc, zacc] = frd(inertial.acceleration).as_vec3().to_array();
    let [xgyro, ygyro, zgyro] = frd(inertial.rates).as_vec3().to_array();
    let [xmag, ymag, zmag] = (frd(inertial.magnetic_field) / GAUSS_NT).as_vec3().to_array();
    let mut fields_updated = F::HIL_SENSOR_UPDATED_XACC
        | F::HIL_SENSOR_UPDATED_YACC
        | F::HIL_SENSOR_UPDATED_ZACC
        | F::HIL_SENSOR_UPDATED_XGYRO
        | F::HIL_SENSOR_UPDATED_YGYRO
        | F::HIL_SENSOR_UPDATED_ZGYRO
        | F::HIL_SENSOR_UPDATED_XMAG
        | F::HIL_SENSOR_UPDATED_YMAG
        | F::HIL_SENSOR_UPDATED_ZMAG;
    if readings.pressure.is_some() {
        fields_updated |= F::HIL_SENSOR_UPDATED_ABS_PRESSURE
            | F::HIL_SENSOR_UPDATED_PRESSURE_ALT
            | F::HIL_SENSOR_UPDATED_TEMPERATURE;
    }
    if readings.pressure_difference.is_some() {
        fields_updated |= F::HIL_SENSOR_UPDATED_DIFF_PRESSURE;
    }
    let pressure = readings.pressure.unwrap_or(SEA_LEVEL_PA);
    HIL_SENSOR_DATA {
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
        abs_pressure: (pressure / HPA) as f32,
        diff_pressure: (readings.pressure_difference.unwrap_or_default() / HPA) as f32,
        pressure_alt: pressure_altitude(pressure) as f32,
        temperature: TEMPERATURE_C,
        fields_updated,
    }
}

/// Altitude in the standard atmosphere (ISO 2533) at a pressure. [Pa -> m]
fn pressure_altitude(pressure: f64) -> f64 {
    44_330.77 * (1.0 - (pressure.max(0.0) / SEA_LEVEL_PA).powf(0.190_263))
}

fn gps(fix: &Fix, time_usec: u64) -> HIL_GPS_DATA {
    let velocity = ned(fix.velocity) * 100.0;
    let [vn, ve, vd] = velocity.to_array().map(|speed| speed.round() as i16);
    let speed = velocity.truncate().length();
    let course_deg = velocity.y.atan2(velocity.x).to_degrees().rem_euclid(360.0);
    let [eph, epv] = GPS_ERROR_CM;
    HIL_GPS_DATA {
        time_usec,
        lat: (fix.latitude * 1e7).round() as i32,
        lon: (fix.longitude * 1e7).round() as i32,
        alt: (fix.altitude * 1e3).round() as i32,
        eph,
        epv,
        vel: speed.round() as u16,
        vn,
        ve,
        vd,
        cog: if speed >= 1.0 { (course_deg * 100.0) as u16 } else { u16::MAX },
        fix_type: FIX_3D,
        satellites_visible: SATELLITES,
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use mavlink::MavlinkReader;

    use super::*;

    fn read(bytes: &[u8]) -> Vec<MavMessage> {
        let mut reader = MavlinkReader::new(bytes);
        std::iter::from_fn(|| reader.read_any_message::<MavMessage>().ok())
            .map(|(_, message)| message)
            .collect()
    }

    fn readings() -> Readings {
        let inertial = Inertial {
            rates: DVec3::new(0.1, 0.2, 0.3),
            acceleration: DVec3::new(0.0, 0.0, 9.81),
            magnetic_field: DVec3::new(20_000.0, 1000.0, -40_000.0),
            stamp_ns: 2_000_000_000,
        };
        let velocity = DVec3::new(1.0, 0.0, -0.5);
        let fix = Fix { latitude: 43.6, longitude: 1.5, altitude: 150.0, velocity };
        Readings {
            inertial: Some(inertial),
            fix: Some(fix),
            pressure: Some(101_325.0),
            ..Readings::default()
        }
    }

    #[test]
    fn step_has_a_fix_then_sensors_in_px4_units() {
        let messages = read(&of_step(&mut readings(), 1_000_000_000).unwrap());
        let [MavMessage::HIL_GPS(gps), MavMessage::HIL_SENSOR(sensor)] = &*messages else {
            panic!("{messages:?}");
        };
        assert_eq!((gps.lat, gps.lon, gps.alt), (436_000_000, 15_000_000, 150_000));
        assert_eq!((gps.vn, gps.ve, gps.vd, gps.vel, gps.cog), (0, 100, 50, 100, 9000));
        assert_eq!(sensor.time_usec, 2_000_000);
        assert_eq!([sensor.zacc, sensor.ygyro], [-9.81, -0.2]);
        assert_eq!([sensor.xmag, sensor.ymag, sensor.zmag], [0.2, -0.01, 0.4]);
        assert_eq!([sensor.abs_pressure, sensor.pressure_alt], [1013.25, 0.0]);
        assert_eq!(sensor.fields_updated.bits(), 0b1_1010_1111_1111 | 0b1_0000_0000);
    }

    #[test]
    fn step_without_fix_has_sensors_only_and_step_without_imu_is_empty() {
        let mut readings = Readings { fix: None, ..readings() };
        assert_eq!(read(&of_step(&mut readings, 0).unwrap()).len(), 1);
        assert!(of_step(&mut readings, 0).is_none());
    }

    #[test]
    fn pressure_altitude_matches_the_standard_atmosphere() {
        assert!((pressure_altitude(89_874.6) - 1000.0).abs() < 1.0);
    }
}
