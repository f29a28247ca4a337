//! Meshes: one for each data-block, or for each object whose modifiers change it.

use glam::Vec3;

use crate::ReadError;
use crate::finite::keep_finite;
use crate::formats::blend::dna::FieldKind;
use crate::formats::blend::import::Import;
use crate::formats::blend::import::attributes::{Attribute, Domain, ValueKind, attributes, find};
use crate::formats::blend::import::modifiers::Modifier;
use crate::formats::blend::import::modifiers::polygons::Polygons;
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
        let mut polygons = Polygons::default();
        let is_subdivided = modifiers.iter().any(Modifier::is_subdivision);
        let mut mesh = self.plain_mesh(data, is_subdivided.then_some(&mut polygons))?;
        for modifier in modifiers {
            self.apply(&modifier, &mut mesh, &mut polygons, object, data)?;
        }
        let id = MeshId::new(self.model.meshes.len());
        self.model.meshes.push(mesh);
        self.meshes.insert(key, id);
        Ok(id)
    }

    /// The mesh without modifiers. Modifiers that subdivide it need its polygons, too.
    fn plain_mesh(
        &mut self,
        data: &View<'_>,
        mut polygons: Option<&mut Polygons>,
    ) -> Result<Mesh, ReadError> {
        let mut mesh = Mesh { name: data.id_name(), ..Mesh::default() };
        let place = format!("mesh {}", mesh.name);
        let attributes = if data.is_modern() { attributes(data) } else { Vec::new() };
        let position = find(&attributes, Domain::Vertex, ValueKind::Float3, "position");
        match position {
            Some(position) => self.positions(data, position, &mut mesh),
            None => self.vertices(data, &mut mesh),
        }
        let mut faces = self.faces(data, &attributes);
        let triangles = faces.triangles();
        self.budget.mesh(mesh.vertices.len(), triangles, &place)?;
        self.cut(data, &mut faces, triangles, &mut mesh, polygons.as_deref_mut());
        if let Some(polygons) = polygons {
            polygons.read_creases(data, &attributes, &mesh);
        }
        mesh.in_file.vertices = mesh.vertices.len();
        mesh.in_file.triangles = mesh.triangles.len();
        Ok(mesh)
    }

    /// Blender 3.5 and later.
    fn positions(&mut self, data: &View<'_>, position: &Attribute<'_>, mesh: &mut Mesh) {
        let count = usize::try_from(data.int("totvert")).unwrap_or(0);
        let place = format!("mesh {}", mesh.name);
        let Some(mut column) = position.column().filter(|_| position.has_all(count)) else {
            self.warnings.add(format!("{place}: its {count} vertices are not all in the file"));
            return;
        };
        mesh.vertices = (0..count).map(|vertex| Vec3::from_array(column.floats(vertex))).collect();
        keep_finite(&mut mesh.vertices, &place, |vertex| format!("vertex {vertex}"), self.warnings);
    }

    fn vertices(&mut self, data: &View<'_>, mesh: &mut Mesh) {
        let count = usize::try_from(data.int("totvert")).unwrap_or(0);
        let table = data.table("mvert", "MVert");
        let column = table.and_then(|table| table.column("co", FieldKind::F32));
        let (Some(table), Some(mut column)) = (table, column) else {
            if count > 0 {
                self.warnings.add(format!("mesh {}: its {count} vertices are not in the file", mesh.name));
            }
            return;
        };
        let stored = count.min(table.count);
        mesh.vertices = (0..stored).map(|vertex| Vec3::from_array(column.floats(vertex))).collect();
        let place = format!("mesh {}", mesh.name);
        keep_finite(&mut mesh.vertices, &place, |vertex| format!("vertex {vertex}"), self.warnings);
        let missing = count - stored;
        if missing > 0 {
            self.warnings.add(format!("{place}: {missing} vertices are missing"));
        }
    }
}
