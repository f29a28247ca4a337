//! ATRV: the iRobot All-Terrain Robot Vehicle, a four-wheeled outdoor platform.

use morse_sim::prelude::*;

/// Four-wheeled outdoor platform. It is one rigid body; its wheels only show.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.atrv.ATRV",
    title = "iRobot ATRV platform",
    builder(name = "ATRV", base = "GroundRobot", model = "robots/atrv", properties(GroundRobot = true))
)]
pub struct Atrv;

impl Carry for Atrv {}
