//! The ray scenes of a world, updated lazily by the first of many threads that cast rays.

use std::mem;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use glam::DVec3;
use morse_raycast::{MeshStore, RayKind, RayKinds, RayScene};

use crate::physics::rapier_world::Physics;
use crate::physics::shapes::collider_shape;
use crate::physics::shapes::shape_cache::ShapeCache;
use crate::raycast::rapier_shapes::PlacedGeometry;
use crate::raycast::sync::{Common, SyncedScene, Threads, build_visuals};
use crate::tree::node_tree::Tree;
use crate::{NodeId, Visual, WorldError};

/// The ray scenes of a world, one for each ray kind, because few of the visible parts of a robot are obstacles.
///
/// A change of the world moves the scenes into their mutexes. The first ray of a kind after a change, from any thread, takes
/// the scene out of the mutex and updates it; later rays use the updated scene without locking.
#[derive(Default)]
pub(crate) struct Rays {
    obstacles: LazyScene,
    visuals: LazyScene,
    common: Mutex<Common>,
}

/// A scene that is updated on demand.
#[derive(Default)]
struct LazyScene {
    ready: OnceLock<Box<SyncedScene>>,
    waiting: Mutex<Box<SyncedScene>>,
}

/// The updated scenes of a world.
pub(crate) struct UpdatedRays<'a> {
    obstacles: &'a SyncedScene,
    visuals: &'a SyncedScene,
    common: MutexGuard<'a, Common>,
}

/// The geometry of the visuals of a node.
pub(crate) struct VisualGeometry(Vec<PlacedGeometry>);

/// The meshes of a scene, to be moved to a second scene.
pub(crate) struct Meshes(MeshStore);

impl LazyScene {
    /// Mutable access to the scene, which must be updated afterwards.
    fn change(&mut self) -> &mut SyncedScene {
        let waiting = self.waiting.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = self.ready.take() {
            *waiting = ready;
        }
        waiting
    }
}

impl Rays {
    /// The scenes of a world without nodes.
    pub(crate) fn new() -> Rays {
        let mut rays = Rays::default();
        rays.change().common.entered = RayKinds::ALL;
        rays
    }

    /// Marks nodes, and the nodes anchored to them, as moved, hidden or shown.
    pub(crate) fn touch(&mut self, nodes: &[NodeId]) {
        if !nodes.is_empty() {
            let changes = &mut self.change().common.changes;
            nodes.iter().for_each(|&node| changes.mark(node, RayKinds::ALL));
        }
    }

    /// The marks by node index, for callers that mark some of `node_count` nodes as moved, hidden or shown.
    pub(crate) fn marks(&mut self, node_count: usize) -> &mut [RayKinds] {
        self.change().common.changes.marks(node_count)
    }

    /// Marks nodes as attached to a new parent.
    pub(crate) fn mark_reparented(&mut self, nodes: &[NodeId]) {
        let Change { obstacles, visuals, common } = self.change();
        (obstacles.carriers_stale, visuals.carriers_stale) = (true, true);
        nodes.iter().for_each(|&node| common.changes.mark(node, RayKinds::ALL));
    }

    /// Marks the visuals of a node as deformed. The number of parts must not change.
    pub(crate) fn mark_deformed(&mut self, node: NodeId) {
        let Change { visuals, common, .. } = self.change();
        visuals.reshaped.insert(node);
        common.changes.mark(node, RayKinds::VISUAL);
    }

    /// Adds the body of a new node to the ray scenes.
    pub(crate) fn enter_body(&mut self, physics: &Physics, node: NodeId) {
        let Change { obstacles, visuals, common } = self.change();
        if common.entered == RayKinds::NONE {
            return;
        }
        let (kinds, parts) = common.body_parts(physics, node);
        for (kind, scene) in [(RayKind::Physics, obstacles), (RayKind::Visual, visuals)] {
            if kinds.contains(kind) && common.entered.contains(kind) {
                scene.insert(node, kinds, &parts);
            }
        }
        common.changes.mark(node, kinds);
    }

    /// Removes nodes from the ray scenes.
    pub(crate) fn remove(&mut self, nodes: &[NodeId]) {
        let Change { obstacles, visuals, common } = self.change();
        for &node in nodes {
            obstacles.remove(node);
            visuals.remove(node);
        }
        common.meshes.tidy();
    }

    /// Whether a part of the visuals of a node of this scale is a surface that was already built, and thus validated.
    pub(crate) fn has_built(&mut self, part: &Visual, scale: DVec3) -> bool {
        let meshes = &self.change().common.meshes;
        part.surface().is_some_and(|surface| {
            meshes.of_surface(surface, collider_shape::mesh_factors(part.node_from_shape, scale)).is_some()
        })
    }

    /// Builds the geometry of validated parts of visuals.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a shape cannot be visible.
    pub(crate) fn build_visuals(
        &mut self,
        owner: &str,
        scale: DVec3,
        parts: &[Visual],
        solids: &mut ShapeCache,
    ) -> Result<VisualGeometry, WorldError> {
        build_visuals(owner, scale, parts, &mut self.change().common.meshes, solids).map(VisualGeometry)
    }

    /// Adds the geometry of visuals. Rays of [`RayKind::Visual`] hit it in place of the body.
    pub(crate) fn enter_visuals(&mut self, node: NodeId, VisualGeometry(parts): VisualGeometry) {
        let Change { visuals, common, .. } = self.change();
        if !common.entered.contains(RayKind::Visual) {
            return;
        }
        if visuals.insert_visuals(node, parts) {
            common.meshes.tidy();
        }
        common.changes.mark(node, RayKinds::VISUAL);
    }

    /// Updates the scenes of all ray kinds. A clone needs this, because a second thread may update a scene meanwhile.
    pub(crate) fn updated<'w>(
        &self,
        tree: &Tree,
        physics: &Physics,
        visuals: &dyn Fn(NodeId) -> Option<&'w [Visual]>,
    ) -> UpdatedRays<'_> {
        UpdatedRays {
            obstacles: self.synced(RayKind::Physics, tree, physics, visuals),
            visuals: self.synced(RayKind::Visual, tree, physics, visuals),
            common: self.common.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Clones the scenes. The clone shares the meshes.
    pub(crate) fn cloned<'w>(
        &self,
        tree: &Tree,
        physics: &Physics,
        visuals: &dyn Fn(NodeId) -> Option<&'w [Visual]>,
    ) -> Rays {
        let mut clone = Rays::default();
        clone.rewind(&self.updated(tree, physics, visuals));
        clone
    }

    /// Replaces the scenes by clones.
    pub(crate) fn rewind(&mut self, earlier: &UpdatedRays<'_>) {
        let Change { obstacles, visuals, common } = self.change();
        obstacles.clone_from(earlier.obstacles);
        visuals.clone_from(earlier.visuals);
        common.clone_from(&earlier.common);
    }

    /// Takes the meshes out, so that the scene of a world with the same meshes need not build them.
    pub(crate) fn take_meshes(&mut self) -> Meshes {
        Meshes(mem::take(&mut self.change().common.meshes))
    }

    /// Adds existing meshes, before nodes are added.
    pub(crate) fn give_meshes(&mut self, meshes: Meshes) {
        self.change().common.meshes = meshes.0;
    }

    /// The scene of a ray kind, if it is up to date.
    #[inline]
    pub(super) fn ready(&self, kind: RayKind) -> Option<&RayScene<NodeId>> {
        self.of_kind(kind).ready.get().map(|synced| &synced.scene)
    }

    /// The updated scene of a ray kind. `visuals` returns the current visuals of a node.
    pub(super) fn scene<'w>(
        &self,
        kind: RayKind,
        tree: &Tree,
        physics: &Physics,
        visuals: &dyn Fn(NodeId) -> Option<&'w [Visual]>,
    ) -> &RayScene<NodeId> {
        &self.synced(kind, tree, physics, visuals).scene
    }

    fn synced<'w>(
        &self,
        kind: RayKind,
        tree: &Tree,
        physics: &Physics,
        visuals: &dyn Fn(NodeId) -> Option<&'w [Visual]>,
    ) -> &SyncedScene {
        let lazy = self.of_kind(kind);
        lazy.ready.get_or_init(|| {
            let mut synced = mem::take(&mut *lazy.waiting.lock().unwrap_or_else(PoisonError::into_inner));
            let mut common = self.common.lock().unwrap_or_else(PoisonError::into_inner);
            synced.update(kind, tree, physics, visuals, &mut common, Threads::This);
            synced
        })
    }

    /// Updates the scene of a ray kind on all threads of the current rayon pool, before several threads cast rays.
    pub(crate) fn prepare<'w>(
        &mut self,
        kind: RayKind,
        tree: &Tree,
        physics: &Physics,
        visuals: &dyn Fn(NodeId) -> Option<&'w [Visual]>,
    ) {
        let lazy = match kind {
            RayKind::Physics => &mut self.obstacles,
            RayKind::Visual => &mut self.visuals,
        };
        if lazy.ready.get().is_none() {
            let mut synced = mem::take(lazy.waiting.get_mut().unwrap_or_else(PoisonError::into_inner));
            let common = self.common.get_mut().unwrap_or_else(PoisonError::into_inner);
            synced.update(kind, tree, physics, visuals, common, Threads::All);
            lazy.ready = OnceLock::from(synced);
        }
    }

    #[inline]
    fn of_kind(&self, kind: RayKind) -> &LazyScene {
        match kind {
            RayKind::Physics => &self.obstacles,
            RayKind::Visual => &self.visuals,
        }
    }

    fn change(&mut self) -> Change<'_> {
        Change {
            obstacles: self.obstacles.change(),
            visuals: self.visuals.change(),
            common: self.common.get_mut().unwrap_or_else(PoisonError::into_inner),
        }
    }
}

/// Mutable access to all scenes.
struct Change<'a> {
    obstacles: &'a mut SyncedScene,
    visuals: &'a mut SyncedScene,
    common: &'a mut Common,
}
