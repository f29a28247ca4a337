//! Geometries: all primitives of a geometry become one mesh, with a slot for each.

use glam::Vec3;

use crate::ReadError;
use crate::finite::keep_finite;
use crate::formats::collada::Import;
use crate::formats::collada::source::{Input, indices, inputs};
use crate::formats::xml::Element;
use crate::model::{Mesh, MeshCounts, MeshId};
use crate::polygon::triangulate;

/// A geometry that was read.
#[derive(Clone)]
pub(super) struct Geometry<'x> {
    pub mesh: MeshId,
    /// For each slot, the symbol that an instance binds to a material.
    pub symbols: Vec<Option<&'x str>>,
}

/// The inputs of primitives, and their place among the indices of a corner.
struct Corners {
    /// Number of indices of a corner.
    stride: usize,
    vertex: usize,
    uv: Option<(usize, Vec<[f32; 2]>)>,
}

impl<'x> Import<'_, 'x> {
    /// The mesh of a `<geometry>`, which is read once; `None` for one without triangles.
    pub(super) fn geometry(&mut self, geometry: Element<'x, 'x>) -> Result<Option<Geometry<'x>>, ReadError> {
        let key = geometry.0.range().start;
        if let Some(known) = self.geometries.get(&key) {
            return Ok(Some(known.clone()));
        }
        let id = geometry.attribute("id").unwrap_or_default();
        let Some(source) = geometry.child("mesh") else {
            self.warnings.add(format!("{}: geometry {id} has no <mesh>; it is left out", geometry.place()));
            return Ok(None);
        };
        let name = geometry.attribute("name").filter(|name| !name.is_empty()).unwrap_or(id);
        let mut mesh = Mesh { name: name.to_owned(), ..Mesh::default() };
        let vertices = source.required_child("vertices")?;
        if let Some(positions) = inputs(vertices).find(|input| input.semantic == "POSITION") {
            let positions = self.floats::<3>(positions.element)?;
            self.budget.mesh(positions.len(), 0, &vertices.place())?;
            mesh.vertices = positions.into_iter().map(Vec3::from_array).collect();
        }
        keep_finite(&mut mesh.vertices, name, |vertex| format!("vertex {vertex}"), self.warnings);
        let mut symbols = Vec::new();
        for primitives in source.all_children() {
            if matches!(primitives.name(), "triangles" | "polylist" | "polygons" | "trifans" | "tristrips") {
                self.primitives(primitives, &mut mesh, symbols.len().min(usize::from(u16::MAX)) as u16)?;
                symbols.push(primitives.attribute("material"));
            } else if !matches!(primitives.name(), "source" | "vertices" | "extra") {
                self.leave_out(primitives);
            }
        }
        let (vertices, triangles) = (mesh.vertices.len(), mesh.triangles.len());
        mesh.in_file = MeshCounts { vertices, faces: mesh.in_file.faces, triangles };
        let read = Geometry { mesh: MeshId::new(self.model.meshes.len()), symbols };
        self.model.meshes.push(mesh);
        self.geometries.insert(key, read.clone());
        Ok(Some(read))
    }

    fn primitives(
        &mut self,
        primitives: Element<'x, 'x>,
        mesh: &mut Mesh,
        slot: u16,
    ) -> Result<(), ReadError> {
        let corners = self.corners(primitives)?;
        let mut lists = Vec::new();
        for list in primitives.children("p") {
            lists.push(indices(list)?);
        }
        for holed in primitives.children("ph") {
            self.warnings.add(format!("{}: holes of polygons are filled", holed.place()));
            lists.extend(holed.child("p").map(indices).transpose()?);
        }
        let sizes = primitives.child("vcount").map(indices).transpose()?;
        let count: usize = lists.iter().map(|list| list.len() / corners.stride).sum();
        self.budget.mesh(0, count, &primitives.place())?;
        let mut dropped = 0;
        for list in &lists {
            let all: Vec<&[usize]> = list.chunks_exact(corners.stride).collect();
            each_polygon(primitives.name(), &all, sizes.as_deref(), |polygon| {
                dropped += usize::from(!corners.add(polygon, mesh, slot));
            });
        }
        if dropped > 0 {
            self.warnings.add(format!(
                "{}: {dropped} faces have corners that are not there; left out",
                primitives.place()
            ));
        }
        Ok(())
    }

    fn corners(&mut self, primitives: Element<'x, 'x>) -> Result<Corners, ReadError> {
        let all: Vec<Input<'x>> = inputs(primitives).collect();
        let find = |semantic: &str| all.iter().find(|input| input.semantic == semantic).copied();
        let vertex = find("VERTEX")
            .ok_or_else(|| primitives.error(format!("<{}> has no input VERTEX", primitives.name())))?;
        let stride = all.iter().map(|input| input.offset).max().unwrap_or(0).saturating_add(1);
        let uv = find("TEXCOORD").map(|uv| Ok::<_, ReadError>((uv.offset, self.floats::<2>(uv.element)?)));
        Ok(Corners { stride, vertex: vertex.offset, uv: uv.transpose()? })
    }
}

impl Corners {
    /// Adds a polygon; false if it has corners that are not there.
    fn add(&self, polygon: &[&[usize]], mesh: &mut Mesh, slot: u16) -> bool {
        let vertices: Vec<usize> = polygon.iter().map(|corner| corner[self.vertex]).collect();
        let Some(positions) =
            vertices.iter().map(|&vertex| mesh.vertices.get(vertex).copied()).collect::<Option<Vec<Vec3>>>()
        else {
            return false;
        };
        let uv = |(offset, uvs): &(usize, Vec<[f32; 2]>)| {
            polygon.iter().map(|corner| uvs.get(corner[*offset]).copied()).collect::<Option<Vec<_>>>()
        };
        // Image coordinates are kept if every face of the mesh has them.
        let uvs = self.uv.as_ref().and_then(uv).filter(|_| mesh.uvs.len() == mesh.triangles.len());
        if uvs.is_none() {
            mesh.uvs.clear();
        }
        triangulate(&positions, |triangle| {
            mesh.triangles.push(triangle.map(|corner| vertices[corner] as u32));
            mesh.slots.push(slot);
            if let Some(uvs) = &uvs {
                let finite = |number: f32| if number.is_finite() { number } else { 0.0 };
                mesh.uvs.push(triangle.map(|corner| uvs[corner].map(finite)));
            }
        });
        mesh.in_file.faces += 1;
        true
    }
}

/// The polygons of one `<p>`. `sizes` has the number of corners of each polygon of a `<polylist>`.
fn each_polygon(
    kind: &str,
    corners: &[&[usize]],
    sizes: Option<&[usize]>,
    mut polygon: impl FnMut(&[&[usize]]),
) {
    match (kind, sizes) {
        ("polylist", Some(sizes)) => {
            let mut rest = corners;
            for &size in sizes {
                let Some((first, others)) = rest.split_at_checked(size) else { break };
                polygon(first);
                rest = others;
            }
        }
        ("polygons", _) => polygon(corners),
        ("trifans", _) => {
            for two in corners.windows(2).skip(1) {
                polygon(&[corners[0], two[0], two[1]]);
            }
        }
        ("tristrips", _) => {
            for (place, three) in corners.windows(3).enumerate() {
                let [a, b, c] = [three[0], three[1], three[2]];
                polygon(&if place % 2 == 0 { [a, b, c] } else { [b, a, c] });
            }
        }
        _ => corners.chunks_exact(3).for_each(polygon),
    }
}
