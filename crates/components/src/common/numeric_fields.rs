//! Access to the numeric fields of local data that modifiers change.

use morse_sim::contract::data::Field;
use morse_sim::contract::uncertainty::Covariance;
use morse_sim::prelude::*;

/// Index of a numeric field of local data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct NumericField(usize);

impl NumericField {
    /// Finds a numeric field by name.
    pub(crate) fn find(data: &dyn Data, name: &str) -> Option<Self> {
        let index = data.index_of(name)?;
        matches!(data.get(index), Some(Field::Float(_))).then_some(Self(index))
    }

    /// Reads the value of the field.
    pub(crate) fn get(self, data: &dyn Data) -> f64 {
        match data.get(self.0) {
            Some(Field::Float(number)) => number,
            _ => 0.0,
        }
    }

    /// The number of the field in a covariance.
    pub(crate) fn number(self, errors: &Covariance) -> Option<usize> {
        errors.number(self.0, 0)
    }

    /// Sets the value of the field.
    pub(crate) fn set(self, data: &mut dyn Data, number: f64) {
        if let FieldMut::Float(field) = data.get_mut(self.0) {
            *field = number;
        }
    }
}

/// Three numeric fields that form a position or a set of angles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct NumericTriple([NumericField; 3]);

impl NumericTriple {
    /// Finds three numeric fields by name.
    ///
    /// # Errors
    /// If the data lacks one of them. The error names `modifier` and its component.
    pub(crate) fn find(
        modifier: &str,
        setup: &Setup<'_>,
        data: &dyn Data,
        names: [&str; 3],
    ) -> Result<Self, ModifyError> {
        match names.map(|name| NumericField::find(data, name)) {
            [Some(a), Some(b), Some(c)] => Ok(Self([a, b, c])),
            _ => Err(missing_fields(modifier, setup, data, &names.join(", "))),
        }
    }

    /// Finds the fields x, y, z.
    ///
    /// # Errors
    /// See [`NumericTriple::find`].
    pub(crate) fn position(modifier: &str, setup: &Setup<'_>, data: &dyn Data) -> Result<Self, ModifyError> {
        Self::find(modifier, setup, data, ["x", "y", "z"])
    }

    /// Reads the three values.
    pub(crate) fn get(self, data: &dyn Data) -> DVec3 {
        self.0.map(|number| number.get(data)).into()
    }

    /// Sets the three values.
    pub(crate) fn set(self, data: &mut dyn Data, values: DVec3) {
        for (number, value) in self.0.into_iter().zip(values.to_array()) {
            number.set(data, value);
        }
    }

    /// Replaces the values with the result of `change`.
    pub(crate) fn map(self, data: &mut dyn Data, change: impl FnOnce(DVec3) -> DVec3) {
        let changed = change(self.get(data));
        self.set(data, changed);
    }

    /// The numbers of the fields in a covariance.
    pub(crate) fn numbers(self, errors: &Covariance) -> [Option<usize>; 3] {
        self.0.map(|number| number.number(errors))
    }

    /// Transforms the errors of the values as [`NumericTriple::map`] transforms the values. The derivatives of `change`
    /// are those at the origin, by central differences over two units: exact for linear changes.
    pub(crate) fn propagate(self, errors: &mut Covariance, change: impl Fn(DVec3) -> DVec3) {
        let derivative = |axis: DVec3| (change(axis) - change(-axis)) / 2.0;
        let derivatives = DMat3::from_cols(derivative(DVec3::X), derivative(DVec3::Y), derivative(DVec3::Z));
        let numbers = self.numbers(errors);
        errors.transform(numbers, derivatives);
    }
}

/// Error of a modifier whose component lacks the fields that it needs.
pub(crate) fn missing_fields(
    modifier: &str,
    setup: &Setup<'_>,
    data: &dyn Data,
    needed: &str,
) -> ModifyError {
    let known: Vec<&str> = data.fields().iter().map(|field| field.name).collect();
    let known = if known.is_empty() { "no field".to_owned() } else { known.join(", ") };
    ModifyError::NothingToModify(format!(
        "{modifier} cannot modify {}: it needs the fields {needed}; the component has {known}",
        setup.name
    ))
}
