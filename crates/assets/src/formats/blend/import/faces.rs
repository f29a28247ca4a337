//! Faces of a mesh: up to four corners in Blender 2.62 and earlier, polygons over a list of loops since then, attributes
//! since 3.6.

mod storage;

use crate::formats::blend::import::Import;
use crate::formats::blend::import::attributes::Attribute;
use crate::formats::blend::import::modifiers::polygons::Polygons;
use crate::formats::blend::view::View;
use crate::model::{Mesh, TextureId};
use crate::polygon::triangulate;

pub(super) use storage::Faces;

/// A face as the file stores it.
#[derive(Clone, Copy)]
pub(super) struct Face {
    /// Its first corner.
    pub start: usize,
    /// Number of its corners.
    pub count: usize,
    /// Its slot of the materials.
    pub slot: u16,
    /// Address of its image.
    pub image: u64,
}

impl Import<'_, '_> {
    /// The faces as stored in the file.
    pub(super) fn faces<'a>(&self, data: &View<'a>, attributes: &[Attribute<'a>]) -> Faces<'a> {
        if let Some(faces) = storage::of_attributes(data, attributes) {
            return faces;
        }
        let polygons = storage::of_polygons(data).filter(|faces| !faces.is_empty());
        polygons.or_else(|| storage::of_quads(data)).unwrap_or_default()
    }

    /// Triangulates the faces, which have at most that number of triangles.
    pub(super) fn cut(
        &mut self,
        data: &View<'_>,
        faces: &mut Faces<'_>,
        triangles: usize,
        mesh: &mut Mesh,
        mut polygons: Option<&mut Polygons>,
    ) {
        let mut dropped = faces.missing();
        let (mut corners, mut uvs, mut points) = (Vec::new(), Vec::new(), Vec::new());
        let (has_uvs, has_images) = (faces.has_uvs(), faces.has_images());
        let mut last_image: (u64, Option<TextureId>) = (0, None);
        mesh.triangles.reserve_exact(triangles);
        mesh.slots.reserve_exact(triangles);
        mesh.uvs.reserve_exact(if has_uvs { triangles } else { 0 });
        mesh.face_textures.reserve_exact(if has_images { triangles } else { 0 });
        faces.rewind();
        for index in 0..faces.len() {
            let face = faces.next(index).filter(|face| face.count >= 3);
            let Some(face) = face.filter(|face| faces.corners(face, mesh.vertices.len(), &mut corners))
            else {
                dropped += 1;
                continue;
            };
            points.clear();
            points.extend(corners.iter().map(|&corner| mesh.vertices[corner as usize]));
            if has_uvs {
                faces.uvs(&face, &mut uvs);
            }
            let before = mesh.triangles.len();
            triangulate(&points, |triangle| {
                mesh.triangles.push(triangle.map(|corner| corners[corner]));
                if has_uvs {
                    mesh.uvs.push(triangle.map(|corner| uvs[corner]));
                }
            });
            mesh.slots.resize(mesh.triangles.len(), face.slot);
            if has_images {
                if last_image.0 != face.image {
                    let image = data.at(face.image).filter(|image| image.layout.name == "Image");
                    last_image = (face.image, image.map(|image| self.texture(&image)));
                }
                mesh.face_textures.resize(mesh.triangles.len(), last_image.1);
            }
            if let Some(polygons) = &mut polygons {
                polygons.triangles.push((mesh.triangles.len() - before) as u32);
            }
            mesh.in_file.faces += usize::from(mesh.triangles.len() > before);
        }
        if dropped > 0 {
            self.warnings.add(format!(
                "mesh {}: {dropped} faces are left out, as they have too few corners or corners that are not there",
                mesh.name
            ));
        }
    }
}
