//! FakeRobot: a frame that carries components.

use morse_sim::prelude::*;

/// A bare frame without body: nothing collides with it, and it stays where it is put. Only actuators that displace it
/// (`ControlType` Position, Teleport) move it.
///
/// It can stand for a robot that exists elsewhere, as any robot can that `make_external()` was called of: such an external
/// robot is seen, met and found, and what is on it does not run.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.fakerobot.FakeRobot",
    title = "Fake robot",
    builder(name = "FakeRobot", body(physics = "NO_COLLISION"))
)]
pub struct FakeRobot;

impl Carry for FakeRobot {}
