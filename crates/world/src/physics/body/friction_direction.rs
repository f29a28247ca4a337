//! Directions of friction: surfaces such as the rollers of a wheel hold along one direction and give way across it.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::{NodeId, World, WorldError};

/// The direction along which a surface holds. Friction has its full coefficient along it, and a share of it across.
///
/// The direction keeps to a frame: that of a chassis for the rollers of a wheel, whose lowest one always lies in the same
/// direction, or that of the body for grooves in its surface. At a contact, it is projected onto the plane of the contact.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FrictionDirection {
    /// Node whose frame has the direction.
    pub frame: NodeId,
    /// Direction in that frame, of any length but zero.
    pub direction: DVec3,
    /// Coefficient across the direction, as a share of that along it. [0, 1]
    pub across: f64,
}

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
