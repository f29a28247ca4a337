//! Sets directions of friction.

use crate::physics::body::tuning::FrictionDirection;
use crate::{NodeId, World, WorldError};

/// See [`World::set_friction_direction`].
pub(crate) fn set(
    world: &mut World,
    id: NodeId,
    direction: Option<FrictionDirection>,
) -> Result<(), WorldError> {
    if !world.has_body(id) {
        return Err(WorldError::bad(
            world.name(id),
            "friction direction",
            direction,
            "for objects with a body",
        ));
    }
    if let Some(given) = direction {
        let is_usable = given.direction.is_finite() && given.direction.length() > 1e-9;
        if !is_usable || !(0.0..=1.0).contains(&given.across) {
            let allowed = "a vector other than zero, and a share across it from 0 to 1";
            return Err(WorldError::bad(world.name(id), "friction direction", given, allowed));
        }
    }
    world.physics.watch(id);
    world.physics.tuning.entry(id).or_default().friction_direction = direction;
    Ok(())
}
