//! RMax: the Yamaha RMAX, an unmanned helicopter.

use std::f64::consts::TAU;

use morse_sim::prelude::*;
use morse_world::{NodeId, PropertyValue};

/// The part of its model that is the rotor, which turns about its Z axis if it has this property and that is true.
const ROTOR: &str = "Rotor";
const TURNS: &str = "animateRotor";
/// How fast it turns, to the left: the speed of rotors of this size, whose tips stay well below that of sound. [rad/s]
const ROTOR_RAD_PER_S: f64 = 850.0 / 60.0 * TAU;

/// Unmanned helicopter. It is one rigid body, a box of 1 kg without the rotor, and floats while an actuator gives it a
/// speed; without one it falls. The rotor only shows, and turns.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.rmax.RMax",
    title = "Yamaha RMAX platform",
    builder(
        name = "RMax",
        model = "robots/rmax",
        properties(NoGravity = true),
        body(physics = "RIGID_BODY"),
        options(part_physics = Map::from([("Rotor", "NO_COLLISION")]))
    )
)]
pub struct RMax {
    rotor: Option<Rotor>,
}

/// Where the rotor is when its angle is zero, and the angle. [rad]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Rotor {
    part: NodeId,
    parent_from_start: Pose,
    angle: f64,
}

impl Carry for RMax {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        let world = &*mount.world;
        let turns = |&part: &NodeId| world.property(part, TURNS).is_some_and(PropertyValue::is_truthy);
        let part = world.part(mount.robot, ROTOR).filter(turns);
        self.rotor = part.map(|part| Rotor { part, parent_from_start: world.parent_from(part), angle: 0.0 });
        Ok(())
    }

    fn move_parts(&mut self, on_the_move: &mut OnTheMove<'_>) {
        if let Some(rotor) = &mut self.rotor {
            rotor.angle = normalise_angle(rotor.angle + ROTOR_RAD_PER_S * on_the_move.tick_s);
            let rotation = DQuat::from_rotation_z(rotor.angle);
            let parent_from_rotor = rotor.parent_from_start * Pose { rotation, ..Pose::IDENTITY };
            on_the_move.world.set_local_pose(rotor.part, parent_from_rotor);
        }
    }
}
