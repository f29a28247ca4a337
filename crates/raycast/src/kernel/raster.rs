//! Rasterization: finds the nearest hits of all rays of a tile of pixels at once.
//!
//! The trees of the scene are traversed once for the tile, nearest boxes first. Boxes outside of the pyramid of the tile, or
//! behind all surfaces found so far, are left out. Triangles are projected, eight at a time, to find the packets of rays that
//! each may hit. The test of a packet is that of [`crate::kernel::triangles`], and so are the hits, bit by bit.

mod frustum;
mod pixel_test;
mod tile_search;
mod triangle_block;

use glam::DVec3;

use crate::filter::ResolvedFilter;
use crate::filter::object_set::ObjectKey;
use crate::geometry::Geometry;
use crate::kernel::nearest::NONE;
use crate::kernel::raster::tile_search::TileSearch;
use crate::kernel::ray_result::hit_of;
use crate::ray_tile::RayTile;
use crate::scene::RayScene;
use crate::simd::isa::{Lanes, TileIsa};
use crate::tile_hits::{HitRun, HitSurface, TileHits};

/// A tile to cast, and the hits to write.
pub(crate) struct TileJob<'a, K> {
    pub(crate) scene: &'a RayScene<K>,
    pub(crate) filter: ResolvedFilter<'a, K>,
    pub(crate) tile: RayTile,
    /// The distances from which the rays are cast in place of the near end of the tile, negative for rays not to cast. [m]
    pub(crate) starts: Option<&'a [f32]>,
    pub(crate) hits: &'a mut TileHits<K>,
}

/// Casts the rays of a tile.
#[inline(always)]
pub(crate) fn run<I: TileIsa, K: ObjectKey>(isa: I, tile_job: TileJob<'_, K>) {
    let TileJob { scene, filter, tile, starts, hits } = tile_job;
    let mut tile_search = TileSearch::new(isa, scene, filter, tile, starts);
    tile_search.search();
    hits.runs.clear();
    // The rays since `open.first` hit the same surface.
    let mut open = OpenRun { first: 0, instance: NONE, face: 0, direction: [0.0; 3] };
    for (packet, state) in tile_search.packets.iter().enumerate() {
        let (nearest, triangle) = (&state.nearest, &state.triangle);
        let start = packet * I::WIDTH;
        let distances = nearest.distance.max(isa.splat(0.0)).array();
        hits.distance[start..start + I::WIDTH].copy_from_slice(&distances[..I::WIDTH]);
        // Numbers as floats are equal if and only if their bits are.
        let equal = |a: I::Lanes, b: I::Lanes| a.le(b).and(b.le(a));
        let (instance, face) =
            (isa.splat(f32::from_bits(open.instance)), isa.splat(f32::from_bits(open.face)));
        let same = equal(nearest.number(), instance).and(equal(*triangle, face));
        if same.bits().count_ones() as usize == I::WIDTH {
            continue;
        }
        let (instances, triangles) = (nearest.number().array(), triangle.array());
        let [x, y, z] = tile_search.packets[packet].ray.direction;
        let (x, y, z) = (x.array(), y.array(), z.array());
        for (lane, (instance, triangle)) in instances[..I::WIDTH].iter().zip(&triangles).enumerate() {
            let (instance, face) = (instance.to_bits(), triangle.to_bits());
            if (instance, face) != (open.instance, open.face) {
                close(&tile_search, tile.origin, &open, start + lane, hits);
                open =
                    OpenRun { first: start + lane, instance, face, direction: [x[lane], y[lane], z[lane]] };
            }
        }
    }
    close(&tile_search, tile.origin, &open, RayTile::COUNT, hits);
}

/// Rays that hit the same triangle, or the same solid, from a number on.
struct OpenRun {
    first: usize,
    /// Number of the instance, or [`NONE`].
    instance: u32,
    /// Number of the triangle in leaf order.
    face: u32,
    /// Direction of the first ray.
    direction: [f32; 3],
}

/// Adds a run of rays up to a number, and their normals.
#[inline(always)]
fn close<I: TileIsa, K: ObjectKey>(
    tile_search: &TileSearch<'_, I, K>,
    origin: DVec3,
    open: &OpenRun,
    end: usize,
    hits: &mut TileHits<K>,
) {
    let (first, face) = (open.first, open.face as usize);
    let rays = first..end;
    if rays.is_empty() {
        return;
    }
    let Some(instance) = tile_search.scene.instances.get(open.instance as usize) else {
        hits.runs.push(HitRun { rays, surface: None });
        return;
    };
    let seen = hit_of(instance, origin, open.direction, (hits.distance[first], face));
    if matches!(instance.geometry, Geometry::Mesh(_)) {
        // Neighbors see the same side of a triangle.
        for (column, part) in hits.normal.iter_mut().zip(seen.normal.to_array()) {
            column[rays.clone()].fill(part);
        }
    } else {
        let mut ray = first;
        while ray < end {
            let [x, y, z] = tile_search.packets[ray / I::WIDTH].ray.direction;
            let (x, y, z) = (x.array(), y.array(), z.array());
            let in_packet = (ray - ray % I::WIDTH + I::WIDTH).min(end);
            for ray in ray..in_packet {
                let lane = ray % I::WIDTH;
                let direction = [x[lane], y[lane], z[lane]];
                let normal = hit_of(instance, origin, direction, (hits.distance[ray], face)).normal;
                for (column, part) in hits.normal.iter_mut().zip(normal.to_array()) {
                    column[ray] = part;
                }
            }
            ray = in_packet;
        }
    }
    let surface = HitSurface { object: seen.object, part: seen.part, triangle: seen.triangle };
    hits.runs.push(HitRun { rays, surface: Some(surface) });
}
