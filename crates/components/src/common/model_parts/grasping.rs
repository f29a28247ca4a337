//! Grasping of objects whose property `Graspable` is true.

use morse_sim::prelude::*;
use morse_world::{NodeId, PropertyValue, Volume, World};

/// Property of graspable objects.
pub(crate) const GRASPABLE: &str = "Graspable";

/// Whether an object can be grasped.
pub(crate) fn is_graspable(world: &World, node: NodeId) -> bool {
    world.property(node, GRASPABLE).is_some_and(PropertyValue::is_truthy)
}

/// Maximum full opening angle of a cone; at 180° its base would be infinite. [deg]
const OPENING_MAX_DEG: f64 = 179.9;

/// Creates a cone from its full opening angle [deg], limited to 179.9°, and its length [m].
pub(crate) fn radar_cone(opening_deg: f64, length: f64) -> Volume {
    Volume::Cone { length, half_opening: opening_deg.min(OPENING_MAX_DEG).to_radians() / 2.0 }
}

/// Returns the object whose origin is nearest to a point of the world.
pub(crate) fn nearest(world: &World, objects: &[NodeId], point: DVec3) -> Option<NodeId> {
    let distance = |node: NodeId| world.world_from(node).translation.distance(point);
    objects.iter().copied().min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
}

/// The object that a hand holds as its child node. The entry is stale if the object was removed, or if a different hand
/// has taken it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Held(Option<NodeId>);

impl Held {
    /// Returns the object that the hand currently holds.
    pub(crate) fn held_by(self, world: &World, hand: NodeId) -> Option<NodeId> {
        self.0.filter(|&held| world.contains(held) && world.parent(held) == Some(hand))
    }

    /// Grasps an object, which then moves with the hand.
    ///
    /// # Errors
    /// If the hand is part of the object.
    pub(crate) fn take(
        &mut self,
        world: &mut World,
        hand: NodeId,
        object: NodeId,
    ) -> Result<(), ServiceError> {
        world.attach(object, hand).map_err(|error| ServiceError::Refused(error.to_string()))?;
        self.0 = Some(object);
        Ok(())
    }

    /// Releases the object. If it has a dynamic body, physics moves it from rest. Returns whether an object was held.
    pub(crate) fn release(&mut self, world: &mut World, hand: NodeId) -> bool {
        let held = self.held_by(world, hand);
        self.0 = None;
        if let Some(object) = held {
            world.detach(object);
        }
        held.is_some()
    }
}
