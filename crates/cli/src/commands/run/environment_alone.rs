//! `morse run ENVIRONMENT`: an environment without a scene, with a robot that clients can drive.

use morse::{SceneBuilder, WiringTable};
use morse_scene::Document;

use crate::failure::Failure;
use crate::output::log;

/// The scene of an environment: a robot at its origin.
pub fn scene(environment: &str) -> Result<Document, Failure> {
    let (catalog, wiring) = (morse::catalog(), WiringTable::built_in()?);
    let mut builder = SceneBuilder::new(&catalog, &wiring);
    let mut robot = builder.robot("robot", "ATRV");
    robot.actuator("motion", "MotionVW").stream("socket");
    robot.sensor("pose", "Pose").stream("socket");
    builder.environment(environment);
    log::notice(&format!(
        "{environment} is an environment: it runs with a robot at its origin. To drive it: morse topic pub robot.motion v=0.5"
    ));
    builder.build().map_err(|error| Failure::Serving(error.to_string()))
}
