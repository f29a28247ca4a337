//! B21: the round RWI indoor platform.

use morse_sim::prelude::*;

/// Round indoor platform. It is one rigid body that slides over the ground.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.robots.b21.B21",
    title = "RWI B21 platform",
    builder(
        name = "B21",
        base = "GroundRobot",
        model = "robots/b21",
        properties(GroundRobot = true),
        body(physics = "RIGID_BODY", bounds = "CONVEX_HULL", compound = true),
        options(part_physics = Map::from([("b21_collision", "STATIC")]))
    )
)]
pub struct B21;

impl Robot for B21 {}
