//! Submarine: an underwater vehicle the size of a car.

use morse_sim::prelude::*;

/// Underwater vehicle. Its body is a rigid box of 1 kg. It keeps its height while an actuator commands a velocity, and
/// falls otherwise. Buoyancy and drag of the water are not simulated.
#[derive(Robot, Clone, Serialize, Deserialize)]
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
