//! Services of `simulation` for the camera of viewers. Their names have the spelling of the original, `camarafp`.

use glam::{DMat3, DMat4, DQuat};
use morse_scene::value::Value;
use morse_world::Pose;

use crate::contract::data::Field;
use crate::contract::service::{Arguments, ServiceError};
use crate::engine::simulation::Simulation;

/// Smallest length of the columns of a transform whose rotation is defined.
const SHORTEST: f64 = 1e-9;

/// Serves a call; `None` if the camera has no such service.
pub(super) fn call(
    simulation: &mut Simulation,
    service: &str,
    arguments: &Arguments<'_>,
) -> Option<Result<Value, ServiceError>> {
    let result = match service {
        "get_camarafp_position" => {
            Ok(Field::Vector(simulation.world_from_viewer_camera().translation).to_value())
        }
        "get_camarafp_transform" => {
            let Pose { translation, rotation } = simulation.world_from_viewer_camera();
            Ok(rows(DMat4::from_rotation_translation(rotation, translation)))
        }
        "get_camarafp_projection_matrix" => Ok(rows(simulation.engine.viewer_camera.projection())),
        "set_camarafp_position" => set_position(simulation, arguments),
        "set_camarafp_transform" => set_transform(simulation, arguments),
        "set_camarafp_projection_matrix" => matrix(arguments).map(|(value, matrix)| {
            simulation.engine.viewer_camera.set_projection(matrix);
            value
        }),
        "set_camarafp_far_clip" => set_far_clip(simulation, arguments),
        _ => return None,
    };
    Some(result)
}

fn set_position(simulation: &mut Simulation, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
    let moved = Pose { translation: arguments.take(0)?, ..simulation.world_from_viewer_camera() };
    simulation.engine.viewer_camera.set_world_from_camera(&simulation.state.world, moved);
    arguments.take(0)
}

fn set_transform(simulation: &mut Simulation, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
    let (value, matrix) = matrix(arguments)?;
    let axes = DMat3::from_mat4(matrix);
    // The axes of a scaled matrix are longer than 1.
    let axes = [axes.x_axis, axes.y_axis, axes.z_axis]
        .map(|axis| axis.try_normalize().filter(|_| axis.length() > SHORTEST));
    let [Some(x), Some(y), Some(z)] = axes else {
        return Err(ServiceError::Refused("The axes of the matrix must have a length".to_owned()));
    };
    let rotation = DQuat::from_mat3(&DMat3::from_cols(x, y, z)).normalize();
    let moved = Pose { translation: matrix.w_axis.truncate(), rotation };
    if !moved.is_finite() {
        return Err(ServiceError::Refused("The axes of the matrix must be perpendicular".to_owned()));
    }
    simulation.engine.viewer_camera.set_world_from_camera(&simulation.state.world, moved);
    Ok(value)
}

/// The far limit in m. As in the original, the answer is 0 for a limit that is not positive, which changes nothing.
fn set_far_clip(simulation: &mut Simulation, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
    let far_m: f64 = arguments.take(0)?;
    if far_m <= 0.0 {
        return Ok(Value::Int(0));
    }
    simulation.engine.viewer_camera.set_far_m(far_m);
    arguments.take(0)
}

/// The argument as it was given, and as a matrix.
fn matrix(arguments: &Arguments<'_>) -> Result<(Value, DMat4), ServiceError> {
    let value: Value = arguments.take(0)?;
    let row = |row: &Value| -> Option<[f64; 4]> {
        let numbers: Vec<f64> = row.as_list()?.iter().map(Value::as_f64).collect::<Option<_>>()?;
        numbers.try_into().ok().filter(|row: &[f64; 4]| row.iter().all(|number| number.is_finite()))
    };
    let rows: Option<Vec<[f64; 4]>> = value.as_list().and_then(|rows| rows.iter().map(row).collect());
    let rows = rows.and_then(|rows| <[[f64; 4]; 4]>::try_from(rows).ok());
    let wrong = || ServiceError::Refused("The Matrix must be 4x4 [[float]]".to_owned());
    let rows = rows.ok_or_else(wrong)?;
    Ok((value, DMat4::from_cols_array_2d(&rows).transpose()))
}

fn rows(matrix: DMat4) -> Value {
    let columns = matrix.transpose().to_cols_array_2d();
    Value::List(columns.iter().map(|row| Field::Floats(row).to_value()).collect())
}
