//! The surfaces that the rays of a tile hit: distances and normals in columns, and runs of rays that hit the same surface.

use std::ops::Range;

use glam::Vec3;

use crate::ray_tile::RayTile;

/// Number of entries of the columns: eight entries can be read from any ray on.
const ENTRIES: usize = RayTile::COUNT + 8;

/// A surface that rays hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HitSurface<K> {
    /// The object whose instance was hit.
    pub object: K,
    /// Number of the instance among those of the object, as in [`Hit::part`](crate::Hit::part).
    pub part: u32,
    /// Number of the triangle if the instance is a mesh, else 0.
    pub triangle: u32,
}

/// Rays with successive numbers that hit the same surface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HitRun<K> {
    /// The numbers of the rays.
    pub rays: Range<usize>,
    /// The surface; `None` if the rays hit nothing, or were not cast.
    pub surface: Option<HitSurface<K>>,
}

/// The hits of the rays of a tile.
#[derive(Debug, Clone)]
pub struct TileHits<K> {
    /// Distance of each ray to its hit [m]; of no meaning for rays without a hit.
    pub distance: Box<[f32; RayTile::COUNT]>,
    /// Columns of x, y and z of the unit normal at each hit, on the side from which the ray came, in the world. Zero on a
    /// triangle without area; of no meaning for rays without a hit. Columns have eight more entries than rays.
    pub normal: Box<[[f32; ENTRIES]; 3]>,
    /// The surfaces, in the order of the rays. Rays that are in none of the runs were not cast.
    pub runs: Vec<HitRun<K>>,
}

impl<K> Default for TileHits<K> {
    fn default() -> TileHits<K> {
        TileHits {
            distance: Box::new([0.0; RayTile::COUNT]),
            normal: Box::new([[0.0; ENTRIES]; 3]),
            runs: Vec::new(),
        }
    }
}

impl<K: Copy + PartialEq> TileHits<K> {
    /// Records the surface of a ray, with distance [m] and normal of its hit. The number of the ray must be greater than those of
    /// all rays since the last [`TileHits::clear`]. Does nothing for a number that no ray has.
    pub fn record(&mut self, ray: usize, hit: Option<(HitSurface<K>, f32, Vec3)>) {
        let Some(distance) = self.distance.get_mut(ray) else { return };
        if let Some((_, to, normal)) = hit {
            *distance = to;
            for (column, part) in self.normal.iter_mut().zip(normal.to_array()) {
                column[ray] = part;
            }
        }
        let surface = hit.map(|(surface, _, _)| surface);
        match self.runs.last_mut().filter(|run| run.rays.end == ray && run.surface == surface) {
            Some(run) => run.rays.end += 1,
            None => self.runs.push(HitRun { rays: ray..ray + 1, surface }),
        }
    }

    /// Removes all hits.
    pub fn clear(&mut self) {
        self.runs.clear();
    }
}
