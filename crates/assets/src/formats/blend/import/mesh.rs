//! Meshes: one for each data-block, or for each object whose modifiers change it.

use glam::Vec3;

use crate::ReadError;
use crate::finite::keep_finite;
use crate::formats::blend::bytes::f32_at;
use crate::formats::blend::dna::FieldKind;
use crate::formats::blend::import::Import;
use crate::formats::blend::import::attributes::{Attribute, Domain, ValueKind, attributes, find};
use crate::formats::blend::view::View;
use crate::model::{Mesh, MeshId};

impl Import<'_, '_> {
    /// The mesh of an object, with the modifiers applied that this reader knows.
    pub(super) fn mesh(&mut self, object: &View<'_>, data: &View<'_>) -> Result<MeshId, ReadError> {
        let modifiers = self.modifiers(object);
        let key = (data.block, (!modifiers.is_empty()).then_some(object.block));
        if let Some(&known) = self.meshes.get(&key) {
            return Ok(known);
        }
        let mut mesh = self.plain_mesh(data)?;
        for modifier in modifiers {
            self.apply(&modifier, &mut mesh, object, data)?;
        }
        let id = MeshId::new(self.model.meshes.len());
        self.model.meshes.push(mesh);
        self.meshes.insert(key, id);
        Ok(id)
    }

    fn plain_mesh(&mut self, data: &View<'_>) -> Result<Mesh, ReadError> {
        let mut mesh = Mesh { name: data.id_name(), ..Mesh::default() };
        let place = format!("mesh {}", mesh.name);
        let attributes = if data.is_modern() { attributes(data) } else { Vec::new() };
        let position = find(&attributes, Domain::Vertex, ValueKind::Float3, "position");
        match position {
            Some(position) => self.positions(data, position, &mut mesh),
            None => self.vertices(data, &mut mesh),
        }
        let faces = self.faces(data, &attributes);
        let triangles = faces.triangles(&mesh.vertices);
        self.budget.mesh(mesh.vertices.len(), triangles, &place)?;
        self.cut(data, &faces, &mut mesh);
        mesh.in_file.vertices = mesh.vertices.len();
        mesh.in_file.triangles = mesh.triangles.len();
        Ok(mesh)
    }

    /// Blender 3.5 and later.
    fn positions(&mut self, data: &View<'_>, position: &Attribute<'_>, mesh: &mut Mesh) {
        let count = usize::try_from(data.int("totvert")).unwrap_or(0);
        let place = format!("mesh {}", mesh.name);
        if !position.has_all(count) {
            self.warnings.add(format!("{place}: its {count} vertices are not all in the file"));
            return;
        }
        mesh.vertices = (0..count).map(|vertex| Vec3::from_array(position.floats(vertex))).collect();
        keep_finite(&mut mesh.vertices, &place, |vertex| format!("vertex {vertex}"), self.warnings);
    }

    fn vertices(&mut self, data: &View<'_>, mesh: &mut Mesh) {
        let count = usize::try_from(data.int("totvert")).unwrap_or(0);
        let array = data.array("mvert", "MVert");
        let offset = array.and_then(|array| array.offset("co", FieldKind::F32));
        let (Some(array), Some(offset)) = (array, offset) else {
            if count > 0 {
                self.warnings.add(format!("mesh {}: its {count} vertices are not in the file", mesh.name));
            }
            return;
        };
        let vertices = array.take(count).map(|bytes| {
            Vec3::from_array([0, 4, 8].map(|at| f32_at(bytes, offset + at).unwrap_or(f32::NAN)))
        });
        mesh.vertices = vertices.collect();
        let place = format!("mesh {}", mesh.name);
        keep_finite(&mut mesh.vertices, &place, |vertex| format!("vertex {vertex}"), self.warnings);
        let missing = count.saturating_sub(array.count);
        if missing > 0 {
            self.warnings.add(format!("{place}: {missing} vertices are missing"));
        }
    }
}
