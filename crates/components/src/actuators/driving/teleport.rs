//! Teleport: sets the pose of a robot.

use morse_sim::Model;
use morse_sim::prelude::*;
use morse_world::{NodeId, PropertyValue};

use crate::common::pose_data::PoseData;

/// Sets the pose of the robot so that the actuator is at the commanded pose in the world. The initial command is the
/// initial pose of the actuator.
///
/// The actuator sets the pose at every activation: forces do not move the robot until the actuator is deactivated.
///
/// On a link of an MJCF file with `mocap="true"`, it moves this body instead of the robot.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.teleport.Teleport",
    data = PoseData,
    drives(command),
    builder(name = "Teleport"),
    services
)]
pub struct Teleport {
    /// The body of the model that it moves instead of the robot.
    mocap: Option<NodeId>,
    /// Pose of the moved node in the frame of the actuator.
    actuator_from_moved: Pose,
}

impl Actuator for Teleport {
    fn start(&mut self, setup: &Setup<'_>, data: &mut PoseData) -> Result<(), SetupError> {
        let world = setup.world;
        let carriers = std::iter::successors(Some(setup.node), |&node| world.parent(node));
        let mut carriers = carriers.take_while(|&node| node != setup.robot);
        self.mocap = carriers.find(|&node| {
            world.property(node, Model::MOVED_BY_CLIENTS).is_some_and(PropertyValue::is_truthy)
        });
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, data: &mut PoseData) {
        let world_from_actuator = begin.world.world_from(begin.node);
        let world_from_moved = begin.world.world_from(self.mocap.unwrap_or(begin.robot));
        self.actuator_from_moved = world_from_actuator.inverse() * world_from_moved;
        *data = world_from_actuator.into();
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut PoseData) {
        let world_from_moved = Pose::from(&*data) * self.actuator_from_moved;
        let Some(body) = self.mocap else {
            return act.force_pose(Some(world_from_moved.translation), Some(world_from_moved.rotation));
        };
        // A body that stays where it is does not wake the bodies that equalities connect with it.
        if !is_same(act.world.world_from(body), world_from_moved) {
            act.world.set_world_pose(body, world_from_moved);
        }
    }
}

/// Whether two poses are equal up to rounding.
fn is_same(a: Pose, b: Pose) -> bool {
    a.translation.distance(b.translation) < 1e-12 && 1.0 - a.rotation.dot(b.rotation).abs() < 1e-15
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
