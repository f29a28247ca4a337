//! Clones of a world in memory, and the return to one of them.
//!
//! [`World::save`] serializes everything, including meshes and images. A clone shares these with its world, so it is
//! fast enough for frequent rewinds.

use crate::World;
use crate::shared_results::SharedResults;
use crate::visuals::visual_access;

impl Clone for World {
    /// The clone continues exactly as its world. It shares meshes, images and the attached object with it.
    fn clone(&self) -> World {
        World {
            settings: self.settings,
            tree: self.tree.clone(),
            physics: self.physics.clone(),
            wheels: self.wheels.clone(),
            held_drives: self.held_drives.clone(),
            armatures: self.armatures.clone(),
            zones: self.zones.clone(),
            aims: self.aims.clone(),
            visuals: self.visuals.clone(),
            rays: self.rays.cloned(&self.tree, &self.physics, &|node| visual_access::visuals(self, node)),
            solids: self.solids.clone(),
            restores: self.restores,
            extension: self.extension.clone(),
            shared_results: SharedResults::default(),
            events: self.events.clone(),
            new_events: self.new_events.clone(),
        }
    }
}

/// See [`World::rewind`].
pub(crate) fn rewind(world: &mut World, earlier: &World) {
    world.settings = earlier.settings;
    world.tree.clone_from(&earlier.tree);
    world.physics.clone_from(&earlier.physics);
    world.wheels.clone_from(&earlier.wheels);
    world.held_drives.clone_from(&earlier.held_drives);
    world.armatures.clone_from(&earlier.armatures);
    world.zones.clone_from(&earlier.zones);
    world.aims.clone_from(&earlier.aims);
    world.visuals.clone_from(&earlier.visuals);
    let visuals = |node| visual_access::visuals(earlier, node);
    world.rays.rewind(&earlier.rays.updated(&earlier.tree, &earlier.physics, &visuals));
    world.events.clone_from(&earlier.events);
    world.new_events.clone_from(&earlier.new_events);
    world.restores += 1;
}
