//! How the objects of a model look: their meshes with materials, and their lights.

use std::collections::BTreeMap;
use std::f32::consts::PI;
use std::sync::Arc;

use glam::DMat3;
use morse_assets::model::{self, MeshId, Model, NodeKind, TextureData, TextureId};
use morse_world::{Coat, Light, LightKind, Look, Material, MaterialId, NodeId, Texture, World, WorldError};

use super::forms::{Form, Forms};
use super::pieces::Piece;
use super::solids::solid;

/// Below this a surface is not there to be seen: it stands for a body in collisions.
const ALPHA_SEEN_MIN: f32 = 1e-3;
/// Surfaces look smooth across edges that are bent by less than this: 35 degrees.
const CREASE_RAD: f32 = 0.61;

/// Images, materials and coats of models, each made once for all nodes that use them.
#[derive(Default)]
pub(in crate::assemble) struct Wardrobe {
    textures: BTreeMap<(usize, TextureId), Option<morse_world::TextureId>>,
    materials: BTreeMap<MaterialKey, MaterialId>,
    outfits: BTreeMap<OutfitKey, Outfit>,
}

/// Which model, which of its materials, and an image that faces name themselves.
type MaterialKey = (usize, Option<usize>, Option<TextureId>);

/// Where the surface of a mesh is in memory, and which materials are in its slots.
type OutfitKey = (usize, Vec<Option<usize>>);

#[derive(Clone)]
struct Outfit {
    materials: Arc<[MaterialId]>,
    coat: Arc<Coat>,
    /// Keeps the surface where it is in memory, while it is known by its place.
    _form: Arc<Form>,
}

/// Gives the node of an object of a model its looks and its light.
pub(super) fn dress(
    world: &mut World,
    forms: &mut Forms,
    wardrobe: &mut Wardrobe,
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
    let look = look(world, forms, wardrobe, model, piece, node_from_mesh)?;
    // A body that is not to be seen must not be seen as the body it is.
    if look.is_some() || world.has_body(node) {
        world.set_looks(node, look.into_iter().collect())?;
    }
    if piece.node.visibility.hidden_in_render {
        world.set_visible(node, false, false);
    }
    Ok(())
}

fn look(
    world: &mut World,
    forms: &mut Forms,
    wardrobe: &mut Wardrobe,
    model: &Arc<Model>,
    piece: &Piece<'_>,
    node_from_mesh: DMat3,
) -> Result<Option<Look>, WorldError> {
    if let NodeKind::Shape(shape) = piece.node.kind {
        let slot = piece.node.materials.first().copied().flatten().map(|material| material.index());
        let material = wardrobe.material(world, model, slot, None)?;
        return Ok(Some(Look::new(solid(&shape, node_from_mesh)).of(material)));
    }
    let Some(mesh) = piece.node.mesh() else { return Ok(None) };
    let slots: Vec<Option<usize>> =
        piece.node.materials.iter().map(|material| material.map(|material| material.index())).collect();
    let transparent = |slot: &Option<usize>| {
        slot.and_then(|material| model.materials.get(material))
            .is_some_and(|material| material.alpha < ALPHA_SEEN_MIN)
    };
    if !slots.is_empty() && slots.iter().all(transparent) {
        return Ok(None);
    }
    let Some(form) = forms.surface(model, mesh, node_from_mesh) else { return Ok(None) };
    let Some(shape) = form.mesh() else { return Ok(None) };
    let outfit = wardrobe.outfit(world, model, mesh, &form, slots, &piece.node.name)?;
    Ok(Some(Look { materials: outfit.materials, coat: Some(outfit.coat), ..Look::new(shape) }))
}

impl Wardrobe {
    fn outfit(
        &mut self,
        world: &mut World,
        model: &Arc<Model>,
        mesh: MeshId,
        form: &Arc<Form>,
        slots: Vec<Option<usize>>,
        owner: &str,
    ) -> Result<Outfit, WorldError> {
        let key = (Arc::as_ptr(&form.surface) as usize, slots);
        if let Some(outfit) = self.outfits.get(&key) {
            return Ok(outfit.clone());
        }
        let source = &model.meshes[mesh.index()];
        let mut materials = Vec::with_capacity(key.1.len());
        for &slot in &key.1 {
            materials.push(self.material(world, model, slot, None)?);
        }
        let mut of_triangles = source.slots.clone();
        // Images that faces name themselves: a slot more for each image on a material.
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
        if form.mirrored {
            uvs.iter_mut().for_each(|corners| corners.swap(1, 2));
        }
        let coat = Coat::new(owner, source.triangles.len(), of_triangles, uvs)?;
        let coat = Arc::new(coat.smooth(CREASE_RAD));
        let outfit = Outfit { materials: materials.into(), coat, _form: Arc::clone(form) };
        self.outfits.insert(key, outfit.clone());
        Ok(outfit)
    }

    /// A material of a model, or that of things without one, with its own image or one that faces name.
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
        let material =
            slot.and_then(|index| model.materials.get(index)).map_or_else(Material::default, |material| {
                Material {
                    name: material.name.clone(),
                    rgb: material.rgb.map(|part| part.clamp(0.0, 1.0)),
                    remission: material.specular.max(0.0),
                    alpha: material.alpha.clamp(0.0, 1.0),
                    texture: None,
                }
            });
        let own = slot.and_then(|index| model.materials.get(index)?.texture);
        let texture = match own.or(image) {
            Some(image) => self.texture(world, model, image)?,
            None => None,
        };
        let id = world.add_material(Material { texture, ..material })?;
        self.materials.insert(key, id);
        Ok(id)
    }

    /// An image of a model, if whoever loaded the model decoded it.
    fn texture(
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

/// The light of a file; what no light can be is brought to the nearest that one can.
fn light_of(light: &model::Light) -> Light {
    let kind = match light.kind {
        model::LightKind::Sun => LightKind::Sun,
        model::LightKind::Spot => LightKind::Spot { angle: light.spot_angle.clamp(0.01, PI) },
        // These light everything around them, more or less as a point does.
        model::LightKind::Point | model::LightKind::Hemi | model::LightKind::Area => LightKind::Point,
    };
    Light {
        kind,
        rgb: light.rgb.map(|part| part.clamp(0.0, 1.0)),
        energy: light.energy.clamp(0.0, 1e9),
        distance: light.distance.max(1e-3),
    }
}
