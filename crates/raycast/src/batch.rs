//! Casts batches of rays, on the threads of the current rayon pool.

use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use crate::filter::ResolvedFilter;
use crate::filter::object_set::ObjectKey;
use crate::kernel;
use crate::kernel::packet::Rays;
use crate::kernel::raster;
use crate::kernel::raster::TileJob;
use crate::kernel::ray_result::{Found, RayResult};
use crate::kernel::single_ray::WorldRay;
use crate::kernel::{CastJob, FindSingly};
use crate::ray::{Hit, Ray, RayFan};
use crate::ray_tile::RayTile;
use crate::scene::RayScene;
#[cfg(target_arch = "x86_64")]
use crate::simd::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use crate::simd::avx512::Avx512;
use crate::simd::detected::Detected;
use crate::simd::portable::Portable;
use crate::tile_hits::TileHits;

/// Number of rays per parallel task: a whole number of packets, and enough work to outweigh the cost of a task.
const RAYS_PER_TASK: usize = 512;

/// Instruction sets with which a batch can be cast.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instructions {
    /// Instructions of every processor.
    Portable,
    /// AVX2, without AVX-512.
    Avx2,
}

impl<K: ObjectKey> RayScene<K> {
    /// Finds the first hit of each ray, in the order of the rays.
    ///
    /// `hits` is overwritten. `H` is the caller's hit type, or [`Hit`] itself. Batches of more than 512 rays are
    /// distributed over the threads of the current rayon pool. The hit of a ray is bit-identical for any pool and any
    /// other rays in the batch. Batches in which neighbors have similar directions, such as those of a scan or an image,
    /// are several times faster than shuffled batches.
    ///
    /// Rays do not hit a solid that they start in, including convex solids of triangles. They hit other meshes from both
    /// sides.
    pub fn cast_rays<H: From<Hit<K>> + Clone + Send>(
        &self,
        rays: &[Ray],
        filter: &ResolvedFilter<'_, K>,
        hits: &mut Vec<Option<H>>,
    ) {
        self.cast_with(cast_here, find_singly, Rays::Each(rays), filter, hits);
    }

    /// Finds the distance from the origin of each ray to its first hit, in the order of the rays; infinite without a hit.
    /// [m]
    ///
    /// The distances equal those of [`RayScene::cast_rays`]; this is faster.
    pub fn cast_rays_for_distances(
        &self,
        rays: &[Ray],
        filter: &ResolvedFilter<'_, K>,
        distances: &mut Vec<f32>,
    ) {
        self.cast_with(cast_here, find_singly, Rays::Each(rays), filter, distances);
    }

    /// As [`RayScene::cast_rays`], for rays with a common origin.
    pub fn cast_fan<H: From<Hit<K>> + Clone + Send>(
        &self,
        fan: &RayFan<'_>,
        filter: &ResolvedFilter<'_, K>,
        hits: &mut Vec<Option<H>>,
    ) {
        self.cast_with(cast_here, find_singly, Rays::Fan(*fan), filter, hits);
    }

    /// As [`RayScene::cast_rays_for_distances`], for rays with a common origin.
    pub fn cast_fan_for_distances(
        &self,
        fan: &RayFan<'_>,
        filter: &ResolvedFilter<'_, K>,
        distances: &mut Vec<f32>,
    ) {
        self.cast_with(cast_here, find_singly, Rays::Fan(*fan), filter, distances);
    }

    /// Finds the first hit of each ray of a tile of pixels, in the order of [`RayTile::pixel`], by rasterization. The hits are
    /// those of [`RayScene::cast_rays`] for the same rays, except that pixels whose centers lie on an edge within the rounding
    /// of single precision may differ. A tile that is not [regular](RayTile::is_regular) has no hits.
    ///
    /// With `starts`, each ray is cast from a distance [m] along it in place of the near end of the tile. Rays with a negative
    /// distance are not cast.
    pub fn cast_tile(
        &self,
        tile: &RayTile,
        starts: Option<&[f32; RayTile::COUNT]>,
        filter: &ResolvedFilter<'_, K>,
        hits: &mut TileHits<K>,
    ) {
        self.cast_tile_with(cast_tile_here, tile, starts, filter, hits);
    }

    /// As [`RayScene::cast_tile`], with a given instruction set, as in [`RayScene::cast_rays_using`].
    #[doc(hidden)]
    pub fn cast_tile_using(
        &self,
        instructions: Instructions,
        tile: &RayTile,
        starts: Option<&[f32; RayTile::COUNT]>,
        filter: &ResolvedFilter<'_, K>,
        hits: &mut TileHits<K>,
    ) -> Option<()> {
        match instructions {
            Instructions::Portable => {
                self.cast_tile_with(|tile_job| raster::run(Portable, tile_job), tile, starts, filter, hits);
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => {
                let avx2 = Avx2::detect()?;
                self.cast_tile_with(|tile_job| avx2.run_tile(tile_job), tile, starts, filter, hits);
            }
            #[cfg(not(target_arch = "x86_64"))]
            Instructions::Avx2 => return None,
        }
        Some(())
    }

    fn cast_tile_with(
        &self,
        cast: impl Fn(TileJob<'_, K>),
        tile: &RayTile,
        starts: Option<&[f32; RayTile::COUNT]>,
        filter: &ResolvedFilter<'_, K>,
        hits: &mut TileHits<K>,
    ) {
        debug_assert!(self.is_fitted(), "RayScene::refit was not called after a change");
        if !tile.is_regular() {
            hits.clear();
            return;
        }
        let starts = starts.map(<[f32; RayTile::COUNT]>::as_slice);
        cast(TileJob { scene: self, filter: *filter, tile: *tile, starts, hits });
    }

    /// Finds the first hit of a single ray. [`RayScene::cast_rays`] is faster for several rays.
    #[inline]
    pub fn cast_ray<H: From<Hit<K>> + Clone + Send>(
        &self,
        ray: &Ray,
        filter: &ResolvedFilter<'_, K>,
    ) -> Option<H> {
        debug_assert!(self.is_fitted(), "RayScene::refit was not called after a change");
        let ray = WorldRay::new(ray);
        RayResult::of_single(self, &ray, &find_singly(self, filter, &ray))
    }

    /// As [`RayScene::cast_rays`], with a given instruction set: bit-identical results, possibly slower. Does nothing and
    /// returns `None` if the processor lacks the instruction set. For tests and measurements.
    #[doc(hidden)]
    pub fn cast_rays_using<H: From<Hit<K>> + Clone + Send>(
        &self,
        instructions: Instructions,
        rays: &[Ray],
        filter: &ResolvedFilter<'_, K>,
        hits: &mut Vec<Option<H>>,
    ) -> Option<()> {
        let rays = Rays::Each(rays);
        match instructions {
            Instructions::Portable => {
                self.cast_with(|cast_job| kernel::run(Portable, cast_job), find_portably, rays, filter, hits);
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => {
                let avx2 = Avx2::detect()?;
                self.cast_with(|cast_job| avx2.run(cast_job), find_singly, rays, filter, hits);
            }
            #[cfg(not(target_arch = "x86_64"))]
            Instructions::Avx2 => return None,
        }
        Some(())
    }

    fn cast_with<A: RayResult<K>>(
        &self,
        cast: impl Fn(CastJob<'_, K, A>) + Sync,
        find: FindSingly<K>,
        rays: Rays<'_>,
        filter: &ResolvedFilter<'_, K>,
        results: &mut Vec<A>,
    ) {
        debug_assert!(self.is_fitted(), "RayScene::refit was not called after a change");
        // Previous contents are overwritten.
        results.resize(rays.len(), A::MISS);
        let results = &mut results[..];
        let cast = |(rays, results)| cast(CastJob { scene: self, filter: *filter, rays, results, find });
        if rays.len() <= RAYS_PER_TASK {
            cast((rays, results));
        } else {
            let tasks = results.par_chunks_mut(RAYS_PER_TASK).enumerate();
            // One task per chunk, because some rays take far longer than the rest.
            tasks.with_max_len(1).for_each(|(number, results)| {
                let first = number * RAYS_PER_TASK;
                cast((rays.part(first..first + results.len()), results));
            });
        }
    }
}

/// Finds the first hit of a single ray with the best instruction set of this processor.
#[inline]
fn find_singly<K: ObjectKey>(scene: &RayScene<K>, filter: &ResolvedFilter<'_, K>, ray: &WorldRay) -> Found {
    match Detected::best() {
        #[cfg(target_arch = "x86_64")]
        Detected::Avx2(avx2) => avx2.find(scene, filter, ray),
        Detected::Portable(_) => find_portably(scene, filter, ray),
    }
}

fn find_portably<K: ObjectKey>(scene: &RayScene<K>, filter: &ResolvedFilter<'_, K>, ray: &WorldRay) -> Found {
    kernel::single::find(Portable, scene, filter, ray)
}

/// Runs a job on this thread with the best instruction set of this processor.
fn cast_here<K: ObjectKey, A: RayResult<K>>(cast_job: CastJob<'_, K, A>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = Avx512::detect() {
        return avx512.run(cast_job);
    } else if let Some(avx2) = Avx2::detect() {
        return avx2.run(cast_job);
    }
    kernel::run(Portable, cast_job);
}

/// Casts a tile on this thread with the best instruction set of this processor.
fn cast_tile_here<K: ObjectKey>(tile_job: TileJob<'_, K>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = Avx512::detect() {
        return avx512.run_tile(tile_job);
    } else if let Some(avx2) = Avx2::detect() {
        return avx2.run_tile(tile_job);
    }
    raster::run(Portable, tile_job);
}
