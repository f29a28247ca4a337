//! ATRV: the iRobot All-Terrain Robot Vehicle, a four-wheeled outdoor platform.

use morse_sim::prelude::*;

/// Height of the robot's frame above the ground it stands on. [m]
const ROOT_HEIGHT_M: f64 = 0.1;
/// Size of the chassis with its wheels, in the robot's frame. [m]
const HALF_LENGTH_M: f64 = 0.57;
const HALF_WIDTH_M: f64 = 0.335;
const TOP_M: f64 = 0.737;

/// Four-wheeled outdoor platform. It is one rigid body; its wheels only show.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.atrv.ATRV",
    title = "iRobot ATRV platform",
    builder(name = "ATRV", base = "GroundRobot", model = "robots/atrv", properties(GroundRobot = true))
)]
pub struct Atrv;

impl Carry for Atrv {
    fn model() -> RobotModel {
        let (low, high) = (-ROOT_HEIGHT_M, TOP_M);
        let hull = Shape::Box { half_extents: DVec3::new(HALF_LENGTH_M, HALF_WIDTH_M, (high - low) / 2.0) };
        let centre = Pose::from_translation(DVec3::new(0.0, 0.0, (high + low) / 2.0));
        RobotModel {
            world_from_robot: Pose::from_translation(DVec3::new(0.0, 0.0, ROOT_HEIGHT_M)),
            body: Some(BodySpec {
                physics: PhysicsType::RigidBody,
                shapes: vec![(centre, hull)],
                mass: 20.0,
                friction: 0.5,
                linear_damping: 0.0254,
                angular_damping: 0.18,
                allow_sleep: false,
                ..BodySpec::default()
            }),
        }
    }
}
