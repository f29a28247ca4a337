//! The SUBSURF modifier: a mesh as the smooth surface that it controls.

use glam::DVec3;

use crate::formats::blend::import::modifiers::polygons::Polygons;
use crate::formats::blend::view::View;
use crate::model::Mesh;
use crate::subdivision::{ALWAYS, Boundary, Surface, limit, refine};

/// Blender's own limit of levels.
const LEVELS_MAX: usize = 11;
/// Bits of `flags`.
const SMOOTH_UVS: i64 = 1 << 3;
const USES_CREASES: i64 = 1 << 4;
const IS_NOT_LIMIT: i64 = 1 << 6;
/// `subdivType` of surfaces that are not smoothed.
const SIMPLE: i64 = 1;
/// Image coordinates of a corner that differ less are the same point of the map.
const SAME_UV: f32 = 1e-4;

/// The settings of the modifier.
pub(crate) struct SubdivisionModifier {
    /// Number of refinements in the viewport.
    levels: usize,
    /// Refinements after which sharp edges stay sharp; `None` if the points are not moved to their limits.
    quality: Option<usize>,
    boundary: Boundary,
    uv_boundary: Boundary,
    creases: Creases,
}

/// Sharpness of the creases that the file stores as numbers of 0 to 1.
#[derive(Clone, Copy)]
enum Creases {
    Ignored,
    /// 10 c², and always sharp where that is 10, as in OpenSubdiv.
    Squared,
    /// c for each level (Blender 2.79 and earlier).
    OfLevel,
}

impl SubdivisionModifier {
    pub(crate) fn read(modifier: &View<'_>) -> SubdivisionModifier {
        let whole = |field: &str| usize::try_from(modifier.int(field)).unwrap_or(0).min(LEVELS_MAX);
        let is_modern = modifier.is_modern();
        let is_simple = modifier.int("subdivType") == SIMPLE;
        let has_limit = is_modern && !is_simple && !modifier.bit("flags", IS_NOT_LIMIT);
        let boundary = match modifier.int("boundary_smooth") {
            _ if is_simple => Boundary::AllStraight,
            1 => Boundary::KeepCorners,
            _ => Boundary::Smooth,
        };
        let uv_boundary = match modifier.int("uv_smooth") {
            _ if is_simple => Boundary::AllStraight,
            _ if !modifier.has("uv_smooth") && modifier.bit("flags", SMOOTH_UVS) => Boundary::Straight,
            0 => Boundary::AllStraight,
            4 => Boundary::Straight,
            5 => Boundary::Smooth,
            _ => Boundary::KeepCorners,
        };
        let creases = match is_modern {
            true if modifier.bit("flags", USES_CREASES) => Creases::Squared,
            true => Creases::Ignored,
            false => Creases::OfLevel,
        };
        let quality = has_limit.then(|| whole("quality").max(1));
        SubdivisionModifier { levels: whole("levels"), quality, boundary, uv_boundary, creases }
    }

    /// Whether it changes the mesh.
    pub(crate) fn is_used(&self) -> bool {
        self.levels > 0
    }

    /// Number of faces that it makes of faces with that many corners in all, and of vertices at most.
    pub(crate) fn faces(&self, corners: usize) -> usize {
        corners.saturating_mul(4_usize.saturating_pow(self.levels as u32 - 1))
    }

    fn sharpness(&self, crease: f32) -> f32 {
        let crease = if crease.is_finite() { crease.clamp(0.0, 1.0) } else { 0.0 };
        match self.creases {
            Creases::Ignored => 0.0,
            Creases::Squared if crease == 1.0 => ALWAYS,
            Creases::Squared => 10.0 * crease * crease,
            Creases::OfLevel => self.levels as f32 * crease,
        }
    }

    /// Replaces the faces by those of the refined surface.
    pub(crate) fn apply(&self, mesh: &mut Mesh, polygons: &mut Polygons) {
        let cut = polygons.cut(mesh);
        let is_creased = cut.edge_creases.iter().any(|&crease| crease > 0.0);
        let mut surface = Surface {
            points: mesh.vertices.iter().map(|vertex| vertex.as_dvec3()).collect(),
            corners: cut.corners,
            sizes: cut.sizes,
            edge_sharpness: if is_creased {
                cut.edge_creases.iter().map(|&crease| self.sharpness(crease)).collect()
            } else {
                Vec::new()
            },
            point_sharpness: cut.point_creases.iter().map(|&crease| self.sharpness(crease)).collect(),
        };
        let mut uvs = (!cut.uvs.is_empty()).then(|| uv_surface(&surface, &cut.uvs));
        let (mut slots, mut images) = (cut.slots, cut.images);
        let (mut boundary, mut uv_boundary) = (self.boundary, self.uv_boundary);
        for level in 0..self.levels {
            if self.quality == Some(level) {
                // OpenSubdiv refines no further than this at edges and corners.
                boundary = boundary.with_corners();
                uv_boundary = uv_boundary.with_corners();
                surface.end_passing_creases();
                uvs.iter_mut().for_each(Surface::end_passing_creases);
            }
            slots = of_children(&slots, &surface.sizes);
            images = of_children(&images, &surface.sizes);
            surface = refine(&surface, boundary);
            uvs = uvs.map(|uvs| refine(&uvs, uv_boundary));
        }
        if let Some(quality) = self.quality {
            let more = quality.saturating_sub(self.levels);
            surface.points = limit(&surface, boundary, more);
            if let Some(uvs) = &mut uvs {
                uvs.points = limit(uvs, uv_boundary, more);
            }
        }
        if mesh.control.is_empty() {
            mesh.control = std::mem::take(&mut mesh.vertices);
            mesh.control.truncate(mesh.in_file.vertices);
        }
        mesh.vertices = surface.points.iter().map(|point| point.as_vec3()).collect();
        mesh.triangles = halves(&surface.corners).collect();
        mesh.slots = slots.iter().flat_map(|&slot| [slot; 2]).collect();
        mesh.face_textures = images.iter().flat_map(|&image| [image; 2]).collect();
        mesh.uvs = uvs.map_or(Vec::new(), |uvs| {
            let uv = |point: u32| uvs.points[point as usize].truncate().as_vec2().to_array();
            halves(&uvs.corners).map(|half| half.map(uv)).collect()
        });
        // A further modifier finds the sharpness that is left, and no creases in the file's measure.
        *polygons = Polygons::of_pairs(slots.len());
    }
}

/// Two triangles of each quadrilateral.
fn halves(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> + '_ {
    let quads = corners.chunks_exact(4);
    quads.flat_map(|quad| [[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]])
}

/// A value of each face for the faces at its corners.
fn of_children<T: Copy>(values: &[T], sizes: &[u32]) -> Vec<T> {
    let children = values.iter().zip(sizes);
    children.flat_map(|(&value, &size)| std::iter::repeat_n(value, size as usize)).collect()
}

/// The map of image coordinates as a surface: corners of one vertex with the same coordinates are one point.
fn uv_surface(surface: &Surface, uvs: &[[f32; 2]]) -> Surface {
    let mut order: Vec<u32> = (0..surface.corners.len() as u32).collect();
    order.sort_by_key(|&corner| (surface.corners[corner as usize], corner));
    let mut map = Surface {
        corners: vec![0; surface.corners.len()],
        sizes: surface.sizes.clone(),
        edge_sharpness: surface.edge_sharpness.clone(),
        ..Surface::default()
    };
    for corners in order.chunk_by(|&a, &b| surface.corners[a as usize] == surface.corners[b as usize]) {
        let first = map.points.len();
        for &corner in corners {
            let [u, v] = uvs[corner as usize];
            let place = DVec3::new(f64::from(u), f64::from(v), 0.0);
            let is_same = |known: &DVec3| (*known - place).abs().max_element() < f64::from(SAME_UV);
            let known = map.points[first..].iter().position(is_same);
            map.corners[corner as usize] = (first + known.unwrap_or(map.points.len() - first)) as u32;
            if known.is_none() {
                map.points.push(place);
                if let Some(&sharpness) =
                    surface.point_sharpness.get(surface.corners[corner as usize] as usize)
                {
                    map.point_sharpness.push(sharpness);
                }
            }
        }
    }
    map
}
