//! Visuals of model objects: meshes with materials, and lights.

use std::collections::BTreeMap;
use std::f32::consts::PI;
use std::sync::Arc;

use glam::DMat3;
use morse_assets::model;
use morse_assets::model::{MeshId, Model, NodeKind, NodeRole, TextureData, TextureId};
use morse_scene::document::MaterialSettings;
use morse_world::{
    Falloff, Light, LightKind, Material, MaterialId, MaterialSlots, NodeId, Texture, Visual, World,
    WorldError,
};

use crate::assemble::models::materials;
use crate::assemble::models::meshes::{MeshCache, NodeMesh};
use crate::assemble::models::primitives::solid;
use crate::assemble::models::selection::Piece;
use crate::assemble::paint::changed;

/// Surfaces with an opacity below this value are collision geometry and are not drawn.
const ALPHA_SEEN_MIN: f32 = 1e-3;
/// Edges bent by less than this angle are shaded smooth: 35 degrees. [rad]
const CREASE_RAD: f32 = 0.61;

/// Images, materials and visuals of models, shared between nodes.
#[derive(Default)]
pub(in crate::assemble) struct VisualCache {
    textures: BTreeMap<(usize, TextureId), Option<morse_world::TextureId>>,
    materials: BTreeMap<MaterialKey, MaterialId>,
    sources: BTreeMap<VisualKey, VisualSource>,
    /// Changes of materials by the scene, by name.
    pub(in crate::assemble) changes: BTreeMap<String, MaterialSettings>,
}

/// Model, index of the material, and the image that faces set.
type MaterialKey = (usize, Option<usize>, Option<TextureId>);

/// Address of the surface of a mesh, and the materials in its slots.
type VisualKey = (usize, Vec<Option<usize>>);

#[derive(Clone)]
struct VisualSource {
    materials: Arc<[MaterialId]>,
    material_slots: Arc<MaterialSlots>,
    /// Keeps the surface alive, because the key contains its address.
    _node_mesh: Arc<NodeMesh>,
}

/// Adds the visuals and the light of an object of a model to its node.
pub(super) fn add_visuals(
    world: &mut World,
    node_meshes: &mut MeshCache,
    visual_cache: &mut VisualCache,
    model: &Arc<Model>,
    piece: &Piece<'_>,
    node: NodeId,
    node_from_mesh: DMat3,
) -> Result<(), WorldError> {
    if let NodeKind::Light(light) = piece.node.kind
        && let Some(light) = model.lights.get(light.index())
    {
        world.set_light(node, Some(light_of(light)))?;
    }
    let visual = visual(world, node_meshes, visual_cache, model, piece, node_from_mesh)?;
    // An invisible body needs empty visuals, or its collision shape would be drawn.
    if visual.is_some() || world.has_body(node) {
        world.set_visuals(node, visual.into_iter().collect())?;
    }
    if piece.node.visibility.hidden_in_render {
        world.set_visible(node, false, false);
    }
    Ok(())
}

fn visual(
    world: &mut World,
    node_meshes: &mut MeshCache,
    visual_cache: &mut VisualCache,
    model: &Arc<Model>,
    piece: &Piece<'_>,
    node_from_mesh: DMat3,
) -> Result<Option<Visual>, WorldError> {
    if piece.node.role == NodeRole::Collision {
        return Ok(None);
    }
    if let NodeKind::Shape(shape) = piece.node.kind {
        let slot = piece.node.materials.first().copied().flatten().map(|material| material.index());
        let material = visual_cache.material(world, model, slot, None)?;
        return Ok(Some(Visual::new(solid(&shape, node_from_mesh)).of(material)));
    }
    let Some(mesh) = piece.node.mesh() else { return Ok(None) };
    let slots: Vec<Option<usize>> =
        piece.node.materials.iter().map(|material| material.map(|material| material.index())).collect();
    let transparent = |slot: &Option<usize>| {
        slot.and_then(|material| model.materials.get(material)).is_some_and(|material| {
            let is_seen = material.layers.iter().any(|layer| layer.alpha != 0.0);
            material.alpha < ALPHA_SEEN_MIN && !is_seen
        })
    };
    if !slots.is_empty() && slots.iter().all(transparent) {
        return Ok(None);
    }
    let Some(node_mesh) = node_meshes.surface(model, mesh, node_from_mesh) else { return Ok(None) };
    let Some(shape) = node_mesh.mesh() else { return Ok(None) };
    let visual_source =
        visual_cache.visual_source(world, model, mesh, &node_mesh, slots, &piece.node.name)?;
    Ok(Some(Visual {
        materials: visual_source.materials,
        material_slots: Some(visual_source.material_slots),
        ..Visual::new(shape)
    }))
}

impl VisualCache {
    fn visual_source(
        &mut self,
        world: &mut World,
        model: &Arc<Model>,
        mesh: MeshId,
        node_mesh: &Arc<NodeMesh>,
        slots: Vec<Option<usize>>,
        owner: &str,
    ) -> Result<VisualSource, WorldError> {
        let key = (Arc::as_ptr(&node_mesh.surface) as usize, slots);
        if let Some(visual_source) = self.sources.get(&key) {
            return Ok(visual_source.clone());
        }
        let source = &model.meshes[mesh.index()];
        let mut materials = Vec::with_capacity(key.1.len());
        for &slot in &key.1 {
            materials.push(self.material(world, model, slot, None)?);
        }
        let mut of_triangles = source.slots.clone();
        // Images set by faces: one more slot for each image on a material.
        let mut of_faces = BTreeMap::new();
        for (triangle, image) in source.face_textures.iter().enumerate() {
            let (Some(image), Some(slot)) = (*image, of_triangles.get_mut(triangle)) else { continue };
            let material = key.1.get(usize::from(*slot)).copied().flatten();
            *slot = match of_faces.get(&(material, image)) {
                Some(&known) => known,
                None => {
                    materials.push(self.material(world, model, material, Some(image))?);
                    let new = u16::try_from(materials.len() - 1).unwrap_or(*slot);
                    of_faces.insert((material, image), new);
                    new
                }
            };
        }
        let mut uvs = source.uvs.clone();
        if node_mesh.mirrored {
            uvs.iter_mut().for_each(|corners| corners.swap(1, 2));
        }
        let mut material_slots = MaterialSlots::new(owner, source.triangles.len(), of_triangles, uvs)?;
        if materials::need_generated(model, &key.1) {
            material_slots =
                material_slots.with_generated(owner, materials::generated(source, node_mesh.mirrored))?;
        }
        let material_slots = Arc::new(material_slots.smooth(CREASE_RAD));
        let visual_source =
            VisualSource { materials: materials.into(), material_slots, _node_mesh: Arc::clone(node_mesh) };
        self.sources.insert(key, visual_source.clone());
        Ok(visual_source)
    }

    /// A material of a model, or the default material, with its own image or an image that faces set.
    fn material(
        &mut self,
        world: &mut World,
        model: &Arc<Model>,
        slot: Option<usize>,
        image: Option<TextureId>,
    ) -> Result<MaterialId, WorldError> {
        let key = (Arc::as_ptr(model) as usize, slot, image);
        if let Some(&id) = self.materials.get(&key) {
            return Ok(id);
        }
        let source = slot.and_then(|index| model.materials.get(index));
        let mut material = match source {
            Some(source) => materials::material(source, materials::Colors::of(world, model)),
            None => Material::default(),
        };
        if let Some(changes) = self.changes.get(&material.name) {
            material = changed(material, changes);
        }
        let image = match source {
            // Images set by faces apply only to materials without an image of their own.
            Some(source) if !source.layers.is_empty() => source.texture,
            Some(source) => source.texture.or(image),
            None => image,
        };
        if let Some(image) = image {
            material.texture = self.texture(world, model, image)?;
        }
        for layer in source.iter().flat_map(|source| &source.layers) {
            if let Some(texture) = self.texture(world, model, layer.texture)? {
                material.layers.push(materials::layer(layer, texture));
            }
        }
        let id = world.add_material(material)?;
        self.materials.insert(key, id);
        Ok(id)
    }

    /// An image of a model, if it was decoded when the model was loaded.
    pub(in crate::assemble) fn texture(
        &mut self,
        world: &mut World,
        model: &Arc<Model>,
        image: TextureId,
    ) -> Result<Option<morse_world::TextureId>, WorldError> {
        let key = (Arc::as_ptr(model) as usize, image);
        if let Some(&known) = self.textures.get(&key) {
            return Ok(known);
        }
        let source = model.textures.get(image.index());
        let texture = source.and_then(|source| match &source.data {
            TextureData::Decoded(pixels) => Some(Texture {
                name: source.name.clone(),
                width: pixels.width,
                height: pixels.height,
                rgba: Arc::clone(&pixels.rgba),
            }),
            _ => None,
        });
        let id = texture.map(|texture| world.add_texture(texture)).transpose()?;
        self.textures.insert(key, id);
        Ok(id)
    }
}

/// The light of a file. Values out of range are clamped to the nearest valid values.
fn light_of(light: &model::Light) -> Light {
    let kind = match light.kind {
        model::LightKind::Sun => LightKind::Sun,
        model::LightKind::Spot => LightKind::Spot { angle: light.spot_angle.clamp(0.01, PI) },
        model::LightKind::Hemi => LightKind::Hemisphere,
        // An area light is approximated by a point light.
        model::LightKind::Point | model::LightKind::Area => LightKind::Point,
    };
    let weight = |weight: f32| if weight >= 0.0 { weight.min(1e9) } else { 0.0 };
    let falloff = match light.falloff {
        model::Falloff::Constant => Falloff::Constant,
        model::Falloff::InverseLinear => Falloff::InverseLinear,
        model::Falloff::InverseSquare => Falloff::InverseSquare,
        model::Falloff::Weighted { linear, quadratic } => {
            Falloff::Weighted { linear: weight(linear), quadratic: weight(quadratic) }
        }
    };
    Light {
        kind,
        rgb: light.rgb.map(|part| part.clamp(0.0, 1.0)),
        energy: light.energy.clamp(0.0, 1e9),
        distance: light.distance.max(1e-3),
        falloff,
        sphere: light.sphere,
        spot_blend: if light.spot_blend >= 0.0 { light.spot_blend.min(1.0) } else { 0.0 },
        diffuse: light.diffuse,
        specular: light.specular,
    }
}
