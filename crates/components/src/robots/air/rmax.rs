//! RMax: the Yamaha RMAX, an unmanned helicopter.

use std::f64::consts::TAU;

use morse_sim::prelude::*;
use morse_world::{NodeId, PropertyValue};

/// The rotor part of the model. It rotates about its Z axis if its property `animateRotor` is true.
const ROTOR: &str = "Rotor";
const ANIMATE_ROTOR: &str = "animateRotor";
/// Rotation rate of the rotor, to the left. It is typical of rotors of this size: their tips stay well below the speed
/// of sound. [rad/s]
const ROTOR_RAD_PER_S: f64 = 850.0 / 60.0 * TAU;

/// Unmanned helicopter. Its body is a rigid box of 1 kg, which does not include the rotor. It keeps its height while an
/// actuator commands a velocity, and falls otherwise. The rotation of the rotor is only visual.
#[derive(Robot, Clone, Serialize, Deserialize)]
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

/// Rotor part, its pose at angle zero, and its angle [rad].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Rotor {
    part: NodeId,
    parent_from_start: Pose,
    angle: f64,
}

impl Robot for RMax {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        let world = &*mount.world;
        let is_animated =
            |&part: &NodeId| world.property(part, ANIMATE_ROTOR).is_some_and(PropertyValue::is_truthy);
        let part = world.part(mount.robot, ROTOR).filter(is_animated);
        self.rotor = part.map(|part| Rotor { part, parent_from_start: world.parent_from(part), angle: 0.0 });
        Ok(())
    }

    fn animate(&mut self, context: &mut PostActContext<'_>) {
        if let Some(rotor) = &mut self.rotor {
            rotor.angle = normalise_angle(rotor.angle + ROTOR_RAD_PER_S * context.tick_s);
            let rotation = DQuat::from_rotation_z(rotor.angle);
            let parent_from_rotor = rotor.parent_from_start * Pose { rotation, ..Pose::IDENTITY };
            context.place(rotor.part, parent_from_rotor);
        }
    }
}
