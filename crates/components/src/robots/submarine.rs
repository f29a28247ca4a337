//! Submarine: an underwater vehicle of the size of a car.

use morse_sim::prelude::*;

/// Underwater vehicle. It is one rigid body, a box of 1 kg, and floats while an actuator gives it a speed; without one it
/// falls. Water neither carries nor slows it.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.submarine.Submarine",
    title = "Submarine robot",
    builder(
        name = "Submarine",
        model = "robots/submarine",
        properties(NoGravity = true),
        body(physics = "RIGID_BODY")
    )
)]
pub struct Submarine;

impl Carry for Submarine {}
