//! Victim: a person for search and rescue scenes.

use morse_sim::prelude::*;
use morse_world::PropertyValue;

/// Corners of the bounding box of the standing figure with stretched arms, in the robot's frame. [m]
const LOW_M: DVec3 = DVec3::new(-0.177, -0.86, 0.0);
const HIGH_M: DVec3 = DVec3::new(0.141, 0.86, 1.816);

/// An injured person for search and rescue scenes. Sensors can find it, and rescuers can heal it. Properties describe its
/// state: `Injured`; `Severity`, a whole number; and `Requirements`, the comma-separated numbers of the abilities that
/// help needs.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.robots.victim.Victim",
    builder(
        name = "Victim",
        base = "GroundRobot",
        model = "robots/victim",
        properties(
            GroundRobot = true,
            Victim_Tag = true,
            Requirements = "1,2,3",
            Injured = true,
            Severity = 10
        )
    ),
    services
)]
pub struct Victim;

impl Robot for Victim {
    fn model() -> RobotModel {
        let hull = Shape::Box { half_extents: (HIGH_M - LOW_M) / 2.0 };
        let center = Pose::from_translation((HIGH_M + LOW_M) / 2.0);
        RobotModel {
            world_from_robot: Pose::IDENTITY,
            body: Some(BodySpec {
                physics: PhysicsType::Dynamic,
                shapes: vec![(center, hull)],
                mass: 1.0,
                ..BodySpec::default()
            }),
        }
    }
}

/// Color of a victim under treatment, from green at high severity to yellow.
fn rgb(severity: i64) -> [f32; 3] {
    let fading = 0.05 * severity as f32;
    [(1.0 - fading).max(0.0), (1.5 - fading).clamp(0.0, 1.0), 0.5]
}

#[services]
impl Victim {
    /// Reduces `Severity` by one. At zero, `Injured` becomes false.
    #[service]
    fn heal(&mut self, call: &mut Call<'_, ()>) {
        let severity = call.world.property(call.node, "Severity").and_then(PropertyValue::as_i64);
        if let Some(severity) = severity.filter(|&severity| severity > 0) {
            let severity = severity - 1;
            call.world.set_property(call.node, "Severity", PropertyValue::Int(severity));
            // The color is always valid, and it does not influence the simulation.
            let _ = call.world.set_color(call.node, Some(rgb(severity)));
            if severity == 0 {
                call.world.set_property(call.node, "Injured", PropertyValue::Bool(false));
            }
        }
    }
}
