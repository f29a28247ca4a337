//! Fields of local data that modifiers change.

use morse_sim::contract::data::Field;
use morse_sim::prelude::*;

/// A numeric field of local data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Number(usize);

impl Number {
    /// The number called `name`, if the data has it.
    pub(crate) fn find(data: &dyn Data, name: &str) -> Option<Self> {
        let index = data.index_of(name)?;
        matches!(data.get(index), Some(Field::Float(_))).then_some(Self(index))
    }

    /// Its value.
    pub(crate) fn get(self, data: &dyn Data) -> f64 {
        match data.get(self.0) {
            Some(Field::Float(number)) => number,
            _ => 0.0,
        }
    }

    /// Sets its value.
    pub(crate) fn set(self, data: &mut dyn Data, number: f64) {
        if let FieldMut::Float(field) = data.get_mut(self.0) {
            *field = number;
        }
    }
}

/// Three numeric fields that form a position or angles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Triple([Number; 3]);

impl Triple {
    /// The fields of these names.
    ///
    /// # Errors
    /// When the data lacks one of them; the error names `modifier` and its component.
    pub(crate) fn find(
        modifier: &str,
        setup: &Setup<'_>,
        data: &dyn Data,
        names: [&str; 3],
    ) -> Result<Self, ModifyError> {
        match names.map(|name| Number::find(data, name)) {
            [Some(a), Some(b), Some(c)] => Ok(Self([a, b, c])),
            _ => Err(lacking(modifier, setup, data, &names.join(", "))),
        }
    }

    /// The position x, y, z.
    ///
    /// # Errors
    /// See [`Triple::find`].
    pub(crate) fn position(modifier: &str, setup: &Setup<'_>, data: &dyn Data) -> Result<Self, ModifyError> {
        Self::find(modifier, setup, data, ["x", "y", "z"])
    }

    /// The values.
    pub(crate) fn get(self, data: &dyn Data) -> DVec3 {
        self.0.map(|number| number.get(data)).into()
    }

    /// Sets the values.
    pub(crate) fn set(self, data: &mut dyn Data, values: DVec3) {
        for (number, value) in self.0.into_iter().zip(values.to_array()) {
            number.set(data, value);
        }
    }

    /// Replaces the values by the result of `change`.
    pub(crate) fn map(self, data: &mut dyn Data, change: impl FnOnce(DVec3) -> DVec3) {
        let changed = change(self.get(data));
        self.set(data, changed);
    }
}

/// The error of a modifier for data that it cannot change.
pub(crate) fn lacking(modifier: &str, setup: &Setup<'_>, data: &dyn Data, needed: &str) -> ModifyError {
    let has: Vec<&str> = data.fields().iter().map(|field| field.name).collect();
    let has = if has.is_empty() { "no field".to_owned() } else { has.join(", ") };
    ModifyError::NothingToModify(format!(
        "{modifier} cannot modify {}: it needs the fields {needed}, the component has {has}",
        setup.name
    ))
}
