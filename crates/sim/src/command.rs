//! Commands: what comes in for an actuator, checked as a whole before anything of it is taken.

use morse_scene::value::Map;

use crate::data::{FieldInfo, Mismatch};

/// Why a command is not taken.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CommandError {
    /// Fields are missing.
    #[error("without {}; it takes {}", missing.join(", "), takes.join(", "))]
    Missing {
        /// The fields that did not come.
        missing: Vec<&'static str>,
        /// All fields of the actuator.
        takes: Vec<&'static str>,
    },
    /// A field is of the wrong kind, or not finite.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
}

/// Checks that a command has every field, each with a value that fits. More fields than these do not matter, so that
/// what one component publishes can be sent to another as it is.
///
/// # Errors
/// With the first thing that is wrong.
pub fn check(fields: &'static [FieldInfo], command: &Map) -> Result<(), CommandError> {
    let missing: Vec<_> =
        fields.iter().map(|field| field.name).filter(|name| !command.contains_key(name)).collect();
    if !missing.is_empty() {
        return Err(CommandError::Missing {
            missing,
            takes: fields.iter().map(|field| field.name).collect(),
        });
    }
    fields.iter().filter_map(|field| Some((field, command.get(field.name)?))).try_for_each(
        |(field, value)| {
            if (field.fits)(value) {
                Ok(())
            } else {
                Err(Mismatch::of_field(field.name, field.type_name, value).into())
            }
        },
    )
}
