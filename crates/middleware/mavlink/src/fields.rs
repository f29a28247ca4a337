//! Access to fields of a reading by name.
//!
//! The kind of the data, checked when a stream is opened, ensures that the fields exist.

use glam::DVec3;
use morse_sim::contract::data::Field;
use morse_sim::transport::stream::Sample;
use morse_world::Euler;

/// The value of a field.
fn field<'a>(sample: &Sample<'a>, name: &str) -> Option<Field<'a>> {
    sample.data.get(sample.data.index_of(name)?)
}

/// A number field; zero if there is no such field or it is not a number.
pub(crate) fn number(sample: &Sample<'_>, name: &str) -> f64 {
    match field(sample, name) {
        Some(Field::Float(number)) => number,
        Some(Field::Int(number)) => number as f64,
        _ => 0.0,
    }
}

/// Several number fields.
pub(crate) fn numbers<const N: usize>(sample: &Sample<'_>, names: [&str; N]) -> [f64; N] {
    names.map(|name| number(sample, name))
}

/// A vector field; `None` if there is no such field.
pub(crate) fn vector(sample: &Sample<'_>, name: &str) -> Option<DVec3> {
    match field(sample, name) {
        Some(Field::Vector(vector)) => Some(vector),
        _ => None,
    }
}

/// A field of Euler angles; zero if there is no such field. [rad]
pub(crate) fn euler(sample: &Sample<'_>, name: &str) -> Euler {
    match field(sample, name) {
        Some(Field::Euler(euler)) => euler,
        _ => Euler::default(),
    }
}
