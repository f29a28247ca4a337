//! Serialization of visuals. Shared data is written once, and shared again after deserialization.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use glam::Vec3;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::visuals::skin::Skinned;
use crate::visuals::store::{Tint, Visuals};
use crate::visuals::{
    Headlight, Illumination, Light, Material, MaterialId, MaterialSlots, Skin, Texture, TextureId, Visual,
};
use crate::{NodeId, Pose, Shape, Surface};

/// A pool of shared objects, each with an index.
struct Pool<T: ?Sized> {
    things: Vec<Arc<T>>,
    numbers: BTreeMap<usize, u32>,
}

impl<T: ?Sized> Pool<T> {
    fn new() -> Pool<T> {
        Pool { things: Vec::new(), numbers: BTreeMap::new() }
    }

    /// The index of an object, which is identified by its address.
    fn number(&mut self, thing: &Arc<T>) -> u32 {
        let next = self.things.len() as u32;
        *self.numbers.entry(Arc::as_ptr(thing).cast::<()>() as usize).or_insert_with(|| {
            self.things.push(Arc::clone(thing));
            next
        })
    }
}

#[derive(Serialize, Deserialize)]
enum SavedShape {
    Surface(u32),
    Hull(u32),
    Other(Shape),
}

#[derive(Serialize, Deserialize)]
struct SavedVisual {
    node_from_shape: Pose,
    shape: SavedShape,
    materials: u32,
    material_slots: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct SavedSkin {
    node: NodeId,
    skin: u32,
    armature: NodeId,
    node_from_armature: Pose,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    materials: Vec<Material>,
    textures: Vec<Texture>,
    horizon: [f32; 3],
    illumination: Option<Illumination>,
    headlight: Option<Headlight>,
    sky: Option<TextureId>,
    tints: Vec<(NodeId, Option<[f32; 3]>, f32)>,
    lights: Vec<(NodeId, Light)>,
    shared_surfaces: Vec<Arc<Surface>>,
    shared_hulls: Vec<Arc<[Vec3]>>,
    shared_materials: Vec<Arc<[MaterialId]>>,
    shared_material_slots: Vec<Arc<MaterialSlots>>,
    parts: Vec<(NodeId, Vec<SavedVisual>)>,
    surfaces: Vec<(NodeId, Vec<Option<u32>>)>,
    shared_skins: Vec<Arc<Skin>>,
    skins: Vec<SavedSkin>,
}

impl Serialize for Visuals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (mut surfaces, mut hulls) = (Pool::new(), Pool::new());
        let (mut materials, mut slot_pool) = (Pool::new(), Pool::new());
        let mut save = |visual: &Visual| SavedVisual {
            node_from_shape: visual.node_from_shape,
            shape: match &visual.shape {
                Shape::TriMesh(surface) => SavedShape::Surface(surfaces.number(surface)),
                Shape::ConvexHull { points } => SavedShape::Hull(hulls.number(points)),
                other => SavedShape::Other(other.clone()),
            },
            materials: materials.number(&visual.materials),
            material_slots: visual
                .material_slots
                .as_ref()
                .map(|material_slots| slot_pool.number(material_slots)),
        };
        let parts = self.parts.iter();
        let parts = parts.map(|(node, visuals)| (*node, visuals.iter().map(&mut save).collect())).collect();
        let mut save = |surface: &Option<Arc<Surface>>| surface.as_ref().map(|it| surfaces.number(it));
        let bodies = self.surfaces.iter();
        let bodies = bodies.map(|(node, all)| (*node, all.iter().map(&mut save).collect())).collect();
        let mut skins = Pool::new();
        let save = |(&node, skinned): (&NodeId, &Skinned)| SavedSkin {
            node,
            skin: skins.number(&skinned.skin),
            armature: skinned.armature,
            node_from_armature: skinned.node_from_armature,
        };
        let skinned = self.skins.iter().map(save).collect();
        let saved = Saved {
            materials: self.materials.clone(),
            textures: self.textures.clone(),
            horizon: self.horizon,
            illumination: self.illumination,
            headlight: self.headlight,
            sky: self.sky,
            tints: self.tints.iter().map(|(node, tint)| (*node, tint.rgb, tint.alpha)).collect(),
            lights: self.lights.iter().map(|(node, light)| (*node, light.clone())).collect(),
            shared_surfaces: surfaces.things,
            shared_hulls: hulls.things,
            shared_materials: materials.things,
            shared_material_slots: slot_pool.things,
            parts,
            surfaces: bodies,
            shared_skins: skins.things,
            skins: skinned,
        };
        saved.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Visuals {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Visuals, D::Error> {
        let saved = Saved::deserialize(deserializer)?;
        let surface = |number: u32| shared(&saved.shared_surfaces, number);
        let restore = |visual: SavedVisual| {
            Ok(Visual {
                node_from_shape: visual.node_from_shape,
                shape: match visual.shape {
                    SavedShape::Surface(number) => Shape::TriMesh(surface(number)?),
                    SavedShape::Hull(number) => {
                        Shape::ConvexHull { points: shared(&saved.shared_hulls, number)? }
                    }
                    SavedShape::Other(shape) => shape,
                },
                materials: shared(&saved.shared_materials, visual.materials)?,
                material_slots: visual
                    .material_slots
                    .map(|number| shared(&saved.shared_material_slots, number))
                    .transpose()?,
            })
        };
        let parts = saved.parts.into_iter();
        let parts = parts.map(|(node, visuals)| {
            Ok((node, visuals.into_iter().map(restore).collect::<Result<_, D::Error>>()?))
        });
        let restore = |number: Option<u32>| number.map(surface).transpose();
        let surfaces = saved.surfaces.into_iter();
        let surfaces = surfaces
            .map(|(node, all)| Ok((node, all.into_iter().map(restore).collect::<Result<_, D::Error>>()?)));
        let restore = |saved_skin: SavedSkin| {
            let skin = shared(&saved.shared_skins, saved_skin.skin)?;
            Ok((saved_skin.node, Skinned::new(skin, saved_skin.armature, saved_skin.node_from_armature)))
        };
        let skins = saved.skins.into_iter().map(restore);
        Ok(Visuals {
            skins: skins.collect::<Result<_, D::Error>>()?,
            parts: parts.collect::<Result<_, D::Error>>()?,
            surfaces: surfaces.collect::<Result<_, D::Error>>()?,
            materials: saved.materials,
            mip_maps: saved.textures.iter().map(|_| OnceLock::new()).collect(),
            textures: saved.textures,
            horizon: saved.horizon,
            illumination: saved.illumination,
            headlight: saved.headlight,
            sky: saved.sky,
            tints: saved.tints.into_iter().map(|(node, rgb, alpha)| (node, Tint { rgb, alpha })).collect(),
            lights: saved.lights.into_iter().collect(),
        })
    }
}

fn shared<T: ?Sized, E: serde::de::Error>(things: &[Arc<T>], number: u32) -> Result<Arc<T>, E> {
    let missing = || E::custom(format!("a visual refers to object {number} of {}", things.len()));
    things.get(number as usize).cloned().ok_or_else(missing)
}
