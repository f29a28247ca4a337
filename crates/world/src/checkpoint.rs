//! Copies the complete state of a world in memory, and goes back to such a copy.
//!
//! [`World::save`] writes everything as bytes, meshes and images included. A checkpoint shares them with its world: it is
//! for going back often and quickly.

use std::collections::BTreeMap;

use morse_kinematics::Armature;

use crate::physics::rapier_world::Physics;
use crate::physics::wheels::Wheels;
use crate::raycast::RaysCopy;
use crate::tree::nodes::Tree;
use crate::visuals::Visuals;
use crate::{NodeId, PhysicsSettings, World, WorldEvent, Zone};

/// The complete state of a world at an earlier time.
pub struct Checkpoint {
    settings: PhysicsSettings,
    tree: Tree,
    physics: Physics,
    wheels: Wheels,
    armatures: BTreeMap<NodeId, Armature>,
    zones: Vec<Zone>,
    visuals: Visuals,
    rays: RaysCopy,
    events: Vec<WorldEvent>,
    new_events: Vec<WorldEvent>,
}

/// # Checkpoints in memory
impl World {
    /// The complete state, for [`World::rewind`].
    pub fn checkpoint(&mut self) -> Checkpoint {
        Checkpoint {
            settings: self.settings,
            tree: self.tree.clone(),
            physics: self.physics.clone(),
            wheels: self.wheels.clone(),
            armatures: self.armatures.clone(),
            zones: self.zones.clone(),
            visuals: self.visuals.clone(),
            rays: self.rays.copy(),
            events: self.events.clone(),
            new_events: self.new_events.clone(),
        }
    }

    /// Goes back to a checkpoint of this world, or of another one, with which it shares meshes and images from then on.
    /// The world continues exactly as the one of the checkpoint did.
    pub fn rewind(&mut self, checkpoint: &Checkpoint) {
        self.settings = checkpoint.settings;
        self.tree.clone_from(&checkpoint.tree);
        self.physics.clone_from(&checkpoint.physics);
        self.wheels.clone_from(&checkpoint.wheels);
        self.armatures.clone_from(&checkpoint.armatures);
        self.zones.clone_from(&checkpoint.zones);
        self.visuals.clone_from(&checkpoint.visuals);
        self.rays.rewind(&checkpoint.rays);
        self.events.clone_from(&checkpoint.events);
        self.new_events.clone_from(&checkpoint.new_events);
        self.restores += 1;
    }
}
