//! Morsy: the mascot of MORSE.

use morse_sim::prelude::*;

/// The mascot of MORSE: a small ground robot for first scenes. It is one rigid body.
#[derive(Robot, Clone, Serialize, Deserialize)]
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

impl Robot for Morsy {}
