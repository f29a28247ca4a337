//! Casts batches of rays, on the threads of the current rayon pool.

use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use crate::filter::ResolvedFilter;
use crate::filter::object_set::ObjectKey;
use crate::kernel;
use crate::kernel::answer::{Answer, Found};
use crate::kernel::packet::Rays;
use crate::kernel::single_ray::WorldRay;
use crate::kernel::{CastJob, FindSingly};
use crate::ray::{Hit, Ray, RayFan};
use crate::scene::RayScene;
#[cfg(target_arch = "x86_64")]
use crate::simd::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use crate::simd::avx512::Avx512;
use crate::simd::detected::Detected;
use crate::simd::portable::Portable;

/// Rays of one task of a thread: a whole number of packets, and enough work to outweigh the cost of a task.
const RAYS_PER_TASK: usize = 512;

/// Instruction sets that a batch can be cast with.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instructions {
    /// Those of every processor.
    Portable,
    /// AVX2 and no more.
    Avx2,
}

impl<K: ObjectKey> RayScene<K> {
    /// What each of many rays meets first, in the order of the rays.
    ///
    /// `hits` is overwritten. `H` is the caller's type of a hit, or [`Hit`] itself. Batches of more than 512 rays are
    /// shared out among the threads of the current rayon pool. A ray meets the same, to the bit, whatever the pool and
    /// the other rays are. Batches in which neighbours have similar directions, as those of a scan or an image, are
    /// several times faster than shuffled ones.
    ///
    /// Rays do not meet a solid they start in, convex solids of triangles included. They meet other meshes from both sides.
    pub fn cast_rays<H: From<Hit<K>> + Clone + Send>(
        &self,
        rays: &[Ray],
        filter: &ResolvedFilter<'_, K>,
        hits: &mut Vec<Option<H>>,
    ) {
        self.cast_with(cast_here, find_singly, Rays::Each(rays), filter, hits);
    }

    /// The distance from its origin to what each of many rays meets first, in the order of the rays; infinite for rays that
    /// meet nothing. [m]
    ///
    /// The same distances as those of [`RayScene::cast_rays`], faster.
    pub fn cast_rays_for_distances(
        &self,
        rays: &[Ray],
        filter: &ResolvedFilter<'_, K>,
        distances: &mut Vec<f32>,
    ) {
        self.cast_with(cast_here, find_singly, Rays::Each(rays), filter, distances);
    }

    /// As [`RayScene::cast_rays`], for rays that start in one point.
    pub fn cast_fan<H: From<Hit<K>> + Clone + Send>(
        &self,
        fan: &RayFan<'_>,
        filter: &ResolvedFilter<'_, K>,
        hits: &mut Vec<Option<H>>,
    ) {
        self.cast_with(cast_here, find_singly, Rays::Fan(*fan), filter, hits);
    }

    /// As [`RayScene::cast_rays_for_distances`], for rays that start in one point.
    pub fn cast_fan_for_distances(
        &self,
        fan: &RayFan<'_>,
        filter: &ResolvedFilter<'_, K>,
        distances: &mut Vec<f32>,
    ) {
        self.cast_with(cast_here, find_singly, Rays::Fan(*fan), filter, distances);
    }

    /// What a ray meets first. [`RayScene::cast_rays`] is faster for several rays.
    #[inline]
    pub fn cast_ray<H: From<Hit<K>> + Clone + Send>(
        &self,
        ray: &Ray,
        filter: &ResolvedFilter<'_, K>,
    ) -> Option<H> {
        debug_assert!(self.is_fitted(), "RayScene::refit was not called after a change");
        let ray = WorldRay::new(ray);
        Answer::of_single(self, &ray, &find_singly(self, filter, &ray))
    }

    /// As [`RayScene::cast_rays`], with a given instruction set: the same bits, slower. `None`, and nothing done, on a
    /// machine that does not have it. For tests and measurements.
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

    fn cast_with<A: Answer<K>>(
        &self,
        cast: impl Fn(CastJob<'_, K, A>) + Sync,
        find: FindSingly<K>,
        rays: Rays<'_>,
        filter: &ResolvedFilter<'_, K>,
        answers: &mut Vec<A>,
    ) {
        debug_assert!(self.is_fitted(), "RayScene::refit was not called after a change");
        // What was there is overwritten.
        answers.resize(rays.len(), A::NOTHING);
        let answers = &mut answers[..];
        let cast = |(rays, answers)| cast(CastJob { scene: self, filter: *filter, rays, answers, find });
        if rays.len() <= RAYS_PER_TASK {
            cast((rays, answers));
        } else {
            let tasks = answers.par_chunks_mut(RAYS_PER_TASK).enumerate();
            // Each may go to another thread, since some rays take far longer than others.
            tasks.with_max_len(1).for_each(|(number, answers)| {
                let first = number * RAYS_PER_TASK;
                cast((rays.part(first..first + answers.len()), answers));
            });
        }
    }
}

/// Finds what a single ray meets, with the best instruction set of this machine.
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

/// Runs a job on this thread, with the best instruction set of this machine.
fn cast_here<K: ObjectKey, A: Answer<K>>(cast_job: CastJob<'_, K, A>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = Avx512::detect() {
        return avx512.run(cast_job);
    } else if let Some(avx2) = Avx2::detect() {
        return avx2.run(cast_job);
    }
    kernel::run(Portable, cast_job);
}
