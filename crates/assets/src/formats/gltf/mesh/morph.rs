//! Morph targets: a mesh has the shape of its weights at the start.

use glam::Vec3;
use gltf_json::accessor::Accessor;
use gltf_json::mesh::{MorphTarget, Primitive};
use gltf_json::{Index, Mesh, Node};

use crate::ReadError;
use crate::formats::gltf::Import;
use crate::formats::gltf::mesh::name_of;
use crate::formats::gltf::node_name::node_name;
use crate::warnings::names;

/// The array of a target that is added.
type Part = fn(&MorphTarget) -> Option<Index<Accessor>>;

impl Import<'_> {
    /// The weights of the targets of each mesh. Those of the nodes with the mesh count if they are alike.
    pub(super) fn weights(&mut self) -> Vec<Vec<f32>> {
        let mut users = vec![Vec::new(); self.root.meshes.len()];
        for (index, node) in self.root.nodes.iter().enumerate() {
            if let Some(users) = node.mesh.and_then(|mesh| users.get_mut(mesh.value())) {
                users.push((index, node));
            }
        }
        let meshes = self.root.meshes.iter().zip(users).enumerate();
        meshes.map(|(index, (mesh, users))| self.weights_of(mesh, index, &users)).collect()
    }

    fn weights_of(&mut self, mesh: &Mesh, index: usize, users: &[(usize, &Node)]) -> Vec<f32> {
        let own = mesh.weights.as_ref();
        let mut of_nodes = users.iter().map(|(_, node)| node.weights.as_ref().or(own));
        let first = of_nodes.next().flatten();
        if of_nodes.all(|weights| weights == first) {
            return first.or(own).cloned().unwrap_or_default();
        }
        let differ = users.iter().filter(|(_, node)| node.weights.as_ref().or(own) != own);
        let differ: Vec<String> = differ.map(|(index, node)| node_name(node, *index)).collect();
        self.warnings.add(format!(
            "{}: nodes with different weights of morph targets have the shape of the mesh: {}",
            name_of(mesh, index),
            names(differ.iter().map(String::as_str))
        ));
        own.cloned().unwrap_or_default()
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
