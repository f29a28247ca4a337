//! Morph targets: a mesh has the shape of its weights at the start.

use glam::Vec3;
use gltf_json::Index;
use gltf_json::accessor::Accessor;
use gltf_json::mesh::{MorphTarget, Primitive};

use crate::ReadError;
use crate::formats::gltf::Import;
use crate::warnings::names;

/// The array of a target that is added.
type Part = fn(&MorphTarget) -> Option<Index<Accessor>>;

impl Import<'_> {
    /// The weights of the targets of each mesh. Those of a node count if it is the only one with the mesh.
    pub(super) fn weights(&mut self) -> Vec<Vec<f32>> {
        let mut users = vec![Vec::new(); self.root.meshes.len()];
        for (index, node) in self.root.nodes.iter().enumerate() {
            if let Some(users) = node.mesh.and_then(|mesh| users.get_mut(mesh.value())) {
                users.push((index, node));
            }
        }
        let mut all = Vec::with_capacity(users.len());
        for (index, (mesh, users)) in self.root.meshes.iter().zip(users).enumerate() {
            let own = mesh.weights.clone().unwrap_or_default();
            if let [(_, gltf_json::Node { weights: Some(weights), .. })] = users.as_slice() {
                all.push(weights.clone());
                continue;
            }
            let differ =
                |node: &gltf_json::Node| node.weights.as_ref().is_some_and(|weights| *weights != own);
            let others = users.iter().filter(|(_, node)| differ(node));
            let others: Vec<String> = others.map(|(index, node)| super::node_name(node, *index)).collect();
            if !others.is_empty() {
                self.warnings.add(format!(
                    "{}: nodes with weights of their own have the shape of the mesh, which several nodes show: {}",
                    super::name_of(mesh, index),
                    names(others.iter().map(String::as_str))
                ));
            }
            all.push(own);
        }
        all
    }

    /// Adds one part of the targets of a primitive, by their weights, to its positions or normals. Whether any was added.
    pub(super) fn morph(
        &mut self,
        values: &mut [Vec3],
        primitive: &Primitive,
        weights: &[f32],
        part: Part,
        place: &str,
    ) -> Result<bool, ReadError> {
        let targets = primitive.targets.as_deref().unwrap_or_default();
        let weighted = targets.iter().zip(weights).enumerate().filter(|(_, (_, weight))| **weight != 0.0);
        let mut is_changed = false;
        for (number, (target, &weight)) in weighted {
            let Some(array) = part(target) else { continue };
            let count = self.count(array);
            if count != values.len() {
                self.warnings.add(format!(
                    "{place}: morph target {number} is left out: it has {count} vertices, and the mesh {}",
                    values.len()
                ));
                continue;
            }
            self.budget.bytes(std::mem::size_of_val(values), place)?;
            for (value, change) in values.iter_mut().zip(self.floats::<3>(array, place)?) {
                *value += Vec3::from_array(change) * weight;
            }
            is_changed = true;
        }
        Ok(is_changed)
    }
}
