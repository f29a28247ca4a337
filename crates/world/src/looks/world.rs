//! What the world says and is told about how its nodes look.

use glam::DVec3;

use super::store::Tint;
use super::{Light, Look, Material, MaterialId, Texture, TextureId, validate_colour};
use crate::{Hit, NodeId, Pose, RayKind, World, WorldError, solid};

impl World {
    /// Adds an image, once for all materials that use it.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when its bytes do not fit its size.
    pub fn add_texture(&mut self, texture: Texture) -> Result<TextureId, WorldError> {
        texture.validate()?;
        let id = TextureId(self.looks.textures.len() as u32);
        self.looks.textures.push(texture);
        Ok(id)
    }

    /// An image of this world.
    pub fn texture(&self, id: TextureId) -> Option<&Texture> {
        self.looks.textures.get(id.0 as usize)
    }

    /// Adds a material, once for all nodes that are made of it.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when a number is out of its range or its image is not one of this world.
    pub fn add_material(&mut self, material: Material) -> Result<MaterialId, WorldError> {
        material.validate()?;
        if let Some(unknown) = material.texture.filter(|&texture| self.texture(texture).is_none()) {
            return Err(WorldError::bad(
                &material.name,
                "image of a material",
                unknown,
                "images that were added to this world",
            ));
        }
        let id = MaterialId(self.looks.materials.len() as u32);
        self.looks.materials.push(material);
        Ok(id)
    }

    /// A material of this world.
    pub fn material(&self, id: MaterialId) -> Option<&Material> {
        self.looks.materials.get(id.0 as usize)
    }

    /// Gives a node looks of its own: what rays that are sent out to see meet in place of the shapes of its body.
    /// Without any part, nothing of the node is seen.
    ///
    /// Parts of many nodes should share their surfaces, coats and lists of materials: a surface that was seen
    /// before costs nothing.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when a number is not usable or a material not of this world; the node then looks as
    /// before.
    pub fn set_looks(&mut self, id: NodeId, parts: Vec<Look>) -> Result<(), WorldError> {
        let node = self.tree.node(id);
        for part in &parts {
            part.validate(&node.about.name, self.looks.materials.len())?;
            if !self.rays.knows(part, node.about.scale) {
                part.validate_shape(&node.about.name, node.about.scale)?;
            }
        }
        let forms = self.rays.build_looks(&node.about.name, node.about.scale, &parts, &mut self.solids)?;
        self.rays.enter_looks(id, forms);
        self.looks.set(id, parts);
        Ok(())
    }

    /// The parts of a node that has looks of its own, with its skin where its bones are; others look like their bodies.
    pub fn looks(&self, id: NodeId) -> Option<&[Look]> {
        let parts = self.looks.of(id)?;
        Some(match self.looks.skins.get(&id) {
            Some(skinned) => skinned.over(parts, self.armature(skinned.armature)),
            None => parts,
        })
    }

    /// Where a part of the looks of a node stands in the world, and the size factors along its axes; `None` if there is
    /// no such part.
    pub fn world_from_look(&self, id: NodeId, part: usize) -> Option<(Pose, DVec3)> {
        let scale = self.scale(id);
        let node_from_shape = self.looks(id)?.get(part)?.node_from_shape;
        let node_from_shape = node_from_shape.normalised().unwrap_or(node_from_shape);
        let placed = Pose { translation: node_from_shape.translation * scale, ..node_from_shape };
        Some((self.world_from(id) * placed, solid::mesh_factors(node_from_shape, scale)))
    }

    /// What a ray of that kind hit is made of.
    ///
    /// What was sent out to see finds the material of the part and triangle it met. What was sent out to find
    /// obstacles finds that of the triangle, if the shape of the body is a [`Surface`](crate::Surface) that the
    /// looks share, or else the first material of the looks. `None` if nobody said what it is made of: such things
    /// look like [`Material::default`].
    pub fn material_of(&self, hit: &Hit, kind: RayKind) -> Option<&Material> {
        self.material(self.looks.material_of(hit, kind)?)
    }

    /// Gives a node a colour in place of the diffuse colours of its materials, 0 to 1, or takes it away again.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when it is no colour.
    pub fn set_color(&mut self, id: NodeId, rgb: Option<[f32; 3]>) -> Result<(), WorldError> {
        if let Some(rgb) = rgb {
            validate_colour(self.name(id), "colour", rgb)?;
        }
        let alpha = self.alpha(id);
        self.tint(id, Tint { rgb, alpha });
        Ok(())
    }

    /// The colour a node has in place of the diffuse colours of its materials.
    pub fn color(&self, id: NodeId) -> Option<[f32; 3]> {
        self.looks.tints.get(&id)?.rgb
    }

    /// Makes a node less opaque than its materials are: a factor from 0 to 1.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when it is out of this range.
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
        self.looks.tints.get(&id).copied().unwrap_or_default().alpha
    }

    fn tint(&mut self, id: NodeId, tint: Tint) {
        if tint == Tint::default() {
            self.looks.tints.remove(&id);
        } else {
            self.looks.tints.insert(id, tint);
        }
    }

    /// Puts a light on a node, in place of the one it has, or takes it away. It shines whether the node is visible
    /// or not.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when a number is not usable; the light is then as it was.
    pub fn set_light(&mut self, id: NodeId, light: Option<Light>) -> Result<(), WorldError> {
        match light {
            Some(light) => {
                light.validate(self.name(id))?;
                self.looks.lights.insert(id, light);
            }
            None => {
                self.looks.lights.remove(&id);
            }
        }
        Ok(())
    }

    /// The light on a node.
    pub fn light(&self, id: NodeId) -> Option<&Light> {
        self.looks.lights.get(&id)
    }

    /// All lights and the nodes they are on, in the order of the nodes.
    pub fn lights(&self) -> impl Iterator<Item = (NodeId, &Light)> {
        self.looks.lights.iter().map(|(&node, light)| (node, light))
    }

    /// Gives the world a colour where nothing is: red, green and blue, 0 to 1.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when it is no colour.
    pub fn set_horizon(&mut self, rgb: [f32; 3]) -> Result<(), WorldError> {
        validate_colour("world", "colour of the horizon", rgb)?;
        self.looks.horizon = rgb;
        Ok(())
    }

    /// The colour where nothing is: red, green and blue, 0 to 1.
    pub fn horizon(&self) -> [f32; 3] {
        self.looks.horizon
    }
}
