//! The MIRROR modifier: a mesh and its reflection.

use glam::{DAffine3, DVec3};

use crate::formats::blend::view::View;
use crate::model::Mesh;

const MIRROR_U: i64 = 1 << 1;
const MIRROR_V: i64 = 1 << 2;
const AXES: [(i64, DVec3); 3] = [
    (1 << 3, DVec3::new(-1.0, 1.0, 1.0)),
    (1 << 4, DVec3::new(1.0, -1.0, 1.0)),
    (1 << 5, DVec3::new(1.0, 1.0, -1.0)),
];
const NO_MERGE: i64 = 1 << 7;

/// The settings of the modifier.
pub(crate) struct MirrorModifier {
    /// For each axis that is on, the reflection in the frame of the mesh.
    reflections: Vec<DAffine3>,
    mirror_u: bool,
    mirror_v: bool,
    /// A vertex within this distance of its own image is merged with it [m].
    merge_distance: Option<f32>,
}

impl MirrorModifier {
    pub(crate) fn read(modifier: &View<'_>, object: &View<'_>) -> MirrorModifier {
        let frame = modifier
            .follow_as("mirror_ob", "Object")
            .map(|other| other.matrix("obmat").inverse() * object.matrix("obmat"));
        let frame = frame.filter(DAffine3::is_finite).unwrap_or(DAffine3::IDENTITY);
        let axes = AXES.iter().filter(|(bit, _)| modifier.bit("flag", *bit));
        let reflections =
            axes.map(|(_, signs)| frame.inverse() * DAffine3::from_scale(*signs) * frame).collect();
        MirrorModifier {
            reflections,
            mirror_u: modifier.bit("flag", MIRROR_U),
            mirror_v: modifier.bit("flag", MIRROR_V),
            merge_distance: (!modifier.bit("flag", NO_MERGE)).then(|| modifier.float("tolerance") as f32),
        }
    }

    /// Number of planes at which it reflects the mesh.
    pub(crate) fn reflections(&self) -> usize {
        self.reflections.len()
    }

    /// Number of copies that are added.
    pub(crate) fn copies(&self) -> usize {
        (1 << self.reflections.len()) - 1
    }

    /// Reflects the mesh at each plane in turn. Existing vertices keep their indices.
    pub(crate) fn apply(&self, mesh: &mut Mesh) {
        for reflection in &self.reflections {
            self.reflect(mesh, reflection);
        }
    }

    fn reflect(&self, mesh: &mut Mesh, reflection: &DAffine3) {
        let vertices = mesh.vertices.len();
        let mut image_of = Vec::with_capacity(vertices);
        for vertex in 0..vertices {
            let original = mesh.vertices[vertex];
            let image = reflection.transform_point3(original.as_dvec3()).as_vec3();
            let is_own_image = self.merge_distance.is_some_and(|limit| image.distance(original) <= limit);
            image_of.push(if is_own_image { vertex } else { mesh.vertices.len() } as u32);
            if !is_own_image {
                mesh.vertices.push(image);
            }
        }
        for triangle in 0..mesh.triangles.len() {
            // A reflection reverses the winding of a triangle; the reversed order restores it.
            let [a, b, c] = mesh.triangles[triangle].map(|vertex| image_of[vertex as usize]);
            mesh.triangles.push([a, c, b]);
            mesh.slots.push(mesh.slots[triangle]);
            if !mesh.face_textures.is_empty() {
                mesh.face_textures.push(mesh.face_textures[triangle]);
            }
            if !mesh.uvs.is_empty() {
                let [a, b, c] = mesh.uvs[triangle].map(|uv| self.image_of_uv(uv));
                mesh.uvs.push([a, c, b]);
            }
        }
    }

    fn image_of_uv(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        [if self.mirror_u { 1.0 - u } else { u }, if self.mirror_v { 1.0 - v } else { v }]
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    #[test]
    fn a_half_becomes_a_whole_with_one_seam() {
        let mut mesh = Mesh {
            vertices: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
            triangles: vec![[0, 1, 2]],
            slots: vec![3],
            uvs: vec![[[0.0, 0.0], [0.25, 0.0], [0.0, 1.0]]],
            ..Mesh::default()
        };
        let mirror = MirrorModifier {
            reflections: vec![DAffine3::from_scale(DVec3::new(-1.0, 1.0, 1.0))],
            mirror_u: true,
            mirror_v: false,
            merge_distance: Some(0.001),
        };
        assert_eq!(mirror.copies(), 1);
        mirror.apply(&mut mesh);
        assert_eq!(mesh.vertices, [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::NEG_X]);
        assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(mesh.slots, [3, 3]);
        assert_eq!(mesh.uvs[1], [[1.0, 0.0], [1.0, 1.0], [0.75, 0.0]]);
    }
}
