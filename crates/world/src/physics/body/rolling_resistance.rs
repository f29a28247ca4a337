//! Sets the friction of surfaces against spinning and rolling.

use crate::{NodeId, World, WorldError};

/// See [`World::set_rolling_resistance`].
pub(crate) fn set(world: &mut World, id: NodeId, resistance_m: [f64; 2]) -> Result<(), WorldError> {
    let is_usable = resistance_m.iter().all(|value| (0.0..=1e6).contains(value));
    if !is_usable || !world.has_body(id) {
        let allowed = "two numbers of 0 to 1e6, for objects with a body";
        return Err(WorldError::bad(world.name(id), "rolling resistance", resistance_m, allowed));
    }
    world.physics.watch(id);
    world.physics.tuning.entry(id).or_default().rolling_resistance_m = resistance_m;
    // A body that resists rolling is computed as a mechanism.
    world.physics.stale = true;
    Ok(())
}
