//! The state of a vehicle as a line of JSON for ArduPilot.
//!
//! ArduPilot searches for keys and reads the numbers after them, without white space; it does not parse other JSON syntax.

use std::fmt::Write;

use glam::DVec3;
use morse_world::Euler;

use crate::frames::{frd, ned, ned_from_frd};
use crate::readings::Readings;

/// Encodes the line; `None` if the IMU has no new reading in this step, or the pose or velocity sensor has none yet.
pub(super) fn line(readings: &mut Readings, home: &mut Option<DVec3>, boot_ns: i64) -> Option<Vec<u8>> {
    let (pose, velocity) = readings.pose.zip(readings.velocity)?;
    let inertial = readings.inertial.take()?;
    let home = *home.get_or_insert(pose.translation);
    let timestamp_s = inertial.stamp_ns.saturating_sub(boot_ns) as f64 * 1e-9;
    let rotation = ned_from_frd(pose.rotation);
    let Euler { roll, pitch, yaw } = Euler::from_quat(rotation);
    let mut text = String::with_capacity(512);
    let mut put = |key: &str, numbers: &[f64]| {
        let _ = write!(text, "{key}[");
        for (nth, number) in numbers.iter().enumerate() {
            let number = if number.is_finite() { *number } else { 0.0 };
            let _ = write!(text, "{}{number:.9}", if nth == 0 { "" } else { "," });
        }
        text.push(']');
    };
    put("\"imu\":{\"gyro\":", &frd(inertial.rates).to_array());
    put(",\"accel_body\":", &frd(inertial.acceleration).to_array());
    put("},\"position\":", &ned(pose.translation - home).to_array());
    put(",\"attitude\":", &[roll, pitch, yaw]);
    put(",\"quaternion\":", &[rotation.w, rotation.x, rotation.y, rotation.z]);
    put(",\"velocity\":", &ned(velocity).to_array());
    for (nth, range) in (1..).zip(&readings.ranges).filter(|(_, range)| range.is_finite()) {
        let _ = write!(text, ",\"rng_{nth}\":{range:.4}");
    }
    Some(format!("\n{{\"timestamp\":{timestamp_s:.9},{text}}}\n").into_bytes())
}

#[cfg(test)]
mod tests {
    use morse_world::Pose;

    use super::*;
    use crate::readings::Inertial;

    fn readings() -> Readings {
        let inertial = Inertial {
            rates: DVec3::new(0.1, 0.2, 0.3),
            acceleration: DVec3::new(0.0, 0.0, 9.81),
            magnetic_field: DVec3::ZERO,
            stamp_ns: 1_500_000_000,
        };
        Readings {
            inertial: Some(inertial),
            pose: Some(Pose::from_translation(DVec3::new(1.0, 2.0, 3.0))),
            velocity: Some(DVec3::new(4.0, 5.0, 6.0)),
            ranges: vec![2.5, f64::INFINITY],
            ..Readings::default()
        }
    }

    #[test]
    fn line_has_the_format_of_ardupilot() {
        let mut home = Some(DVec3::new(0.0, 0.0, 1.0));
        let line = String::from_utf8(line(&mut readings(), &mut home, 500_000_000).unwrap()).unwrap();
        assert!(
            line.starts_with("\n{\"timestamp\":1.000000000,\"imu\":{\"gyro\":[0.100000000,-0.2"),
            "{line}"
        );
        assert!(line.contains("\"accel_body\":[0.000000000,-0.000000000,-9.810000000]}"), "{line}");
        assert!(line.contains("\"position\":[2.000000000,1.000000000,-2.000000000]"), "{line}");
        assert!(line.contains("\"velocity\":[5.000000000,4.000000000,-6.000000000]"), "{line}");
        assert!(line.contains("\"rng_1\":2.5000") && !line.contains("rng_2"), "{line}");
        assert!(line.ends_with("}\n") && !line.contains(' '));
    }

    #[test]
    fn step_without_new_inertial_data_has_no_line() {
        let (mut readings, mut home) = (readings(), None);
        assert!(line(&mut readings, &mut home, 0).is_some());
        assert!(line(&mut readings, &mut home, 0).is_none());
        assert_eq!(home, Some(DVec3::new(1.0, 2.0, 3.0)), "the first position is home");
    }
}
