//! Visuals, materials, textures and lights: methods of [`World`].

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use crate::physics::shapes::collider_shape;
use crate::visuals::skin::Skinned;
use crate::visuals::store::Tint;
use crate::visuals::{
    Illumination, Light, Material, MaterialId, MipMap, Skin, Texture, TextureId, Visual, validate_color,
};
use crate::{Hit, NodeId, Pose, RayKind, World, WorldError};

/// # Visuals
impl World {
    /// Binds the visuals of a node to the bones of its parent's armature. The current visuals are those of the bind pose of
    /// the bones ([`BoneSpec::armature_from_bind`](crate::BoneSpec)). Only visuals are deformed.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the parent has no armature, the visuals are not a single surface in the frame of the node
    /// with the same number of vertices, or a weight is invalid. The visuals are then unchanged.
    pub fn set_skin(&mut self, node: NodeId, skin: Arc<Skin>) -> Result<(), WorldError> {
        let bad = |what: &str, value: &dyn std::fmt::Debug, allowed| {
            Err(WorldError::bad(self.name(node), what, value, allowed))
        };
        let armature = self.parent(node).and_then(|parent| Some((parent, self.armature(parent)?)));
        let Some((parent, armature)) = armature else {
            return bad("skin", &"no bones", "a skin on a node whose parent has an armature");
        };
        let vertices = match self.visuals.of(node) {
            Some([visual]) if visual.node_from_shape == Pose::IDENTITY && self.scale(node) == DVec3::ONE => {
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
        let is_bad =
            |&&(bone, share): &&(u16, f32)| usize::from(bone) >= bones || !(0.0..=1.0).contains(&share);
        if let Some(unusable) = skin.shares.iter().flatten().find(is_bad) {
            return bad("bone and weight of a vertex", unusable, "a bone of the armature and 0 to 1");
        }
        let skinned = Skinned::new(skin, parent, self.parent_from(node).inverse());
        self.visuals.skins.insert(node, skinned);
        self.rays.mark_deformed(node);
        Ok(())
    }

    /// The skin of a node, for viewers that deform it themselves: the weights, the node with the armature, and the pose of
    /// the armature in the node with the skin.
    pub fn skin(&self, node: NodeId) -> Option<(&Arc<Skin>, NodeId, Pose)> {
        let skinned = self.visuals.skins.get(&node)?;
        Some((&skinned.skin, skinned.armature, skinned.node_from_armature))
    }

    /// The visuals of a node with its skin in the bind pose.
    pub fn bind_pose_visuals(&self, node: NodeId) -> Option<&[Visual]> {
        self.visuals.of(node)
    }

    /// Invalidates the deformed skins of an armature; they are recomputed at the next use.
    pub(crate) fn invalidate_skins(&mut self, armature: NodeId) {
        for (&node, skinned) in self.visuals.skins.iter_mut().filter(|(_, it)| it.armature == armature) {
            skinned.forget_deformed();
            self.rays.mark_deformed(node);
        }
    }

    /// Adds an image, which materials can share.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the number of bytes does not match the size.
    pub fn add_texture(&mut self, texture: Texture) -> Result<TextureId, WorldError> {
        texture.validate()?;
        let id = TextureId(self.visuals.textures.len() as u32);
        self.visuals.textures.push(texture);
        self.visuals.mip_maps.push(OnceLock::new());
        Ok(id)
    }

    /// An image of this world.
    pub fn texture(&self, id: TextureId) -> Option<&Texture> {
        self.visuals.textures.get(id.0 as usize)
    }

    /// Mip maps of an image of this world.
    pub fn mip_map(&self, id: TextureId) -> Option<&MipMap> {
        let texture = self.texture(id)?;
        Some(self.visuals.mip_maps.get(id.0 as usize)?.get_or_init(|| MipMap::new(texture)))
    }

    /// Adds a material, which nodes can share.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is out of range or an image does not belong to this world.
    pub fn add_material(&mut self, material: Material) -> Result<MaterialId, WorldError> {
        material.validate()?;
        let mut images =
            material.texture.into_iter().chain(material.layers.iter().map(|layer| layer.texture));
        if let Some(unknown) = images.find(|&texture| self.texture(texture).is_none()) {
            return Err(WorldError::bad(
                &material.name,
                "image of a material",
                unknown,
                "images that were added to this world",
            ));
        }
        let id = MaterialId(self.visuals.materials.len() as u32);
        self.visuals.materials.push(material);
        Ok(id)
    }

    /// A material of this world.
    pub fn material(&self, id: MaterialId) -> Option<&Material> {
        self.visuals.materials.get(id.0 as usize)
    }

    /// The materials of this world, in the order of adding.
    pub fn materials(&self) -> impl Iterator<Item = (MaterialId, &Material)> {
        self.visuals.materials.iter().enumerate().map(|(id, material)| (MaterialId(id as u32), material))
    }

    /// Sets the materials in the slots of a part of the visuals of a node. Does nothing for an unknown part.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a material does not belong to this world.
    pub fn set_materials(
        &mut self,
        id: NodeId,
        part: usize,
        materials: Arc<[MaterialId]>,
    ) -> Result<(), WorldError> {
        let Some(parts) = self.visuals.of(id) else { return Ok(()) };
        let mut parts = parts.to_vec();
        let Some(changed) = parts.get_mut(part) else { return Ok(()) };
        changed.materials = materials;
        changed.validate(self.name(id), self.visuals.materials.len())?;
        self.visuals.set(id, parts);
        Ok(())
    }

    /// Sets the visuals of a node. Visual rays hit them in place of the shapes of its body. With an empty list, the node is
    /// invisible.
    ///
    /// Parts of different nodes should share surfaces, material slots and lists of materials: a surface that was already
    /// added costs nothing.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is invalid or a material does not belong to this world. The visuals are then
    /// unchanged.
    pub fn set_visuals(&mut self, id: NodeId, parts: Vec<Visual>) -> Result<(), WorldError> {
        let node = self.tree.node(id);
        for part in &parts {
            part.validate(&node.details.name, self.visuals.materials.len())?;
            if !self.rays.has_built(part, node.details.scale) {
                part.validate_shape(&node.details.name, node.details.scale)?;
            }
        }
        let forms =
            self.rays.build_visuals(&node.details.name, node.details.scale, &parts, &mut self.solids)?;
        self.rays.enter_visuals(id, forms);
        self.visuals.set(id, parts);
        Ok(())
    }

    /// The visuals of a node, with its skin deformed by its bones; `None` for a node without visuals, whose body is visible
    /// instead.
    pub fn visuals(&self, id: NodeId) -> Option<&[Visual]> {
        let parts = self.visuals.of(id)?;
        Some(match self.visuals.skins.get(&id) {
            Some(skinned) => skinned.over(parts, self.armature(skinned.armature)),
            None => parts,
        })
    }

    /// The pose in the world of a part of the visuals of a node, and its scale factors; `None` if there is no such part.
    pub fn world_from_visual(&self, id: NodeId, part: usize) -> Option<(Pose, DVec3)> {
        let scale = self.scale(id);
        let node_from_shape = self.visuals(id)?.get(part)?.node_from_shape;
        let node_from_shape = node_from_shape.normalized().unwrap_or(node_from_shape);
        let placed = Pose { translation: node_from_shape.translation * scale, ..node_from_shape };
        Some((self.world_from(id) * placed, collider_shape::mesh_factors(node_from_shape, scale)))
    }

    /// The material at the hit of a ray of this kind.
    ///
    /// A visual ray gets the material of the part and triangle that it hit. A physics ray gets the material of the triangle
    /// if the shape of the body is a [`Surface`](crate::Surface) that the visuals share, otherwise the first material of the
    /// visuals. `None` if no material was set; such nodes look like [`Material::default`].
    pub fn material_of(&self, hit: &Hit, kind: RayKind) -> Option<&Material> {
        self.material(self.visuals.material_of(hit, kind)?)
    }

    /// Sets or removes a color of a node, 0 to 1, that replaces the diffuse colors of its materials.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the color is out of range.
    pub fn set_color(&mut self, id: NodeId, rgb: Option<[f32; 3]>) -> Result<(), WorldError> {
        if let Some(rgb) = rgb {
            validate_color(self.name(id), "color", rgb)?;
        }
        let alpha = self.alpha(id);
        self.tint(id, Tint { rgb, alpha });
        Ok(())
    }

    /// The color of a node that replaces the diffuse colors of its materials.
    pub fn color(&self, id: NodeId) -> Option<[f32; 3]> {
        self.visuals.tints.get(&id)?.rgb
    }

    /// Sets a factor from 0 to 1 of the opacity of the materials of a node.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if it is out of this range.
    pub fn set_alpha(&mut self, id: NodeId, alpha: f32) -> Result<(), WorldError> {
        if !(0.0..=1.0).contains(&alpha) {
            return Err(WorldError::bad(self.name(id), "alpha", alpha, "0 to 1"));
        }
        let rgb = self.color(id);
        self.tint(id, Tint { rgb, alpha });
        Ok(())
    }

    /// The factor of the opacity of the materials of a node, 0 to 1.
    pub fn alpha(&self, id: NodeId) -> f32 {
        self.visuals.tints.get(&id).copied().unwrap_or_default().alpha
    }

    fn tint(&mut self, id: NodeId, tint: Tint) {
        if tint == Tint::default() {
            self.visuals.tints.remove(&id);
        } else {
            self.visuals.tints.insert(id, tint);
        }
    }

    /// Sets or removes the light of a node. The light of an invisible node shines too.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is invalid. The light is then unchanged.
    pub fn set_light(&mut self, id: NodeId, light: Option<Light>) -> Result<(), WorldError> {
        match light {
            Some(light) => {
                light.validate(self.name(id))?;
                self.visuals.lights.insert(id, light);
            }
            None => {
                self.visuals.lights.remove(&id);
            }
        }
        Ok(())
    }

    /// The light on a node.
    pub fn light(&self, id: NodeId) -> Option<&Light> {
        self.visuals.lights.get(&id)
    }

    /// All lights with their nodes, in the order of the nodes.
    pub fn lights(&self) -> impl Iterator<Item = (NodeId, &Light)> {
        self.visuals.lights.iter().map(|(&node, light)| (node, light))
    }

    /// Sets the conversion of light to image colors. With `None`, renderers use defaults for lights and ambient light.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the ambient light is not a valid color.
    pub fn set_illumination(&mut self, illumination: Option<Illumination>) -> Result<(), WorldError> {
        if let Some(illumination) = &illumination {
            illumination.validate()?;
        }
        self.visuals.illumination = illumination;
        Ok(())
    }

    /// The conversion of light to image colors, if it was set.
    pub fn illumination(&self) -> Option<Illumination> {
        self.visuals.illumination
    }

    /// Sets the background color: red, green and blue, 0 to 1.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the color is not valid.
    pub fn set_horizon(&mut self, rgb: [f32; 3]) -> Result<(), WorldError> {
        validate_color("world", "color of the horizon", rgb)?;
        self.visuals.horizon = rgb;
        Ok(())
    }

    /// The background color: red, green and blue, 0 to 1.
    pub fn horizon(&self) -> [f32; 3] {
        self.visuals.horizon
    }

    /// Shows or hides a node, with all its descendants if `recursive`. Affects visual rays only, not physics or other rays.
    pub fn set_visible(&mut self, id: NodeId, visible: bool, recursive: bool) {
        let changed = if recursive { self.tree.subtree(id) } else { vec![id] };
        for &node in &changed {
            self.tree.node_mut(node).visible = visible;
        }
        self.rays.touch(&changed);
    }
}
