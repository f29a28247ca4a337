//! QUAD2012: a quadrotor without dynamic body.

use morse_sim::prelude::*;

/// Quadrotor without a dynamic body, for the actuators that displace it: StabilizedQuadrotor, Teleport and others
/// with `ControlType` Position. Rays hit its rotors and its boom, and other bodies collide with them.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.quadrotor.Quadrotor",
    title = "Quadrotor without dynamics",
    builder(name = "QUAD2012", model = "robots/quadrotor", body(physics = "NO_COLLISION"))
)]
pub struct Quadrotor;

impl Robot for Quadrotor {}
