//! Commands for actuators. A command is checked as a whole before any of its values is applied.

use morse_scene::value::Map;

use crate::contract::data::{Data, FieldInfo, FieldType, Mismatch};

/// Reason why a command is rejected.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CommandError {
    /// No actuator has this name.
    #[error("there is no actuator {0:?}")]
    Unknown(String),
    /// Fields are missing.
    #[error("missing {}; the fields are {}", missing.join(", "), takes.join(", "))]
    Missing {
        /// Names of the missing fields.
        missing: Vec<String>,
        /// Names of all fields of the actuator.
        takes: Vec<String>,
    },
    /// A field has the wrong type or is not finite.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
}

/// The required fields of a command for a component.
#[derive(Debug, Clone)]
pub struct CommandSchema {
    /// Fields of the component's data.
    pub fields: &'static [FieldInfo],
    /// Names of numbers besides the fields, such as the joints of an armature.
    pub open: Vec<String>,
}

impl CommandSchema {
    /// The schema of commands that set `data`.
    #[must_use]
    pub fn of(data: &dyn Data) -> CommandSchema {
        let open = data.open().into_iter().flatten().map(|(name, _)| name.to_owned());
        CommandSchema { fields: data.fields(), open: open.collect() }
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| field.name).chain(self.open.iter().map(String::as_str))
    }

    /// Checks that a command has every field, each with a valid value. Additional fields are allowed, so that the data
    /// of one component can be sent to another component unchanged.
    ///
    /// # Errors
    /// Describes the first invalid or missing field.
    pub fn check(&self, command: &Map) -> Result<(), CommandError> {
        let missing: Vec<String> =
            self.names().filter(|name| !command.contains_key(name)).map(str::to_owned).collect();
        if !missing.is_empty() {
            return Err(CommandError::Missing { missing, takes: self.names().map(str::to_owned).collect() });
        }
        self.check_values(command)
    }

    /// Checks that a command has at least one field, if the component has any, and that each field in it is valid.
    /// Missing fields keep their values.
    ///
    /// # Errors
    /// Describes the first invalid field.
    pub fn check_partial(&self, command: &Map) -> Result<(), CommandError> {
        let mut names = self.names();
        if self.names().next().is_some() && !names.any(|name| command.contains_key(name)) {
            let takes: Vec<String> = self.names().map(str::to_owned).collect();
            return Err(CommandError::Missing { missing: takes.clone(), takes });
        }
        self.check_values(command)
    }

    /// Checks the values of the fields that a command has.
    ///
    /// # Errors
    /// Describes the first invalid field.
    pub fn check_values(&self, command: &Map) -> Result<(), CommandError> {
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
