//! Faces of a mesh: up to four corners in Blender 2.62 and earlier, polygons over a list of loops since then, attributes
//! since 3.6.

use glam::Vec3;

use crate::formats::blend::bytes::{address_at, array, f32_at, text, u16_at, u32_at};
use crate::formats::blend::dna::FieldKind;
use crate::formats::blend::import::Import;
use crate::formats::blend::import::attributes::{Attribute, Domain, ValueKind, find};
use crate::formats::blend::view::View;
use crate::model::{Mesh, TextureId};
use crate::polygon::triangulate;

/// Type of a layer of UV coordinates since Blender 3.5.
const UV_LAYER: i64 = 49;

/// Faces before triangulation.
#[derive(Default)]
pub(super) struct Faces {
    /// Vertices of all faces, one face after the other.
    corners: Vec<u32>,
    /// Image coordinates of all corners; empty if there are none.
    uvs: Vec<[f32; 2]>,
    faces: Vec<Face>,
    /// Faces with fewer than three corners, or with corners that are not in the file.
    dropped: usize,
}

struct Face {
    start: usize,
    count: usize,
    slot: u16,
    /// Address of the image of the face.
    image: u64,
}

impl Faces {
    /// Triangles of the faces.
    pub(super) fn triangles(&self, vertices: &[Vec3]) -> usize {
        let sound = self.faces.iter().filter(|face| self.is_sound(face, vertices));
        sound.map(|face| face.count - 2).sum()
    }

    fn is_sound(&self, face: &Face, vertices: &[Vec3]) -> bool {
        let corners = self.corners.get(face.start..face.start + face.count).unwrap_or_default();
        face.count >= 3 && corners.iter().all(|&corner| (corner as usize) < vertices.len())
    }
}

impl Import<'_, '_> {
    /// The faces as stored in the file.
    pub(super) fn faces(&mut self, data: &View<'_>, attributes: &[Attribute<'_>]) -> Faces {
        if let Some(faces) = attribute_faces(data, attributes) {
            return faces;
        }
        let polygons = polygons(data).filter(|faces| !faces.faces.is_empty());
        polygons.or_else(|| quads(data)).unwrap_or_default()
    }

    /// Triangulates the faces.
    pub(super) fn cut(&mut self, data: &View<'_>, faces: &Faces, mesh: &mut Mesh) {
        let mut dropped = faces.dropped;
        let mut points = Vec::new();
        let has_images = faces.faces.iter().any(|face| face.image != 0);
        let mut last_image: (u64, Option<TextureId>) = (0, None);
        for face in &faces.faces {
            if !faces.is_sound(face, &mesh.vertices) {
                dropped += 1;
                continue;
            }
            let corners = &faces.corners[face.start..face.start + face.count];
            points.clear();
            points.extend(corners.iter().map(|&corner| mesh.vertices[corner as usize]));
            let before = mesh.triangles.len();
            triangulate(&points, |triangle| {
                mesh.triangles.push(triangle.map(|corner| corners[corner]));
                if !faces.uvs.is_empty() {
                    mesh.uvs.push(triangle.map(|corner| faces.uvs[face.start + corner]));
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

/// Blender 3.6 and later: the corners of face `n` are those from the offset `n` to the offset `n + 1`.
fn attribute_faces(data: &View<'_>, attributes: &[Attribute<'_>]) -> Option<Faces> {
    let offsets = data.raw("poly_offset_indices")?;
    let corners = find(attributes, Domain::Corner, ValueKind::Int, ".corner_vert")?;
    let slots = find(attributes, Domain::Face, ValueKind::Int, "material_index");
    let count = |field: &str| usize::try_from(data.int(field)).unwrap_or(0);
    let (total, stored) = (count("totpoly"), (offsets.len() / 4).saturating_sub(1));
    let corner_count = count("totloop");
    let mut faces = Faces { dropped: total.saturating_sub(stored), ..Faces::default() };
    if !corners.has_all(corner_count) {
        return Some(Faces { dropped: total, ..Faces::default() });
    }
    faces.corners = (0..corner_count).map(|corner| corners.int(corner)).collect();
    if let Some(uvs) = uv_map(data, attributes).filter(|uvs| uvs.has_all(corner_count)) {
        let finite = |uv: [f32; 2]| uv.map(|part| if part.is_finite() { part } else { 0.0 });
        faces.uvs = (0..corner_count).map(|corner| finite(uvs.floats(corner))).collect();
    }
    let offset = |face: usize| u32_at(offsets, 4 * face).map_or(usize::MAX, |offset| offset as usize);
    for face in 0..total.min(stored) {
        let (start, end) = (offset(face), offset(face + 1));
        if start > end || end > corner_count {
            faces.dropped += 1;
            continue;
        }
        let slot = slots.map_or(0, |slots| u16::try_from(slots.int(face)).unwrap_or(0));
        faces.faces.push(Face { start, count: end - start, slot, image: 0 });
    }
    Some(faces)
}

/// The UV map that pictures use: the one that is marked for rendering, else the first one.
fn uv_map<'a, 'b>(data: &View<'_>, attributes: &'b [Attribute<'a>]) -> Option<&'b Attribute<'a>> {
    let maps = || {
        attributes.iter().filter(|known| (known.domain, known.kind) == (Domain::Corner, ValueKind::Float2))
    };
    let named = data.raw("default_uv_map_attribute").map(text);
    let marked = || {
        let layers =
            data.nested("ldata").map(|data| data.views("layers", "CustomDataLayer")).unwrap_or_default();
        let place = layers.iter().find(|layer| layer.int("type") == UV_LAYER)?.int("active_rnd");
        maps().nth(usize::try_from(place).ok()?)
    };
    let by_name = named.and_then(|named| maps().find(|map| map.name == named));
    by_name.or_else(marked).or_else(|| maps().next())
}

/// Blender 2.63 to 3.5.
fn polygons(data: &View<'_>) -> Option<Faces> {
    let polygons = data.array("mpoly", "MPoly")?;
    let loops = data.array("mloop", "MLoop")?;
    let start = polygons.offset("loopstart", FieldKind::I32)?;
    let length = polygons.offset("totloop", FieldKind::I32)?;
    let slot = polygons.offset("mat_nr", FieldKind::I16)?;
    let vertex = loops.offset("v", FieldKind::I32)?;
    let count = |field: &str| usize::try_from(data.int(field)).unwrap_or(0);

    let mut faces = Faces::default();
    let loops = loops.take(count("totloop"));
    faces.corners = loops.map(|bytes| u32_at(bytes, vertex).unwrap_or(u32::MAX)).collect();
    if let Some(uvs) = data.array("mloopuv", "MLoopUV")
        && let Some(uv) = uvs.offset("uv", FieldKind::F32)
        && uvs.count >= faces.corners.len()
    {
        faces.uvs = uvs.take(faces.corners.len()).map(|bytes| uv_at(bytes, uv)).collect();
    }
    let mut images = images(data, "mtpoly", "MTexPoly");
    faces.dropped = count("totpoly").saturating_sub(polygons.count);
    // Polygons that share corners would allow a small file to make a large mesh.
    let mut corners_left = faces.corners.len();
    for bytes in polygons.take(count("totpoly")) {
        let image = images.next().unwrap_or(0);
        let number = |at: usize| u32_at(bytes, at).map_or(usize::MAX, |number| number as usize);
        let (start, count) = (number(start), number(length));
        let fits = start.checked_add(count).is_some_and(|end| end <= faces.corners.len());
        if !fits || count > corners_left {
            faces.dropped += 1;
            continue;
        }
        corners_left -= count;
        faces.faces.push(Face { start, count, slot: u16_at(bytes, slot).unwrap_or(0), image });
    }
    Some(faces)
}

/// Blender up to 2.62. A fourth corner of 0 means that there is none: Blender rotates faces so that no other corner
/// has that position.
fn quads(data: &View<'_>) -> Option<Faces> {
    let quads = data.array("mface", "MFace")?;
    let vertices = ["v1", "v2", "v3", "v4"].map(|field| quads.offset(field, FieldKind::I32));
    let slot = quads.layout.field("mat_nr")?.offset;
    let uvs = data.array("mtface", "MTFace").filter(|uvs| uvs.count >= quads.count);
    let uv = uvs.and_then(|uvs| uvs.offset("uv", FieldKind::F32));
    let mut images = images(data, "mtface", "MTFace");
    let total = usize::try_from(data.int("totface")).unwrap_or(0);
    let mut uv_rows = uvs.map(|uvs| uvs.take(total));

    let mut faces = Faces { dropped: total.saturating_sub(quads.count), ..Faces::default() };
    for bytes in quads.take(total) {
        let image = images.next().unwrap_or(0);
        let corners = vertices.map(|offset| u32_at(bytes, offset?));
        let count = if corners[3] == Some(0) { 3 } else { 4 };
        let start = faces.corners.len();
        faces.corners.extend(corners[..count].iter().map(|corner| corner.unwrap_or(u32::MAX)));
        if let (Some(uv), Some(rows)) = (uv, &mut uv_rows) {
            let row = rows.next().unwrap_or_default();
            faces.uvs.extend((0..count).map(|corner| uv_at(row, uv + corner * 8)));
        }
        let slot = array::<1>(bytes, slot).map_or(0, |[slot]| u16::from(slot));
        faces.faces.push(Face { start, count, slot, image });
    }
    Some(faces)
}

fn uv_at(bytes: &[u8], offset: usize) -> [f32; 2] {
    [0, 4].map(|at| f32_at(bytes, offset + at).filter(|uv| uv.is_finite()).unwrap_or(0.0))
}

/// Addresses of the images of the faces.
fn images<'a>(data: &View<'a>, field: &str, structure: &str) -> impl Iterator<Item = u64> + use<'a> {
    let pointer_bytes = data.file.header.pointer_bytes;
    let array = data.array(field, structure);
    let offset = array.and_then(|array| array.offset("tpage", FieldKind::Pointer));
    let rows = array.zip(offset).into_iter();
    rows.flat_map(move |(array, offset)| {
        array.take(array.count).map(move |bytes| address_at(bytes, offset, pointer_bytes))
    })
}
