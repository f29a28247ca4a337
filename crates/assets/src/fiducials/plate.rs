//! The plate with a marker: a box whose face has the image of the marker.

use std::sync::Arc;

use glam::Vec3;

use crate::Model;
use crate::fiducials::Fiducial;
use crate::model::{
    Material, MaterialId, Mesh, MeshCounts, MeshId, Node, NodeKind, Pixels, Property, Texture, TextureData,
    TextureId,
};

/// Side of a cell in the image: cells have sharp edges from nearby. [pixels]
const CELL_PIXELS: usize = 16;
/// Thickness of the plate, as a share of the size of the marker.
const THICKNESS: f64 = 0.02;
/// Width of the black border and the white margin on both sides. [cells]
const BORDERS: usize = 4;

/// The model of a marker.
pub(super) fn model(fiducial: &Fiducial) -> Model {
    let name = format!("{}:{}", fiducial.family, fiducial.id);
    let materials = [("face", Some(TextureId::new(0))), ("plate", None)];
    let materials = materials.map(|(name, texture)| Material {
        name: name.to_owned(),
        rgb: [1.0; 3],
        specular: 0.0,
        texture,
        ..Material::default()
    });
    let node = Node {
        kind: NodeKind::Mesh(MeshId::new(0)),
        materials: vec![Some(MaterialId::new(0)), Some(MaterialId::new(1))],
        properties: vec![
            ("Label".to_owned(), Property::String(name.clone())),
            ("Fiducial_Family".to_owned(), Property::String(fiducial.family.clone())),
            ("Fiducial_ID".to_owned(), Property::Int(fiducial.id.into())),
            ("Fiducial_Size".to_owned(), Property::Float(fiducial.size_m)),
            ("Fiducial_Cells".to_owned(), Property::Int(fiducial.cells as i64)),
            ("Fiducial_Code".to_owned(), Property::String(format!("{:x}", fiducial.code))),
        ],
        ..Node::new(name.clone())
    };
    let image = Texture { name: name.clone(), data: TextureData::Decoded(picture(fiducial)) };
    Model {
        name,
        generator: "MORSE".to_owned(),
        nodes: vec![node],
        meshes: vec![mesh(fiducial)],
        materials: materials.to_vec(),
        textures: vec![image],
        ..Model::default()
    }
}

/// A box below z = 0, whose upper face has the image.
fn mesh(fiducial: &Fiducial) -> Mesh {
    let cell = fiducial.size_m / (fiducial.cells + 2) as f64;
    let half = (cell * (fiducial.cells + BORDERS) as f64 / 2.0) as f32;
    let depth = -(THICKNESS * fiducial.size_m) as f32;
    let square = |z: f32| {
        [[-half, -half], [half, -half], [half, half], [-half, half]].map(|[x, y]| Vec3::new(x, y, z))
    };
    let vertices = [square(0.0), square(depth)].concat();
    let sides = (0..4).flat_map(|low| {
        let next = (low + 1) % 4;
        [[low, low + 4, next + 4], [low, next + 4, next]]
    });
    let triangles: Vec<[u32; 3]> =
        [[0, 1, 2], [0, 2, 3], [4, 6, 5], [4, 7, 6]].into_iter().chain(sides).collect();
    let (face, rest) =
        ([[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]]], triangles.len() - 2);
    Mesh {
        name: "plate".to_owned(),
        in_file: MeshCounts { vertices: vertices.len(), faces: 6, triangles: triangles.len() },
        slots: [vec![0; 2], vec![1; rest]].concat(),
        uvs: [face.to_vec(), vec![[[0.0; 2]; 3]; rest]].concat(),
        vertices,
        triangles,
        ..Mesh::default()
    }
}

/// The image of the face: a white margin, a black border and the code.
fn picture(fiducial: &Fiducial) -> Pixels {
    let across = fiducial.cells + BORDERS;
    let side = across * CELL_PIXELS;
    let is_white = |column: usize, row: usize| {
        let is_margin = |place: usize| place == 0 || place + 1 == across;
        let inside = |place: usize| place.checked_sub(BORDERS / 2).filter(|place| *place < fiducial.cells);
        is_margin(column)
            || is_margin(row)
            || inside(column).zip(inside(row)).is_some_and(|(column, row)| fiducial.is_white(column, row))
    };
    let pixel = |number: usize| {
        let value = if is_white(number % side / CELL_PIXELS, number / side / CELL_PIXELS) { 255 } else { 0 };
        [value, value, value, 255]
    };
    let rgba: Arc<[u8]> = (0..side * side).flat_map(pixel).collect();
    Pixels { width: side as u32, height: side as u32, rgba }
}
