//! The hand of a robot: a part of its model that grasps objects near it.

use morse_sim::prelude::*;
use morse_world::{NodeId, World};

use crate::common::parts::grasping::{Held, is_graspable, nearest};

/// The hand that `make_grasper` defines.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Hand {
    part: Option<NodeId>,
    reach_m: f64,
    held: Held,
}

impl Hand {
    /// The hand from the option `grasper` of the scene.
    ///
    /// # Errors
    /// When the model of the robot has no such part.
    pub(crate) fn new(mount: &MountContext<'_>) -> Result<Self, SetupError> {
        let Some(described) = mount.object.options.get("grasper") else { return Ok(Self::default()) };
        let bad = || {
            SetupError::Invalid(format!(
                "the option grasper of {} must be a dictionary with object, a part of the robot, and distance_m, which \
                 is not negative",
                mount.name
            ))
        };
        let described = described.as_map().ok_or_else(bad)?;
        let name = described.get("object").and_then(Value::as_str).ok_or_else(bad)?;
        let reach_m = described.get("distance_m").and_then(Value::as_f64).filter(|reach| *reach >= 0.0);
        let part = mount.world.part(mount.node, name).ok_or_else(|| {
            SetupError::Missing(format!("{} has no part {name:?} to grasp with", mount.name))
        })?;
        Ok(Self { part: Some(part), reach_m: reach_m.ok_or_else(bad)?, held: Held::default() })
    }

    /// Grasps an object, the nearest or that of a name, and puts it into the hand; or releases the held object.
    ///
    /// # Errors
    /// When the robot has no hand, or no object is within its reach.
    pub(crate) fn grasp(
        &mut self,
        call: &mut Call<'_, ()>,
        grab: bool,
        name: Option<&str>,
    ) -> Result<(), ServiceError> {
        let Some(hand) = self.part else {
            let robot = call.world.name(call.node);
            return Err(ServiceError::Refused(format!(
                "{robot} has no hand: say which part of its model is one with make_grasper"
            )));
        };
        if !grab {
            self.held.let_go(call.world, hand);
            return Ok(());
        }
        if self.held.by(call.world, hand).is_some() {
            return Ok(());
        }
        let place = call.world.world_from(hand).translation;
        let object = self.within_reach(call, place, name)?;
        self.held.take(call.world, hand, object)?;
        let world_from_object = call.world.world_from(object);
        call.world.set_world_pose(object, Pose { translation: place, ..world_from_object });
        Ok(())
    }

    fn within_reach(
        &self,
        call: &Call<'_, ()>,
        place: DVec3,
        name: Option<&str>,
    ) -> Result<NodeId, ServiceError> {
        let world: &World = call.world;
        let own = world.whole(call.node);
        let found: Vec<NodeId> = world
            .nodes()
            .filter(|&node| is_graspable(world, node) && !own.contains(node))
            .filter(|&node| name.is_none_or(|name| world.name(node) == name))
            .filter(|&node| world.world_from(node).translation.distance(place) <= self.reach_m)
            .collect();
        nearest(world, &found, place).ok_or_else(|| {
            let what = name.map_or_else(|| "nothing".to_owned(), |name| format!("no {name:?}"));
            ServiceError::Refused(format!("{what} to grasp within {} m of the hand", self.reach_m))
        })
    }
}
