//! Human: a person with a skeleton that walks.

mod gait;

use morse_sim::prelude::*;

use crate::common::model_parts::hand::Hand;
use crate::robots::people::human::gait::Gait;

/// A person with a stature of 1.79 m. Physics does not move it; only actuators that displace it (`ControlType` Position,
/// Teleport, Keyboard) do. Other bodies collide with it. It can grasp with the part of its model that `make_grasper` names. It has
/// an `Armature` actuator `skeleton`, which moves its joints, with an ArmaturePose sensor `joint_states`.
///
/// Legs and arms swing according to the distance walked. At speed v and stature h, the person takes 64.8 (v/h)^0.57
/// strides per minute, as measured for adults (D. W. Grieve and R. J. Gear, Ergonomics 9, 1966). The amplitude is such
/// that the foot on the ground does not slide. A limb that was posed before the walk keeps its configuration. Children
/// of bones move with the bones, and so does a skin that cameras see, as in the original's model.
#[derive(Robot, Clone, Serialize, Deserialize)]
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
    ),
    services
)]
pub struct Human {
    /// Whether legs and arms swing according to the distance walked.
    #[property(name = "Animations", default = true)]
    walks: bool,
    hand: Hand,
    gait: Gait,
}

impl Robot for Human {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.hand = Hand::new(mount)?;
        self.gait = Gait::new(mount);
        Ok(())
    }

    fn animate(&mut self, context: &mut PostActContext<'_>) {
        if self.walks {
            self.gait.walk(context);
        }
    }
}

#[services]
impl Human {
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
