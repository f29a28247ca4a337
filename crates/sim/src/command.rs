//! Commands: what comes in for an actuator, checked as a whole before anything of it is taken.

use morse_scene::value::Map;

use crate::data::{Data, FieldInfo, FieldType, Mismatch};

/// Why a command is not taken.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CommandError {
    /// Fields are missing.
    #[error("without {}; it takes {}", missing.join(", "), takes.join(", "))]
    Missing {
        /// The fields that did not come.
        missing: Vec<String>,
        /// All fields of the actuator.
        takes: Vec<String>,
    },
    /// A field is of the wrong kind, or not finite.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
}

/// What a command for a component must have.
#[derive(Debug, Clone)]
pub struct Form {
    /// The fields of its data.
    pub fields: &'static [FieldInfo],
    /// Names of numbers that stand beside the fields: joints of an armature.
    pub open: Vec<String>,
}

impl Form {
    /// The form of commands that set this data.
    #[must_use]
    pub fn of(data: &dyn Data) -> Form {
        let open = data.open().into_iter().flatten().map(|(name, _)| name.to_owned());
        Form { fields: data.fields(), open: open.collect() }
    }

    /// Checks that a command has every field, each with a value that fits. More fields than these do not matter, so that
    /// what one component publishes can be sent to another as it is.
    ///
    /// # Errors
    /// With the first thing that is wrong.
    pub fn check(&self, command: &Map) -> Result<(), CommandError> {
        let names = || self.fields.iter().map(|field| field.name).chain(self.open.iter().map(String::as_str));
        let missing: Vec<String> =
            names().filter(|name| !command.contains_key(name)).map(str::to_owned).collect();
        if !missing.is_empty() {
            return Err(CommandError::Missing { missing, takes: names().map(str::to_owned).collect() });
        }
        let fields = self.fields.iter().map(|field| (field.name, field.type_name, field.fits));
        let open = self.open.iter().map(|name| {
            let fits: fn(&_) -> bool = |value| f64::from_value(value).is_some();
            (name.as_str(), f64::TYPE_NAME, fits)
        });
        for (name, type_name, fits) in fields.chain(open) {
            if let Some(value) = command.get(name).filter(|value| !fits(value)) {
                return Err(Mismatch::of_field(name, type_name, value).into());
            }
        }
        Ok(())
    }
}
