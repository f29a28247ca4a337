//! Arucomarker: places an ArUco marker in front of the robot.

use morse_sim::prelude::*;

/// Commanded pose of the marker relative to the robot's position, in the axes that the ArUco library uses for camera
/// frames.
#[derive(Data, Clone, Default)]
#[data(kind = Pose)]
pub struct MarkerPose {
    /// Offset along the Y axis of the world. [m]
    x: f64,
    /// Offset downwards, against the Z axis of the world. [m]
    y: f64,
    /// Offset along the X axis of the world. [m]
    z: f64,
    /// Rotation about the X axis of the world, applied last. [rad]
    roll: f64,
    /// Rotation about the Y axis of the world, applied first. [rad]
    pitch: f64,
    /// Rotation about the Z axis of the world, applied second. [rad]
    yaw: f64,
}

/// Places a plate with an ArUco marker relative to the robot's position. The robot's orientation has no effect.
///
/// The marker is at the position of the robot plus (z + xoffset, x + yoffset, -y + zoffset), along the axes of the
/// world.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.arucomarker.Arucomarker",
    title = "ArUco Marker",
    data = MarkerPose,
    builder(
        name = "Arucomarker",
        model = "actuators/arucomarker",
        options(model_parts = ["white_plane", "arplane", "arplane.back"])
    ),
    services
)]
pub struct Arucomarker {
    /// Constant offset of the marker along the X axis of the world. [m]
    #[property(name = "xoffset", default = 0.0)]
    x_offset_m: f64,
    /// Constant offset of the marker along the Y axis of the world. [m]
    #[property(name = "yoffset", default = 0.0)]
    y_offset_m: f64,
    /// Constant offset of the marker along the Z axis of the world. [m]
    #[property(name = "zoffset", default = 0.0)]
    z_offset_m: f64,
}

impl Actuator for Arucomarker {
    fn act(&mut self, act: &mut ActContext<'_>, data: &mut MarkerPose) {
        let offset = DVec3::new(self.x_offset_m, self.y_offset_m, self.z_offset_m);
        let translation = act.world_from_robot().translation + DVec3::new(data.z, data.x, -data.y) + offset;
        let rotation = DQuat::from_rotation_x(data.roll)
            * DQuat::from_rotation_z(data.yaw)
            * DQuat::from_rotation_y(data.pitch);
        act.world.set_world_pose(act.node, Pose { translation, rotation });
    }
}

#[services]
impl Arucomarker {
    /// Returns the position in the frame of the marker's parent. [m]
    #[service]
    fn get_local_position(&mut self, call: &mut Call<'_, MarkerPose>) -> Value {
        Value::from(call.world.parent_from(call.node).translation.to_array())
    }

    /// Returns the position in the world. [m]
    #[service]
    fn get_world_position(&mut self, call: &mut Call<'_, MarkerPose>) -> Value {
        Value::from(call.world.world_from(call.node).translation.to_array())
    }

    /// Returns the attitude in the frame of the marker's parent, as the rows of a rotation matrix.
    #[service]
    fn get_local_orientation(&mut self, call: &mut Call<'_, MarkerPose>) -> Value {
        rows(call.world.parent_from(call.node))
    }

    /// Returns the attitude in the world, as the rows of a rotation matrix.
    #[service]
    fn get_world_orientation(&mut self, call: &mut Call<'_, MarkerPose>) -> Value {
        rows(call.world.world_from(call.node))
    }
}

fn rows(pose: Pose) -> Value {
    let matrix = DMat3::from_quat(pose.rotation);
    Value::from([0, 1, 2].map(|row| matrix.row(row).to_array()))
}
