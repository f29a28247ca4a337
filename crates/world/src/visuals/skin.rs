//! Skins: surfaces that are deformed by the bones of an armature.

use std::sync::{Arc, OnceLock};

use glam::{DAffine3, DVec3};
use serde::{Deserialize, Serialize};

use crate::visuals::Visual;
use crate::{NodeId, Pose, Shape, Surface, World, WorldError};
use morse_kinematics::Armature;

/// Skinning weights of the vertices of a surface: each vertex moves to the weighted mean of the positions to which
/// its bones would carry it (linear blend skinning).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Skin {
    /// For each vertex, indices of bones in their armature and their weights, which add up to 1; none for a vertex
    /// that does not move.
    pub shares: Vec<Vec<(u16, f32)>>,
}

/// A node with a skin.
#[derive(Debug, Clone)]
pub(crate) struct Skinned {
    pub(super) skin: Arc<Skin>,
    pub(super) armature: NodeId,
    pub(super) node_from_armature: Pose,
    /// Its visuals in the current configuration of the armature; computed on first use.
    now: OnceLock<Vec<Visual>>,
}

impl Skinned {
    pub(super) fn new(skin: Arc<Skin>, armature: NodeId, node_from_armature: Pose) -> Skinned {
        Skinned { skin, armature, node_from_armature, now: OnceLock::new() }
    }

    /// The visuals of a node, deformed by the current configuration of its armature.
    pub(super) fn over(&self, parts: &[Visual], armature: Option<&Armature>) -> &[Visual] {
        self.now.get_or_init(|| {
            let stretched = |look: &Visual| match (look.surface(), armature) {
                (Some(surface), Some(armature)) => self.stretch(look, surface, armature),
                _ => look.clone(),
            };
            parts.iter().map(stretched).collect()
        })
    }

    fn stretch(&self, look: &Visual, surface: &Surface, armature: &Armature) -> Visual {
        let armature_from_node = self.node_from_armature.inverse();
        let carry = |(bone, spec): (usize, &crate::BoneSpec)| {
            let moved = armature.armature_from_bone(bone) * spec.armature_from_bind.inverse();
            let moved = self.node_from_armature * moved * armature_from_node;
            DAffine3::from_rotation_translation(moved.rotation, moved.translation)
        };
        let carried: Vec<DAffine3> = armature.bones().iter().enumerate().map(carry).collect();
        let place = |(vertex, shares): (&glam::Vec3, &Vec<(u16, f32)>)| {
            if shares.is_empty() {
                return *vertex;
            }
            let vertex = vertex.as_dvec3();
            let part = |&(bone, share): &(u16, f32)| {
                carried[usize::from(bone)].transform_point3(vertex) * f64::from(share)
            };
            shares.iter().map(part).sum::<DVec3>().as_vec3()
        };
        let vertices = surface.vertices.iter().zip(&self.skin.shares).map(place).collect();
        let surface = Arc::new(Surface { vertices, triangles: surface.triangles.clone() });
        let coat = look.coat.as_ref().map(|coat| Arc::new(coat.of_other_surface()));
        Visual { shape: Shape::TriMesh(surface), coat, ..look.clone() }
    }
}

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
            skinned.now = OnceLock::new();
            self.rays.reshape(node);
        }
    }
}
