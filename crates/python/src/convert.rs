//! Converts values between the engine and Python: numbers, texts, lists, dictionaries, and numpy arrays.

use glam::{DQuat, DVec3};
use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::contract::data::{Data, Field};
use morse_sim::{Map, Value};
use morse_world::{Euler, Pose};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

/// Maximum nesting of lists and dictionaries from Python.
const DEPTH_MAX: usize = 32;

/// A one-dimensional `float64` array.
fn numbers<'py>(py: Python<'py>, numbers: &[f64]) -> Bound<'py, PyAny> {
    PyArray1::from_slice(py, numbers).into_any()
}

/// A two-dimensional `float64` array with rows of `width` numbers.
fn rows<'py>(py: Python<'py>, all: &[f64], width: usize) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyArray1::from_slice(py, all).reshape([all.len() / width, width])?.into_any())
}

/// Converts a field of local data. Vectors, matrices, lists of numbers, points and images become arrays.
pub(crate) fn field<'py>(py: Python<'py>, field: Field<'_>) -> PyResult<Bound<'py, PyAny>> {
    match field {
        Field::Null => Ok(py.None().into_bound(py)),
        Field::Bool(truth) => Ok(PyBool::new(py, truth).to_owned().into_any()),
        Field::Int(number) => Ok(number.into_pyobject(py)?.into_any()),
        Field::Float(number) => Ok(PyFloat::new(py, number).into_any()),
        Field::Text(text) => Ok(PyString::new(py, text).into_any()),
        Field::Vector(vector) => Ok(numbers(py, &vector.to_array())),
        Field::Quaternion(DQuat { x, y, z, w }) => named(py, &[("x", x), ("y", y), ("z", z), ("w", w)]),
        Field::Euler(Euler { roll, pitch, yaw }) => {
            named(py, &[("yaw", yaw), ("pitch", pitch), ("roll", roll)])
        }
        Field::Matrix(matrix) => rows(py, &matrix.transpose().to_cols_array(), 3),
        Field::Floats(floats) => Ok(numbers(py, floats)),
        Field::Points(points) => {
            let all: Vec<f64> = points.iter().flatten().map(|&number| f64::from(number)).collect();
            rows(py, &all, 3)
        }
        Field::Image(image) => picture(py, image),
        Field::Bytes(bytes) => Ok(PyBytes::new(py, bytes).into_any()),
        Field::Dict(map) => to_dict(py, map),
        Field::List(values) => list(py, values),
    }
}

/// An image: rows of pixels of four bytes for colors, one whole number for labels, one number for depths, three for normals,
/// two for displacements; `None` before the first one.
fn picture<'py>(py: Python<'py>, image: &Image) -> PyResult<Bound<'py, PyAny>> {
    if image.bytes.is_empty() {
        return Ok(py.None().into_bound(py));
    }
    let (height, width) = (image.height as usize, image.width as usize);
    if image.pixels == PixelKind::Color {
        return Ok(PyArray1::from_slice(py, &image.bytes).reshape([height, width, 4])?.into_any());
    }
    if image.pixels == PixelKind::Label {
        return Ok(PyArray1::from_vec(py, image.labels().collect()).reshape([height, width])?.into_any());
    }
    let numbers = PyArray1::from_vec(py, image.floats().collect());
    match image.pixels.bytes() / 4 {
        1 => Ok(numbers.reshape([height, width])?.into_any()),
        channels => Ok(numbers.reshape([height, width, channels])?.into_any()),
    }
}

fn named<'py>(py: Python<'py>, numbers: &[(&str, f64)]) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    numbers.iter().try_for_each(|(name, number)| dict.set_item(name, number))?;
    Ok(dict.into_any())
}

fn list<'py>(py: Python<'py>, values: &[Value]) -> PyResult<Bound<'py, PyAny>> {
    let items: Vec<_> = values.iter().map(|value| to_python(py, value)).collect::<PyResult<_>>()?;
    Ok(PyList::new(py, items)?.into_any())
}

fn to_dict<'py>(py: Python<'py>, map: &Map) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    map.iter().try_for_each(|(name, value)| dict.set_item(name, to_python(py, value)?))?;
    Ok(dict.into_any())
}

/// Converts the local data of a component to a dictionary by field name.
pub(crate) fn data<'py>(py: Python<'py>, data: &dyn Data) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (index, info) in data.fields().iter().enumerate() {
        if let Some(value) = data.get(index) {
            dict.set_item(info.name, field(py, value)?)?;
        }
    }
    for (name, value) in data.open().into_iter().flatten() {
        dict.set_item(name, to_python(py, value)?)?;
    }
    Ok(dict)
}

/// Converts a value of a service or a property.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(truth) => Ok(PyBool::new(py, *truth).to_owned().into_any()),
        Value::Int(number) => Ok(number.into_pyobject(py)?.into_any()),
        Value::Float(number) | Value::Timer(number) => Ok(PyFloat::new(py, *number).into_any()),
        Value::Text(text) | Value::Python(text) => Ok(PyString::new(py, text).into_any()),
        Value::List(values) => list(py, values),
        Value::Tuple(values) => Ok(list(py, values)?.cast_into::<PyList>()?.to_tuple().into_any()),
        Value::Map(map) => to_dict(py, map),
        Value::Bytes(bytes) => Ok(PyBytes::new(py, bytes).into_any()),
    }
}

/// Converts a value from Python: a built-in type, or an object with `tolist`, such as arrays and numbers of numpy.
pub(crate) fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    from_python_at(value, 0)
}

fn from_python_at(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > DEPTH_MAX {
        return Err(PyValueError::new_err(format!("nested deeper than {DEPTH_MAX} levels")));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Value::Bool(truth.is_true()));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(Value::Float(number.value()));
    }
    if value.is_instance_of::<PyInt>() {
        return match value.extract() {
            Ok(number) => Ok(Value::Int(number)),
            // The number has more than 64 bits.
            Err(_) => value.extract().map(Value::Float),
        };
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::Text(text.to_cow()?.into_owned()));
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Value::Bytes(bytes.as_bytes().to_vec()));
    }
    let items = |value: &Bound<'_, PyAny>| -> PyResult<Vec<Value>> {
        value.try_iter()?.map(|item| from_python_at(&item?, depth + 1)).collect()
    };
    if value.is_instance_of::<PyList>() {
        return Ok(Value::List(items(value)?));
    }
    if value.is_instance_of::<PyTuple>() {
        return Ok(Value::Tuple(items(value)?));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        return Ok(Value::Map(to_map_at(dict, depth + 1)?));
    }
    if let Ok(plain) = value.call_method0("tolist") {
        return from_python_at(&plain, depth + 1);
    }
    Err(PyTypeError::new_err(format!("cannot convert a value of type {}", value.get_type().qualname()?)))
}

/// Converts a dictionary with strings as keys.
pub(crate) fn to_map(dict: &Bound<'_, PyDict>) -> PyResult<Map> {
    to_map_at(dict, 0)
}

fn to_map_at(dict: &Bound<'_, PyDict>, depth: usize) -> PyResult<Map> {
    let mut map = Map::new();
    for (key, value) in dict {
        let key: String =
            key.extract().map_err(|_| PyTypeError::new_err("names of fields must be strings"))?;
        map.insert(key, from_python_at(&value, depth)?);
    }
    Ok(map)
}

/// Converts a pose to a position [m] and a quaternion x, y, z, w.
pub(crate) fn pose(pose: Pose) -> ([f64; 3], [f64; 4]) {
    (pose.translation.to_array(), pose.rotation.to_array())
}

/// Converts a position [m] and a quaternion x, y, z, w of any nonzero length to a pose.
pub(crate) fn to_pose(position: [f64; 3], quaternion: [f64; 4]) -> PyResult<Pose> {
    let pose = Pose { translation: DVec3::from(position), rotation: DQuat::from_array(quaternion) };
    let invalid =
        || PyValueError::new_err("a pose must have finite numbers, and a rotation that is not zero");
    if !pose.translation.is_finite() {
        return Err(invalid());
    }
    pose.normalized().ok_or_else(invalid)
}
