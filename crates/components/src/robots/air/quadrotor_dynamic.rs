//! Quadrotor: a quadrotor with a dynamic body.

use morse_sim::prelude::*;

/// Quadrotor with a rigid body of 2 kg. It falls unless an actuator applies thrust: a rotorcraft controller, a force
/// actuator, or QuadrotorDynamicControl with the speeds of its four rotors.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.robots.quadrotor_dynamic.Quadrotor",
    title = "Quadrotor with dynamics",
    builder(name = "Quadrotor", model = "robots/quadrotor_dynamic")
)]
pub struct Quadrotor;

impl Robot for Quadrotor {}
