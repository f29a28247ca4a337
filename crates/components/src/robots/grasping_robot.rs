//! GraspingRobot: a robot with any model that has a hand.

use morse_sim::prelude::*;

use crate::common::model_parts::hand::Hand;

/// A robot with any model that can grasp with one of its parts. `make_grasper` names the part. There is no builder class
/// for it: a script sets this class path on a robot.
#[derive(Robot, Clone, Serialize, Deserialize)]
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
    /// If `grab` is true, moves an object into the hand: the object `obj_name`, or the nearest one. The object must be
    /// within the reach of the hand, 5 m by default, and its property `Graspable` must be true. If `grab` is false,
    /// releases the held object.
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
