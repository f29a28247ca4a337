//! Human: a figure of a person.

mod gait;

use morse_sim::prelude::*;

use self::gait::Gait;
use super::hand::Hand;

/// A person of 1.79 m. Physics does not move it: only actuators that displace it (`ControlType` Position, Teleport) do, but
/// others run into it. It can grasp with a part of its model that `make_grasper` names. It has an `Armature` called
/// `skeleton`, and on that an ArmaturePose called `joint_states`.
///
/// Legs and arms swing with the way that it walks, and the more, the faster it is: 64.8 (v/h)^0.57 strides a minute at the
/// speed v with the stature h, as adults do (D. W. Grieve and R. J. Gear, Ergonomics 9, 1966), and so far that the foot on
/// the ground stays where it is. A limb that somebody posed before it set out stays as it is. An `Armature` actuator moves
/// the skeleton; what hangs on bones goes with them, and for cameras also a skin that is stretched over them, as that of the
/// original's model.
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
    /// Whether legs and arms swing with the way.
    #[property(name = "Animations", default = true)]
    walks: bool,
    hand: Hand,
    gait: Gait,
}

impl Carry for Human {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        self.hand = Hand::new(mount)?;
        self.gait = Gait::new(mount);
        Ok(())
    }

    fn move_parts(&mut self, on_the_move: &mut OnTheMove<'_>) {
        if self.walks {
            self.gait.walk(on_the_move);
        }
    }
}

#[services]
impl Human {
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
