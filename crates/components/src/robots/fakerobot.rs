//! FakeRobot: a frame without body that carries components.

use morse_sim::prelude::*;

/// A frame without body: nothing collides with it. Only actuators that displace it (`ControlType` Position, Teleport)
/// move it.
///
/// It can represent a robot that another program moves. `make_external()` does this for any robot: such an external
/// robot is visible, collides and can be found, but its components do not run.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.fakerobot.FakeRobot",
    title = "Fake robot",
    builder(name = "FakeRobot", body(physics = "NO_COLLISION"))
)]
pub struct FakeRobot;

impl Robot for FakeRobot {}
