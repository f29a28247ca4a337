//! The ARRAY modifier: copies of a mesh in a row.

use glam::{DAffine3, DVec3};

use crate::formats::blend::view::View;
use crate::model::Mesh;

const FIXED_COUNT: i64 = 0;
const FIT_LENGTH: i64 = 1;
const CONSTANT_OFFSET: i64 = 1;
const RELATIVE_OFFSET: i64 = 2;
const OBJECT_OFFSET: i64 = 4;
/// Blender's own limit.
const COUNT_MAX: usize = 1000;

/// The settings of the modifier.
pub(crate) struct ArrayModifier {
    length: Length,
    /// Step [m].
    constant: DVec3,
    /// Step in sizes of the mesh.
    relative: DVec3,
    /// Step as the pose of another object.
    object: DAffine3,
}

enum Length {
    Copies(usize),
    /// As many copies as fit in a length [m].
    Fit(f64),
}

impl ArrayModifier {
    /// Reads the settings, or returns why they are not supported.
    pub(crate) fn read(modifier: &View<'_>, object: &View<'_>) -> Result<ArrayModifier, String> {
        if modifier.address("start_cap") != 0 || modifier.address("end_cap") != 0 {
            return Err("it has caps".to_owned());
        }
        let length = match modifier.int("fit_type") {
            FIXED_COUNT => Length::Copies(usize::try_from(modifier.int("count")).unwrap_or(1)),
            FIT_LENGTH => Length::Fit(modifier.float("length")),
            _ => return Err("it follows a curve".to_owned()),
        };
        let vector = |bit: i64, field: &str| {
            if modifier.bit("offset_type", bit) { modifier.vector(field) } else { DVec3::ZERO }
        };
        let other =
            modifier.follow_as("offset_ob", "Object").filter(|_| modifier.bit("offset_type", OBJECT_OFFSET));
        let step = other.map(|other| object.matrix("obmat").inverse() * other.matrix("obmat"));
        let array = ArrayModifier {
            length,
            constant: vector(CONSTANT_OFFSET, "offset"),
            relative: vector(RELATIVE_OFFSET, "scale"),
            object: step.unwrap_or(DAffine3::IDENTITY),
        };
        let is_sound = array.constant.is_finite() && array.relative.is_finite() && array.object.is_finite();
        if is_sound { Ok(array) } else { Err("its step is not finite".to_owned()) }
    }

    /// Maximum number of copies that are added.
    pub(crate) fn copies(&self) -> usize {
        match self.length {
            Length::Copies(count) => count.clamp(1, COUNT_MAX) - 1,
            Length::Fit(_) => COUNT_MAX - 1,
        }
    }

    pub(crate) fn apply(&self, mesh: &mut Mesh) {
        let Some((low, high)) = mesh.bounds(&DAffine3::IDENTITY) else { return };
        let straight = DAffine3::from_translation(self.constant + self.relative * (high - low));
        let step = straight * self.object;
        let copies = match self.length {
            Length::Copies(_) => self.copies(),
            Length::Fit(length) => {
                let fitting = (length / step.translation.length() + 1e-6).floor();
                if fitting.is_finite() { (fitting as usize).min(self.copies()) } else { 0 }
            }
        };
        let (vertices, triangles) = (mesh.vertices.len(), mesh.triangles.len());
        let mut place = DAffine3::IDENTITY;
        for copy in 1..=copies {
            place *= step;
            let first = (copy * vertices) as u32;
            mesh.vertices.extend_from_within(..vertices);
            for vertex in &mut mesh.vertices[copy * vertices..] {
                *vertex = place.transform_point3(vertex.as_dvec3()).as_vec3();
            }
            mesh.triangles.extend_from_within(..triangles);
            for triangle in &mut mesh.triangles[copy * triangles..] {
                *triangle = triangle.map(|vertex| vertex + first);
            }
            mesh.slots.extend_from_within(..triangles);
            mesh.uvs.extend_from_within(..triangles.min(mesh.uvs.len()));
            mesh.face_textures.extend_from_within(..triangles.min(mesh.face_textures.len()));
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn stairs(length: Length) -> Vec<Vec3> {
        let array = ArrayModifier {
            length,
            constant: DVec3::new(0.0, 0.0, 0.5),
            relative: DVec3::X,
            object: DAffine3::IDENTITY,
        };
        let mut mesh = Mesh {
            vertices: vec![Vec3::ZERO, Vec3::new(2.0, 0.0, 0.0), Vec3::Y],
            triangles: vec![[0, 1, 2]],
            slots: vec![0],
            ..Mesh::default()
        };
        array.apply(&mut mesh);
        assert_eq!(mesh.triangles.len(), mesh.vertices.len() / 3);
        assert_eq!(
            mesh.triangles.last(),
            Some(&[0, 1, 2].map(|corner| corner + mesh.vertices.len() as u32 - 3))
        );
        mesh.vertices
    }

    #[test]
    fn copies_stand_one_step_apart() {
        let vertices = stairs(Length::Copies(3));
        assert_eq!(vertices.len(), 9);
        assert_eq!(vertices[6], Vec3::new(4.0, 0.0, 1.0));
    }

    #[test]
    fn as_many_as_fit() {
        let step = f64::sqrt(2.0 * 2.0 + 0.5 * 0.5);
        assert_eq!(stairs(Length::Fit(2.5 * step)).len(), 9);
        assert_eq!(stairs(Length::Fit(f64::NAN)).len(), 3);
    }
}
