//! Keeps the ray scene in step with the tree, the bodies and the visuals.

use std::collections::BTreeSet;
use std::mem;

use glam::DVec3;
use morse_raycast::{Geometry, MeshStore, RayKinds, RayScene};

use crate::physics::rapier_world::Physics;
use crate::physics::shapes::shape_cache::ShapeCache;
use crate::raycast::rapier_shapes::{PlacedGeometry, geometry_of_rapier, geometry_of_shape};
use crate::tree::nodes::Tree;
use crate::{NodeId, PhysicsType, Visual, WorldError};

/// A ray scene, and what changed in the world since it was updated.
#[derive(Clone, Default)]
pub(super) struct SyncedScene {
    pub(super) scene: RayScene<NodeId>,
    pub(super) meshes: MeshStore,
    /// For each instance of the scene, what moves it.
    carriers: Vec<Carrier>,
    /// Whether nodes may have other anchors, or instances other numbers, than when the carriers were looked up.
    carriers_stale: bool,
    /// By node, whether it was moved, hidden or shown.
    touched: Vec<bool>,
    any_touched: bool,
    /// Nodes whose visuals changed in form.
    pub(super) reshaped: BTreeSet<NodeId>,
    /// Whether all nodes have been entered; those of a restored world have not.
    pub(super) complete: bool,
}

/// The threads that may update a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Threads {
    /// The one that asks for it: others may wait for it, and must not be given a part.
    This,
    /// Those of the current rayon pool.
    All,
}

/// What moves an instance.
#[derive(Debug, Clone, Copy)]
struct Carrier {
    node: NodeId,
    /// The node whose motion the node follows.
    anchor: NodeId,
}

impl SyncedScene {
    /// Marks a node, and what has it as its anchor, as moved, hidden or shown.
    pub(super) fn touch(&mut self, node: NodeId) {
        if self.touched.len() <= node.index() {
            self.touched.resize(node.index() + 1, false);
        }
        self.touched[node.index()] = true;
        self.any_touched = true;
    }

    /// The marks of so many nodes, for those that mark some.
    pub(super) fn marks(&mut self, node_count: usize) -> &mut [bool] {
        if self.touched.len() < node_count {
            self.touched.resize(node_count, false);
        }
        self.any_touched = true;
        &mut self.touched
    }

    /// Marks a node as given another parent.
    pub(super) fn rehang(&mut self, node: NodeId) {
        self.carriers_stale = true;
        self.touch(node);
    }

    /// Enters the shapes of the body of a node, if it has one.
    pub(super) fn insert_body(&mut self, physics: &Physics, node: NodeId) {
        let Some(body) = physics.body(node) else {
            return;
        };
        let kinds = if body.physics == PhysicsType::Sensor { RayKinds::VISUAL } else { RayKinds::ALL };
        for (part, (node_from_shape, shape)) in physics.shapes(node).enumerate() {
            if let Some(placed) = geometry_of_rapier(&**shape, node_from_shape, &mut self.meshes) {
                self.insert(node, part as u32, kinds, placed);
            }
        }
    }

    /// Enters the visuals of a node, in place of those it had.
    pub(super) fn insert_visuals(&mut self, node: NodeId, parts: Vec<PlacedGeometry>) {
        if self.scene.remove_visuals(node) {
            self.meshes.tidy();
        }
        self.rehang(node);
        for (part, placed) in parts.into_iter().enumerate() {
            self.insert(node, part as u32, RayKinds::VISUAL, placed);
        }
    }

    /// Removes everything of a node.
    pub(super) fn remove(&mut self, node: NodeId) {
        self.reshaped.remove(&node);
        if self.scene.remove_object(node) {
            self.carriers_stale = true;
            self.any_touched = true;
        }
    }

    fn insert(
        &mut self,
        node: NodeId,
        part: u32,
        kinds: RayKinds,
        (node_from_geometry, geometry): PlacedGeometry,
    ) {
        self.scene.insert(node, part, kinds, node_from_geometry, geometry);
        self.rehang(node);
    }

    /// Brings everything to where it is now.
    pub(super) fn update<'w>(
        &mut self,
        tree: &Tree,
        physics: &Physics,
        visuals: &dyn Fn(NodeId) -> Option<&'w [Visual]>,
        threads: Threads,
    ) {
        if !self.complete {
            self.enter_all(tree, physics, visuals);
        }
        for node in mem::take(&mut self.reshaped) {
            self.reshape(node, visuals(node).unwrap_or_default());
        }
        if self.any_touched {
            self.follow(tree, threads);
        }
    }

    /// Enters all nodes into an empty scene, as that of a restored world is.
    fn enter_all<'w>(
        &mut self,
        tree: &Tree,
        physics: &Physics,
        visuals: &dyn Fn(NodeId) -> Option<&'w [Visual]>,
    ) {
        let mut solids = ShapeCache::default();
        for node in tree.ids() {
            self.insert_body(physics, node);
            if let Some(parts) = visuals(node) {
                // The same parts were built when they were given; a saved world is not taken when damaged.
                let about = &tree.node(node).about;
                let built = build_visuals(&about.name, about.scale, parts, &mut self.meshes, &mut solids);
                self.insert_visuals(node, built.unwrap_or_default());
            }
        }
        self.meshes.tidy();
        self.complete = true;
    }

    fn reshape(&mut self, node: NodeId, parts: &[Visual]) {
        self.scene.replace_visuals(node, |part| {
            parts.get(part as usize).and_then(Visual::surface).map(|surface| Geometry::of_surface(surface))
        });
        self.touch(node);
    }

    /// Moves, hides and shows the instances of the nodes that were touched.
    fn follow(&mut self, tree: &Tree, threads: Threads) {
        if mem::take(&mut self.carriers_stale) {
            let carrier = |node| Carrier { node, anchor: tree.anchor(node) };
            self.carriers.clear();
            self.carriers.extend(self.scene.objects().map(carrier));
        }
        let (carriers, touched) = (&self.carriers, &self.touched);
        let touched = |node: NodeId| touched.get(node.index()).is_some_and(|&it| it);
        let update = |number: usize| {
            let &Carrier { node, anchor } = carriers.get(number)?;
            (touched(node) || touched(anchor)).then(|| (tree.world_from(node), tree.node(node).visible))
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
        self.touched.fill(false);
        self.any_touched = false;
    }
}

/// The geometry of validated parts of visuals.
///
/// # Errors
/// [`WorldError::BadValue`] when a shape is nothing that can be seen.
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
