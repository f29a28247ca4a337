//! QUAD2012: a quadrotor that goes where it is put.

use morse_sim::prelude::*;

/// Quadrotor without a body that physics moves, for the actuators that displace it: StabilizedQuadrotor, Teleport and
/// others with `ControlType` Position. Its rotors and its boom are met by rays and by what flies into them.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.quadrotor.Quadrotor",
    title = "Quadrotor without dynamics",
    builder(name = "QUAD2012", model = "robots/quadrotor", body(physics = "NO_COLLISION"))
)]
pub struct Quadrotor;

impl Carry for Quadrotor {}
