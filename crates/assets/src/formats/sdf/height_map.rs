//! Height maps: images as ground.
//!
//! Source: sdformat.org, "Specification", `heightmap`: white is `<size>` z above black, and the first row of the image lies at the largest y.

use glam::{DAffine3, DVec3, Vec3};

use crate::ReadError;
use crate::formats::images::{HeightMap, height_map_of};
use crate::formats::sdf::Import;
use crate::formats::sdf::geometry::Piece;
use crate::formats::sdf::tag::Tag;
use crate::model::{BoundsShape, Mesh, MeshCounts, MeshId, NodeKind};

/// Most rows and columns; larger maps are thinned out.
const SIDE_MAX: usize = 1025;

impl Import<'_> {
    /// The ground of a `<heightmap>`; `None` for an image that cannot be used, which is reported at the end. Both the picture and the
    /// collision of a map have the same mesh.
    pub(super) fn height_map(&mut self, tag: &Tag) -> Result<Option<Piece>, ReadError> {
        let uri = tag.required("uri")?.text.clone();
        let size = tag.vector_of("size")?.unwrap_or(DVec3::ONE);
        let position = tag.vector_of("pos")?.unwrap_or_default();
        if size.min_element() < 0.0 {
            return Err(tag.error("<size> of <heightmap> is below 0"));
        }
        for child in ["texture", "blend"] {
            if let Some(child) = tag.child(child) {
                self.note(&format!("<{}> of a <heightmap> is left out: it has one color", child.name), tag);
            }
        }
        let read = self.files.find(&uri, &tag.source.path).and_then(|file| height_map_of(&file));
        let map = match read {
            Ok(map) => map,
            Err(problem) => {
                self.missing(&problem, "height map", &uri, tag);
                return Ok(None);
            }
        };
        let mesh = mesh_of(&map, size);
        self.budget.mesh(mesh.vertices.len(), mesh.triangles.len(), "height map")?;
        self.model.meshes.push(Mesh { name: uri, ..mesh });
        Ok(Some(Piece {
            kind: NodeKind::Mesh(MeshId::new(self.model.meshes.len() - 1)),
            bounds: BoundsShape::TriangleMesh,
            geometry_from_piece: DAffine3::from_translation(position),
            materials: vec![None],
        }))
    }
}

/// The surface of a map over x and y around the origin.
fn mesh_of(map: &HeightMap, size: DVec3) -> Mesh {
    let step = map.rows.max(map.columns).div_ceil(SIDE_MAX).max(1);
    let lines = |count: usize| -> Vec<usize> {
        let mut lines: Vec<usize> = (0..count).step_by(step).collect();
        if lines.last() != Some(&(count - 1)) {
            lines.push(count - 1);
        }
        lines
    };
    let (rows, columns) = (lines(map.rows), lines(map.columns));
    let share = |line: usize, count: usize| line as f64 / (count - 1) as f64 - 0.5;
    let places = rows.iter().flat_map(|row| columns.iter().map(move |column| (*row, *column)));
    let vertices = places.map(|(row, column)| {
        let height = map.heights[row * map.columns + column];
        let point = DVec3::new(share(column, map.columns), -share(row, map.rows), height);
        (point * size).as_vec3()
    });
    let vertices: Vec<Vec3> = vertices.collect();
    let width = columns.len();
    let cells = (0..rows.len() - 1).flat_map(|row| (0..width - 1).map(move |column| row * width + column));
    let triangles = cells.flat_map(|at| {
        let [a, b, c, d] = [at, at + 1, at + width + 1, at + width].map(|corner| corner as u32);
        [[a, c, b], [a, d, c]]
    });
    let triangles: Vec<[u32; 3]> = triangles.collect();
    let in_file = MeshCounts { vertices: vertices.len(), faces: triangles.len(), triangles: triangles.len() };
    Mesh { slots: vec![0; triangles.len()], vertices, triangles, in_file, ..Mesh::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_row_is_at_the_largest_y_and_faces_up() {
        let map = HeightMap { rows: 2, columns: 3, heights: vec![0.0, 0.5, 1.0, 0.0, 0.0, 0.0] };
        let mesh = mesh_of(&map, DVec3::new(4.0, 2.0, 10.0));
        assert_eq!(mesh.vertices[2], Vec3::new(2.0, 1.0, 10.0));
        assert_eq!(mesh.vertices[3], Vec3::new(-2.0, -1.0, 0.0));
        for triangle in &mesh.triangles {
            let [a, b, c] = triangle.map(|corner| mesh.vertices[corner as usize]);
            assert!((b - a).cross(c - a).z > 0.0);
        }
    }

    #[test]
    fn large_maps_are_thinned_out_between_their_edges() {
        let map = HeightMap { rows: 3000, columns: 2, heights: vec![0.25; 6000] };
        let mesh = mesh_of(&map, DVec3::new(1.0, 30.0, 4.0));
        assert!(mesh.vertices.len() <= 2 * (SIDE_MAX + 1));
        let (low, high) = mesh.bounds(&DAffine3::IDENTITY).unwrap();
        assert_eq!((low.y, high.y, high.z), (-15.0, 15.0, 1.0));
    }
}
