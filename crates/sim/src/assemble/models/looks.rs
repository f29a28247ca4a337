//! How the objects of a model look: their meshes with materials, and their lights.

use std::collections::BTreeMap;
use std::f32::consts::PI;
use std::sync::Arc;

use glam::DMat3;
use morse_assets::model::{self, MeshId, Model, NodeKind};
use morse_world::{Coat, Light, LightKind, Look, Material, MaterialId, NodeId, World, WorldError};

use super::forms::Forms;
use super::pieces::Piece;
use super::solids::solid;

/// Below this a surface is not there to be seen: it stands for a body in collisions.
const ALPHA_SEEN_MIN: f32 = 1e-3;

/// Materials and coats of models, each made once for all nodes that use them.
#[derive(Default)]
pub(in crate::assemble) struct Wardrobe {
    materials: BTreeMap<(usize, usize), MaterialId>,
    outfits: BTreeMap<OutfitKey, Outfit>,
    plain: Option<MaterialId>,
}

/// Which model, which mesh, which materials in its slots.
type OutfitKey = (usize, MeshId, Vec<Option<usize>>);

#[derive(Clone)]
struct Outfit {
    materials: Arc<[MaterialId]>,
    coat: Arc<Coat>,
    _model: Arc<Model>,
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
        let material = wardrobe.material(world, model, slot)?;
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
    let outfit = wardrobe.outfit(world, model, mesh, slots, &piece.node.name)?;
    Ok(Some(Look { materials: outfit.materials, coat: Some(outfit.coat), ..Look::new(shape) }))
}

impl Wardrobe {
    fn outfit(
        &mut self,
        world: &mut World,
        model: &Arc<Model>,
        mesh: MeshId,
        slots: Vec<Option<usize>>,
        owner: &str,
    ) -> Result<Outfit, WorldError> {
        let place = Arc::as_ptr(model) as usize;
        let key = (place, mesh, slots.clone());
        if let Some(outfit) = self.outfits.get(&key) {
            return Ok(outfit.clone());
        }
        let mut materials = Vec::with_capacity(slots.len());
        for slot in &slots {
            materials.push(self.material(world, model, *slot)?);
        }
        let source = &model.meshes[mesh.index()];
        let coat = Coat::new(owner, source.triangles.len(), source.slots.clone(), source.uvs.clone())?;
        let outfit = Outfit { materials: materials.into(), coat: Arc::new(coat), _model: Arc::clone(model) };
        self.outfits.insert(key, outfit.clone());
        Ok(outfit)
    }

    fn material(
        &mut self,
        world: &mut World,
        model: &Arc<Model>,
        slot: Option<usize>,
    ) -> Result<MaterialId, WorldError> {
        let Some((index, material)) = slot.and_then(|index| Some((index, model.materials.get(index)?)))
        else {
            let id = match self.plain {
                Some(id) => id,
                None => world.add_material(Material::default())?,
            };
            self.plain = Some(id);
            return Ok(id);
        };
        let key = (Arc::as_ptr(model) as usize, index);
        if let Some(&id) = self.materials.get(&key) {
            return Ok(id);
        }
        let id = world.add_material(Material {
            name: material.name.clone(),
            rgb: material.rgb.map(|part| part.clamp(0.0, 1.0)),
            remission: material.specular.max(0.0),
            alpha: material.alpha.clamp(0.0, 1.0),
            texture: None,
        })?;
        self.materials.insert(key, id);
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
