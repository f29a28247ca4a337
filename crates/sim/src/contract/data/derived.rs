//! Functions that the code of `#[derive(Data)]` calls: they assign, check, save and restore the fields of a struct.

use morse_scene::data_kind::DataKind;
use morse_scene::value::Value;

use crate::contract::data::{FieldInfo, FieldType, Mismatch};
use crate::engine::state;
use crate::engine::state::StateError;

/// Sets one field of a derived struct. Called by the derive macro.
///
/// # Errors
/// When the value does not fit.
pub fn assign_field<T: FieldType>(name: &str, field: &mut T, value: &Value) -> Result<(), Mismatch> {
    *field = T::from_value(value).ok_or_else(|| Mismatch::of_field(name, T::TYPE_NAME, value))?;
    Ok(())
}

/// Fails the compilation when `fields` lack a field that data of this kind must have, or when it has another type.
/// Called by the derive macro.
#[allow(clippy::panic, reason = "runs in the compiler only")]
pub const fn check_kind(kind: DataKind, fields: &[FieldInfo]) {
    let required = kind.required_fields();
    let mut position = 0;
    while position < required.len() {
        let (name, type_name) = required[position];
        let mut index = 0;
        while index < fields.len()
            && !(same_text(fields[index].name, name) && same_text(fields[index].type_name, type_name))
        {
            index += 1;
        }
        assert!(index < fields.len(), "the data lack a field that their kind requires");
        position += 1;
    }
}

const fn same_text(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

/// Writes one field of a derived struct to a snapshot. Called by the derive macro.
///
/// # Errors
/// See [`state::write`].
pub fn save_field<T: FieldType>(field: &T, out: &mut Vec<u8>) -> Result<(), StateError> {
    state::write(field, out)
}

/// Reads one field of a derived struct from a snapshot. Called by the derive macro.
///
/// # Errors
/// See [`state::read`].
pub fn restore_field<T: FieldType>(field: &mut T, input: &mut &[u8]) -> Result<(), StateError> {
    *field = state::read(input)?;
    Ok(())
}
