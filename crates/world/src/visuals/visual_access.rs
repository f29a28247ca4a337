//! Visuals, materials, textures and lights.

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use crate::physics::shapes::collider_shape;
use crate::visuals::skin::Skinned;
use crate::visuals::store::Tint;
use crate::visuals::{
    Headlight, Illumination, Light, Material, MaterialId, Skin, Texture, TextureId, Visual, validate_color,
};
use crate::{NodeId, Pose, World, WorldError};

/// See [`World::set_skin`].
pub(crate) fn set_skin(world: &mut World, node: NodeId, skin: Arc<Skin>) -> Result<(), WorldError> {
    let bad = |what: &str, value: &dyn std::fmt::Debug, allowed| {
        Err(WorldError::bad(world.name(node), what, value, allowed))
    };
    let armature = world.parent(node).and_then(|parent| Some((parent, world.armature(parent)?)));
    let Some((parent, armature)) = armature else {
        return bad("skin", &"no bones", "a skin on a node whose parent has an armature");
    };
    let vertices = match world.visuals.of(node) {
        Some([visual]) if visual.node_from_shape == Pose::IDENTITY && world.scale(node) == DVec3::ONE => {
            visual.surface().map(|surface| surface.vertices.len())
        }
        _ => None,
    };
    if vertices != Some(skin.shares.len()) {
        return bad(
            "number of vertices of a skin",
            &skin.shares.len(),
            "the number of vertices of the surface",
        );
    }
    let bones = armature.bones().len();
    let is_bad = |&&(bone, share): &&(u16, f32)| usize::from(bone) >= bones || !(0.0..=1.0).contains(&share);
    if let Some(unusable) = skin.shares.iter().flatten().find(is_bad) {
        return bad("bone and weight of a vertex", unusable, "a bone of the armature and 0 to 1");
    }
    let skinned = Skinned::new(skin, parent, world.tree.parent_from(node).inverse());
    world.visuals.skins.insert(node, skinned);
    world.rays.mark_deformed(node);
    Ok(())
}

/// See [`World::skin`].
pub(crate) fn skin(world: &World, node: NodeId) -> Option<(&Arc<Skin>, NodeId, Pose)> {
    let skinned = world.visuals.skins.get(&node)?;
    Some((&skinned.skin, skinned.armature, skinned.node_from_armature))
}

/// Invalidates the deformed skins of an armature; they are recomputed at the next use.
pub(crate) fn invalidate_skins(world: &mut World, armature: NodeId) {
    for (&node, skinned) in world.visuals.skins.iter_mut().filter(|(_, it)| it.armature == armature) {
        skinned.forget_deformed();
        world.rays.mark_deformed(node);
    }
}

/// See [`World::add_texture`].
pub(crate) fn add_texture(world: &mut World, texture: Texture) -> Result<TextureId, WorldError> {
    texture.validate()?;
    let id = TextureId(world.visuals.textures.len() as u32);
    world.visuals.textures.push(texture);
    world.visuals.mip_maps.push(OnceLock::new());
    Ok(id)
}

/// See [`World::set_headlight`].
pub(crate) fn set_headlight(world: &mut World, headlight: Option<Headlight>) -> Result<(), WorldError> {
    headlight.as_ref().map(Headlight::validate).transpose()?;
    world.visuals.headlight = headlight;
    Ok(())
}

/// See [`World::set_sky`].
pub(crate) fn set_sky(world: &mut World, image: Option<TextureId>) -> Result<(), WorldError> {
    if let Some(id) = image {
        let size = world.texture(id).map(|texture| [texture.width, texture.height]);
        if size.is_none_or(|[width, height]| height != 6 * width) {
            return Err(WorldError::bad("world", "image of the sky", size, "six squares below each other"));
        }
    }
    world.visuals.sky = image;
    Ok(())
}

/// See [`World::add_material`].
pub(crate) fn add_material(world: &mut World, material: Material) -> Result<MaterialId, WorldError> {
    material.validate()?;
    let mut images = material.texture.into_iter().chain(material.layers.iter().map(|layer| layer.texture));
    if let Some(unknown) = images.find(|&texture| world.texture(texture).is_none()) {
        return Err(WorldError::bad(
            &material.name,
            "image of a material",
            unknown,
            "images that were added to this world",
        ));
    }
    let id = MaterialId(world.visuals.materials.len() as u32);
    world.visuals.materials.push(material);
    Ok(id)
}

/// See [`World::set_materials`].
pub(crate) fn set_materials(
    world: &mut World,
    id: NodeId,
    part: usize,
    materials: Arc<[MaterialId]>,
) -> Result<(), WorldError> {
    let Some(parts) = world.visuals.of(id) else { return Ok(()) };
    let mut parts = parts.to_vec();
    let Some(changed) = parts.get_mut(part) else { return Ok(()) };
    changed.materials = materials;
    changed.validate(world.name(id), world.visuals.materials.len())?;
    world.visuals.set(id, parts);
    Ok(())
}

/// See [`World::set_visuals`].
pub(crate) fn set_visuals(world: &mut World, id: NodeId, parts: Vec<Visual>) -> Result<(), WorldError> {
    let node = world.tree.node(id);
    for part in &parts {
        part.validate(&node.details.name, world.visuals.materials.len())?;
        if !world.rays.has_built(part, node.details.scale) {
            part.validate_shape(&node.details.name, node.details.scale)?;
        }
    }
    let forms =
        world.rays.build_visuals(&node.details.name, node.details.scale, &parts, &mut world.solids)?;
    world.rays.enter_visuals(id, forms);
    world.visuals.set(id, parts);
    Ok(())
}

/// See [`World::visuals`].
pub(crate) fn visuals(world: &World, id: NodeId) -> Option<&[Visual]> {
    let parts = world.visuals.of(id)?;
    Some(match world.visuals.skins.get(&id) {
        Some(skinned) => skinned.over(parts, world.armature(skinned.armature)),
        None => parts,
    })
}

/// See [`World::world_from_visual`].
pub(crate) fn world_from_visual(world: &World, id: NodeId, part: usize) -> Option<(Pose, DVec3)> {
    let scale = world.scale(id);
    let node_from_shape = visuals(world, id)?.get(part)?.node_from_shape;
    let node_from_shape = node_from_shape.normalized().unwrap_or(node_from_shape);
    let placed = Pose { translation: node_from_shape.translation * scale, ..node_from_shape };
    Some((world.tree.world_from(id) * placed, collider_shape::mesh_factors(node_from_shape, scale)))
}

/// See [`World::set_color`].
pub(crate) fn set_color(world: &mut World, id: NodeId, rgb: Option<[f32; 3]>) -> Result<(), WorldError> {
    if let Some(rgb) = rgb {
        validate_color(world.name(id), "color", rgb)?;
    }
    let alpha = world.alpha(id);
    tint(world, id, Tint { rgb, alpha });
    Ok(())
}

/// See [`World::set_alpha`].
pub(crate) fn set_alpha(world: &mut World, id: NodeId, alpha: f32) -> Result<(), WorldError> {
    if !(0.0..=1.0).contains(&alpha) {
        return Err(WorldError::bad(world.name(id), "alpha", alpha, "0 to 1"));
    }
    let rgb = world.color(id);
    tint(world, id, Tint { rgb, alpha });
    Ok(())
}

fn tint(world: &mut World, id: NodeId, tint: Tint) {
    if tint == Tint::default() {
        world.visuals.tints.remove(&id);
    } else {
        world.visuals.tints.insert(id, tint);
    }
}

/// See [`World::set_light`].
pub(crate) fn set_light(world: &mut World, id: NodeId, light: Option<Light>) -> Result<(), WorldError> {
    match light {
        Some(light) => {
            light.validate(world.name(id))?;
            world.visuals.lights.insert(id, light);
        }
        None => {
            world.visuals.lights.remove(&id);
        }
    }
    Ok(())
}

/// See [`World::set_illumination`].
pub(crate) fn set_illumination(
    world: &mut World,
    illumination: Option<Illumination>,
) -> Result<(), WorldError> {
    if let Some(illumination) = &illumination {
        illumination.validate()?;
    }
    world.visuals.illumination = illumination;
    Ok(())
}

/// See [`World::set_visible`].
pub(crate) fn set_visible(world: &mut World, id: NodeId, visible: bool, recursive: bool) {
    let changed = if recursive { world.tree.subtree(id) } else { vec![id] };
    for &node in &changed {
        world.tree.node_mut(node).visible = visible;
    }
    world.rays.touch(&changed);
}
