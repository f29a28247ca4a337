//! Numbers of actions and observations, kept within their limits.

use numpy::{PyReadonlyArray1, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Brings each number of `rows` between the limits of its column, and says whether all were finite. What is not a number
/// becomes 0, or the limit that is nearest to 0.
#[pyfunction]
pub(crate) fn bound(
    mut rows: PyReadwriteArray2<'_, f32>,
    low: PyReadonlyArray1<'_, f32>,
    high: PyReadonlyArray1<'_, f32>,
) -> PyResult<bool> {
    let width = rows.shape()[1];
    let wrong = || PyValueError::new_err("rows and limits must be contiguous and have as many columns");
    let (low, high) = (low.as_slice().map_err(|_| wrong())?, high.as_slice().map_err(|_| wrong())?);
    if low.len() != width || high.len() != width || !rows.is_c_contiguous() {
        return Err(wrong());
    }
    let numbers = rows.as_slice_mut().map_err(|_| wrong())?;
    let mut finite = true;
    for row in numbers.chunks_exact_mut(width.max(1)) {
        finite &= bound_row(row, low, high);
    }
    Ok(finite)
}

fn bound_row(row: &mut [f32], low: &[f32], high: &[f32]) -> bool {
    let mut finite = true;
    for ((number, &low), &high) in row.iter_mut().zip(low).zip(high) {
        finite &= number.is_finite();
        let known = if number.is_nan() { 0.0 } else { *number };
        // Not `clamp`, which panics where limits are the wrong way round.
        *number = known.max(low).min(high);
    }
    finite
}
