//! What hands can take, and how they hold it: objects whose property `Graspable` is true.

use morse_sim::prelude::*;
use morse_world::{NodeId, PropertyValue, RayFilter, Volume, World};

/// What is taken must have this property, and it must be true.
pub(crate) const GRASPABLE: &str = "Graspable";

/// Whether something may be taken.
pub(crate) fn is_graspable(world: &World, node: NodeId) -> bool {
    world.property(node, GRASPABLE).is_some_and(PropertyValue::is_truthy)
}

/// Things recognised by `is_sought` that reach into a volume, with their bodies or with those of their parts; in scene order,
/// without anything that is part of `own`.
pub(crate) fn found_in(
    world: &World,
    world_from_volume: Pose,
    volume: &Volume,
    own: NodeId,
    is_sought: impl Fn(NodeId) -> bool,
) -> Vec<NodeId> {
    let whole_of = |node| std::iter::successors(Some(node), |&at| world.parent(at)).find(|&at| is_sought(at));
    let parts = world.nodes().filter(|&node| whole_of(node).is_some()).collect();
    let own = world.whole(own);
    let filter = RayFilter { only: Some(&parts), except: Some(&own), ..RayFilter::default() };
    let bodies = world.bodies_in(world_from_volume, volume, &filter);
    let mut found: Vec<NodeId> = bodies.into_iter().filter_map(whole_of).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The one whose origin is nearest to a point of the world.
pub(crate) fn nearest(world: &World, found: &[NodeId], point: DVec3) -> Option<NodeId> {
    let distance = |node: NodeId| world.world_from(node).translation.distance(point);
    found.iter().copied().min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
}

/// What a hand holds, which hangs on it. It no longer does when another hand has taken it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Held(Option<NodeId>);

impl Held {
    /// What the hand holds now.
    pub(crate) fn by(self, world: &World, hand: NodeId) -> Option<NodeId> {
        self.0.filter(|&held| world.parent(held) == Some(hand))
    }

    /// Takes an object: it goes where the hand goes.
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

    /// Lets go: physics moves the object from rest, if it has a body that moves. Whether anything was held.
    pub(crate) fn let_go(&mut self, world: &mut World, hand: NodeId) -> bool {
        let held = self.by(world, hand);
        self.0 = None;
        if let Some(object) = held {
            world.detach(object);
        }
        held.is_some()
    }
}
