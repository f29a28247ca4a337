//! Game properties, near sensors and radars of an object.

pub(crate) mod motions;

use std::f64::consts::PI;

use glam::DVec3;

use crate::formats::blend::bytes::text;
use crate::formats::blend::view::View;
use crate::model::{Detector, DetectorKind, Property};

const SENSOR_NEAR: i64 = 2;
const SENSOR_RADAR: i64 = 7;

/// Game properties in order. The bits of a number are stored in a field of another type.
pub(super) fn properties(object: &View<'_>) -> Vec<(String, Property)> {
    let properties = object.list("prop").into_iter().filter_map(|property| {
        let data = property.int("data") as i32;
        let number = f64::from(f32::from_bits(data as u32));
        let number = if number.is_finite() { number } else { 0.0 };
        let value = match property.int("type") {
            0 => Property::Bool(data != 0),
            1 => Property::Int(i64::from(data)),
            2 => Property::Float(number),
            3 => Property::String(property.raw("poin").map(text).unwrap_or_default()),
            5 => Property::Timer { timer: number },
            _ => return None,
        };
        Some((property.text("name"), value))
    });
    properties.collect()
}

/// Near sensors and radars.
pub(super) fn detectors(object: &View<'_>) -> Vec<Detector> {
    let detectors = object.list("sensors").into_iter().filter_map(|sensor| {
        let data = sensor.follow("data")?;
        let kind = match sensor.int("type") {
            SENSOR_NEAR => {
                DetectorKind::Near { distance: data.float("dist"), reset_distance: data.float("resetdist") }
            }
            SENSOR_RADAR => DetectorKind::Radar {
                angle: radians(data.float("angle")),
                distance: data.float("range"),
                axis: axis(data.int("axis")),
            },
            _ => return None,
        };
        Some(Detector { name: sensor.text("name"), property: data.text("name"), kind })
    });
    detectors.collect()
}

/// Older files store degrees, newer ones radians; no angle in radians is larger than pi.
pub(super) fn radians(angle: f64) -> f64 {
    if angle > PI + 1e-3 { angle.to_radians() } else { angle }
}

fn axis(number: i64) -> DVec3 {
    match number {
        0 => DVec3::X,
        1 => DVec3::Y,
        3 => DVec3::NEG_X,
        4 => DVec3::NEG_Y,
        5 => DVec3::NEG_Z,
        _ => DVec3::Z,
    }
}
