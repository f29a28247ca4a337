//! One tick of the world.

use crate::aims;
use crate::physics::body::pulling;
use crate::physics::body::repeated_drives;
use crate::physics::wheels::advance;
use crate::{ThreadTeam, World};

/// See [`World::advance_with`].
pub(crate) fn advance_with(world: &mut World, team: Option<&ThreadTeam>) {
    repeated_drives::repeat_drives(world);
    pulling::apply(world);
    advance::advance_wheels(world);
    let marks =
        if !world.physics.planar.is_empty() { world.rays.marks(world.tree.nodes.len()) } else { &mut [][..] };
    let moved = world.physics.advance(&mut world.tree, marks, &mut world.new_events, team);
    world.rays.touch(&moved);
    aims::move_aimed(world);
    world.events = std::mem::take(&mut world.new_events);
}
