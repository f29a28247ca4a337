//! STL: one mesh without materials. Coordinates are read as meters with z up.

mod text;

use std::io::Cursor;
use std::path::Path;

use glam::Vec3;
use stl_io::IndexedMesh;

use crate::finite::keep_finite;
use crate::limits::Budget;
use crate::model::{Mesh, MeshCounts, MeshId, Node, NodeKind};
use crate::{Model, ReadError, Warnings};

/// Header and number of triangles of the binary form.
const HEADER_BYTES: usize = 80;
const COUNT_BYTES: usize = 4;
const TRIANGLE_BYTES: usize = 50;

/// Reads a file, text or binary.
pub(crate) fn read(
    bytes: &[u8],
    path: &Path,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, ReadError> {
    budget.bytes(bytes.len(), "file")?;
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let solid = if is_binary(bytes) { binary(bytes)? } else { text::read(bytes, &name, warnings)? };
    budget.mesh(solid.vertices.len(), solid.faces.len(), "mesh")?;
    let mut vertices: Vec<Vec3> = solid.vertices.iter().map(|vertex| Vec3::from_array(vertex.0)).collect();
    let triangle_of = |vertex: usize| {
        let triangle = solid.faces.iter().position(|face| face.vertices.contains(&vertex)).unwrap_or(0);
        format!("triangle {}", triangle + 1)
    };
    keep_finite(&mut vertices, &name, triangle_of, warnings);
    let triangles: Vec<[u32; 3]> =
        solid.faces.iter().map(|face| face.vertices.map(|vertex| vertex as u32)).collect();
    let count = triangles.len();
    let mesh = Mesh {
        name: name.clone(),
        in_file: MeshCounts { vertices: vertices.len(), faces: count, triangles: count },
        slots: vec![0; count],
        vertices,
        triangles,
        ..Mesh::default()
    };
    let node =
        Node { kind: NodeKind::Mesh(MeshId::new(0)), materials: vec![None], ..Node::new(name.clone()) };
    Ok(Model { name, generator: "STL".to_owned(), nodes: vec![node], meshes: vec![mesh], ..Model::default() })
}

/// Reads a file from memory.
///
/// # Errors
/// If the bytes are not a valid file; the error names a remedy.
pub fn read_alone(bytes: &[u8], warnings: &mut Warnings) -> Result<Model, ReadError> {
    read(bytes, Path::new("memory.stl"), &mut Budget::default(), warnings)
}

/// Many binary files begin with "solid", like text files. Their length distinguishes them, and the zeros in the number
/// of triangles those that are cut short or have something after their triangles.
fn is_binary(bytes: &[u8]) -> bool {
    let has_length_of_binary = binary_triangles(bytes)
        .is_some_and(|count| HEADER_BYTES + COUNT_BYTES + count * TRIANGLE_BYTES == bytes.len());
    let start = &bytes[..bytes.len().min(HEADER_BYTES + COUNT_BYTES)];
    has_length_of_binary || !text::begins(bytes) || start.contains(&0)
}

fn binary(bytes: &[u8]) -> Result<IndexedMesh, ReadError> {
    let mut plain = bytes.to_vec();
    // The library takes a file whose header begins with "solid" for text.
    let header = plain.len().min(HEADER_BYTES);
    plain[..header].fill(0);
    stl_io::read_stl(&mut Cursor::new(plain)).map_err(|error| {
        let problem = match binary_triangles(bytes) {
            Some(count) => format!("{error} (the file announces {count} triangles)"),
            None => error.to_string(),
        };
        ReadError::new("triangles", problem, "the file is damaged or cut short: copy or export it again")
    })
}

fn binary_triangles(bytes: &[u8]) -> Option<usize> {
    let count = bytes.get(HEADER_BYTES..HEADER_BYTES + COUNT_BYTES)?;
    Some(u32::from_le_bytes(count.try_into().ok()?) as usize)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "solid wedge\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n\
                        facet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid wedge\n";

    fn binary(last: f32) -> Vec<u8> {
        let mut bytes = b"solid, says the exporter".to_vec();
        bytes.resize(HEADER_BYTES, b' ');
        bytes.extend(1_u32.to_le_bytes());
        for number in [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, last] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([0, 0]);
        bytes
    }

    #[test]
    fn text_and_binary_are_read_and_corners_are_shared() {
        let model = read_alone(TEXT.as_bytes(), &mut Warnings::default()).unwrap();
        assert_eq!((model.meshes[0].vertices.len(), model.meshes[0].triangles.len()), (4, 2));
        let model = read_alone(&binary(0.0), &mut Warnings::default()).unwrap();
        assert_eq!(model.meshes[0].vertices[2], Vec3::new(0.0, 2.0, 0.0));
        assert_eq!(model.nodes[0].name, "memory");
    }

    #[test]
    fn bytes_after_the_triangles_of_a_binary_file_do_not_count() {
        let mut bytes = binary(0.0);
        bytes.extend(b"made by hand");
        assert_eq!(read_alone(&bytes, &mut Warnings::default()).unwrap().meshes[0].triangles.len(), 1);
    }

    #[test]
    fn a_vertex_that_is_not_finite_is_reported_with_its_triangle() {
        for bytes in [binary(f32::INFINITY), TEXT.replace("vertex 1 1 0", "vertex 1 1 inf").into_bytes()] {
            let mut warnings = Warnings::default();
            let model = read_alone(&bytes, &mut warnings).unwrap();
            assert!(model.meshes[0].vertices.iter().all(|vertex| vertex.is_finite()));
            let warnings = warnings.into_messages();
            assert_eq!(warnings.len(), 1, "{warnings:?}");
            assert!(warnings[0].contains("triangle ") && warnings[0].contains("inf)"), "{warnings:?}");
        }
    }

    #[test]
    fn cut_files_are_errors() {
        for bytes in [&TEXT.as_bytes()[..TEXT.len() * 3 / 4], &binary(0.0)[..100], b"", b"solid"] {
            assert!(read_alone(bytes, &mut Warnings::default()).is_err());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn damage_never_panics(place in 0..TEXT.len(), byte: u8, length in 0..TEXT.len(), text: bool) {
            let mut bytes = if text { TEXT.as_bytes().to_vec() } else { binary(0.0) };
            let place = place % bytes.len();
            bytes[place] = byte;
            bytes.truncate(length.max(place));
            let _ = read_alone(&bytes, &mut Warnings::default());
        }

        #[test]
        fn noise_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let _ = read_alone(&bytes, &mut Warnings::default());
        }
    }
}
