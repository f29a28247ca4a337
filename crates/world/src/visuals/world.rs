//! Methods of the world for the visuals of its nodes.

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use crate::physics::shapes::collider_shape;
use crate::visuals::skin::Skinned;
use crate::visuals::store::Tint;
use crate::visuals::{
    Illumination, Light, Material, MaterialId, MipMap, Skin, Texture, TextureId, Visual, validate_colour,
};
use crate::{Hit, NodeId, Pose, RayKind, World, WorldError};

/// # Visuals: what nodes look like
impl World {
    /// Binds the visuals of a node to the bones of its parent's armature. The given visuals belong to the bind pose
    /// of the bones ([`BoneSpec::armature_from_bind`](crate::BoneSpec)). Only visuals are deformed.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if its parent has no armature, its visuals are not one surface with as many vertices
    /// in the frame of the node, or a weight is not valid. The visuals are then unchanged.
    pub fn set_skin(&mut self, node: NodeId, skin: Arc<Skin>) -> Result<(), WorldError> {
        let bad = |what: &str, value: &dyn std::fmt::Debug, allowed| {
            Err(WorldError::bad(self.name(node), what, value, allowed))
        };
        let armature = self.parent(node).and_then(|parent| Some((parent, self.armature(parent)?)));
        let Some((parent, armature)) = armature else {
            return bad("skin", &"no bones", "a skin on a node that hangs on one with an armature");
        };
        let vertices = match self.visuals.of(node) {
            Some([look]) if look.node_from_shape == Pose::IDENTITY && self.scale(node) == DVec3::ONE => {
                look.surface().map(|surface| surface.vertices.len())
            }
            _ => None,
        };
        if vertices != Some(skin.shares.len()) {
            return bad(
                "number of vertices of a skin",
                &skin.shares.len(),
                "that of the surface it looks like",
            );
        }
        let bones = armature.bones().len();
        let is_bad =
            |&&(bone, share): &&(u16, f32)| usize::from(bone) >= bones || !(0.0..=1.0).contains(&share);
        if let Some(unusable) = skin.shares.iter().flatten().find(is_bad) {
            return bad("bone and share of a vertex", unusable, "a bone of the armature and 0 to 1");
        }
        let skinned = Skinned::new(skin, parent, self.parent_from(node).inverse());
        self.visuals.skins.insert(node, skinned);
        self.rays.reshape(node);
        Ok(())
    }

    /// The skin of a node, for viewers that deform it themselves: weights, the node with the armature, and the pose of
    /// that armature in the node with the skin.
    pub fn skin(&self, node: NodeId) -> Option<(&Arc<Skin>, NodeId, Pose)> {
        let skinned = self.visuals.skins.get(&node)?;
        Some((&skinned.skin, skinned.armature, skinned.node_from_armature))
    }

    /// The visuals of a node with its skin in the bind pose.
    pub fn unbent_visuals(&self, node: NodeId) -> Option<&[Visual]> {
        self.visuals.of(node)
    }

    /// Recomputes the skins of an armature when they are next used.
    pub(crate) fn stretch_skins(&mut self, armature: NodeId) {
        for (&node, skinned) in self.visuals.skins.iter_mut().filter(|(_, it)| it.armature == armature) {
            skinned.forget_deformed();
            self.rays.reshape(node);
        }
    }

    /// Adds an image, which many materials can share.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if its bytes do not fit its size.
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

    /// Adds a material, which many nodes can share.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is out of range or its image is not one of this world.
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

    /// Sets the visuals of a node: vision rays hit them in place of the shapes of its body. With an empty list, the
    /// node is invisible to them.
    ///
    /// Parts of many nodes should share their surfaces, material slots and lists of materials: a surface that was
    /// added before costs nothing.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is not valid or a material is not of this world; the visuals are then
    /// unchanged.
    pub fn set_visuals(&mut self, id: NodeId, parts: Vec<Visual>) -> Result<(), WorldError> {
        let node = self.tree.node(id);
        for part in &parts {
            part.validate(&node.about.name, self.visuals.materials.len())?;
            if !self.rays.knows(part, node.about.scale) {
                part.validate_shape(&node.about.name, node.about.scale)?;
            }
        }
        let forms = self.rays.build_looks(&node.about.name, node.about.scale, &parts, &mut self.solids)?;
        self.rays.enter_visuals(id, forms);
        self.visuals.set(id, parts);
        Ok(())
    }

    /// The parts of a node that has visuals, with its skin deformed by its bones. Other nodes look like their bodies.
    pub fn visuals(&self, id: NodeId) -> Option<&[Visual]> {
        let parts = self.visuals.of(id)?;
        Some(match self.visuals.skins.get(&id) {
            Some(skinned) => skinned.over(parts, self.armature(skinned.armature)),
            None => parts,
        })
    }

    /// The pose of a part of the visuals of a node in the world, and its scale factors; `None` if there is no such
    /// part.
    pub fn world_from_visual(&self, id: NodeId, part: usize) -> Option<(Pose, DVec3)> {
        let scale = self.scale(id);
        let node_from_shape = self.visuals(id)?.get(part)?.node_from_shape;
        let node_from_shape = node_from_shape.normalised().unwrap_or(node_from_shape);
        let placed = Pose { translation: node_from_shape.translation * scale, ..node_from_shape };
        Some((self.world_from(id) * placed, collider_shape::mesh_factors(node_from_shape, scale)))
    }

    /// The material at the hit of a ray of this kind.
    ///
    /// A vision ray gets the material of the part and triangle that it hit. An obstacle ray gets the material of the
    /// triangle if the shape of the body is a [`Surface`](crate::Surface) that the visuals share, otherwise the first
    /// material of the visuals. `None` if no material was set; such nodes look like [`Material::default`].
    pub fn material_of(&self, hit: &Hit, kind: RayKind) -> Option<&Material> {
        self.material(self.visuals.material_of(hit, kind)?)
    }

    /// Sets a colour of a node, 0 to 1, that replaces the diffuse colours of its materials, or removes it.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the colour is not valid.
    pub fn set_color(&mut self, id: NodeId, rgb: Option<[f32; 3]>) -> Result<(), WorldError> {
        if let Some(rgb) = rgb {
            validate_colour(self.name(id), "colour", rgb)?;
        }
        let alpha = self.alpha(id);
        self.tint(id, Tint { rgb, alpha });
        Ok(())
    }

    /// The colour of a node that replaces the diffuse colours of its materials.
    pub fn color(&self, id: NodeId) -> Option<[f32; 3]> {
        self.visuals.tints.get(&id)?.rgb
    }

    /// Sets a factor from 0 to 1 on the opacity of the materials of a node.
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

    /// The factor on the opacity of the materials of a node, 0 to 1.
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

    /// Sets or removes the light of a node. It shines whether the node is visible or not.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is not valid; the light is then unchanged.
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

    /// All lights and the nodes they are on, in the order of the nodes.
    pub fn lights(&self) -> impl Iterator<Item = (NodeId, &Light)> {
        self.visuals.lights.iter().map(|(&node, light)| (node, light))
    }

    /// Sets how light becomes image colours in this world; with `None`, lights and ambient light are defaults for an
    /// unknown scene.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the ambient light is not a valid colour.
    pub fn set_illumination(&mut self, illumination: Option<Illumination>) -> Result<(), WorldError> {
        if let Some(illumination) = &illumination {
            illumination.validate()?;
        }
        self.visuals.illumination = illumination;
        Ok(())
    }

    /// How light becomes image colours in this world, if it was set.
    pub fn illumination(&self) -> Option<Illumination> {
        self.visuals.illumination
    }

    /// Sets the background colour: red, green and blue, 0 to 1.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the colour is not valid.
    pub fn set_horizon(&mut self, rgb: [f32; 3]) -> Result<(), WorldError> {
        validate_colour("world", "colour of the horizon", rgb)?;
        self.visuals.horizon = rgb;
        Ok(())
    }

    /// The background colour: red, green and blue, 0 to 1.
    pub fn horizon(&self) -> [f32; 3] {
        self.visuals.horizon
    }

    /// Shows or hides a node, with everything below it if `recursive`. Affects vision rays only, neither physics nor
    /// other rays.
    pub fn set_visible(&mut self, id: NodeId, visible: bool, recursive: bool) {
        let changed = if recursive { self.tree.subtree(id) } else { vec![id] };
        for &node in &changed {
            self.tree.node_mut(node).visible = visible;
        }
        self.rays.touch(&changed);
    }
}
