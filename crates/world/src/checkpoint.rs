//! In-memory checkpoints of the complete state of a world.
//!
//! [`World::save`] serializes everything, including meshes and images. A checkpoint shares these with its world, so it is
//! fast enough for frequent rewinds.

use std::collections::BTreeMap;

use morse_kinematics::Armature;

use crate::physics::body::held_drives::HeldDrives;
use crate::physics::rapier_world::Physics;
use crate::physics::wheels::Wheels;
use crate::raycast::RaysCopy;
use crate::tree::node_tree::Tree;
use crate::visuals::Visuals;
use crate::{NodeId, PhysicsSettings, World, WorldEvent, Zone};

/// The complete state of a world at an earlier time.
pub struct Checkpoint {
    settings: PhysicsSettings,
    tree: Tree,
    physics: Physics,
    wheels: Wheels,
    held_drives: HeldDrives,
    armatures: BTreeMap<NodeId, Armature>,
    zones: Vec<Zone>,
    visuals: Visuals,
    rays: RaysCopy,
    events: Vec<WorldEvent>,
    new_events: Vec<WorldEvent>,
}

/// See [`World::checkpoint`].
pub(crate) fn checkpoint(world: &mut World) -> Checkpoint {
    Checkpoint {
        settings: world.settings,
        tree: world.tree.clone(),
        physics: world.physics.clone(),
        wheels: world.wheels.clone(),
        held_drives: world.held_drives.clone(),
        armatures: world.armatures.clone(),
        zones: world.zones.clone(),
        visuals: world.visuals.clone(),
        rays: world.rays.copy(),
        events: world.events.clone(),
        new_events: world.new_events.clone(),
    }
}

/// See [`World::rewind`].
pub(crate) fn rewind(world: &mut World, checkpoint: &Checkpoint) {
    world.settings = checkpoint.settings;
    world.tree.clone_from(&checkpoint.tree);
    world.physics.clone_from(&checkpoint.physics);
    world.wheels.clone_from(&checkpoint.wheels);
    world.held_drives.clone_from(&checkpoint.held_drives);
    world.armatures.clone_from(&checkpoint.armatures);
    world.zones.clone_from(&checkpoint.zones);
    world.visuals.clone_from(&checkpoint.visuals);
    world.rays.rewind(&checkpoint.rays);
    world.events.clone_from(&checkpoint.events);
    world.new_events.clone_from(&checkpoint.new_events);
    world.restores += 1;
}
