//! Human: a figure of a person.

use morse_sim::prelude::*;

/// A person of 1.79 m. Physics does not move it: only actuators that displace it (`ControlType` Position, Teleport) do,
/// but others run into it. An `Armature` actuator moves its skeleton; what is seen of it stays as it is, and its hands cannot
/// take anything yet.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.human.Human",
    title = "Human avatar",
    builder(
        name = "Human",
        module = "robots.human",
        base = "GroundRobot",
        model = "robots/human_rig",
        properties(GroundRobot = true),
        arguments(filename = "human_rig", name = ())
    )
)]
pub struct Human;

impl Carry for Human {}
