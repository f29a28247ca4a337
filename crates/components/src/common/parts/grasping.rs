//! Grasping: objects whose property `Graspable` is true can be held.

use morse_sim::prelude::*;
use morse_world::{NodeId, PropertyValue, Volume, World};

/// An object with this property can be grasped if the property is true.
pub(crate) const GRASPABLE: &str = "Graspable";

/// Whether an object can be grasped.
pub(crate) fn is_graspable(world: &World, node: NodeId) -> bool {
    world.property(node, GRASPABLE).is_some_and(PropertyValue::is_truthy)
}

/// The largest full opening angle of a cone; the base of a wider one would be infinite. [deg]
const OPENING_MAX_DEG: f64 = 179.9;

/// The cone of a radar with a full opening angle of up to 180 degrees, and a length in metres.
pub(crate) fn radar_cone(opening_deg: f64, length: f64) -> Volume {
    Volume::Cone { length, half_opening: opening_deg.min(OPENING_MAX_DEG).to_radians() / 2.0 }
}

/// The object whose origin is nearest to a point of the world.
pub(crate) fn nearest(world: &World, found: &[NodeId], point: DVec3) -> Option<NodeId> {
    let distance = |node: NodeId| world.world_from(node).translation.distance(point);
    found.iter().copied().min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
}

/// The object that a hand holds as its child node. The entry is stale when another hand has taken the object, or
/// when the object was removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Held(Option<NodeId>);

impl Held {
    /// The object that the hand holds now.
    pub(crate) fn by(self, world: &World, hand: NodeId) -> Option<NodeId> {
        self.0.filter(|&held| world.contains(held) && world.parent(held) == Some(hand))
    }

    /// Grasps an object, which then moves with the hand.
    ///
    /// # Errors
    /// When the hand is part of it.
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
    pub(crate) fn let_go(&mut self, world: &mut World, hand: NodeId) -> bool {
        let held = self.by(world, hand);
        self.0 = None;
        if let Some(object) = held {
            world.detach(object);
        }
        held.is_some()
    }
}
