//! GraspingRobot: a robot of any model with a hand.

use morse_sim::prelude::*;

use crate::common::parts::hand::Hand;

/// A robot of any model that can grasp with one of its parts, which `make_grasper` names. No builder class creates
/// it: a script sets this class path on a robot.
#[derive(Robot, Serialize, Deserialize)]
#[component(class = "morse.robots.grasping_robot.GraspingRobot", title = "Grasping robot", services)]
pub struct GraspingRobot {
    hand: Hand,
}

impl Robot for GraspingRobot {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.hand = Hand::new(mount)?;
        Ok(())
    }
}

#[services]
impl GraspingRobot {
    /// With `grab`, puts the nearest object within 5 m that has a true property `Graspable` into the hand, or the one
    /// of the given name. Without, releases the held object.
    #[service]
    fn grasp(
        &mut self,
        call: &mut Call<'_, ()>,
        grab: bool,
        #[default(())] obj_name: Option<String>,
    ) -> Result<(), ServiceError> {
        self.hand.grasp(call, grab, obj_name.as_deref())
    }
}
