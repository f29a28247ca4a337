//! The three ways in which files store faces, read face by face.

use crate::formats::blend::bytes::{array, text, u32_at};
use crate::formats::blend::column::Column;
use crate::formats::blend::dna::FieldKind;
use crate::formats::blend::import::attributes::{Attribute, Domain, ValueKind, find};
use crate::formats::blend::import::faces::Face;
use crate::formats::blend::view::View;

/// Type of a layer of UV coordinates since Blender 3.5.
const UV_LAYER: i64 = 49;

/// Faces before triangulation.
#[derive(Default)]
pub(in crate::formats::blend::import) struct Faces<'a> {
    extents: Extents<'a>,
    /// Vertices of all corners, one face after the other.
    corners: Values<'a, u32>,
    corner_count: usize,
    /// Image coordinates of all corners.
    uvs: Option<Values<'a, [f32; 2]>>,
    images: Option<Column<'a>>,
    /// Number of faces in the file.
    count: usize,
    /// Faces that the file announces but does not contain.
    missing: usize,
    /// Corners of the faces that are still to come: faces that share corners would allow a small file to make a large mesh.
    corners_left: usize,
}

/// Where the corners of each face are, and its slot of the materials.
enum Extents<'a> {
    /// The corners of face `n` are those from offset `n` to offset `n + 1`.
    /// `known` is an offset that was read before, with its index.
    Offsets { offsets: Column<'a>, known: (usize, u32), slots: Option<Column<'a>> },
    /// The first corner, the number of corners, and the slot.
    Polygons { starts: Column<'a>, counts: Column<'a>, slots: Column<'a> },
    /// The same in memory.
    List(Vec<(usize, usize, u16)>),
}

impl Default for Extents<'_> {
    fn default() -> Self {
        Extents::List(Vec::new())
    }
}

/// Values of corners.
enum Values<'a, T> {
    Column(Column<'a>),
    List(Vec<T>),
}

impl<T> Default for Values<'_, T> {
    fn default() -> Self {
        Values::List(Vec::new())
    }
}

impl Values<'_, u32> {
    /// Adds the values of the corners of a face.
    fn extend(&mut self, face: &Face, corners: &mut Vec<u32>) {
        let range = face.start..face.start + face.count;
        match self {
            Values::List(list) => {
                corners.extend(range.map(|corner| list.get(corner).copied().unwrap_or(u32::MAX)));
            }
            Values::Column(column) => match column.run(face.start, face.count) {
                Some(bytes) => {
                    corners.extend(bytes.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)))
                }
                None => corners.extend(range.map(|corner| column.u32(corner))),
            },
        }
    }
}

impl Values<'_, [f32; 2]> {
    /// Adds the values of the corners of a face.
    fn extend(&mut self, face: &Face, uvs: &mut Vec<[f32; 2]>) {
        let range = face.start..face.start + face.count;
        let before = uvs.len();
        match self {
            Values::List(list) => {
                uvs.extend(range.map(|corner| list.get(corner).copied().unwrap_or_default()))
            }
            Values::Column(column) => match column.run(face.start, face.count) {
                Some(bytes) => {
                    let pairs = bytes.as_chunks::<4>().0.as_chunks::<2>().0.iter();
                    uvs.extend(pairs.map(|pair| pair.map(f32::from_le_bytes)));
                }
                None => uvs.extend(range.map(|corner| column.floats(corner))),
            },
        }
        for part in uvs[before..].as_flattened_mut() {
            *part = if part.is_finite() { *part } else { 0.0 };
        }
    }
}

impl Faces<'_> {
    /// Number of faces in the file.
    pub(in crate::formats::blend::import) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Faces that the file announces but does not contain.
    pub(super) fn missing(&self) -> usize {
        self.missing
    }

    pub(super) fn has_uvs(&self) -> bool {
        self.uvs.is_some()
    }

    /// Whether a face has an image of its own.
    pub(super) fn has_images(&mut self) -> bool {
        let count = self.count;
        self.images.as_mut().is_some_and(|images| (0..count).any(|face| images.address(face) != 0))
    }

    /// Maximum number of triangles of the faces.
    pub(in crate::formats::blend::import) fn triangles(&mut self) -> usize {
        self.rewind();
        (0..self.count).filter_map(|index| self.next(index)).map(|face| face.count.saturating_sub(2)).sum()
    }

    /// Begins again with the first face.
    pub(in crate::formats::blend::import) fn rewind(&mut self) {
        self.corners_left = self.corner_count;
    }

    /// The next face, whose index is given; `None` if its corners are not in the file.
    pub(in crate::formats::blend::import) fn next(&mut self, index: usize) -> Option<Face> {
        let (start, count, slot) = match &mut self.extents {
            Extents::Offsets { offsets, known, slots } => {
                let start = if known.0 == index { known.1 } else { offsets.u32(index) } as usize;
                *known = (index + 1, offsets.u32(index + 1));
                let end = known.1 as usize;
                let slot = slots.as_mut().map_or(0, |slots| u16::try_from(slots.u32(index)).unwrap_or(0));
                (start, end.checked_sub(start)?, slot)
            }
            Extents::Polygons { starts, counts, slots } => {
                (starts.u32(index) as usize, counts.u32(index) as usize, slots.u16(index))
            }
            Extents::List(list) => *list.get(index)?,
        };
        let fits = start.checked_add(count).is_some_and(|end| end <= self.corner_count);
        if !fits || count > self.corners_left {
            return None;
        }
        self.corners_left -= count;
        let image = self.images.as_mut().map_or(0, |images| images.address(index));
        Some(Face { start, count, slot, image })
    }

    /// Reads the vertices of a face. Returns false if one is not among the `vertices` of the mesh.
    pub(in crate::formats::blend::import) fn corners(
        &mut self,
        face: &Face,
        vertices: usize,
        corners: &mut Vec<u32>,
    ) -> bool {
        corners.clear();
        self.corners.extend(face, corners);
        corners.iter().all(|&corner| (corner as usize) < vertices)
    }

    /// Reads the image coordinates of a face.
    pub(super) fn uvs(&mut self, face: &Face, uvs: &mut Vec<[f32; 2]>) {
        uvs.clear();
        if let Some(values) = &mut self.uvs {
            values.extend(face, uvs);
        }
    }
}

/// Blender 3.6 and later.
pub(super) fn of_attributes<'a>(data: &View<'a>, attributes: &[Attribute<'a>]) -> Option<Faces<'a>> {
    let block = data.block("poly_offset_indices")?;
    let offsets = Column::new(data.file, block, 0, 4, 4)?;
    let corners = find(attributes, Domain::Corner, ValueKind::Int, ".corner_vert")?;
    let slots = find(attributes, Domain::Face, ValueKind::Int, "material_index");
    let count = |field: &str| usize::try_from(data.int(field)).unwrap_or(0);
    let size = data.file.blocks.get(block as usize)?.size;
    let (total, stored) = (count("totpoly"), (size / 4).saturating_sub(1));
    let corner_count = count("totloop");
    if !corners.has_all(corner_count) {
        return Some(Faces { missing: total, ..Faces::default() });
    }
    let uvs = uv_map(data, attributes).filter(|uvs| uvs.has_all(corner_count));
    Some(Faces {
        extents: Extents::Offsets {
            offsets,
            known: (usize::MAX, 0),
            slots: slots.and_then(Attribute::column),
        },
        corners: Values::Column(corners.column()?),
        corner_count,
        uvs: uvs.and_then(Attribute::column).map(Values::Column),
        images: None,
        count: total.min(stored),
        missing: total.saturating_sub(stored),
        corners_left: corner_count,
    })
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
pub(super) fn of_polygons<'a>(data: &View<'a>) -> Option<Faces<'a>> {
    let polygons = data.table("mpoly", "MPoly")?;
    let loops = data.table("mloop", "MLoop")?;
    let extents = Extents::Polygons {
        starts: polygons.column("loopstart", FieldKind::I32)?,
        counts: polygons.column("totloop", FieldKind::I32)?,
        slots: polygons.column("mat_nr", FieldKind::I16)?,
    };
    let count = |field: &str| usize::try_from(data.int(field)).unwrap_or(0);
    let corner_count = count("totloop").min(loops.count);
    let uvs = data.table("mloopuv", "MLoopUV").filter(|uvs| uvs.count >= corner_count);
    let total = count("totpoly");
    Some(Faces {
        extents,
        corners: Values::Column(loops.column("v", FieldKind::I32)?),
        corner_count,
        uvs: uvs.and_then(|uvs| uvs.column("uv", FieldKind::F32)).map(Values::Column),
        images: images(data, "mtpoly", "MTexPoly"),
        count: total.min(polygons.count),
        missing: total.saturating_sub(polygons.count),
        corners_left: corner_count,
    })
}

/// Blender up to 2.62. A fourth corner of 0 means that there is none: Blender rotates faces so that no other corner
/// has that position.
pub(super) fn of_quads<'a>(data: &View<'a>) -> Option<Faces<'a>> {
    let quads = data.array("mface", "MFace")?;
    let vertices = ["v1", "v2", "v3", "v4"].map(|field| quads.offset(field, FieldKind::I32));
    let slot = quads.layout.field("mat_nr")?.offset;
    let uvs = data.table("mtface", "MTFace").filter(|uvs| uvs.count >= quads.count);
    let mut uvs = uvs.and_then(|uvs| uvs.column("uv", FieldKind::F32));
    let total = usize::try_from(data.int("totface")).unwrap_or(0);
    let (mut list, mut corners, mut corner_uvs) = (Vec::new(), Vec::new(), Vec::new());
    for (face, bytes) in quads.take(total).enumerate() {
        let stored = vertices.map(|offset| u32_at(bytes, offset?));
        let count = if stored[3] == Some(0) { 3 } else { 4 };
        let slot = array::<1>(bytes, slot).map_or(0, |[slot]| u16::from(slot));
        list.push((corners.len(), count, slot));
        corners.extend(stored[..count].iter().map(|corner| corner.unwrap_or(u32::MAX)));
        if let Some(uvs) = &mut uvs {
            let [u1, v1, u2, v2, u3, v3, u4, v4] = uvs.floats(face);
            corner_uvs.extend_from_slice(&[[u1, v1], [u2, v2], [u3, v3], [u4, v4]][..count]);
        }
    }
    Some(Faces {
        corner_count: corners.len(),
        corners_left: corners.len(),
        count: list.len(),
        extents: Extents::List(list),
        corners: Values::List(corners),
        uvs: uvs.map(|_| Values::List(corner_uvs)),
        images: images(data, "mtface", "MTFace"),
        missing: total.saturating_sub(quads.count),
    })
}

/// Addresses of the images of the faces.
fn images<'a>(data: &View<'a>, field: &str, structure: &str) -> Option<Column<'a>> {
    data.table(field, structure)?.column("tpage", FieldKind::Pointer)
}
