//! FakeRobot: a frame without a body that carries components.

use morse_sim::prelude::*;

/// A frame without a body: it does not collide with bodies. Only actuators that displace it (`ControlType` Position,
/// Teleport) move it.
///
/// It can represent a robot that an external program moves. `make_external()` turns any robot into such a robot: sensors
/// see it and bodies collide with it, but its components do not run.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.robots.fakerobot.FakeRobot",
    title = "Fake robot",
    builder(name = "FakeRobot", body(physics = "NO_COLLISION"))
)]
pub struct FakeRobot;

impl Robot for FakeRobot {}
