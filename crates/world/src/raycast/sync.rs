//! Updates the ray scenes from the node tree, the bodies and the visuals.

use std::collections::BTreeSet;
use std::mem;

use glam::DVec3;
use morse_raycast::{Geometry, MeshStore, RayKind, RayKinds, RayScene};

use crate::physics::rapier_world::Physics;
use crate::physics::shapes::shape_cache::ShapeCache;
use crate::raycast::changes::Changes;
use crate::raycast::rapier_shapes::{PlacedGeometry, geometry_of_rapier, geometry_of_shape};
use crate::tree::node_tree::Tree;
use crate::{NodeId, PhysicsType, Visual, WorldError};

/// The scene of one ray kind.
#[derive(Clone, Default)]
pub(super) struct SyncedScene {
    pub(super) scene: RayScene<NodeId>,
    /// For each instance of the scene, its node and the anchor that moves it.
    carriers: Vec<Carrier>,
    /// Whether `carriers` is out of date because anchors of nodes or numbers of instances may have changed.
    pub(super) carriers_stale: bool,
    /// Nodes whose visuals were deformed.
    pub(super) reshaped: BTreeSet<NodeId>,
}

/// Data shared by the scenes of all ray kinds.
#[derive(Clone)]
pub(super) struct Common {
    pub(super) meshes: MeshStore,
    pub(super) changes: Changes,
    /// The ray kinds whose scenes contain all nodes. The scenes of a restored world are empty until the first ray.
    pub(super) entered: RayKinds,
}

/// The threads that may update a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Threads {
    /// Only the calling thread. The pool's threads may be blocked waiting for it, so they must not get tasks.
    This,
    /// All threads of the current rayon pool.
    All,
}

/// The node of an instance, and the anchor that moves it.
#[derive(Debug, Clone, Copy)]
struct Carrier {
    node: NodeId,
    /// The anchor of the node.
    anchor: NodeId,
}

/// The number of a part of a node, and its geometry.
pub(super) type Part = (u32, PlacedGeometry);

impl Default for Common {
    fn default() -> Common {
        Common { meshes: MeshStore::default(), changes: Changes::default(), entered: RayKinds::NONE }
    }
}

impl Common {
    /// The shapes of the body of a node, if it has a body, and the ray kinds that hit them.
    pub(super) fn body_parts(&mut self, physics: &Physics, node: NodeId) -> (RayKinds, Vec<Part>) {
        let Some(body) = physics.body(node) else {
            return (RayKinds::NONE, Vec::new());
        };
        let kinds = if body.physics == PhysicsType::Sensor { RayKinds::VISUAL } else { RayKinds::ALL };
        let shapes = physics.shapes(node).enumerate();
        let parts = shapes.filter_map(|(part, (node_from_shape, shape))| {
            Some((part as u32, geometry_of_rapier(&**shape, node_from_shape, &mut self.meshes)?))
        });
        (kinds, parts.collect())
    }
}

impl SyncedScene {
    /// Adds parts of a node. The node must be marked afterwards.
    pub(super) fn insert(&mut self, node: NodeId, kinds: RayKinds, parts: &[Part]) {
        for (part, (node_from_geometry, geometry)) in parts {
            self.scene.insert(node, *part, kinds, *node_from_geometry, geometry.clone());
        }
        self.carriers_stale = true;
    }

    /// Adds the visuals of a node, replacing its previous visible parts. The node must be marked afterwards. Returns whether
    /// the node had visible parts.
    pub(super) fn insert_visuals(&mut self, node: NodeId, parts: Vec<PlacedGeometry>) -> bool {
        let had_any = self.remove(node);
        let parts: Vec<_> = (0..).zip(parts).collect();
        self.insert(node, RayKinds::VISUAL, &parts);
        had_any
    }

    /// Removes all parts of a node. Returns whether it had parts.
    pub(super) fn remove(&mut self, node: NodeId) -> bool {
        self.reshaped.remove(&node);
        let had_any = self.scene.remove_object(node);
        self.carriers_stale |= had_any;
        had_any
    }

    /// Updates all marked instances.
    pub(super) fn update<'w>(
        &mut self,
        kind: RayKind,
        tree: &Tree,
        physics: &Physics,
        visuals: &dyn Fn(NodeId) -> Option<&'w [Visual]>,
        common: &mut Common,
        threads: Threads,
    ) {
        if !common.entered.contains(kind) {
            self.enter_all(kind, tree, physics, visuals, common);
        }
        for node in mem::take(&mut self.reshaped) {
            self.reshape(node, visuals(node).unwrap_or_default());
        }
        if self.carriers_stale || common.changes.any(kind) {
            self.follow(kind, tree, &common.changes, threads);
            common.changes.clear(kind);
        }
    }

    /// Adds all nodes to an empty scene, such as that of a restored world.
    fn enter_all<'w>(
        &mut self,
        kind: RayKind,
        tree: &Tree,
        physics: &Physics,
        visuals: &dyn Fn(NodeId) -> Option<&'w [Visual]>,
        common: &mut Common,
    ) {
        let mut solids = ShapeCache::default();
        for node in tree.ids() {
            if let Some(parts) = visuals(node).filter(|_| kind == RayKind::Visual) {
                // The same parts were built when they were set, and a damaged saved world is refused.
                let details = &tree.node(node).details;
                let built =
                    build_visuals(&details.name, details.scale, parts, &mut common.meshes, &mut solids);
                self.insert_visuals(node, built.unwrap_or_default());
            } else {
                let (kinds, parts) = common.body_parts(physics, node);
                if kinds.contains(kind) {
                    self.insert(node, kinds, &parts);
                }
            }
            common.changes.mark(node, RayKinds::of(kind));
        }
        common.entered = common.entered.union(RayKinds::of(kind));
        if common.entered == RayKinds::ALL {
            common.meshes.tidy();
        }
    }

    fn reshape(&mut self, node: NodeId, parts: &[Visual]) {
        self.scene.replace_visuals(node, |part| {
            parts.get(part as usize).and_then(Visual::surface).map(|surface| Geometry::of_surface(surface))
        });
    }

    /// Moves, hides and shows the instances of marked nodes.
    fn follow(&mut self, kind: RayKind, tree: &Tree, changes: &Changes, threads: Threads) {
        if mem::take(&mut self.carriers_stale) {
            let carrier = |node| Carrier { node, anchor: tree.anchor(node) };
            self.carriers.clear();
            self.carriers.extend(self.scene.objects().map(carrier));
        }
        let carriers = &self.carriers;
        let update = |number: usize| {
            let &Carrier { node, anchor } = carriers.get(number)?;
            let concerns = changes.is_marked(node, kind) || changes.is_marked(anchor, kind);
            concerns.then(|| (tree.world_from(node), tree.node(node).visible))
        };
        match threads {
            Threads::This => {
                self.scene.update_instances(update);
                self.scene.refit();
            }
            Threads::All => {
                self.scene.update_instances_in_parallel(update);
                self.scene.refit_in_parallel();
            }
        }
    }
}

/// The geometry of validated parts of visuals.
///
/// # Errors
/// [`WorldError::BadValue`] if a shape cannot be visible.
pub(super) fn build_visuals(
    owner: &str,
    scale: DVec3,
    parts: &[Visual],
    meshes: &mut MeshStore,
    solids: &mut ShapeCache,
) -> Result<Vec<PlacedGeometry>, WorldError> {
    let geometry =
        |part: &Visual| geometry_of_shape(owner, &part.shape, part.node_from_shape, scale, meshes, solids);
    parts.iter().map(geometry).filter_map(Result::transpose).collect()
}
