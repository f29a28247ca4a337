//! Rasterization: finds the nearest hits of all rays of a tile of pixels at once.
//!
//! The trees of the scene are traversed once for the tile, nearest boxes first. Boxes outside of the pyramid of the tile, or
//! behind all surfaces found so far, are left out. Triangles are projected, eight at a time, to find the packets of rays that
//! each may hit. The test of a packet is that of [`crate::kernel::triangles`], and so are the hits, bit by bit.

mod frustum;
mod pixel_test;
mod tile_search;
mod triangle_block;

use crate::filter::ResolvedFilter;
use crate::filter::object_set::ObjectKey;
use crate::geometry::Geometry;
use crate::kernel::raster::tile_search::TileSearch;
use crate::kernel::ray_result::hit_of;
use crate::ray::Hit;
use crate::ray_tile::RayTile;
use crate::scene::RayScene;
use crate::simd::isa::{Isa, Lanes};

/// A tile to cast, and the results to write, one per ray.
pub(crate) struct TileJob<'a, K, A> {
    pub(crate) scene: &'a RayScene<K>,
    pub(crate) filter: ResolvedFilter<'a, K>,
    pub(crate) tile: RayTile,
    /// The distances from which the rays are cast in place of the near end of the tile, negative for rays not to cast. [m]
    pub(crate) starts: Option<&'a [f32]>,
    pub(crate) results: &'a mut [A],
}

/// Casts the rays of a tile.
#[inline(always)]
pub(crate) fn run<I: Isa, K: ObjectKey, H: From<Hit<K>> + Clone>(
    isa: I,
    tile_job: TileJob<'_, K, Option<H>>,
) {
    let TileJob { scene, filter, tile, starts, results } = tile_job;
    let mut tile_search = TileSearch::new(isa, scene, filter, tile, starts);
    tile_search.search();
    // Neighbors mostly hit the same face, of which they see the same side.
    let mut last: Option<(u32, u32, Hit<K>)> = None;
    let found = tile_search.packets.iter().zip(&tile_search.nearest).zip(&tile_search.triangle);
    for (((packet, nearest), triangle), results) in found.zip(results.chunks_mut(I::WIDTH)) {
        let distances = nearest.distance.max(isa.splat(0.0)).array();
        let (instances, triangles) = (nearest.number().array(), triangle.array());
        let [x, y, z] = packet.direction;
        let (x, y, z) = (x.array(), y.array(), z.array());
        for (lane, result) in results.iter_mut().enumerate() {
            let (number, face) = (instances[lane].to_bits(), triangles[lane].to_bits());
            let distance = distances[lane];
            let hit = match (&last, scene.instances.get(number as usize)) {
                (_, None) => {
                    *result = None;
                    continue;
                }
                (Some((same, same_face, hit)), _) if (*same, *same_face) == (number, face) => {
                    Hit { distance, ..*hit }
                }
                (_, Some(instance)) => {
                    let direction = [x[lane], y[lane], z[lane]];
                    let hit = hit_of(instance, tile.origin, direction, (distance, face as usize));
                    let is_flat = matches!(instance.geometry, Geometry::Mesh(_));
                    last = is_flat.then_some((number, face, hit));
                    hit
                }
            };
            *result = Some(H::from(hit));
        }
    }
}
