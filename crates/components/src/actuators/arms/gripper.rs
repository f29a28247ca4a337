//! Gripper: grasps the nearest object in front of it.

mod fingers;

use morse_sim::prelude::*;

use crate::actuators::arms::gripper::fingers::Fingers;
use crate::common::model_parts::grasping::{GRASPABLE, Held, is_graspable, nearest, radar_cone};

/// Command of the gripper.
#[derive(Data, Clone, Default)]
#[data(kind = Switch)]
pub struct Grab {
    /// Not used. Call the service `grab` instead.
    grab: bool,
}

/// Grasps an object in a cone along the gripper's Z axis, and holds it until it is released or a different gripper
/// or hand takes it. Objects are graspable if their property `Graspable` is true.
///
/// A held object moves with the gripper, and still collides with other objects. The fingers of the model are closed
/// while the gripper holds an object; they have no physical effect.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.gripper.Gripper",
    data = Grab,
    builder(
        name = "Gripper",
        model = "actuators/gripper",
        properties(Angle = 60.0, Distance = 0.5),
        options(radars = builder_radars())
    ),
    services
)]
pub struct Gripper {
    /// Full opening angle of the cone. Values above 179.9 count as 179.9. [deg]
    #[property(name = "Angle", default = 60.0, min = 0.1, max = 180)]
    angle_deg: f64,
    /// Length of the cone. [m]
    #[property(name = "Distance", default = 0.5, min = 0.001)]
    distance_m: f64,
    held: Held,
    fingers: Fingers,
}

impl Actuator for Gripper {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.fingers = Fingers::of(mount);
        Ok(())
    }

    fn act(&mut self, act: &mut ActContext<'_>, _data: &mut Grab) {
        let holds = self.held.held_by(act.world, act.node).is_some();
        self.fingers.close(act, holds);
    }
}

#[services]
impl Gripper {
    /// Grasps the nearest graspable object in the cone, unless the gripper holds one already. Returns the name of the
    /// held object, or nothing.
    #[service]
    fn grab(&mut self, call: &mut Call<'_, Grab>) -> Result<Value, ServiceError> {
        let name = |call: &Call<'_, Grab>, held| Value::Text(call.world.name(held).to_owned());
        if let Some(held) = self.held.held_by(call.world, call.node) {
            return Ok(name(call, held));
        }
        let world = &*call.world;
        let cone = radar_cone(self.angle_deg, self.distance_m);
        let world_from_gripper = world.world_from(call.node);
        // The cone is defined along X.
        let x_to_z = DQuat::from_rotation_arc(DVec3::X, DVec3::Z);
        let world_from_cone = world_from_gripper * Pose { rotation: x_to_z, ..Pose::IDENTITY };
        let found = world.objects_in(world_from_cone, &cone, call.robot, |node| is_graspable(world, node));
        match nearest(world, &found, world_from_gripper.translation) {
            Some(object) => {
                self.held.take(call.world, call.node, object)?;
                Ok(name(call, object))
            }
            None => Ok(Value::Null),
        }
    }

    /// Releases the held object. Returns whether the gripper held an object.
    #[service]
    fn release(&mut self, call: &mut Call<'_, Grab>) -> bool {
        self.held.release(call.world, call.node)
    }
}

/// Default of the option `radars` of the builder class. The gripper takes the angle and length of its cone from its
/// properties, not from this option.
fn builder_radars() -> Vec<Map> {
    vec![Map::from([
        ("name", Value::from("Radar")),
        ("property", Value::from(GRASPABLE)),
        ("axis", Value::from("+Z")),
        ("angle_deg", Value::from(60.0)),
        ("distance_m", Value::from(0.5)),
    ])]
}
