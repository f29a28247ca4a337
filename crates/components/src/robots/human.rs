//! Human: a figure of a person.

use morse_sim::prelude::*;

use super::hand::Hand;

/// A person of 1.79 m. Physics does not move it: only actuators that displace it (`ControlType` Position, Teleport) do,
/// but others run into it. An `Armature` actuator moves its skeleton; what is seen of it stays as it is. It can grasp with a
/// part of its model that `make_grasper` names.
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
    hand: Hand,
}

impl Carry for Human {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        self.hand = Hand::new(mount)?;
        Ok(())
    }
}

#[services]
impl Human {
    /// With `grab`, takes the nearest object that can be grasped within reach of the hand, or that of a name; without, lets
    /// go of what the hand holds.
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
