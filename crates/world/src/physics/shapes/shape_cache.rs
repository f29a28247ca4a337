//! Cache of rapier's hulls and meshes, shared by all bodies with the same points.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::{DVec3, Vec3};
use rapier3d::prelude::{Real, SharedShape, TriMeshFlags, Vector};

use crate::physics::convert::vector_to_engine;
use crate::physics::shapes::hull::plain_corners;
use crate::physics::shapes::margin::thickened;
use crate::{Surface, WorldError};

/// Flatter hulls are extended to this thickness, so that they have a volume. [m]
const THICKNESS_M: f64 = 2e-3;

/// The purpose of a collider shape.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ShapePurpose {
    /// Whether the body moves. If so, triangle meshes become hulls, because rapier needs solids for moving bodies.
    pub(crate) moves: bool,
    /// Collision margin: the distance by which the faces of hulls and meshes are moved outwards. Hulls with a margin are not
    /// simplified. [m]
    pub(crate) margin: f64,
}

/// rapier shapes of hulls and meshes, created once for all bodies with the same points and scale.
#[derive(Clone, Default)]
pub(crate) struct ShapeCache {
    made: BTreeMap<Key, (Source, SharedShape)>,
}

/// Address of the points, scale factors, margin, and whether the shape is a hull. Used for look-up only, never for
/// iteration.
type Key = (usize, [u64; 3], u64, bool);

/// Keeps the points alive, so that their address stays valid as a key.
#[derive(Clone)]
enum Source {
    Hull { _points: Arc<[Vec3]> },
    Mesh { _surface: Arc<Surface> },
}

impl ShapeCache {
    /// The hull of points as a rapier shape.
    pub(crate) fn hull(
        &mut self,
        owner: &str,
        points: &Arc<[Vec3]>,
        factors: DVec3,
        make: &ShapePurpose,
    ) -> Result<SharedShape, WorldError> {
        let key = key(points.as_ptr() as usize, factors, make.margin, true);
        let source = || Source::Hull { _points: Arc::clone(points) };
        self.shape(key, source, || hull_of(owner, points, factors, make.margin))
    }

    /// A surface, or the hull of a moving one, as a rapier shape.
    pub(crate) fn mesh(
        &mut self,
        owner: &str,
        surface: &Arc<Surface>,
        factors: DVec3,
        make: &ShapePurpose,
    ) -> Result<SharedShape, WorldError> {
        let key = key(Arc::as_ptr(surface) as usize, factors, make.margin, make.moves);
        let build = || match make.moves {
            true => hull_of(owner, &surface.vertices, factors, make.margin),
            false => mesh(owner, surface, factors, make.margin),
        };
        self.shape(key, || Source::Mesh { _surface: Arc::clone(surface) }, build)
    }

    fn shape(
        &mut self,
        key: Key,
        source: impl FnOnce() -> Source,
        make: impl FnOnce() -> Result<SharedShape, WorldError>,
    ) -> Result<SharedShape, WorldError> {
        if let Some((_, shape)) = self.made.get(&key) {
            return Ok(shape.clone());
        }
        let shape = make()?;
        self.made.insert(key, (source(), shape.clone()));
        Ok(shape)
    }
}

fn key(place: usize, factors: DVec3, margin: f64, as_hull: bool) -> Key {
    (place, factors.to_array().map(f64::to_bits), margin.to_bits(), as_hull)
}

fn hull_of(owner: &str, points: &[Vec3], factors: DVec3, margin: f64) -> Result<SharedShape, WorldError> {
    let points: Vec<DVec3> = points.iter().map(|point| point.as_dvec3() * factors).collect();
    if margin > 0.0
        && let Some(corners) = plain_corners(&points, margin)
    {
        return hull(owner, &corners, DVec3::ONE);
    }
    hull(owner, &points, DVec3::ONE)
}

/// The hull of points with scale factors.
///
/// # Errors
/// [`WorldError`] if the points lie on one line.
pub(crate) fn hull(owner: &str, points: &[DVec3], factors: DVec3) -> Result<SharedShape, WorldError> {
    let points: Vec<DVec3> = points.iter().map(|p| *p * factors).collect();
    let bad = || {
        WorldError::bad(
            owner,
            "convex hull",
            format!("{} points on one line", points.len()),
            "points that span a plane or a volume",
        )
    };
    let (normal, thickness) = flattest_direction(&points).ok_or_else(bad)?;
    let mut cloud: Vec<_> = points.iter().map(|p| vector_to_engine(*p)).collect();
    if thickness < THICKNESS_M {
        let half = normal * (THICKNESS_M / 2.0);
        cloud =
            points.iter().flat_map(|p| [vector_to_engine(*p + half), vector_to_engine(*p - half)]).collect();
    }
    if let Some(shape) = SharedShape::convex_hull(&cloud) {
        return Ok(shape);
    }
    // The algorithm fails on dense points whose faces are nearly coplanar, such as the rim of a fine cylinder. Without the
    // points of one cell but one, the hull is smaller by at most the cell.
    let sparse = [1024.0, 256.0].into_iter().map(|cells| one_point_per_cell(&cloud, cells));
    sparse.filter_map(|cloud| SharedShape::convex_hull(&cloud)).next().ok_or_else(bad)
}

/// The first point in each cell of a grid whose cells are `1 / cells` of the extent of the points.
fn one_point_per_cell(cloud: &[Vector], cells: Real) -> Vec<Vector> {
    let low = cloud.iter().copied().reduce(|a, b| a.min(b)).unwrap_or_default();
    let high = cloud.iter().copied().reduce(|a, b| a.max(b)).unwrap_or_default();
    let cell = (high - low).max_element() / cells;
    let mut taken = BTreeSet::new();
    let is_first = |point: &&Vector| taken.insert(((**point - low) / cell).to_array().map(|x| x as i64));
    cloud.iter().filter(is_first).copied().collect()
}

/// The normal of a large triangle found greedily among the points, and the extent of the points along it. `None` if
/// they lie on one line.
fn flattest_direction(points: &[DVec3]) -> Option<(DVec3, f64)> {
    let first = *points.first()?;
    let farthest = |measure: &dyn Fn(DVec3) -> f64| {
        points.iter().copied().max_by(|a, b| measure(*a).total_cmp(&measure(*b)))
    };
    let second = farthest(&|p| (p - first).length())?;
    let along = (second - first).try_normalize()?;
    let third = farthest(&|p| (p - first).cross(along).length())?;
    let width = (third - first).cross(along);
    if width.length() < 1e-6 * (second - first).length() {
        return None;
    }
    let normal = width.normalize();
    let heights = points.iter().map(|p| (*p - first).dot(normal));
    let (low, high) = heights.fold((0.0_f64, 0.0_f64), |(low, high), h| (low.min(h), high.max(h)));
    Some((normal, high - low))
}

fn mesh(owner: &str, surface: &Surface, factors: DVec3, margin: f64) -> Result<SharedShape, WorldError> {
    let mut vertices: Vec<_> =
        surface.vertices.iter().map(|v| vector_to_engine(v.as_dvec3() * factors)).collect();
    if margin > 0.0 {
        let mirrored = factors.x * factors.y * factors.z < 0.0;
        vertices = thickened(&vertices, &surface.triangles, if mirrored { -margin } else { margin });
    }
    // Without this flag, a box that slides over a triangle mesh collides with its inner edges.
    let flags = TriMeshFlags::FIX_INTERNAL_EDGES_TWO_SIDED;
    SharedShape::trimesh_with_flags(vertices, surface.triangles.clone(), flags)
        .map_err(|error| WorldError::bad(owner, "triangle mesh", error.to_string(), "at least one triangle"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hull_of_a_fine_cylinder_has_its_size() {
        let angle = |step: i32| f64::from(step) / 4096.0 * std::f64::consts::TAU;
        let rim = |step| {
            let [x, y] = [angle(step).sin(), angle(step).cos()].map(|x| x as f32);
            [Vec3::new(x, y, -1.0), Vec3::new(x, y, 1.0)]
        };
        let points: Vec<DVec3> = (0..4096).flat_map(rim).map(Vec3::as_dvec3).collect();
        let hull = hull("it", &points, DVec3::ONE).unwrap();
        let volume = f64::from(hull.mass_properties(1.0).mass());
        // The radius is smaller by at most a cell.
        let least = (1.0 - 2.0_f64 / 1024.0).powi(2);
        assert!((least..=1.0).contains(&(volume / std::f64::consts::TAU)), "{volume}");
    }
}
