//! The polygons and creases of a mesh, which its triangles alone do not show.

use std::collections::BTreeMap;

use crate::formats::blend::column::Column;
use crate::formats::blend::dna::FieldKind;
use crate::formats::blend::import::attributes::{Attribute, Domain, ValueKind, find};
use crate::formats::blend::view::View;
use crate::model::{Mesh, TextureId};

/// Types of the layer of creases in Blender 3.2 to 3.6.
const CREASE_LAYER: i64 = 30;

/// The polygons of a mesh.
#[derive(Default)]
pub(in crate::formats::blend::import) struct Polygons {
    /// For each polygon the number of its triangles, which follow each other.
    pub triangles: Vec<u32>,
    /// For each triangle the creases of its edges, from each corner to the next; empty if there are none.
    edge_creases: Vec<[f32; 3]>,
    /// For each triangle the creases of its vertices; empty if there are none.
    point_creases: Vec<[f32; 3]>,
}

/// The corners of all polygons of a mesh, one after the other, with their values.
pub(super) struct Cut {
    pub corners: Vec<u32>,
    pub sizes: Vec<u32>,
    /// Empty if there are none.
    pub uvs: Vec<[f32; 2]>,
    /// The crease of the edge from each corner to the next.
    pub edge_creases: Vec<f32>,
    /// For each vertex of the mesh; empty if there are none.
    pub point_creases: Vec<f32>,
    /// For each polygon.
    pub slots: Vec<u16>,
    /// For each polygon; empty if there are none.
    pub images: Vec<Option<TextureId>>,
}

impl Polygons {
    /// Quadrilaterals without creases, of two triangles each.
    pub(super) fn of_pairs(count: usize) -> Polygons {
        Polygons { triangles: vec![2; count], ..Polygons::default() }
    }

    /// Reads the creases of a mesh that has the triangles of the file.
    pub(in crate::formats::blend::import) fn read_creases(
        &mut self,
        data: &View<'_>,
        attributes: &[Attribute<'_>],
        mesh: &Mesh,
    ) {
        let edges = edge_creases(data, attributes);
        if !edges.is_empty() {
            let crease = |a: u32, b: u32| edges.get(&(a.min(b), a.max(b))).copied().unwrap_or(0.0);
            let of_triangle = |&[a, b, c]: &[u32; 3]| [crease(a, b), crease(b, c), crease(c, a)];
            self.edge_creases = mesh.triangles.iter().map(of_triangle).collect();
        }
        let points = find(attributes, Domain::Vertex, ValueKind::Float, "crease_vert");
        if let Some(mut column) = points.and_then(Attribute::column) {
            let of_triangle =
                |triangle: &[u32; 3]| triangle.map(|vertex| column.floats::<1>(vertex as usize)[0]);
            self.point_creases = mesh.triangles.iter().map(of_triangle).collect();
        }
    }

    /// Follows a mesh to which its own reflections were appended.
    pub(super) fn reflected(&mut self, reflections: usize) {
        for _ in 0..reflections {
            self.triangles.extend_from_within(..);
            let turned: Vec<_> = self.edge_creases.iter().map(|&[ab, bc, ca]| [ca, bc, ab]).collect();
            self.edge_creases.extend(turned);
            let turned: Vec<_> = self.point_creases.iter().map(|&[a, b, c]| [a, c, b]).collect();
            self.point_creases.extend(turned);
        }
    }

    /// Follows a mesh that was repeated until it had that many triangles.
    pub(super) fn repeated(&mut self, triangles: usize) {
        let own: usize = self.triangles.iter().map(|&count| count as usize).sum();
        let times = triangles.checked_div(own).unwrap_or(1);
        self.triangles = self.triangles.repeat(times);
        self.edge_creases = self.edge_creases.repeat(times);
        self.point_creases = self.point_creases.repeat(times);
    }

    /// Number of corners of all polygons.
    pub(super) fn corner_count(&self) -> usize {
        self.triangles.iter().map(|&count| count as usize + 2).sum()
    }

    /// The polygons as lists of corners.
    pub(super) fn cut(&self, mesh: &Mesh) -> Cut {
        let mut cut = Cut {
            corners: Vec::with_capacity(self.corner_count()),
            sizes: Vec::with_capacity(self.triangles.len()),
            uvs: Vec::new(),
            edge_creases: Vec::new(),
            point_creases: Vec::new(),
            slots: Vec::new(),
            images: Vec::new(),
        };
        if !self.point_creases.is_empty() {
            cut.point_creases = vec![0.0; mesh.vertices.len()];
            let corners = mesh.triangles.iter().flatten().zip(self.point_creases.iter().flatten());
            corners.for_each(|(&vertex, &crease)| cut.point_creases[vertex as usize] = crease);
        }
        let mut first = 0;
        for &count in &self.triangles {
            let range = first..first + count as usize;
            first = range.end;
            match outline(&mesh.triangles[range.clone()]) {
                Some(outline) => self.add(&mut cut, mesh, range.start, &outline),
                // A polygon that touches itself is smoothed as its triangles.
                None => range.for_each(|triangle| {
                    self.add(&mut cut, mesh, triangle, &[(0, 0), (0, 1), (0, 2)]);
                }),
            }
        }
        cut
    }

    /// Adds a polygon, given by triangles after the first one and corners of them.
    fn add(&self, cut: &mut Cut, mesh: &Mesh, first: usize, outline: &[(usize, usize)]) {
        cut.sizes.push(outline.len() as u32);
        cut.slots.push(mesh.slots[first]);
        cut.images.extend(mesh.face_textures.get(first));
        for &(triangle, corner) in outline {
            let triangle = first + triangle;
            cut.corners.push(mesh.triangles[triangle][corner]);
            cut.uvs.extend(mesh.uvs.get(triangle).map(|uvs| uvs[corner]));
            cut.edge_creases.extend(self.edge_creases.get(triangle).map(|creases| creases[corner]));
        }
    }
}

/// The outline of the triangles of one polygon, as triangles and corners at which its edges begin: all edges but those that
/// two triangles share. `None` if they are not one closed line.
fn outline(triangles: &[[u32; 3]]) -> Option<Vec<(usize, usize)>> {
    if triangles.len() == 1 {
        return Some(vec![(0, 0), (0, 1), (0, 2)]);
    }
    let end = |triangle: &[u32; 3], corner: usize| triangle[(corner + 1) % 3];
    let sides = triangles.iter().enumerate().flat_map(|(place, triangle)| {
        (0..3).map(move |corner| ((triangle[corner], end(triangle, corner)), (place, corner)))
    });
    let sides: BTreeMap<(u32, u32), (usize, usize)> = sides.collect();
    let outer = sides.iter().filter(|((from, to), _)| !sides.contains_key(&(*to, *from)));
    let next: BTreeMap<u32, (u32, (usize, usize))> =
        outer.map(|(&(from, to), &place)| (from, (to, place))).collect();
    let count = triangles.len() + 2;
    let start = triangles[0][0];
    let (mut at, mut found) = (start, Vec::with_capacity(count));
    while found.len() < count {
        let &(to, place) = next.get(&at)?;
        found.push(place);
        at = to;
        if at == start {
            break;
        }
    }
    (found.len() == count && at == start && next.len() == count).then_some(found)
}

/// The edges with a crease.
fn edge_creases(data: &View<'_>, attributes: &[Attribute<'_>]) -> BTreeMap<(u32, u32), f32> {
    let mut found = BTreeMap::new();
    let mut note = |a: u32, b: u32, crease: f32| {
        if crease > 0.0 {
            found.insert((a.min(b), a.max(b)), crease);
        }
    };
    let count = usize::try_from(data.int("totedge")).unwrap_or(0);
    let attribute = find(attributes, Domain::Edge, ValueKind::Float, "crease_edge");
    let mut creases: Option<Column<'_>> = attribute.and_then(Attribute::column).or_else(|| layer(data));
    let pairs = find(attributes, Domain::Edge, ValueKind::Int2, ".edge_verts").and_then(Attribute::column);
    if let Some(mut pairs) = pairs {
        let Some(creases) = &mut creases else { return found };
        for edge in 0..count {
            let [a, b] = pairs.pair(edge);
            note(a, b, creases.floats::<1>(edge)[0]);
        }
        return found;
    }
    let Some(table) = data.table("medge", "MEdge") else { return found };
    let ends = ["v1", "v2"].map(|field| table.column(field, FieldKind::I32));
    let [Some(mut first), Some(mut second)] = ends else { return found };
    let mut bytes = table.column("crease", FieldKind::I8);
    for edge in 0..count.min(table.count) {
        let crease = match (&mut creases, &mut bytes) {
            (Some(creases), _) => creases.floats::<1>(edge)[0],
            (None, Some(bytes)) => f32::from(bytes.bytes(edge).first().copied().unwrap_or(0)) / 255.0,
            (None, None) => 0.0,
        };
        note(first.u32(edge), second.u32(edge), crease);
    }
    found
}

/// The creases of Blender 3.2 to 3.6.
fn layer<'a>(data: &View<'a>) -> Option<Column<'a>> {
    let layers = data.nested("edata")?.views("layers", "CustomDataLayer");
    let layer = layers.into_iter().find(|layer| layer.int("type") == CREASE_LAYER)?;
    Column::new(data.file, layer.block("data")?, 0, 4, 4)
}
