//! Boat: a motor boat with two outboard motors.

use morse_sim::prelude::*;

/// Motor boat, 2.2 m long and 0.9 m wide. It is one rigid body of 100 kg, whose frame is at the water line. BoatControl is the
/// water and its motors; without it the boat falls to the ground.
#[derive(Robot, Serialize, Deserialize)]
#[component(class = "morse.robots.boat.Boat", title = "Boat", builder(name = "Boat", model = "robots/boat"))]
pub struct Boat;

impl Robot for Boat {}
