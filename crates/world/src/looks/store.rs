//! The looks of all nodes of a world.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::skin::Skinned;
use super::{Light, Look, Material, MaterialId, Texture};
use crate::{Hit, NodeId, RayKind, Surface};

/// The horizon of a new world, as that of a new scene in the original.
const HORIZON: [f32; 3] = [0.05, 0.22, 0.4];

/// Colours of a node over those of its materials.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tint {
    /// In place of the diffuse colours of its materials.
    pub(super) rgb: Option<[f32; 3]>,
    /// On top of the opacity of its materials.
    pub(super) alpha: f32,
}

impl Default for Tint {
    fn default() -> Tint {
        Tint { rgb: None, alpha: 1.0 }
    }
}

/// How everything looks.
#[derive(Debug)]
pub(crate) struct Looks {
    pub(super) materials: Vec<Material>,
    pub(super) textures: Vec<Texture>,
    pub(super) horizon: [f32; 3],
    /// Of nodes that have looks of their own.
    pub(super) parts: BTreeMap<NodeId, Vec<Look>>,
    /// The surfaces that shapes of bodies were made from, where their triangles are those of the shapes.
    pub(super) surfaces: BTreeMap<NodeId, Vec<Option<Arc<Surface>>>>,
    /// Of nodes whose looks follow bones.
    pub(super) skins: BTreeMap<NodeId, Skinned>,
    pub(super) tints: BTreeMap<NodeId, Tint>,
    pub(super) lights: BTreeMap<NodeId, Light>,
}

impl Default for Looks {
    fn default() -> Looks {
        Looks {
            materials: Vec::new(),
            textures: Vec::new(),
            horizon: HORIZON,
            parts: BTreeMap::new(),
            surfaces: BTreeMap::new(),
            skins: BTreeMap::new(),
            tints: BTreeMap::new(),
            lights: BTreeMap::new(),
        }
    }
}

impl Looks {
    /// The parts of a node that has looks of its own, with its skin as it was bound.
    pub(crate) fn of(&self, node: NodeId) -> Option<&[Look]> {
        self.parts.get(&node).map(Vec::as_slice)
    }

    /// Gives a node looks of its own.
    pub(crate) fn set(&mut self, node: NodeId, parts: Vec<Look>) {
        self.skins.remove(&node);
        self.parts.insert(node, parts);
    }

    /// Takes note what surfaces the shapes of a body were made from.
    pub(crate) fn set_surfaces(&mut self, node: NodeId, surfaces: Vec<Option<Arc<Surface>>>) {
        if surfaces.iter().any(Option::is_some) {
            self.surfaces.insert(node, surfaces);
        }
    }

    /// What was hit is made of.
    pub(super) fn material_of(&self, hit: &Hit, kind: RayKind) -> Option<MaterialId> {
        let parts = self.of(hit.node)?;
        let number = hit.part as usize;
        if kind == RayKind::Visual {
            return parts.get(number)?.material_at(hit.triangle);
        }
        let surface = self.surfaces.get(&hit.node).and_then(|surfaces| surfaces.get(number)?.as_ref());
        let is_same = |part: &&Look| {
            surface.is_some_and(|hit| part.surface().is_some_and(|seen| Arc::ptr_eq(hit, seen)))
        };
        match parts.iter().find(is_same) {
            Some(same) => same.material_at(hit.triangle),
            None => parts.iter().find_map(|part| part.materials.first().copied()),
        }
    }

    /// Feeds what can change while a world runs, bit by bit: colours and lights.
    pub(crate) fn state_bits(&self, mut feed: impl FnMut(u64)) {
        for (node, tint) in &self.tints {
            feed(u64::from(node.0) << 32 | u64::from(tint.alpha.to_bits()));
            tint.rgb.iter().flatten().for_each(|part| feed(u64::from(part.to_bits())));
        }
        for (node, light) in &self.lights {
            feed(u64::from(node.0));
            light.bits().into_iter().for_each(|bits| feed(u64::from(bits)));
        }
    }
}
