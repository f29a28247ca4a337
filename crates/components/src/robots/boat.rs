//! Boat: a motor boat with two outboard motors.

use morse_sim::prelude::*;

/// Motor boat, 2.2 m long and 0.9 m wide. Its body is rigid and has 100 kg. The origin of its frame is at the water line.
/// The actuator BoatControl simulates the water and the motors; without it the boat falls to the ground.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(class = "morse.robots.boat.Boat", title = "Boat", builder(name = "Boat", model = "robots/boat"))]
pub struct Boat;

impl Robot for Boat {}
