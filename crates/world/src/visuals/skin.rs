//! Skins: surfaces that are deformed by the bones of an armature.

use std::sync::{Arc, OnceLock};

use glam::{DAffine3, DVec3};
use serde::{Deserialize, Serialize};

use crate::visuals::Visual;
use crate::{NodeId, Pose, Shape, Surface};
use morse_kinematics::Armature;

/// Skinning weights of the vertices of a surface. Each vertex moves to the weighted mean of its positions on its bones
/// (linear blend skinning).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Skin {
    /// For each vertex, the indices of its bones in the armature and their weights, which add up to 1. Empty for a vertex
    /// that does not move.
    pub shares: Vec<Vec<(u16, f32)>>,
}

/// A node with a skin.
#[derive(Debug, Clone)]
pub(crate) struct Skinned {
    pub(super) skin: Arc<Skin>,
    pub(super) armature: NodeId,
    pub(super) node_from_armature: Pose,
    /// The visuals deformed by the current configuration of the armature; computed on first use.
    now: OnceLock<Vec<Visual>>,
}

impl Skinned {
    pub(super) fn new(skin: Arc<Skin>, armature: NodeId, node_from_armature: Pose) -> Skinned {
        Skinned { skin, armature, node_from_armature, now: OnceLock::new() }
    }

    /// The visuals of a node, deformed by the current configuration of its armature.
    pub(super) fn over(&self, parts: &[Visual], armature: Option<&Armature>) -> &[Visual] {
        self.now.get_or_init(|| {
            let stretched = |visual: &Visual| match (visual.surface(), armature) {
                (Some(surface), Some(armature)) => self.deform(visual, surface, armature),
                _ => visual.clone(),
            };
            parts.iter().map(stretched).collect()
        })
    }

    /// Discards the deformed visuals; they are recomputed at the next use.
    pub(super) fn forget_deformed(&mut self) {
        self.now = OnceLock::new();
    }

    fn deform(&self, visual: &Visual, surface: &Surface, armature: &Armature) -> Visual {
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
        let material_slots =
            visual.material_slots.as_ref().map(|material_slots| Arc::new(material_slots.of_other_surface()));
        Visual { shape: Shape::TriMesh(surface), material_slots, ..visual.clone() }
    }
}
