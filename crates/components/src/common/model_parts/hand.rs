//! Hand of a robot: a part of its model that grasps nearby objects.

use morse_sim::prelude::*;
use morse_world::{NodeId, World};

use crate::common::model_parts::grasping::{Held, is_graspable, nearest};

/// Hand of a robot, as defined by `make_grasper` in the scene script.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Hand {
    part: Option<NodeId>,
    reach_m: f64,
    held: Held,
}

impl Hand {
    /// Reads the hand from the option `grasper` of the robot.
    ///
    /// # Errors
    /// If the option is invalid, or the model of the robot lacks the part.
    pub(crate) fn new(mount: &MountContext<'_>) -> Result<Self, SetupError> {
        let Some(option) = mount.object.options.get("grasper") else { return Ok(Self::default()) };
        let bad = || {
            SetupError::Invalid(format!(
                "the option grasper of {} must be a dictionary with object, a part of the robot, and distance_m, which \
                 is not negative",
                mount.name
            ))
        };
        let option = option.as_map().ok_or_else(bad)?;
        let name = option.get("object").and_then(Value::as_str).ok_or_else(bad)?;
        let reach_m = option.get("distance_m").and_then(Value::as_f64).filter(|reach| *reach >= 0.0);
        let part = mount.world.part(mount.node, name).ok_or_else(|| {
            SetupError::Missing(format!("{} has no part {name:?} to grasp with", mount.name))
        })?;
        Ok(Self { part: Some(part), reach_m: reach_m.ok_or_else(bad)?, held: Held::default() })
    }

    /// Grasps the nearest graspable object, or the object of a name, and moves it into the hand. With `grab` false,
    /// releases the held object.
    ///
    /// # Errors
    /// If the robot has no hand, or no such object is within reach.
    pub(crate) fn grasp(
        &mut self,
        call: &mut Call<'_, ()>,
        grab: bool,
        name: Option<&str>,
    ) -> Result<(), ServiceError> {
        let Some(hand) = self.part else {
            let robot = call.world.name(call.node);
            return Err(ServiceError::Refused(format!(
                "{robot} has no hand; name a part of its model as hand with make_grasper"
            )));
        };
        if !grab {
            self.held.release(call.world, hand);
            return Ok(());
        }
        if self.held.held_by(call.world, hand).is_some() {
            return Ok(());
        }
        let hand_position = call.world.world_from(hand).translation;
        let object = self.within_reach(call, hand_position, name)?;
        self.held.take(call.world, hand, object)?;
        let world_from_object = call.world.world_from(object);
        call.world.set_world_pose(object, Pose { translation: hand_position, ..world_from_object });
        Ok(())
    }

    fn within_reach(
        &self,
        call: &Call<'_, ()>,
        hand_position: DVec3,
        name: Option<&str>,
    ) -> Result<NodeId, ServiceError> {
        let world: &World = call.world;
        let own = world.subtree_set(call.node);
        let found: Vec<NodeId> = world
            .nodes()
            .filter(|&node| is_graspable(world, node) && !own.contains(node))
            .filter(|&node| name.is_none_or(|name| world.name(node) == name))
            .filter(|&node| world.world_from(node).translation.distance(hand_position) <= self.reach_m)
            .collect();
        nearest(world, &found, hand_position).ok_or_else(|| {
            let object = name.map_or_else(|| "nothing".to_owned(), |name| format!("no {name:?}"));
            ServiceError::Refused(format!("{object} to grasp within {} m of the hand", self.reach_m))
        })
    }
}
