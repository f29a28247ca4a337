//! The public methods of [`World`]: creation, zones, the tick, removal, save and restore.
//!
//! Methods of one or two lines stand here and in the children; longer ones are functions in the files of their subjects.

mod appearance;
mod bodies;
mod joints;
mod nodes;

use std::any::Any;
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::sync::Arc;

use glam::DVec3;

use crate::addition;
use crate::cloning;
use crate::digest;
use crate::extension::Extension;
use crate::physics::body::held_drives::HeldDrives;
use crate::physics::rapier_world::Physics;
use crate::physics::shapes::shape_cache::ShapeCache;
use crate::physics::wheels::Wheels;
use crate::raycast::Rays;
use crate::removal;
use crate::save;
use crate::shared_results::SharedResults;
use crate::tick;
use crate::tree::node_tree::Tree;
use crate::visuals::Visuals;
use crate::{NodeId, NodeSpec, PhysicsSettings, ThreadTeam, World, WorldError, WorldEvent, Zone};

/// # Creation, nodes, zones and the tick
impl World {
    /// Creates an empty world.
    pub fn new(settings: PhysicsSettings) -> World {
        World {
            settings,
            tree: Tree::default(),
            physics: Physics::new(&settings),
            wheels: Wheels::default(),
            held_drives: HeldDrives::default(),
            armatures: BTreeMap::new(),
            zones: Vec::new(),
            aims: BTreeMap::new(),
            visuals: Visuals::default(),
            rays: Rays::new(),
            solids: ShapeCache::default(),
            restores: 0,
            extension: Extension::default(),
            shared_results: SharedResults::default(),
            events: Vec::new(),
            new_events: Vec::new(),
        }
    }

    /// The settings of the physics step.
    pub fn settings(&self) -> PhysicsSettings {
        self.settings
    }

    /// The gravitational acceleration in the world. [m/s²]
    pub fn gravity(&self) -> DVec3 {
        DVec3::new(0.0, 0.0, -self.settings.gravity)
    }

    /// Adds a node. Rays hit it immediately; physics moves it from the next tick on.
    ///
    /// # Errors
    /// [`WorldError`] if the name is taken, the parent is unknown, or a number is invalid. The world is then unchanged.
    pub fn add_node(&mut self, spec: NodeSpec) -> Result<NodeId, WorldError> {
        addition::add_node(self, spec)
    }

    /// Adds a zone.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is not finite or a size is negative.
    pub fn add_zone(
        &mut self,
        name: &str,
        kind: &str,
        center: DVec3,
        half_extents: DVec3,
    ) -> Result<(), WorldError> {
        let zone = Zone { name: name.to_owned(), kind: kind.to_owned(), center, half_extents };
        zone.validate()?;
        self.zones.push(zone);
        Ok(())
    }

    /// All zones, in the order of adding.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// The zones of one kind that contain a point in world coordinates [m], in the order of adding.
    pub fn zones_at(&self, point_in_world: DVec3, kind: &str) -> impl Iterator<Item = &Zone> {
        self.zones.iter().filter(move |zone| zone.kind == kind && zone.contains(point_in_world))
    }

    /// Advances by one tick.
    ///
    /// Bodies move for the length of a tick, and everything mounted on them moves with them. Forces and torques applied
    /// since the last tick act in this tick only. Errors are reported in [`World::events`] and do not stop the world.
    pub fn advance(&mut self) {
        tick::advance_with(self, None)
    }

    /// As [`World::advance`], on the threads of a team.
    pub fn advance_with(&mut self, team: Option<&ThreadTeam>) {
        tick::advance_with(self, team)
    }

    /// Attaches an object of the program to the world, in place of the one attached before. It is not part of the state: no
    /// digest and no saved state contains it, and it stays attached when a state is restored.
    pub fn set_extension(&mut self, object: Option<Arc<dyn Any + Send + Sync>>) {
        self.extension.set(object);
    }

    /// Whether an object is attached.
    pub fn has_extension(&self) -> bool {
        self.extension.is_set()
    }

    /// The attached object, if it has this type.
    pub fn extension<T: Any>(&self) -> Option<&T> {
        self.extension.get()
    }

    /// Calls a function while readers of the world share results. It borrows the world, so that nothing changes meanwhile.
    pub fn sharing_results<R>(&self, read: impl FnOnce() -> R) -> R {
        self.shared_results.open();
        let result = read();
        self.shared_results.close();
        result
    }

    /// The results that readers of the world share.
    pub fn shared_results(&self) -> &SharedResults {
        &self.shared_results
    }

    /// Events of the last tick, and of commands between the previous tick and the last tick.
    pub fn events(&self) -> &[WorldEvent] {
        &self.events
    }
}

/// # Removing nodes and zones
impl World {
    /// Whether a node is in the world: it was added to it and not removed.
    pub fn contains(&self, id: NodeId) -> bool {
        self.tree.contains(id)
    }

    /// A number that changes whenever a node is added or removed.
    pub fn revision(&self) -> u64 {
        self.tree.revision()
    }

    /// Removes a node and all its descendants. Bodies near them wake. The identifiers of all other nodes and joints stay
    /// valid.
    ///
    /// Does nothing if the node is not in the world.
    pub fn remove_node(&mut self, id: NodeId) {
        removal::remove_node(self, id)
    }

    /// Removes all nodes and zones. The world then behaves like a new world. Identifiers of removed nodes are not reused;
    /// materials stay.
    pub fn clear(&mut self) {
        removal::clear(self)
    }

    /// Removes the zone with this name. Returns whether it existed.
    pub fn remove_zone(&mut self, name: &str) -> bool {
        let count = self.zones.len();
        self.zones.retain(|zone| zone.name != name);
        self.zones.len() < count
    }
}

/// # The digest of the whole state
impl World {
    /// Hashes the bits of all mutable state that influences the future of the world: poses, velocities, forces, flags,
    /// properties, colors and lights.
    pub fn hash_into(&self, hasher: &mut impl Hasher) {
        digest::hash_into(self, hasher)
    }

    /// Appends the same state to `out`, without the state copied by [`World::copy_nodes`].
    pub fn append_state(&self, out: &mut Vec<u8>) {
        digest::append_state(self, out)
    }
}

/// # Clones
impl World {
    /// Returns to an earlier clone of this or of a different world; the attached object stays. The world then continues
    /// exactly as the clone would.
    pub fn rewind(&mut self, earlier: &World) {
        cloning::rewind(self, earlier)
    }
}

/// # Saving and restoring
impl World {
    /// Serializes the whole state.
    ///
    /// # Errors
    /// [`WorldError::BadSnapshot`] if the state cannot be serialized.
    pub fn save(&self) -> Result<Vec<u8>, WorldError> {
        save::save(self)
    }

    /// Replaces the whole world by a saved world. The simulation then continues exactly as from the saved state.
    ///
    /// # Errors
    /// [`WorldError::BadSnapshot`] if the bytes are not a saved world. This world is then unchanged.
    pub fn restore(&mut self, state: &[u8]) -> Result<(), WorldError> {
        save::restore(self, state)
    }

    /// The number of times the state was replaced by a saved or an earlier world. Not part of the state.
    pub fn restores(&self) -> u64 {
        self.restores
    }
}
