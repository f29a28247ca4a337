//! Skins: surfaces that are stretched over the bones of an armature.

use std::sync::{Arc, OnceLock};

use glam::{DAffine3, DVec3};
use serde::{Deserialize, Serialize};

use super::Look;
use crate::armatures::Armature;
use crate::{NodeId, Pose, Shape, Surface, World, WorldError};

/// How the vertices of a surface follow bones: each goes to the mean of the places where its bones would carry it, weighted by
/// their shares (linear blend skinning).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Skin {
    /// For each vertex places of bones in their armature and their shares, which add up to 1; none for a vertex that stays
    /// where it is.
    pub shares: Vec<Vec<(u16, f32)>>,
}

/// A node with a skin.
#[derive(Debug)]
pub(crate) struct Skinned {
    pub(super) skin: Arc<Skin>,
    pub(super) armature: NodeId,
    pub(super) node_from_armature: Pose,
    /// How it looks in the posture that the armature has; made when somebody first looks.
    now: OnceLock<Vec<Look>>,
}

impl Skinned {
    pub(super) fn new(skin: Arc<Skin>, armature: NodeId, node_from_armature: Pose) -> Skinned {
        Skinned { skin, armature, node_from_armature, now: OnceLock::new() }
    }

    /// The parts of a node as they look over the bones of its armature.
    pub(super) fn over(&self, parts: &[Look], armature: Option<&Armature>) -> &[Look] {
        self.now.get_or_init(|| {
            let stretched = |look: &Look| match (look.surface(), armature) {
                (Some(surface), Some(armature)) => self.stretch(look, surface, armature),
                _ => look.clone(),
            };
            parts.iter().map(stretched).collect()
        })
    }

    fn stretch(&self, look: &Look, surface: &Surface, armature: &Armature) -> Look {
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
        Look { shape: Shape::TriMesh(surface), coat, ..look.clone() }
    }
}

impl World {
    /// Stretches the looks of a node, which hangs on one with an armature, over the bones of that. As given, they fit to its
    /// bones where these were bound ([`BoneSpec::armature_from_bind`](crate::BoneSpec)). Nothing but what is seen follows.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when its parent has no armature, it does not look like one surface of as many vertices in the
    /// frame of the node, or a share is not usable. The node then looks as before.
    pub fn set_skin(&mut self, node: NodeId, skin: Arc<Skin>) -> Result<(), WorldError> {
        let bad = |what: &str, value: &dyn std::fmt::Debug, allowed| {
            Err(WorldError::bad(self.name(node), what, value, allowed))
        };
        let armature = self.parent(node).and_then(|parent| Some((parent, self.armature(parent)?)));
        let Some((parent, armature)) = armature else {
            return bad("skin", &"no bones", "a skin on a node that hangs on one with an armature");
        };
        let vertices = match self.looks.of(node) {
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
        self.looks.skins.insert(node, skinned);
        self.rays.reshape(node);
        Ok(())
    }

    /// Lets the skins over an armature fit to its bones again.
    pub(crate) fn stretch_skins(&mut self, armature: NodeId) {
        for (&node, skinned) in self.looks.skins.iter_mut().filter(|(_, it)| it.armature == armature) {
            skinned.now = OnceLock::new();
            self.rays.reshape(node);
        }
    }
}
