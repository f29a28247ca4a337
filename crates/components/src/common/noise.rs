//! Gaussian noise for modifiers: standard deviations by axis, applied to numbers, vectors and quaternions.

use morse_sim::contract::data::Field;
use morse_sim::contract::uncertainty::Covariance;
use morse_sim::prelude::*;

use crate::common::numeric_fields::NumericField;

/// Standard deviation of a noise: one value for all axes, or one value for each axis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Deviation {
    /// The same value for every axis.
    Every(f64),
    /// Values by the name of the axis. Axes without an entry have no noise.
    Each(Vec<(String, f64)>),
}

impl Default for Deviation {
    fn default() -> Self {
        Self::Every(0.0)
    }
}

impl From<f64> for Deviation {
    fn from(deviation: f64) -> Self {
        Self::Every(deviation)
    }
}

impl PropertyType for Deviation {
    const TYPE_NAME: &'static str = "float";
    const EXPECTED: &'static str =
        "a finite number that is not negative, or a dictionary of such numbers by axis";
    fn to_value(&self) -> Value {
        match self {
            Self::Every(deviation) => Value::Float(*deviation),
            Self::Each(axes) => Value::Map(axes.iter().cloned().collect()),
        }
    }
    fn from_value(value: &Value) -> Option<Self> {
        let deviation = |value: &Value| value.as_f64().filter(|number| number.is_finite() && *number >= 0.0);
        match value {
            Value::Map(axes) => {
                let each = axes.iter().map(|(axis, value)| Some((axis.to_owned(), deviation(value)?)));
                each.collect::<Option<_>>().map(Self::Each)
            }
            value => deviation(value).map(Self::Every),
        }
    }
}

impl Deviation {
    /// Standard deviation along an axis.
    fn along(&self, axis: &str) -> f64 {
        match self {
            Self::Every(deviation) => *deviation,
            Self::Each(axes) => {
                axes.iter().find(|(name, _)| name == axis).map_or(0.0, |&(_, deviation)| deviation)
            }
        }
    }

    /// Checks that the deviation names allowed axes only.
    ///
    /// # Errors
    /// If it names a different axis; the error gives its name.
    pub(crate) fn check_axes(
        &self,
        parameter: &str,
        setup: &Setup<'_>,
        allowed: [&str; 3],
    ) -> Result<(), SetupError> {
        let Self::Each(axes) = self else { return Ok(()) };
        match axes.iter().find(|(name, _)| !allowed.contains(&name.as_str())) {
            None => Ok(()),
            Some((name, _)) => Err(SetupError::Invalid(format!(
                "{parameter} of the noise on {} has an unknown axis {name}; allowed are {}",
                setup.name,
                allowed.join(", ")
            ))),
        }
    }
}

/// Independent Gaussian noise on numeric fields.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct NumericNoise(Vec<(NumericField, f64)>);

impl NumericNoise {
    /// Creates noise on those of the named fields that the data has.
    pub(crate) fn on(data: &dyn Data, names: &[&str], deviation: &Deviation) -> Self {
        let noise = |name: &&str| Some((NumericField::find(data, name)?, deviation.along(name)));
        Self(names.iter().filter_map(noise).collect())
    }

    /// Whether the data has none of the named fields.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn apply(&self, random: &mut Random, data: &mut dyn Data) {
        for &(number, deviation) in &self.0 {
            let noisy = random.gaussian(number.get(data), deviation);
            number.set(data, noisy);
        }
    }

    pub(crate) fn add_errors(&self, errors: &mut Covariance) {
        for (number, deviation) in &self.0 {
            errors.add_variance(number.number(errors), deviation * deviation);
        }
    }
}

/// Independent Gaussian noise on the components of a vector field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct VectorNoise {
    index: usize,
    deviations: DVec3,
}

impl VectorNoise {
    /// Creates noise on the vector field of a name, if the data has it.
    pub(crate) fn on(data: &dyn Data, name: &str, deviation: &Deviation) -> Option<Self> {
        let index = data.index_of(name)?;
        let deviations = ["x", "y", "z"].map(|axis| deviation.along(axis)).into();
        matches!(data.get(index), Some(Field::Vector(_))).then_some(Self { index, deviations })
    }

    pub(crate) fn apply(&self, random: &mut Random, data: &mut dyn Data) {
        if let FieldMut::Vector(vector) = data.get_mut(self.index) {
            *vector +=
                DVec3::from(self.deviations.to_array().map(|deviation| random.gaussian(0.0, deviation)));
        }
    }

    pub(crate) fn add_errors(&self, errors: &mut Covariance) {
        errors.add_variances(self.index, self.deviations * self.deviations);
    }
}

/// Noise on a quaternion field: a small rotation about the axes of the world.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct QuaternionNoise {
    index: usize,
    deviations: DVec3,
}

impl QuaternionNoise {
    /// Creates noise on the quaternion field `orientation`, if the data has it; with `is_2d`, on yaw only.
    pub(crate) fn on(data: &dyn Data, deviation: &Deviation, is_2d: bool) -> Option<Self> {
        let index = data.index_of("orientation")?;
        let along = |axis| deviation.along(axis);
        let tilt = if is_2d { [0.0; 2] } else { ["roll", "pitch"].map(along) };
        let is_quaternion = matches!(data.get(index), Some(Field::Quaternion(_)));
        is_quaternion.then(|| Self { index, deviations: DVec3::new(tilt[0], tilt[1], along("yaw")) })
    }

    pub(crate) fn apply(&self, random: &mut Random, data: &mut dyn Data) {
        if let FieldMut::Quaternion(orientation) = data.get_mut(self.index) {
            let turn = self.deviations.to_array().map(|deviation| random.gaussian(0.0, deviation));
            *orientation = (DQuat::from_scaled_axis(turn.into()) * *orientation).normalize();
        }
    }

    pub(crate) fn add_errors(&self, errors: &mut Covariance) {
        errors.add_variances(self.index, self.deviations * self.deviations);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviation_is_a_number_or_a_dictionary_by_axis() {
        assert_eq!(Deviation::from_value(&Value::Float(0.5)), Some(Deviation::Every(0.5)));
        let each = Deviation::from_value(&Value::Map(Map::from([("x", 0.1), ("y", 0.2)]))).unwrap();
        assert_eq!((each.along("x"), each.along("y"), each.along("z")), (0.1, 0.2, 0.0));
        assert_eq!(each.to_value(), Value::Map(Map::from([("x", 0.1), ("y", 0.2)])));
        for bad in [
            Value::Float(-1.0),
            Value::Float(f64::NAN),
            Value::from("much"),
            Value::Map(Map::from([("x", -1.0)])),
        ] {
            assert_eq!(Deviation::from_value(&bad), None, "{bad:?}");
        }
    }
}
