//! The ray scenes of a world behind locks: many threads cast rays, the first of them updates the scene.

use std::mem;
use std::sync::{Mutex, OnceLock, PoisonError};

use glam::DVec3;
use morse_raycast::{MeshStore, RayKind, RayKinds, RayScene};

use crate::physics::rapier_world::Physics;
use crate::physics::shapes::collider_shape;
use crate::physics::shapes::shape_cache::ShapeCache;
use crate::raycast::rapier_shapes::PlacedGeometry;
use crate::raycast::sync::{Common, SyncedScene, Threads, build_visuals};
use crate::tree::nodes::Tree;
use crate::{NodeId, Visual, WorldError};

/// What rays can meet, for each kind of rays a scene of its own: few of a robot's visible parts are obstacles.
///
/// A change of the world moves the scenes behind their locks; the first ray of a kind after it updates the scene of that
/// kind. Rays may come from many threads, so that first one takes the scene out of the lock, and all others find it ready.
#[derive(Default)]
pub(crate) struct Rays {
    obstacles: LazyScene,
    visuals: LazyScene,
    common: Mutex<Common>,
}

/// A scene that is updated when it is needed.
#[derive(Default)]
struct LazyScene {
    ready: OnceLock<Box<SyncedScene>>,
    waiting: Mutex<Box<SyncedScene>>,
}

/// What rays could meet at an earlier time, with the same meshes.
pub(crate) struct RaysCopy {
    obstacles: SyncedScene,
    visuals: SyncedScene,
    common: Common,
}

/// The geometry of the visuals of a node.
pub(crate) struct VisualGeometry(Vec<PlacedGeometry>);

/// The meshes of a scene, on their way to another one.
pub(crate) struct Meshes(MeshStore);

impl LazyScene {
    /// For a change, after which it is no longer ready.
    fn change(&mut self) -> &mut SyncedScene {
        let waiting = self.waiting.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = self.ready.take() {
            *waiting = ready;
        }
        waiting
    }
}

impl Rays {
    /// Of a world without nodes.
    pub(crate) fn new() -> Rays {
        let mut rays = Rays::default();
        rays.change().common.entered = RayKinds::ALL;
        rays
    }

    /// Marks nodes, and what has them as its anchor, as moved, hidden or shown.
    pub(crate) fn touch(&mut self, nodes: &[NodeId]) {
        if !nodes.is_empty() {
            let changes = &mut self.change().common.changes;
            nodes.iter().for_each(|&node| changes.mark(node, RayKinds::ALL));
        }
    }

    /// The marks, by node, of what was moved, hidden or shown, for those that mark some of so many nodes.
    pub(crate) fn marks(&mut self, node_count: usize) -> &mut [RayKinds] {
        self.change().common.changes.marks(node_count)
    }

    /// Marks nodes as given another parent.
    pub(crate) fn rehang(&mut self, nodes: &[NodeId]) {
        let Change { obstacles, visuals, common } = self.change();
        (obstacles.carriers_stale, visuals.carriers_stale) = (true, true);
        nodes.iter().for_each(|&node| common.changes.mark(node, RayKinds::ALL));
    }

    /// Marks the visuals of a node as changed in form, with as many parts as before.
    pub(crate) fn reshape(&mut self, node: NodeId) {
        let Change { visuals, common, .. } = self.change();
        visuals.reshaped.insert(node);
        common.changes.mark(node, RayKinds::VISUAL);
    }

    /// Lets rays meet the body of a new node.
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

    /// Lets rays no longer meet nodes.
    pub(crate) fn remove(&mut self, nodes: &[NodeId]) {
        let Change { obstacles, visuals, common } = self.change();
        for &node in nodes {
            obstacles.remove(node);
            visuals.remove(node);
        }
        common.meshes.tidy();
    }

    /// Whether a part of the visuals of a node of that scale is a surface that was built before, and so checked.
    pub(crate) fn knows(&mut self, part: &Visual, scale: DVec3) -> bool {
        let meshes = &self.change().common.meshes;
        part.surface().is_some_and(|surface| {
            meshes.of_surface(surface, collider_shape::mesh_factors(part.node_from_shape, scale)).is_some()
        })
    }

    /// Builds the geometry of validated parts of visuals.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when a shape is nothing that can be seen.
    pub(crate) fn build_looks(
        &mut self,
        owner: &str,
        scale: DVec3,
        parts: &[Visual],
        solids: &mut ShapeCache,
    ) -> Result<VisualGeometry, WorldError> {
        build_visuals(owner, scale, parts, &mut self.change().common.meshes, solids).map(VisualGeometry)
    }

    /// Lets rays of [`RayKind::Visual`] meet this geometry in place of that of the body.
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

    /// A copy, which shares the meshes.
    pub(crate) fn copy(&mut self) -> RaysCopy {
        let Change { obstacles, visuals, common } = self.change();
        RaysCopy { obstacles: obstacles.clone(), visuals: visuals.clone(), common: common.clone() }
    }

    /// Goes back to a copy.
    pub(crate) fn rewind(&mut self, copy: &RaysCopy) {
        let Change { obstacles, visuals, common } = self.change();
        obstacles.clone_from(&copy.obstacles);
        visuals.clone_from(&copy.visuals);
        common.clone_from(&copy.common);
    }

    /// Takes the meshes out, to spare the scene of a world that may have the same from building them.
    pub(crate) fn take_meshes(&mut self) -> Meshes {
        Meshes(mem::take(&mut self.change().common.meshes))
    }

    /// Puts meshes in before nodes are entered.
    pub(crate) fn give_meshes(&mut self, meshes: Meshes) {
        self.change().common.meshes = meshes.0;
    }

    /// What rays of a kind can meet, if it is up to date.
    #[inline]
    pub(super) fn ready(&self, kind: RayKind) -> Option<&RayScene<NodeId>> {
        self.of_kind(kind).ready.get().map(|synced| &synced.scene)
    }

    /// What rays of a kind can meet, up to date. `visuals` gives what a node looks like now.
    pub(super) fn scene<'w>(
        &self,
        kind: RayKind,
        tree: &Tree,
        physics: &Physics,
        visuals: &dyn Fn(NodeId) -> Option<&'w [Visual]>,
    ) -> &RayScene<NodeId> {
        let lazy = self.of_kind(kind);
        let synced = lazy.ready.get_or_init(|| {
            let mut synced = mem::take(&mut *lazy.waiting.lock().unwrap_or_else(PoisonError::into_inner));
            let mut common = self.common.lock().unwrap_or_else(PoisonError::into_inner);
            synced.update(kind, tree, physics, visuals, &mut common, Threads::This);
            synced
        });
        &synced.scene
    }

    /// Updates the scene of a kind on all threads of the current rayon pool, before rays are cast on several of them.
    pub(super) fn prepare<'w>(
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

/// Everything, for a change.
struct Change<'a> {
    obstacles: &'a mut SyncedScene,
    visuals: &'a mut SyncedScene,
    common: &'a mut Common,
}
