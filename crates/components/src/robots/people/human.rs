//! Human: a walking person.

mod gait;

use morse_sim::prelude::*;

use crate::common::parts::hand::Hand;
use crate::robots::people::human::gait::Gait;

/// A person of 1.79 m. Physics does not move it: only actuators that displace it (`ControlType` Position, Teleport)
/// do, but other bodies collide with it. It can grasp with a part of its model that `make_grasper` names. It has an
/// `Armature` called `skeleton`, with an ArmaturePose called `joint_states`.
///
/// Legs and arms swing with the distance walked. The stride frequency is 64.8 (v/h)^0.57 strides per minute at the
/// speed v with the stature h, as measured for adults (D. W. Grieve and R. J. Gear, Ergonomics 9, 1966), and the
/// amplitude is such that the foot on the ground does not slide. A limb that was posed before the walk keeps its
/// configuration. An `Armature` actuator moves the skeleton. Children of bones move with them, and so does a skin for
/// cameras, such as that of the original's model.
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
    ),
    services
)]
pub struct Human {
    /// Whether legs and arms swing with the distance walked.
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
