//! The visuals of all nodes of a world.

mod saved;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use crate::visuals::skin::Skinned;
use crate::visuals::{
    Headlight, Illumination, Light, Material, MaterialId, MipMap, Texture, TextureId, Visual,
};
use crate::{Hit, NodeId, RayKind, Surface};

/// The horizon color of a new world: that of a new scene in the original MORSE.
const HORIZON: [f32; 3] = [0.05, 0.22, 0.4];

/// Colors of a node that override those of its materials.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Tint {
    /// Replaces the diffuse colors of the node's materials.
    pub(crate) rgb: Option<[f32; 3]>,
    /// Factor of the opacity of the node's materials.
    pub(crate) alpha: f32,
}

impl Default for Tint {
    fn default() -> Tint {
        Tint { rgb: None, alpha: 1.0 }
    }
}

/// Materials, textures, visuals and lights of a world.
#[derive(Debug, Clone)]
pub(crate) struct Visuals {
    pub(crate) materials: Vec<Material>,
    pub(crate) textures: Vec<Texture>,
    /// Mip maps of each texture, computed on first use, because most worlds are never rendered.
    pub(crate) mip_maps: Vec<OnceLock<MipMap>>,
    pub(crate) horizon: [f32; 3],
    pub(crate) illumination: Option<Illumination>,
    pub(crate) headlight: Option<Headlight>,
    /// Image of the sky: six squares below each other.
    pub(crate) sky: Option<TextureId>,
    /// Parts of the nodes that have visuals.
    pub(crate) parts: BTreeMap<NodeId, Vec<Visual>>,
    /// The surfaces from which the shapes of bodies were created, if they have the same triangles.
    pub(crate) surfaces: BTreeMap<NodeId, Vec<Option<Arc<Surface>>>>,
    /// Skins of nodes whose visuals follow bones.
    pub(crate) skins: BTreeMap<NodeId, Skinned>,
    pub(crate) tints: BTreeMap<NodeId, Tint>,
    pub(crate) lights: BTreeMap<NodeId, Light>,
}

impl Default for Visuals {
    fn default() -> Visuals {
        Visuals {
            materials: Vec::new(),
            textures: Vec::new(),
            mip_maps: Vec::new(),
            horizon: HORIZON,
            illumination: None,
            headlight: None,
            sky: None,
            parts: BTreeMap::new(),
            surfaces: BTreeMap::new(),
            skins: BTreeMap::new(),
            tints: BTreeMap::new(),
            lights: BTreeMap::new(),
        }
    }
}

impl Visuals {
    /// The visuals of a node, with its skin in the bind pose; `None` for a node without visuals.
    pub(crate) fn of(&self, node: NodeId) -> Option<&[Visual]> {
        self.parts.get(&node).map(Vec::as_slice)
    }

    /// Sets the visuals of a node.
    pub(crate) fn set(&mut self, node: NodeId, parts: Vec<Visual>) {
        self.skins.remove(&node);
        self.parts.insert(node, parts);
    }

    /// Removes all visuals, colors and lights of nodes.
    pub(crate) fn remove(&mut self, removed: &BTreeSet<NodeId>) {
        self.parts.retain(|node, _| !removed.contains(node));
        self.surfaces.retain(|node, _| !removed.contains(node));
        self.skins.retain(|node, skin| !removed.contains(node) && !removed.contains(&skin.armature));
        self.tints.retain(|node, _| !removed.contains(node));
        self.lights.retain(|node, _| !removed.contains(node));
    }

    /// Records the surfaces from which the shapes of a body were created.
    pub(crate) fn set_surfaces(&mut self, node: NodeId, surfaces: Vec<Option<Arc<Surface>>>) {
        if surfaces.iter().any(Option::is_some) {
            self.surfaces.insert(node, surfaces);
        }
    }

    /// The material of a hit.
    pub(crate) fn material_of(&self, hit: &Hit, kind: RayKind) -> Option<MaterialId> {
        let parts = self.of(hit.node)?;
        let number = hit.part as usize;
        if kind == RayKind::Visual {
            return parts.get(number)?.material_at(hit.triangle);
        }
        let surface = self.surfaces.get(&hit.node).and_then(|surfaces| surfaces.get(number)?.as_ref());
        let is_same = |part: &&Visual| {
            surface.is_some_and(|hit| part.surface().is_some_and(|seen| Arc::ptr_eq(hit, seen)))
        };
        match parts.iter().find(is_same) {
            Some(same) => same.material_at(hit.triangle),
            None => parts.iter().find_map(|part| part.materials.first().copied()),
        }
    }

    /// Hashes the mutable state: colors and lights.
    pub(crate) fn state_bits(&self, mut feed: impl FnMut(u64)) {
        for (node, tint) in &self.tints {
            feed(u64::from(node.index) << 32 | u64::from(tint.alpha.to_bits()));
            tint.rgb.iter().flatten().for_each(|part| feed(u64::from(part.to_bits())));
        }
        for (node, light) in &self.lights {
            feed(u64::from(node.index));
            light.bits().into_iter().for_each(|bits| feed(u64::from(bits)));
        }
    }
}
