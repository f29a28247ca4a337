//! Skins: meshes whose vertices follow the bones of a skeleton.

use std::collections::BTreeMap;

use glam::{DAffine3, DMat4, Vec3};
use gltf_json::mesh::Semantic;

use crate::ReadError;
use crate::formats::gltf::Import;
use crate::formats::gltf::mesh::arrays::Arrays;
use crate::formats::gltf::node_name::node_name;
use crate::formats::gltf::place::Place;
use crate::formats::gltf::upright::TURN;
use crate::model::{Mesh, MeshId, Node, NodeId, NodeKind, Skin};

/// Smaller weights do not count.
const WEIGHT_MIN: f32 = 1e-6;

/// For each vertex of a mesh, numbers of joints of a skin with their weights.
pub(super) type Weights = Vec<Vec<(u16, f32)>>;

/// A joint of a skin.
struct Joint {
    bone: String,
    /// From the mesh to the frame of the armature, in the pose of the file.
    armature_from_mesh: DAffine3,
}

impl Import<'_> {
    /// The weights of the vertices of a primitive, of all of its sets.
    pub(super) fn vertex_weights(&self, arrays: &Arrays<'_>, place: &str) -> Result<Weights, ReadError> {
        let mut weights = vec![Vec::new(); arrays.vertices];
        for set in 0.. {
            let joints = self.array::<4>(arrays, Semantic::Joints(set), place)?;
            let shares = self.array::<4>(arrays, Semantic::Weights(set), place)?;
            let (Some(joints), Some(shares)) = (joints, shares) else { break };
            for (weights, (joints, shares)) in weights.iter_mut().zip(joints.iter().zip(shares)) {
                let used =
                    joints.iter().zip(shares).filter(|(_, share)| *share > WEIGHT_MIN && share.is_finite());
                weights.extend(used.map(|(joint, share)| (*joint as u16, share)));
            }
        }
        Ok(weights)
    }

    /// Attaches meshes to the skeletons of their skins. `places` has the place of each node of the file, and `weights` those of
    /// each mesh.
    pub(super) fn skins(&mut self, places: &[Option<Place>], weights: &[Weights]) -> Result<(), ReadError> {
        let mut made: BTreeMap<(MeshId, usize), MeshId> = BTreeMap::new();
        for (index, source) in self.root.nodes.iter().enumerate() {
            let (Some(skin), Some(Some(Place::Node(id)))) = (source.skin, places.get(index)) else {
                continue;
            };
            let (skin, id) = (skin.value(), *id);
            let NodeKind::Mesh(mesh) = self.model.nodes[id.index()].kind else { continue };
            let weights = weights.get(mesh.index()).map(Vec::as_slice).unwrap_or_default();
            let skeleton = self.skeleton(skin, places)?.filter(|(armature, _)| !self.is_above(id, *armature));
            let Some((armature, joints)) = skeleton.filter(|_| weights.iter().any(|of| !of.is_empty()))
            else {
                let name = node_name(source, index);
                self.warnings.add(format!("{name}: it does not bend, because its skin has no skeleton"));
                continue;
            };
            let bent = match made.get(&(mesh, skin)) {
                Some(known) => *known,
                None => {
                    let bent = bent(&self.model.meshes[mesh.index()], weights, &joints);
                    self.budget.mesh(bent.vertices.len(), bent.triangles.len(), "skins")?;
                    self.model.meshes.push(bent);
                    let bent = MeshId::new(self.model.meshes.len() - 1);
                    made.insert((mesh, skin), bent);
                    bent
                }
            };
            let node = &mut self.model.nodes[id.index()];
            *node = Node {
                kind: NodeKind::Mesh(bent),
                parent: Some(armature),
                parent_bone: None,
                parent_from_node: DAffine3::IDENTITY,
                ..node.clone()
            };
        }
        Ok(())
    }

    /// Whether a node is another one or above it.
    fn is_above(&self, node: NodeId, other: NodeId) -> bool {
        let mut at = Some(other);
        // No path is longer than the list of nodes.
        for _ in 0..=self.model.nodes.len() {
            match at {
                Some(id) if id == node => return true,
                Some(id) => at = self.model.nodes[id.index()].parent,
                None => return false,
            }
        }
        true
    }

    /// The joints of a skin, and the armature that has all of them as bones.
    fn skeleton(
        &self,
        skin: usize,
        places: &[Option<Place>],
    ) -> Result<Option<(NodeId, Vec<Joint>)>, ReadError> {
        let Some(source) = self.root.skins.get(skin) else { return Ok(None) };
        let place = format!("skin {skin}");
        let inverses = match source.inverse_bind_matrices {
            Some(matrices) => self.floats::<16>(matrices, &place)?,
            None => Vec::new(),
        };
        let mut armature = None;
        let mut joints = Vec::with_capacity(source.joints.len());
        for (number, joint) in source.joints.iter().enumerate() {
            let Some(Some(Place::Bone { armature: owner, name, armature_from_bone, .. })) =
                places.get(joint.value())
            else {
                return Ok(None);
            };
            if *armature.get_or_insert(*owner) != *owner {
                return Ok(None);
            }
            let inverse = inverses.get(number).map_or(DAffine3::IDENTITY, |matrix| {
                TURN * DAffine3::from_mat4(DMat4::from_cols_array(&matrix.map(f64::from))) * TURN.inverse()
            });
            let armature_from_mesh = *armature_from_bone * inverse;
            joints.push(Joint { bone: name.clone(), armature_from_mesh });
        }
        Ok(armature.map(|armature| (armature, joints)))
    }
}

/// A mesh as its skeleton holds it in the pose of the file, in the frame of the armature.
fn bent(mesh: &Mesh, weights: &[Vec<(u16, f32)>], joints: &[Joint]) -> Mesh {
    let mut bent = mesh.clone();
    let mut shares = Vec::with_capacity(mesh.vertices.len());
    for (vertex, place) in bent.vertices.iter_mut().enumerate() {
        let own = weights.get(vertex).map(Vec::as_slice).unwrap_or_default();
        let own: Vec<(u16, f32)> =
            own.iter().copied().filter(|(joint, _)| usize::from(*joint) < joints.len()).collect();
        let sum: f32 = own.iter().map(|(_, share)| share).sum();
        // A vertex without weights follows the first joint.
        let own = if own.is_empty() { vec![(0, 1.0)] } else { own };
        let sum = if sum > 0.0 { sum } else { 1.0 };
        let own: Vec<(u16, f32)> = own.into_iter().map(|(joint, share)| (joint, share / sum)).collect();
        let moved = |at: &dyn Fn(&DAffine3) -> glam::DVec3| -> Vec3 {
            own.iter()
                .map(|(joint, share)| at(&joints[usize::from(*joint)].armature_from_mesh) * f64::from(*share))
                .sum::<glam::DVec3>()
                .as_vec3()
        };
        let at = place.as_dvec3();
        *place = moved(&|armature_from_mesh| armature_from_mesh.transform_point3(at));
        if let Some(normal) = bent.normals.get_mut(vertex) {
            let at = normal.as_dvec3();
            let turned = moved(&|armature_from_mesh| armature_from_mesh.transform_vector3(at));
            *normal = turned.try_normalize().unwrap_or(*normal);
        }
        shares.push(own);
    }
    bent.skin = Some(Skin { bones: joints.iter().map(|joint| joint.bone.clone()).collect(), shares });
    bent
}
