//! Uncertainty of a reading: the covariance of its errors, as the models of its sensor and of its modifiers state it.
//!
//! Each model states its errors once: [`Sensor::add_errors`](crate::contract::component::Sensor::add_errors) and
//! [`Modifier::propagate_errors`](crate::contract::component::Modifier::propagate_errors). Middlewares whose messages have
//! covariances read the result from a [`Sample`](crate::transport::stream::Sample).

use glam::{DMat3, DVec3};

use crate::contract::data::{Data, Field, FieldInfo};

/// Covariance of the errors of a reading: for each pair of its numbers, the expected product of their errors.
///
/// The error of a number is its difference from the true value. A constant bias of an instrument is not part of it: as
/// in data sheets, the error is the noise of one reading. Errors that a model accumulates since the start, such as those
/// of odometry, are included with their mean.
///
/// A float is one number, a vector has the numbers x, y, z, and Euler angles and quaternions have the numbers roll,
/// pitch, yaw [rad]. Fields of other types have no numbers.
#[derive(Debug, Clone)]
pub struct Covariance {
    fields: &'static [FieldInfo],
    /// The first number of each field, and the total at the end.
    starts: Vec<usize>,
    /// Row-major square matrix. The unit of an element is the product of the units of its numbers.
    products: Vec<f64>,
}

impl Covariance {
    /// The covariance of readings without errors.
    #[must_use]
    pub fn zero(data: &dyn Data) -> Self {
        let fields = data.fields();
        let mut starts = vec![0];
        let mut count = 0;
        for index in 0..fields.len() {
            count += data.get(index).map_or(0, numbers_of);
            starts.push(count);
        }
        Self { fields, starts, products: vec![0.0; count * count] }
    }

    fn count(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Whether no number has an error.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.products.iter().all(|product| *product == 0.0)
    }

    /// The number `part` of the field with this index; `None` if there is no such number.
    #[must_use]
    pub fn number(&self, field: usize, part: usize) -> Option<usize> {
        let (start, end) = (self.starts.get(field)?, self.starts.get(field + 1)?);
        (start + part < *end).then_some(start + part)
    }

    /// The number `part` of the field with this name; `None` if there is no such number.
    #[must_use]
    pub fn number_named(&self, name: &str, part: usize) -> Option<usize> {
        self.number(self.fields.iter().position(|field| field.name == name)?, part)
    }

    fn at(&self, a: usize, b: usize) -> f64 {
        self.products.get(a * self.count() + b).copied().unwrap_or(0.0)
    }

    fn at_mut(&mut self, a: usize, b: usize) -> Option<&mut f64> {
        let index = a * self.count() + b;
        self.products.get_mut(index)
    }

    /// Adds an error that is independent of all other errors to one number. `variance` has the square of its unit.
    pub fn add_variance(&mut self, number: Option<usize>, variance: f64) {
        if let Some(product) = number.and_then(|number| self.at_mut(number, number)) {
            *product += variance;
        }
    }

    /// Adds independent errors to the three numbers of a field, with these variances.
    pub fn add_variances(&mut self, field: usize, variances: DVec3) {
        for (part, variance) in variances.to_array().into_iter().enumerate() {
            self.add_variance(self.number(field, part), variance);
        }
    }

    /// Adds errors to three numbers that are correlated with each other, and independent of all other errors.
    pub fn add_correlated(&mut self, numbers: [Option<usize>; 3], covariance: DMat3) {
        for (row, a) in numbers.into_iter().enumerate() {
            for (column, b) in numbers.into_iter().enumerate() {
                if let (Some(a), Some(b)) = (a, b)
                    && let Some(product) = self.at_mut(a, b)
                {
                    *product += covariance.col(column)[row];
                }
            }
        }
    }

    /// Replaces three numbers by functions of them, with these derivatives: `P ← J · P · Jᵀ`.
    pub fn transform(&mut self, numbers: [Option<usize>; 3], derivatives: DMat3) {
        let [Some(a), Some(b), Some(c)] = numbers else { return };
        let changed = [a, b, c];
        for other in 0..self.count() {
            let column = derivatives * DVec3::from(changed.map(|number| self.at(number, other)));
            self.put(changed.map(|number| (number, other)), column);
        }
        for other in 0..self.count() {
            let row = derivatives * DVec3::from(changed.map(|number| self.at(other, number)));
            self.put(changed.map(|number| (other, number)), row);
        }
    }

    /// Multiplies a number by a factor.
    pub fn scale(&mut self, number: Option<usize>, factor: f64) {
        let Some(number) = number else { return };
        for other in 0..self.count() {
            for (a, b) in [(number, other), (other, number)] {
                if let Some(product) = self.at_mut(a, b) {
                    *product *= factor;
                }
            }
        }
    }

    fn put(&mut self, places: [(usize, usize); 3], values: DVec3) {
        for ((a, b), value) in places.into_iter().zip(values.to_array()) {
            if let Some(product) = self.at_mut(a, b) {
                *product = value;
            }
        }
    }

    /// Rows and columns of these numbers. Numbers that do not exist have no error.
    #[must_use]
    pub fn block<const N: usize>(&self, numbers: [Option<usize>; N]) -> [[f64; N]; N] {
        numbers.map(|a| numbers.map(|b| a.zip(b).map_or(0.0, |(a, b)| self.at(a, b))))
    }

    /// Rows and columns of the three numbers of the field with this name.
    #[must_use]
    pub fn block_of_field(&self, name: &str) -> [[f64; 3]; 3] {
        self.block([0, 1, 2].map(|part| self.number_named(name, part)))
    }

    /// Rows and columns of fields that are one number each.
    #[must_use]
    pub fn block_of_fields<const N: usize>(&self, names: [&str; N]) -> [[f64; N]; N] {
        self.block(names.map(|name| self.number_named(name, 0)))
    }
}

/// How many numbers of a field can have errors.
fn numbers_of(field: Field<'_>) -> usize {
    match field {
        Field::Float(_) => 1,
        Field::Vector(_) | Field::Quaternion(_) | Field::Euler(_) => 3,
        _ => 0,
    }
}

/// The source of the covariance of a reading. It is computed only for messages that contain it.
pub trait Errors {
    /// The covariance of the reading; `None` if the models state no error.
    fn covariance(&self) -> Option<Covariance>;
}

impl Errors for Covariance {
    fn covariance(&self) -> Option<Covariance> {
        Some(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(morse_macros::Data, Debug, Clone, Default)]
    struct Reading {
        /// Position. [m]
        position: DVec3,
        /// Name of the place.
        place: String,
        /// Height. [m]
        height: f64,
    }

    fn covariance() -> Covariance {
        let mut covariance = Covariance::zero(&Reading::default());
        covariance.add_variances(0, DVec3::new(1.0, 4.0, 9.0));
        covariance.add_variance(covariance.number_named("height", 0), 0.25);
        covariance
    }

    #[test]
    fn text_has_no_number() {
        let covariance = covariance();
        assert_eq!(covariance.number_named("place", 0), None);
        assert_eq!(covariance.number_named("height", 0), Some(3));
        assert_eq!(covariance.number_named("height", 1), None);
        assert_eq!(covariance.block_of_fields(["height"]), [[0.25]]);
    }

    #[test]
    fn rotated_errors_are_correlated() {
        let mut covariance = covariance();
        let numbers = [0, 1, 2].map(|part| covariance.number(0, part));
        covariance.transform(numbers, DMat3::from_rotation_z(std::f64::consts::FRAC_PI_4));
        let [[xx, xy, _], [yx, yy, _], [_, _, zz]] = covariance.block_of_field("position");
        for (found, expected) in [(xx, 2.5), (xy, -1.5), (yx, -1.5), (yy, 2.5), (zz, 9.0)] {
            assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
        }
        assert_eq!(covariance.block_of_fields(["height"]), [[0.25]]);
    }

    #[test]
    fn scaled_number_has_scaled_errors() {
        let mut covariance = covariance();
        covariance.scale(covariance.number_named("height", 0), 10.0);
        assert_eq!(covariance.block_of_fields(["height"]), [[25.0]]);
        assert_eq!(covariance.block_of_field("position")[1], [0.0, 4.0, 0.0]);
    }

    #[test]
    fn readings_without_errors_have_zero_covariance() {
        assert!(Covariance::zero(&Reading::default()).is_zero());
        assert!(!covariance().is_zero());
    }
}
