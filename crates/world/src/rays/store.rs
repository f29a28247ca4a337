//! Keeps what rays can meet in step with the world.

use std::mem;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::filter::RayKind;
use super::geometry::{Geometry, Placed};
use super::mesh::MeshStore;
use super::scene::RayScene;
use crate::physics::Physics;
use crate::solid;
use crate::solid_cache::SolidCache;
use crate::{Look, NodeId, PhysicsType, World, WorldError};
use glam::DVec3;

/// What rays can meet.
///
/// A change of the world puts the scene to rest; the first ray after it brings the scene up to date. Rays may
/// come from many threads, so that first one takes the scene out of the lock, and all others find it ready.
#[derive(Default)]
pub(crate) struct Rays {
    ready: OnceLock<Box<RayScene>>,
    resting: Mutex<Box<RayScene>>,
}

/// The forms of the looks of a node.
pub(crate) struct Forms(Vec<Placed>);

/// The meshes of a scene, on their way to another one.
pub(crate) struct Meshes(MeshStore);

impl Rays {
    /// Of a world without nodes.
    pub(crate) fn new() -> Rays {
        let mut rays = Rays::default();
        rays.scene_mut().stocked = true;
        rays
    }

    /// Takes note that nodes, and what has them as its anchor, were moved, hidden or shown.
    pub(crate) fn touch(&mut self, nodes: &[NodeId]) {
        if !nodes.is_empty() {
            let scene = self.scene_mut();
            nodes.iter().for_each(|&node| scene.touch(node));
        }
    }

    /// Takes note that nodes hang elsewhere.
    pub(crate) fn rehang(&mut self, nodes: &[NodeId]) {
        let scene = self.scene_mut();
        nodes.iter().for_each(|&node| scene.rehang(node));
    }

    /// Takes note that the looks of a node have another form, with as many parts as before.
    pub(crate) fn reshape(&mut self, node: NodeId) {
        let scene = self.scene_mut();
        scene.reshaped.insert(node);
    }

    /// Lets rays meet the body of a new node.
    pub(crate) fn enter_body(&mut self, physics: &Physics, node: NodeId) {
        let scene = self.scene_mut();
        if scene.stocked {
            enter_body(scene, physics, node);
        }
    }

    /// Whether a part of the looks of a node of that scale is a surface that was built before, and so checked.
    pub(crate) fn knows(&mut self, part: &Look, scale: DVec3) -> bool {
        let meshes = &self.scene_mut().meshes;
        part.surface().is_some_and(|surface| {
            meshes.of_surface(surface, solid::mesh_factors(part.node_from_shape, scale)).is_some()
        })
    }

    /// Builds the forms of validated parts of looks.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when a shape is nothing that can be seen.
    pub(crate) fn build_looks(
        &mut self,
        owner: &str,
        scale: DVec3,
        parts: &[Look],
        solids: &mut SolidCache,
    ) -> Result<Forms, WorldError> {
        build_forms(owner, scale, parts, &mut self.scene_mut().meshes, solids).map(Forms)
    }

    /// Lets rays that are sent out to see meet these forms in place of those of the body.
    pub(crate) fn enter_looks(&mut self, node: NodeId, Forms(forms): Forms) {
        let scene = self.scene_mut();
        if scene.stocked {
            enter_looks(scene, node, forms);
        }
    }

    /// Takes the meshes out, to spare the scene of a world that may have the same from building them.
    pub(crate) fn take_meshes(&mut self) -> Meshes {
        Meshes(mem::take(&mut self.scene_mut().meshes))
    }

    /// Puts meshes in before the scene is stocked.
    pub(crate) fn give_meshes(&mut self, meshes: Meshes) {
        self.scene_mut().meshes = meshes.0;
    }

    fn scene_mut(&mut self) -> &mut RayScene {
        let resting = self.resting.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = self.ready.take() {
            *resting = ready;
        }
        resting
    }
}

impl World {
    /// What rays can meet, up to date.
    pub(super) fn ray_scene(&self) -> &RayScene {
        self.rays.ready.get_or_init(|| {
            let mut resting = self.rays.resting.lock().unwrap_or_else(PoisonError::into_inner);
            let mut scene = mem::take(&mut *resting);
            if !scene.stocked {
                self.stock(&mut scene);
            }
            for node in mem::take(&mut scene.reshaped) {
                scene.reshape(node, self.looks(node).unwrap_or_default());
            }
            scene.catch_up(&self.tree);
            scene
        })
    }

    /// Enters all nodes into a scene that has lost them, as that of a restored world has.
    fn stock(&self, scene: &mut RayScene) {
        let mut solids = SolidCache::default();
        for node in self.nodes() {
            enter_body(scene, &self.physics, node);
            if let Some(parts) = self.looks(node) {
                // The same parts were built when they were given; a saved world is not taken when damaged.
                let scale = self.scale(node);
                let forms = build_forms(self.name(node), scale, parts, &mut scene.meshes, &mut solids);
                enter_looks(scene, node, forms.unwrap_or_default());
            }
        }
        scene.meshes.tidy();
        scene.stocked = true;
    }
}

fn enter_body(scene: &mut RayScene, physics: &Physics, node: NodeId) {
    let Some(body) = physics.body(node) else {
        return;
    };
    let obstacle = if body.physics == PhysicsType::Sensor { 0 } else { RayKind::Physics.bit() };
    for (part, (place, shape)) in physics.shapes(node).enumerate() {
        if let Some(form) = Geometry::of_engine(shape, place, &mut scene.meshes) {
            scene.enter(node, part as u32, obstacle | RayKind::Visual.bit(), form);
        }
    }
}

fn enter_looks(scene: &mut RayScene, node: NodeId, forms: Vec<Placed>) {
    scene.clear_looks(node);
    for (part, form) in forms.into_iter().enumerate() {
        scene.enter(node, part as u32, RayKind::Visual.bit(), form);
    }
}

fn build_forms(
    owner: &str,
    scale: DVec3,
    parts: &[Look],
    meshes: &mut MeshStore,
    solids: &mut SolidCache,
) -> Result<Vec<Placed>, WorldError> {
    let form =
        |part: &Look| Geometry::of_shape(owner, &part.shape, part.node_from_shape, scale, meshes, solids);
    parts.iter().map(form).filter_map(Result::transpose).collect()
}
