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

/// # Checkpoints in memory
impl World {
    /// Copies the complete state, for [`World::rewind`].
    pub fn checkpoint(&mut self) -> Checkpoint {
        Checkpoint {
            settings: self.settings,
            tree: self.tree.clone(),
            physics: self.physics.clone(),
            wheels: self.wheels.clone(),
            held_drives: self.held_drives.clone(),
            armatures: self.armatures.clone(),
            zones: self.zones.clone(),
            visuals: self.visuals.clone(),
            rays: self.rays.copy(),
            events: self.events.clone(),
            new_events: self.new_events.clone(),
        }
    }

    /// Restores a checkpoint of this or of a different world. Meshes and images are shared with the checkpoint. The
    /// simulation then continues exactly as from the state of the checkpoint.
    pub fn rewind(&mut self, checkpoint: &Checkpoint) {
        self.settings = checkpoint.settings;
        self.tree.clone_from(&checkpoint.tree);
        self.physics.clone_from(&checkpoint.physics);
        self.wheels.clone_from(&checkpoint.wheels);
        self.held_drives.clone_from(&checkpoint.held_drives);
        self.armatures.clone_from(&checkpoint.armatures);
        self.zones.clone_from(&checkpoint.zones);
        self.visuals.clone_from(&checkpoint.visuals);
        self.rays.rewind(&checkpoint.rays);
        self.events.clone_from(&checkpoint.events);
        self.new_events.clone_from(&checkpoint.new_events);
        self.restores += 1;
    }
}
