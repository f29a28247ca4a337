//! Keeps what rays can meet in step with the world, and how nodes look.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Mutex, OnceLock, PoisonError};

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::filter::RayKind;
use super::geometry::{Geometry, Placed};
use super::mesh::MeshStore;
use super::scene::RayScene;
use crate::physics::Physics;
use crate::{NodeId, PhysicsType, Pose, Shape, World, WorldError};

/// How a node looks: forms, and what they were made from.
#[derive(Serialize, Deserialize)]
pub(crate) struct Looks {
    owner: String,
    scale: DVec3,
    /// Each with its `node_from_shape`.
    shapes: Vec<(Pose, Shape)>,
    #[serde(skip)]
    forms: Vec<Placed>,
}

/// What rays can meet.
///
/// A change of the world puts the scene to rest; the first ray after it brings the scene up to date. Rays may
/// come from many threads, so that first one takes the scene out of the lock, and all others find it ready.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Rays {
    /// Of nodes that do not look like their bodies.
    looks: BTreeMap<NodeId, Looks>,
    #[serde(skip)]
    ready: OnceLock<Box<RayScene>>,
    #[serde(skip)]
    resting: Mutex<Box<RayScene>>,
}

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

    /// Lets rays meet the body of a new node.
    pub(crate) fn enter_body(&mut self, physics: &Physics, node: NodeId) {
        let scene = self.scene_mut();
        if scene.stocked {
            enter_body(scene, physics, node);
        }
    }

    /// Builds the forms of validated shapes that are only seen.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when a shape is nothing that can be seen.
    pub(crate) fn build_looks(
        &mut self,
        owner: &str,
        scale: DVec3,
        shapes: &[(Pose, Shape)],
    ) -> Result<Looks, WorldError> {
        let forms = build_forms(owner, scale, shapes, &mut self.scene_mut().meshes)?;
        Ok(Looks { owner: owner.to_owned(), scale, shapes: shapes.to_vec(), forms })
    }

    /// Lets rays that are sent out to see meet these forms in place of those of the body.
    pub(crate) fn enter_looks(&mut self, node: NodeId, mut looks: Looks) {
        let forms = mem::take(&mut looks.forms);
        self.looks.insert(node, looks);
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

    /// Enters all nodes into a scene that has lost them, as that of a restored world has.
    fn stock(&self, scene: &mut RayScene, nodes: impl Iterator<Item = NodeId>, physics: &Physics) {
        for node in nodes {
            enter_body(scene, physics, node);
            if let Some(looks) = self.looks.get(&node) {
                // The same shapes were built when they were given; a saved world is not taken when damaged.
                let forms = build_forms(&looks.owner, looks.scale, &looks.shapes, &mut scene.meshes);
                enter_looks(scene, node, forms.unwrap_or_default());
            }
        }
        scene.meshes.tidy();
        scene.stocked = true;
    }
}

impl World {
    /// What rays can meet, up to date.
    pub(super) fn ray_scene(&self) -> &RayScene {
        self.rays.ready.get_or_init(|| {
            let mut resting = self.rays.resting.lock().unwrap_or_else(PoisonError::into_inner);
            let mut scene = mem::take(&mut *resting);
            if !scene.stocked {
                self.rays.stock(&mut scene, self.nodes(), &self.physics);
            }
            scene.catch_up(&self.tree);
            scene
        })
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
    shapes: &[(Pose, Shape)],
    meshes: &mut MeshStore,
) -> Result<Vec<Placed>, WorldError> {
    let form = |(place, shape): &(Pose, Shape)| Geometry::of_shape(owner, shape, *place, scale, meshes);
    shapes.iter().map(form).filter_map(Result::transpose).collect()
}
