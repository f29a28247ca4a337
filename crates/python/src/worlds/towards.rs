//! Distances and directions of points as seen by robots, for tasks whose agents go to goals.

use numpy::ndarray::ArrayView1;
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Horizontal distances to points [m], and sines and cosines of their directions, measured from the heading to the left. Each
/// row is for a pose of `poses` (`robot.@pose`) and a point of `points`, of which only x and y are used. A point at the
/// position of the robot has the direction of the world's X axis.
#[pyfunction]
pub(crate) fn towards<'py>(
    py: Python<'py>,
    poses: PyReadonlyArray2<'py, f32>,
    points: PyReadonlyArray2<'py, f64>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let ([count, width], [points_count, dimensions]) = (sizes(&poses), sizes(&points));
    if width != 7 || dimensions < 2 || points_count != count {
        return Err(PyValueError::new_err(format!(
            "poses must have 7 columns and points at least 2, each with one row for each world, got shapes ({count}, {width}) and \
             ({points_count}, {dimensions})"
        )));
    }
    let seen = PyArray2::zeros(py, [count, 3], false);
    let mut rows = seen.readwrite();
    let (poses, points) = (poses.as_array(), points.as_array());
    for ((mut row, pose), point) in
        rows.as_array_mut().rows_mut().into_iter().zip(poses.rows()).zip(points.rows())
    {
        row.iter_mut().zip(seen_from(pose, point)).for_each(|(place, number)| *place = number);
    }
    drop(rows);
    Ok(seen)
}

fn sizes<T: numpy::Element>(array: &PyReadonlyArray2<'_, T>) -> [usize; 2] {
    [array.shape()[0], array.shape()[1]]
}

/// Distance [m], sine and cosine of one point.
fn seen_from(pose: ArrayView1<'_, f32>, point: ArrayView1<'_, f64>) -> [f64; 3] {
    let number = |index: usize| f64::from(pose[index]);
    let [x, y, z, w] = [3, 4, 5, 6].map(number);
    // The X axis of the robot, seen from above.
    let ahead =
        glam::DVec2::new(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z)).normalize_or(glam::DVec2::X);
    let offset = glam::DVec2::new(point[0] - number(0), point[1] - number(1));
    let distance_m = offset.length();
    let direction = offset.try_normalize().unwrap_or(glam::DVec2::X);
    [distance_m, ahead.perp_dot(direction), ahead.dot(direction)]
}
