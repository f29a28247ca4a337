//! GraspingRobot: a robot that is nothing but a hand.

use morse_sim::prelude::*;

use super::hand::Hand;

/// A robot of any model that can grasp with a part of it, which `make_grasper` names. No builder class makes it: a script
/// gives a robot this class path.
#[derive(Robot, Serialize, Deserialize)]
#[component(class = "morse.robots.grasping_robot.GraspingRobot", title = "Grasping robot", services)]
pub struct GraspingRobot {
    hand: Hand,
}

impl Carry for GraspingRobot {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        self.hand = Hand::new(mount)?;
        Ok(())
    }
}

#[services]
impl GraspingRobot {
    /// With `grab`, puts into the hand the nearest object within 5 m of it that has a true property `Graspable`, or the one of
    /// that name; without, lets go of what the hand holds.
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
