//! Values of a reading by name of the field.
//!
//! That the fields exist is checked when a stream is opened, by the kind of the data.

use glam::DVec3;
use morse_sim::contract::data::Field;
use morse_sim::transport::stream::Sample;
use morse_world::Euler;

/// The value of a field.
fn field<'a>(sample: &Sample<'a>, name: &str) -> Option<Field<'a>> {
    sample.data.get(sample.data.index_of(name)?)
}

/// A number; zero if it is none.
pub(crate) fn number(sample: &Sample<'_>, name: &str) -> f64 {
    match field(sample, name) {
        Some(Field::Float(number)) => number,
        Some(Field::Int(number)) => number as f64,
        _ => 0.0,
    }
}

/// Numbers.
pub(crate) fn numbers<const N: usize>(sample: &Sample<'_>, names: [&str; N]) -> [f64; N] {
    names.map(|name| number(sample, name))
}

/// A vector; `None` if there is no such field.
pub(crate) fn vector(sample: &Sample<'_>, name: &str) -> Option<DVec3> {
    match field(sample, name) {
        Some(Field::Vector(vector)) => Some(vector),
        _ => None,
    }
}

/// Euler angles.
pub(crate) fn euler(sample: &Sample<'_>, name: &str) -> Euler {
    match field(sample, name) {
        Some(Field::Euler(euler)) => euler,
        _ => Euler::default(),
    }
}
