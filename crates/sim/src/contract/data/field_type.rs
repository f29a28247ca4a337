//! Rust types of the fields of local data.

use glam::{DMat3, DQuat, DVec3};
use morse_scene::value::Value;
use morse_world::Euler;
use serde::{Serialize, de::DeserializeOwned};
use xxhash_rust::xxh3::xxh3_64;

use crate::contract::data::field::{Field, FieldMut};
use crate::contract::data::image::Image;
use crate::engine::state::{self, StateError};

/// A Rust type that can be a field of local data.
pub trait FieldType: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Name of the type in the catalog.
    const TYPE_NAME: &'static str;
    /// The value of the field, borrowed.
    fn field(&self) -> Field<'_>;
    /// Mutable access to the value.
    fn field_mut(&mut self) -> FieldMut<'_> {
        FieldMut::Other
    }
    /// Appends the field's contribution to the state digest: the value as in a snapshot; large arrays append their
    /// hash.
    ///
    /// # Errors
    /// See [`state::write`].
    fn append_digest(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(self, out)
    }
    /// Converts a value from outside; `None` when it has the wrong type or is not finite.
    fn from_value(value: &Value) -> Option<Self>;
}

/// A finite number. Non-finite values must never reach a body.
fn finite(value: &Value) -> Option<f64> {
    value.as_f64().filter(|f| f.is_finite())
}

fn finite_list(value: &Value) -> Option<Vec<f64>> {
    value.as_list()?.iter().map(finite).collect()
}

macro_rules! field_type {
    ($type:ty, $name:literal, $self:ident => $field:expr, $value:ident => $read:expr $(, $variant:ident)?
        $(; $array:ident => $bytes:expr)?) => {
        impl FieldType for $type {
            const TYPE_NAME: &'static str = $name;
            fn field(&self) -> Field<'_> {
                let $self = self;
                $field
            }
            $(fn field_mut(&mut self) -> FieldMut<'_> {
                FieldMut::$variant(self)
            })?
            fn from_value($value: &Value) -> Option<Self> {
                $read
            }
            $(fn append_digest(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
                let $array = self;
                out.extend_from_slice(&xxh3_64($bytes).to_le_bytes());
                Ok(())
            })?
        }
    };
}

field_type!(bool, "bool", b => Field::Bool(*b), v => v.as_bool());
field_type!(i64, "int", i => Field::Int(*i), v => if let Value::Int(i) = v { Some(*i) } else { None });
field_type!(f64, "float", f => Field::Float(*f), v => finite(v), Float);
field_type!(String, "string", s => Field::Text(s), v => v.as_str().map(str::to_owned));
field_type!(DVec3, "vec3", v => Field::Vector(*v), v => {
    <[f64; 3]>::try_from(finite_list(v)?).ok().map(DVec3::from_array)
}, Vector);
field_type!(DQuat, "quaternion", q => Field::Quaternion(*q), v => {
    let Value::Map(map) = v else { return None };
    let part = |name| map.get(name).and_then(finite);
    Some(DQuat::from_xyzw(part("x")?, part("y")?, part("z")?, part("w")?))
}, Quaternion);
field_type!(Euler, "euler", e => Field::Euler(*e), v => {
    let Value::Map(map) = v else { return None };
    let part = |name| map.get(name).and_then(finite);
    Some(Euler { roll: part("roll")?, pitch: part("pitch")?, yaw: part("yaw")? })
}, Euler);
field_type!(DMat3, "matrix3", m => Field::Matrix(m), v => {
    let rows: Vec<DVec3> = v.as_list()?.iter().map(DVec3::from_value).collect::<Option<_>>()?;
    let [x, y, z] = <[DVec3; 3]>::try_from(rows).ok()?;
    Some(DMat3::from_cols(x, y, z).transpose())
});
field_type!([f64; 4], "vec4", f => Field::Floats(f), v => finite_list(v)?.try_into().ok());
field_type!(Vec<f64>, "list", f => Field::Floats(f), v => finite_list(v); f => bytemuck::cast_slice(f));
field_type!(Vec<[f32; 3]>, "points", p => Field::Points(p), v => {
    let point = |point: &Value| {
        let parts: Option<Vec<f32>> = point.as_list()?.iter().map(|part| Some(part.as_f64()? as f32)).collect();
        <[f32; 3]>::try_from(parts?).ok()
    };
    if let Value::Bytes(bytes) = v {
        // Binary form, as in memory: 12 bytes per point.
        let numbers = bytes.chunks_exact(4).map(|part| Some(f32::from_le_bytes(part.try_into().ok()?)));
        let numbers: Vec<f32> = numbers.collect::<Option<_>>()?;
        let points = numbers.chunks_exact(3).map(|point| point.try_into().ok());
        return if bytes.len() % 12 == 0 { points.collect() } else { None };
    }
    v.as_list()?.iter().map(point).collect()
}; p => bytemuck::cast_slice(p));
field_type!(Vec<u8>, "bytes", b => Field::Bytes(b), v => {
    if let Value::Bytes(bytes) = v { Some(bytes.clone()) } else { None }
}; b => b);
impl FieldType for Image {
    const TYPE_NAME: &'static str = "image";
    fn field(&self) -> Field<'_> {
        Field::Image(self)
    }
    fn field_mut(&mut self) -> FieldMut<'_> {
        FieldMut::Image(self)
    }
    fn append_digest(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&(self.width, self.height, self.pixels), out)?;
        self.bytes.append_digest(out)
    }
    /// Images are never assigned from outside.
    fn from_value(_: &Value) -> Option<Self> {
        None
    }
}
