//! Submarine: an underwater vehicle with the size of a car.

use morse_sim::prelude::*;

/// Underwater vehicle. It is one rigid body, a box of 1 kg. It floats while an actuator gives it a speed, and falls
/// otherwise. Water has no buoyancy and no drag.
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

impl Robot for Submarine {}
