//! The ray scene of a world behind a lock: many threads cast rays, the first of them updates the scene.

use std::mem;
use std::sync::{Mutex, OnceLock, PoisonError};

use glam::DVec3;
use morse_raycast::{MeshStore, RayScene};

use crate::physics::rapier_world::Physics;
use crate::physics::shapes::collider_shape;
use crate::physics::shapes::shape_cache::ShapeCache;
use crate::raycast::rapier_shapes::PlacedGeometry;
use crate::raycast::sync::{SyncedScene, Threads, build_visuals};
use crate::tree::nodes::Tree;
use crate::{NodeId, Visual, WorldError};

/// What rays can meet.
///
/// A change of the world moves the scene behind the lock; the first ray after it updates the scene. Rays may
/// come from many threads, so that first one takes the scene out of the lock, and all others find it ready.
#[derive(Default)]
pub(crate) struct Rays {
    ready: OnceLock<Box<SyncedScene>>,
    waiting: Mutex<Box<SyncedScene>>,
}

/// What rays could meet at an earlier time, with the same meshes.
pub(crate) struct RaysCopy(Box<SyncedScene>);

/// The geometry of the visuals of a node.
pub(crate) struct VisualGeometry(Vec<PlacedGeometry>);

/// The meshes of a scene, on their way to another one.
pub(crate) struct Meshes(MeshStore);

impl Rays {
    /// Of a world without nodes.
    pub(crate) fn new() -> Rays {
        let mut rays = Rays::default();
        rays.scene_mut().complete = true;
        rays
    }

    /// Marks nodes, and what has them as its anchor, as moved, hidden or shown.
    pub(crate) fn touch(&mut self, nodes: &[NodeId]) {
        if !nodes.is_empty() {
            let scene = self.scene_mut();
            nodes.iter().for_each(|&node| scene.touch(node));
        }
    }

    /// The marks, by node, of what was moved, hidden or shown since the last ray, for those that mark some of so many nodes.
    pub(crate) fn marks(&mut self, node_count: usize) -> &mut [bool] {
        self.scene_mut().marks(node_count)
    }

    /// Marks nodes as given another parent.
    pub(crate) fn rehang(&mut self, nodes: &[NodeId]) {
        let scene = self.scene_mut();
        nodes.iter().for_each(|&node| scene.rehang(node));
    }

    /// Marks the visuals of a node as changed in form, with as many parts as before.
    pub(crate) fn reshape(&mut self, node: NodeId) {
        self.scene_mut().reshaped.insert(node);
    }

    /// Lets rays meet the body of a new node.
    pub(crate) fn enter_body(&mut self, physics: &Physics, node: NodeId) {
        let scene = self.scene_mut();
        if scene.complete {
            scene.insert_body(physics, node);
        }
    }

    /// Lets rays no longer meet nodes.
    pub(crate) fn remove(&mut self, nodes: &[NodeId]) {
        let scene = self.scene_mut();
        nodes.iter().for_each(|&node| scene.remove(node));
        scene.meshes.tidy();
    }

    /// Whether a part of the visuals of a node of that scale is a surface that was built before, and so checked.
    pub(crate) fn knows(&mut self, part: &Visual, scale: DVec3) -> bool {
        let meshes = &self.scene_mut().meshes;
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
        build_visuals(owner, scale, parts, &mut self.scene_mut().meshes, solids).map(VisualGeometry)
    }

    /// Lets rays of [`RayKind::Visual`](crate::RayKind::Visual) meet this geometry in place of that of the body.
    pub(crate) fn enter_visuals(&mut self, node: NodeId, VisualGeometry(parts): VisualGeometry) {
        let scene = self.scene_mut();
        if scene.complete {
            scene.insert_visuals(node, parts);
        }
    }

    /// A copy, which shares the meshes.
    pub(crate) fn copy(&mut self) -> RaysCopy {
        RaysCopy(Box::new(self.scene_mut().clone()))
    }

    /// Goes back to a copy.
    pub(crate) fn rewind(&mut self, copy: &RaysCopy) {
        self.scene_mut().clone_from(&copy.0);
    }

    /// Takes the meshes out, to spare the scene of a world that may have the same from building them.
    pub(crate) fn take_meshes(&mut self) -> Meshes {
        Meshes(mem::take(&mut self.scene_mut().meshes))
    }

    /// Puts meshes in before nodes are entered.
    pub(crate) fn give_meshes(&mut self, meshes: Meshes) {
        self.scene_mut().meshes = meshes.0;
    }

    /// What rays can meet, if it is up to date.
    #[inline]
    pub(super) fn ready(&self) -> Option<&RayScene<NodeId>> {
        self.ready.get().map(|synced| &synced.scene)
    }

    /// What rays can meet, up to date. `visuals` gives what a node looks like now.
    pub(super) fn scene<'w>(
        &self,
        tree: &Tree,
        physics: &Physics,
        visuals: &dyn Fn(NodeId) -> Option<&'w [Visual]>,
    ) -> &RayScene<NodeId> {
        let synced = self.ready.get_or_init(|| {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let mut synced = mem::take(&mut *waiting);
            synced.update(tree, physics, visuals, Threads::This);
            synced
        });
        &synced.scene
    }

    /// Updates the scene on all threads of the current rayon pool, before rays are cast on several of them.
    pub(super) fn prepare<'w>(
        &mut self,
        tree: &Tree,
        physics: &Physics,
        visuals: &dyn Fn(NodeId) -> Option<&'w [Visual]>,
    ) {
        if self.ready.get().is_none() {
            let mut synced = mem::take(self.waiting.get_mut().unwrap_or_else(PoisonError::into_inner));
            synced.update(tree, physics, visuals, Threads::All);
            self.ready = OnceLock::from(synced);
        }
    }

    fn scene_mut(&mut self) -> &mut SyncedScene {
        let waiting = self.waiting.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = self.ready.take() {
            *waiting = ready;
        }
        waiting
    }
}
