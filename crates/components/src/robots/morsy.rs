//! Morsy: the mascot of MORSE.

use morse_sim::prelude::*;

/// Middle of the body in the robot's frame, and half its size. [m]
const CENTRE_HEIGHT_M: f64 = 0.8553;
const HALF_EXTENTS_M: DVec3 = DVec3::new(0.3933, 0.5577, 0.841);

/// The mascot: a small ground robot for first scenes. It is one rigid body.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.morsy.Morsy",
    title = "The MORSE mascot Morsy",
    builder(
        name = "Morsy",
        base = "GroundRobot",
        model = "robots/morsy",
        properties(GroundRobot = true),
        body(physics = "RIGID_BODY", bounds = "CONVEX_HULL", compound = true, radius = 0.08),
        options(part_physics = Map::from([("morsy_mesh", "NO_COLLISION")]))
    )
)]
pub struct Morsy;

impl Carry for Morsy {
    fn model() -> RobotModel {
        // The frame is 14 mm below the body: standing robots have it that much below the ground.
        let centre = Pose::from_translation(DVec3::new(0.0, 0.0, CENTRE_HEIGHT_M));
        RobotModel {
            world_from_robot: Pose::IDENTITY,
            body: Some(BodySpec {
                physics: PhysicsType::RigidBody,
                shapes: vec![(centre, Shape::Box { half_extents: HALF_EXTENTS_M })],
                mass: 15.0,
                friction: 0.5,
                linear_damping: 0.493,
                angular_damping: 0.658,
                ..BodySpec::default()
            }),
        }
    }
}
