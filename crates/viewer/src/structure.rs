//! The contents of a scene, copied out of the world: nodes, visuals, objects, zones.
//!
//! Surfaces, images and material slots are shared with the world, so that the copy costs little.

mod carrying;
mod masses;
mod parts;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::DVec3;
pub use masses::ShownMass;
use masses::masses;
use morse_scene::data_kind::DataKind;
use morse_scene::document::ObjectKind;
use morse_sim::Simulation;
use morse_world::{
    BodyShape, Light, Material, MaterialId, NodeId, Pose, Shape, Skin, Texture, TextureId, Visual, World,
    Zone,
};
use parts::parts;

/// A part of the visuals of a node.
#[derive(Debug, Clone)]
pub struct Part {
    /// Its pose in its node, scale applied.
    pub node_from_part: Pose,
    /// Scale factors along its own axes.
    pub scale: DVec3,
    /// Shape and materials.
    pub visual: Visual,
}

/// How a node looks besides its parts; it can change while a simulation runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Whether the node is shown.
    pub visible: bool,
    /// A color in place of the diffuse colors of its materials.
    pub rgb: Option<[f32; 3]>,
    /// Factor on the opacity of its materials.
    pub alpha: f32,
    /// The light on the node.
    pub light: Option<Light>,
}

impl Look {
    /// The look of a node.
    pub fn of(world: &World, node: NodeId) -> Look {
        Look {
            visible: world.is_visible(node),
            rgb: world.color(node),
            alpha: world.alpha(node),
            light: world.light(node).cloned(),
        }
    }
}

/// A node as viewers know it.
#[derive(Debug, Clone)]
pub struct ShownNode {
    /// A number that no other node of the run ever has.
    pub number: u32,
    /// The node in the world; `None` for bones.
    pub node: Option<NodeId>,
    /// The version of the structure that it came with.
    pub added: u64,
    /// Name in the world.
    pub name: String,
    /// Number of its parent.
    pub parent: Option<u32>,
    /// Pose in its parent at the time of copying.
    pub parent_from_node: Pose,
    /// Whether it was added by the simulator rather than by the scene.
    pub internal: bool,
    /// Its parts.
    pub parts: Vec<Part>,
    /// The shapes of its body, with their poses in the node.
    pub bodies: Vec<(Pose, BodyShape)>,
    /// Colors and light.
    pub look: Look,
    /// Its skin, if it has one.
    pub skin: Option<ShownSkin>,
}

/// A skin that bones deform.
#[derive(Debug, Clone)]
pub struct ShownSkin {
    /// Weights of the vertices of the first part of the node.
    pub skin: Arc<Skin>,
    /// For each bone its number, and the pose of the node as the bone sees it in the bind pose.
    pub bones: Vec<(u32, Pose)>,
}

/// A robot, component, passive object or zone.
#[derive(Debug, Clone)]
pub struct ShownObject {
    /// Full name.
    pub name: String,
    /// Its kind.
    pub kind: ObjectKind,
    /// Its class in the Builder, else its class path.
    pub class: Option<String>,
    /// Full name of the object that carries it.
    pub parent: Option<String>,
    /// Number of its node.
    pub node: Option<u32>,
    /// Kind of its data, if it is a component.
    pub data: Option<DataKind>,
}

/// A scene at some time between two ticks.
#[derive(Debug, Clone, Default)]
pub struct Structure {
    /// Counts the structures of the run, from 1.
    pub version: u64,
    /// All nodes, parents before children.
    pub nodes: Vec<ShownNode>,
    /// All objects of the scene in the order of adding.
    pub objects: Vec<ShownObject>,
    /// The materials that parts use.
    pub materials: BTreeMap<MaterialId, Material>,
    /// The images that materials use.
    pub textures: BTreeMap<TextureId, Texture>,
    /// Bodies that physics moves, with their masses.
    pub masses: Vec<ShownMass>,
    /// Named boxes of the world.
    pub zones: Vec<Zone>,
    /// Whether colors are linear instead of display values.
    pub linear: bool,
    /// Ambient light, if the scene says.
    pub ambient: Option<[f32; 3]>,
    /// Color of the background.
    pub horizon: [f32; 3],
}

/// The facts about a node that viewers have.
#[derive(Debug, Clone, Copy)]
struct Known {
    number: u32,
    /// The version of the structure that it came with.
    added: u64,
    /// Its parent at that time. Pages keep this parent, even if it changes later.
    parent: Option<NodeId>,
}

/// Numbers nodes for viewers. A number is never used again.
#[derive(Debug, Default)]
pub struct Numbers {
    by_node: BTreeMap<NodeId, Known>,
    /// Numbers of the bones of armatures that deform skins, by the node of the armature. Bones are nodes for viewers.
    bones: BTreeMap<NodeId, Vec<u32>>,
    next: u32,
    version: u64,
}

impl Numbers {
    /// The number of a node in the last structure.
    pub fn of(&self, node: NodeId) -> Option<u32> {
        self.by_node.get(&node).map(|known| known.number)
    }

    /// The parent of a node on pages.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.by_node.get(&node)?.parent.filter(|parent| self.by_node.contains_key(parent))
    }

    /// The armatures that deform skins, with the numbers of their bones.
    pub fn bones(&self) -> impl Iterator<Item = (NodeId, &[u32])> {
        self.bones.iter().map(|(&node, numbers)| (node, numbers.as_slice()))
    }

    /// Copies the structure of a simulation, and lists the numbers of nodes that are gone.
    pub fn copy(&mut self, simulation: &Simulation) -> (Structure, Vec<u32>) {
        let world = simulation.world();
        self.version += 1;
        let present: BTreeSet<NodeId> = world.nodes().collect();
        let gone = self.by_node.iter().filter(|(node, _)| !present.contains(node));
        let gone: Vec<u32> = gone.map(|(_, known)| known.number).collect();
        let gone_bones = self.bones.iter().filter(|(node, _)| !present.contains(node));
        let gone = [gone, gone_bones.flat_map(|(_, numbers)| numbers.iter().copied()).collect()].concat();
        self.by_node.retain(|node, _| present.contains(node));
        self.bones.retain(|node, _| present.contains(node));
        // Parents get their numbers first, also where a node was attached to a later one.
        let roots = world.nodes().filter(|&node| world.parent(node).is_none());
        let mut ordered: Vec<NodeId> = roots.flat_map(|root| world.subtree(root)).collect();
        for &node in &ordered {
            let (next, version) = (&mut self.next, self.version);
            self.by_node.entry(node).or_insert_with(|| {
                *next += 1;
                Known { number: *next - 1, added: version, parent: world.parent(node) }
            });
            if let Some((_, armature, _)) = world.skin(node) {
                let count = world.armature(armature).map_or(0, |armature| armature.bones().len() as u32);
                self.bones.entry(armature).or_insert_with(|| {
                    *next += count;
                    (*next - count..*next).collect()
                });
            }
        }
        ordered.sort_by_key(|&node| self.of(node));
        let mut structure = Structure {
            version: self.version,
            zones: world.zones().to_vec(),
            linear: world.illumination().is_some_and(|illumination| illumination.linear),
            ambient: world.illumination().map(|illumination| illumination.ambient),
            horizon: world.horizon(),
            ..Structure::default()
        };
        structure.nodes = ordered.iter().map(|&node| self.node(world, node)).collect();
        for (&node, numbers) in &self.bones {
            structure.nodes.extend(self.bone_nodes(world, node, numbers));
        }
        structure.objects = simulation
            .entities()
            .map(|entity| ShownObject {
                name: entity.name.to_owned(),
                kind: entity.kind,
                class: entity.class.map(str::to_owned),
                parent: entity.parent.map(str::to_owned),
                node: entity.node.and_then(|node| self.of(node)),
                data: simulation.data(entity.name).map(|data| data.kind()),
            })
            .collect();
        structure.masses = masses(world, |node| self.of(node));
        structure.copy_materials(world);
        (structure, gone)
    }

    fn node(&self, world: &World, node: NodeId) -> ShownNode {
        let known = self.by_node.get(&node);
        let parent = self.parent(node);
        let parent_from_node = if parent == world.parent(node) {
            world.parent_from(node)
        } else {
            parent.map_or(Pose::IDENTITY, |parent| world.world_from(parent)).inverse()
                * world.world_from(node)
        };
        ShownNode {
            number: known.map_or(0, |known| known.number),
            node: Some(node),
            added: known.map_or(0, |known| known.added),
            name: world.name(node).to_owned(),
            parent: parent.and_then(|parent| self.of(parent)),
            parent_from_node,
            internal: world.is_internal(node),
            parts: parts(world, node),
            bodies: world.body_shapes(node),
            look: Look::of(world, node),
            skin: self.skin(world, node),
        }
    }

    fn skin(&self, world: &World, node: NodeId) -> Option<ShownSkin> {
        let (skin, armature_node, node_from_armature) = world.skin(node)?;
        let (numbers, armature) = (self.bones.get(&armature_node)?, world.armature(armature_node)?);
        let armature_from_node = node_from_armature.inverse();
        let bones = numbers.iter().zip(armature.bones());
        let bones =
            bones.map(|(&number, bone)| (number, bone.armature_from_bind.inverse() * armature_from_node));
        Some(ShownSkin { skin: Arc::clone(skin), bones: bones.collect() })
    }

    /// The bones of an armature as nodes.
    fn bone_nodes(&self, world: &World, node: NodeId, numbers: &[u32]) -> Vec<ShownNode> {
        let Some((known, armature)) = self.by_node.get(&node).zip(world.armature(node)) else {
            return Vec::new();
        };
        let bones = numbers.iter().zip(armature.bones()).enumerate();
        let bones = bones.map(|(index, (&number, bone))| ShownNode {
            number,
            node: None,
            added: known.added,
            name: bone.name.clone(),
            parent: Some(known.number),
            parent_from_node: armature.armature_from_bone(index),
            internal: true,
            parts: Vec::new(),
            bodies: Vec::new(),
            look: Look { visible: true, rgb: None, alpha: 1.0, light: None },
            skin: None,
        });
        bones.collect()
    }
}

impl Structure {
    /// The same nodes with their collision shapes as visuals.
    pub fn of_bodies(&self) -> Structure {
        let part = |(node_from_part, shape): &(Pose, BodyShape)| {
            let visual = Visual::new(Shape::TriMesh(Arc::new(shape.surface()?)));
            Some(Part { node_from_part: *node_from_part, scale: DVec3::ONE, visual })
        };
        let node = |node: &ShownNode| ShownNode {
            parts: node.bodies.iter().filter_map(part).collect(),
            look: Look { visible: true, rgb: None, alpha: 1.0, light: None },
            skin: None,
            ..node.clone()
        };
        Structure {
            version: self.version,
            nodes: self.nodes.iter().map(node).collect(),
            ..Structure::default()
        }
    }

    fn copy_materials(&mut self, world: &World) {
        let used = self.nodes.iter().flat_map(|node| &node.parts);
        let used: BTreeSet<MaterialId> =
            used.flat_map(|part| part.visual.materials.iter().copied()).collect();
        for id in used {
            let Some(material) = world.material(id) else { continue };
            let layers = material.layers.iter().map(|layer| layer.texture);
            for texture in material.texture.into_iter().chain(layers) {
                if let Some(image) = world.texture(texture) {
                    self.textures.entry(texture).or_insert_with(|| image.clone());
                }
            }
            self.materials.insert(id, material.clone());
        }
    }
}
