//! Limits of actions and observations.

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The minimum and maximum of each column.
pub(super) struct Limits {
    low: Vec<f32>,
    high: Vec<f32>,
}

impl Limits {
    /// Creates limits from the minimum and the maximum of each column. Checks that there are `width` columns, if given.
    pub(super) fn new(
        low: &PyReadonlyArray1<'_, f32>,
        high: &PyReadonlyArray1<'_, f32>,
        width: Option<usize>,
    ) -> PyResult<Self> {
        let (low, high) = (low.as_array().to_vec(), high.as_array().to_vec());
        if low.len() != high.len() || width.is_some_and(|width| low.len() != width) {
            return Err(PyValueError::new_err("there must be two limits for each column"));
        }
        Ok(Self { low, high })
    }

    pub(super) fn width(&self) -> usize {
        self.low.len()
    }

    /// Clamps a number of a column to its limits. NaN becomes 0, or the limit nearest to 0.
    #[inline]
    fn bound(&self, column: usize, number: f32) -> f32 {
        let known = if number.is_nan() { 0.0 } else { number };
        // Not `clamp`, which panics if the minimum exceeds the maximum.
        known.max(self.low[column]).min(self.high[column])
    }

    /// Writes numbers of adjacent columns from `first` on, clamped to their limits.
    pub(super) fn write(&self, first: usize, numbers: impl Iterator<Item = f32>, out: &mut [f32]) {
        for (nth, (number, place)) in numbers.zip(out).enumerate() {
            *place = self.bound(first + nth, number);
        }
    }
}
