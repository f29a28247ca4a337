//! Pictures of a running simulation as arrays.

use glam::DVec3;
use morse::Simulation;
use morse_render::{Picture, Sky, Style, View, render_smooth};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

/// Background: a light sky.
const SKY: Sky = Sky::Backdrop { bottom: [0.93, 0.95, 0.97], top: [0.72, 0.81, 0.91] };
/// Ambient light, so that unlit surfaces are not black.
const AMBIENT: [[f32; 3]; 2] = [[0.52, 0.53, 0.55], [0.36, 0.35, 0.34]];
/// Default position of the camera relative to its target. [m]
const OFFSET_M: DVec3 = DVec3::new(4.0, -3.0, 3.0);

/// The current image of a camera of the scene, even if the camera is not active.
pub(crate) fn of_camera(simulation: &Simulation, camera: &str) -> PyResult<Picture> {
    let unknown = || PyKeyError::new_err(format!("there is no sensor {camera:?} in the simulation"));
    let id = simulation.sensor_id(camera).ok_or_else(unknown)?;
    let no_camera = || PyValueError::new_err(format!("{camera} is not a camera"));
    let robot = simulation.robot_of(id).ok_or_else(no_camera)?;
    let properties = simulation.component_properties(camera).ok_or_else(no_camera)?;
    let pose = simulation.world_from_component(id);
    let robot = simulation.component_node(robot);
    morse_components::render_image(simulation.world(), robot, pose, &properties).ok_or_else(no_camera)
}

/// An image from `eye` towards `target`, both in the world frame [m]. The default target is the first robot.
pub(crate) fn from_eye(
    simulation: &Simulation,
    size: [u32; 2],
    eye: Option<[f64; 3]>,
    target: Option<[f64; 3]>,
    fov_deg: f64,
) -> PyResult<Picture> {
    let invalid = |text: String| PyValueError::new_err(text);
    let robot = simulation.component_ids().find_map(|(_, id)| id.robot());
    let robot = robot.map(|robot| simulation.world_from_component(robot).translation);
    let target = target.map(DVec3::from).or(robot).unwrap_or(DVec3::ZERO);
    let eye = eye.map_or(target + OFFSET_M, DVec3::from);
    if !eye.is_finite() || !target.is_finite() || eye.distance(target) < 1e-6 {
        return Err(invalid("eye and target must be two different points with finite numbers".to_owned()));
    }
    if !(1.0..=175.0).contains(&fov_deg) {
        return Err(invalid(format!("fov must be 1 to 175 deg, got {fov_deg}")));
    }
    let view = View::perspective(View::looking_at(eye, target), size, fov_deg.to_radians());
    let style = Style {
        shadows: true,
        outlines: true,
        soft: true,
        sky: SKY,
        ambient: Some(AMBIENT),
        ..Style::default()
    };
    render_smooth(simulation.world(), &view, &style, None, &[]).map_err(|error| invalid(error.to_string()))
}

/// Converts a picture to an array of shape (height, width, 3) with red, green and blue, 0 to 255.
pub(crate) fn to_python(py: Python<'_>, picture: Picture) -> PyResult<Bound<'_, PyAny>> {
    let mut pixels = Vec::with_capacity(picture.rgba.len() * 3);
    pixels.extend(picture.rgba.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]));
    let (height, width) = (picture.height as usize, picture.width as usize);
    Ok(PyArray1::from_vec(py, pixels).reshape([height, width, 3])?.into_any())
}
