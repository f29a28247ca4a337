//! RMax: the Yamaha RMAX, an unmanned helicopter.

use morse_sim::prelude::*;

/// Unmanned helicopter. It is one rigid body, a box of 1 kg without the rotor, and floats while an actuator gives it a
/// speed; without one it falls.
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
pub struct RMax;

impl Carry for RMax {}
