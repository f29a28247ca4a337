//! Teleport: sets the pose of a robot.

use morse_sim::prelude::*;

use crate::common::pose_data::PoseData;

/// Sets the pose of the robot so that the actuator is at the commanded pose in the world. The initial command is the
/// initial pose of the actuator.
///
/// The actuator sets the pose at every activation: forces do not move the robot until the actuator is deactivated.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.teleport.Teleport",
    data = PoseData,
    drives(command),
    builder(name = "Teleport"),
    services
)]
pub struct Teleport {
    actuator_from_robot: Pose,
}

impl Actuator for Teleport {
    fn start(&mut self, setup: &Setup<'_>, data: &mut PoseData) -> Result<(), SetupError> {
        let world_from_actuator = setup.world.world_from(setup.node);
        self.actuator_from_robot = world_from_actuator.inverse() * setup.world.world_from(setup.robot);
        *data = world_from_actuator.into();
        Ok(())
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut PoseData) {
        let world_from_robot = Pose::from(&*data) * self.actuator_from_robot;
        act.force_pose(Some(world_from_robot.translation), Some(world_from_robot.rotation));
    }
}

#[services]
impl Teleport {
    /// Translates the commanded position along the axes of the world. [m]
    #[service]
    fn translate(
        &mut self,
        call: &mut Call<'_, PoseData>,
        x: f64,
        #[default(0.0)] y: f64,
        #[default(0.0)] z: f64,
    ) {
        call.data.x += x;
        call.data.y += y;
        call.data.z += z;
    }

    /// Adds to the commanded angles. [rad]
    #[service]
    fn rotate(
        &mut self,
        call: &mut Call<'_, PoseData>,
        roll: f64,
        #[default(0.0)] pitch: f64,
        #[default(0.0)] yaw: f64,
    ) {
        call.data.roll += roll;
        call.data.pitch += pitch;
        call.data.yaw += yaw;
    }
}
