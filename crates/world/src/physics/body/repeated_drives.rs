//! Applies the commands of drives that act less often than the world advances.

use crate::World;
use crate::physics::body::held_drives::HeldDrives;
use crate::physics::body::velocities;

/// Repeats the commands that are still valid, before a tick.
pub(crate) fn repeat_drives(world: &mut World) {
    // A command that is applied may hold or release commands; those that are repeated stay as they are.
    let mut held: HeldDrives = std::mem::take(&mut world.held_drives);
    for (node, command) in held.due() {
        velocities::apply_drive(world, node, command);
    }
    world.held_drives = held;
}
