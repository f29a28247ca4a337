//! The parts of the world.

use std::collections::BTreeMap;

use morse_kinematics::Armature;
use serde::{Deserialize, Serialize};

use crate::extension::Extension;
use crate::physics::body::held_drives::HeldDrives;
use crate::physics::rapier_world::Physics;
use crate::physics::shapes::shape_cache::ShapeCache;
use crate::physics::wheels::Wheels;
use crate::raycast::Rays;
use crate::shared_results::SharedResults;
use crate::tree::node_tree::Tree;
use crate::visuals::Visuals;
use crate::{Aim, NodeId, PhysicsSettings, WorldEvent, Zone};

/// The simulated world.
///
/// A [`NodeId`] belongs to the world that returned it, until the node is removed: see [`World::contains`]. Methods that
/// take the identifier of a removed node, or of a node of a different world, may panic, like an index out of bounds, or
/// return the result for no node.
#[derive(Serialize, Deserialize)]
pub struct World {
    pub(crate) settings: PhysicsSettings,
    pub(crate) tree: Tree,
    pub(crate) physics: Physics,
    pub(crate) wheels: Wheels,
    pub(crate) held_drives: HeldDrives,
    pub(crate) armatures: BTreeMap<NodeId, Armature>,
    pub(crate) zones: Vec<Zone>,
    /// Nodes that follow or look at parts, at the end of each tick.
    pub(crate) aims: BTreeMap<NodeId, Aim>,
    pub(crate) visuals: Visuals,
    #[serde(skip)]
    pub(crate) rays: Rays,
    #[serde(skip)]
    pub(crate) solids: ShapeCache,
    /// The number of times the state was restored. Not part of the state.
    #[serde(skip)]
    pub(crate) restores: u64,
    /// An object of the program. Not part of the state.
    #[serde(skip)]
    pub(crate) extension: Extension,
    /// Results of the sensors of a tick. Not part of the state.
    #[serde(skip)]
    pub(crate) shared_results: SharedResults,
    /// Events of the last tick, and those between it and the tick before.
    pub(crate) events: Vec<WorldEvent>,
    /// Events since the last tick.
    pub(crate) new_events: Vec<WorldEvent>,
}
