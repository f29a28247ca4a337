//! Gripper: takes the nearest object in front of it.

mod fingers;

use morse_sim::prelude::*;
use morse_world::Volume;

use self::fingers::Fingers;
use crate::grasping::{GRASPABLE, Held, found_in, is_graspable, nearest};

/// What a client may send.
#[derive(Data, Clone, Default)]
pub struct Grab {
    /// Does nothing: call the service `grab`.
    grab: bool,
}

/// Takes what has a true property `Graspable` in a cone along its Z axis and holds it until it is told to let go, or another
/// hand takes it.
///
/// What it holds goes where the gripper goes, and still collides with other things. The fingers of its model are closed while
/// it holds something; they only show.
#[derive(Actuator, Serialize, Deserialize)]
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
    /// Opening of the cone, from rim to rim. [deg]
    #[property(name = "Angle", default = 60.0, min = 0.1, max = 179)]
    angle_deg: f64,
    /// Length of the cone. [m]
    #[property(name = "Distance", default = 0.5, min = 0.001)]
    distance_m: f64,
    held: Held,
    fingers: Fingers,
}

impl Actuate for Gripper {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        self.fingers = Fingers::of(mount);
        Ok(())
    }

    fn act(&mut self, act: &mut Act<'_>, _data: &mut Grab) {
        let holds = self.held.by(act.world, act.node).is_some();
        self.fingers.close(act, holds);
    }
}

#[services]
impl Gripper {
    /// Takes the nearest object in the cone; answers the name of what the gripper holds then, or nothing.
    #[service]
    fn grab(&mut self, call: &mut Call<'_, Grab>) -> Result<Value, ServiceError> {
        let name = |call: &Call<'_, Grab>, held| Value::Text(call.world.name(held).to_owned());
        if let Some(held) = self.held.by(call.world, call.node) {
            return Ok(name(call, held));
        }
        let world = &*call.world;
        let cone = Volume::Cone { length: self.distance_m, half_opening: self.angle_deg.to_radians() / 2.0 };
        let world_from_gripper = world.world_from(call.node);
        // Cones open along X.
        let x_to_z = DQuat::from_rotation_arc(DVec3::X, DVec3::Z);
        let world_from_cone = world_from_gripper * Pose { rotation: x_to_z, ..Pose::IDENTITY };
        let found = found_in(world, world_from_cone, &cone, call.robot, |node| is_graspable(world, node));
        match nearest(world, &found, world_from_gripper.translation) {
            Some(object) => {
                self.held.take(call.world, call.node, object)?;
                Ok(name(call, object))
            }
            None => Ok(Value::Null),
        }
    }

    /// Lets go of what the gripper holds; whether it held anything.
    #[service]
    fn release(&mut self, call: &mut Call<'_, Grab>) -> bool {
        self.held.let_go(call.world, call.node)
    }
}

/// What the builder class says of the cone. Its angle and its length are properties of the gripper too, and it goes by these.
fn builder_radars() -> Vec<Map> {
    vec![Map::from([
        ("name", Value::from("Radar")),
        ("property", Value::from(GRASPABLE)),
        ("axis", Value::from("+Z")),
        ("angle_deg", Value::from(60.0)),
        ("distance_m", Value::from(0.5)),
    ])]
}
