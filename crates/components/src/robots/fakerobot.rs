//! FakeRobot: a frame that carries components.

use morse_sim::prelude::*;

/// A bare frame without body: nothing collides with it, and it stays where it is put. Only actuators that displace it
/// (`ControlType` Position, Teleport) move it.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.fakerobot.FakeRobot",
    title = "Fake robot",
    builder(name = "FakeRobot", body(physics = "NO_COLLISION"))
)]
pub struct FakeRobot;

impl Carry for FakeRobot {}
