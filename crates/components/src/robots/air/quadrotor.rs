//! QUAD2012: a quadrotor without a dynamic body.

use morse_sim::prelude::*;

/// Quadrotor without a dynamic body. Use it with actuators that displace the robot: StabilizedQuadrotor, Teleport, or
/// an actuator with `ControlType` Position. Rays hit its rotors and boom, and other bodies collide with them.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.robots.quadrotor.Quadrotor",
    title = "Quadrotor without dynamics",
    builder(name = "QUAD2012", model = "robots/quadrotor", body(physics = "NO_COLLISION"))
)]
pub struct Quadrotor;

impl Robot for Quadrotor {}
