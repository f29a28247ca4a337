//! Many rays at once.

use glam::{DVec3, Vec3};
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::{ParallelSlice, ParallelSliceMut};

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
use super::filter::{Gate, RayFilter};
use super::kernel::{self, Answers, Job, NO_DISTANCE};
use super::portable::Portable;
use crate::{NodeId, World};

/// Rays that one thread takes at a time: a whole number of packets, worth more than handing them over.
const RAYS_PER_TASK: usize = 512;

/// A ray in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C)]
pub struct Ray {
    /// Where it starts. [m]
    pub origin: DVec3,
    /// Where it goes. It needs no unit length; a ray whose direction is zero or not finite meets nothing.
    pub direction: Vec3,
    /// How far it goes, may be infinite; with zero, less or NaN it meets nothing. [m]
    pub max_distance: f32,
}

/// What a ray of a batch met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// From the origin of the ray, not larger than its `max_distance`. [m]
    pub distance: f32,
    /// Of the surface, towards the side the ray came from; unit length, in the world. Zero on a triangle
    /// without area.
    pub normal: Vec3,
    /// Whose shape was hit.
    pub node: NodeId,
    /// Number of the shape among those of the body, or, if the ray was sent out to see and the node has looks
    /// of its own, among those.
    pub part: u32,
    /// Number of the triangle, if the shape is a surface of triangles, else 0.
    pub triangle: u32,
}

/// Instructions that the rays of a batch can be cast with.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instructions {
    /// Those of every processor.
    Portable,
    /// AVX2 and no more.
    Avx2,
}

impl Ray {
    /// A ray from double precision. It never goes farther than `max_distance` [m].
    pub fn new(origin: DVec3, direction: DVec3, max_distance: f64) -> Ray {
        let nearest = max_distance as f32;
        let beyond = f64::from(nearest) > max_distance;
        Ray {
            origin,
            // Single precision would lose directions that are very long or short, and so would their squares.
            direction: (direction / direction.abs().max_element()).normalize_or_zero().as_vec3(),
            max_distance: if beyond { nearest.next_down() } else { nearest },
        }
    }

    /// The point at a distance from its origin [m], in the world. [m]
    pub fn at(&self, distance: f32) -> DVec3 {
        self.origin + self.direction.as_dvec3().normalize_or_zero() * f64::from(distance)
    }
}

impl World {
    /// What each of many rays meets first, in the order of the rays.
    ///
    /// What was in `hits` is replaced. Large batches are shared out among the threads of the current pool;
    /// a ray meets the same, to the bit, whatever the pool and the other rays are. Rays in an order in which
    /// neighbours have similar directions, as those of a scan or an image, are several times faster than
    /// shuffled ones.
    ///
    /// Rays do not meet a solid they start in, hulls included. They meet surfaces of triangles from both sides.
    pub fn cast_rays(&self, rays: &[Ray], filter: &RayFilter<'_>, hits: &mut Vec<Option<Hit>>) {
        self.cast_with(cast_here, rays, filter, hits);
    }

    /// How far from its origin each of many rays meets what it meets first, in the order of the rays; infinite for rays that
    /// meet nothing. [m]
    ///
    /// As [`World::cast_rays`], with less to tell: faster.
    pub fn cast_rays_for_distances(&self, rays: &[Ray], filter: &RayFilter<'_>, distances: &mut Vec<f32>) {
        self.cast_with(cast_here, rays, filter, distances);
    }

    /// As [`World::cast_rays`], with certain instructions: the same bits, later. `None`, and nothing done, on a machine that
    /// does not have them. For tests and measurements.
    #[doc(hidden)]
    pub fn cast_rays_using(
        &self,
        instructions: Instructions,
        rays: &[Ray],
        filter: &RayFilter<'_>,
        hits: &mut Vec<Option<Hit>>,
    ) -> Option<()> {
        match instructions {
            Instructions::Portable => self.cast_with(|job| kernel::run(Portable, job), rays, filter, hits),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => {
                let avx2 = Avx2::detect()?;
                self.cast_with(|job| avx2.run(job), rays, filter, hits);
            }
            #[cfg(not(target_arch = "x86_64"))]
            Instructions::Avx2 => return None,
        }
        Some(())
    }

    fn cast_with<A: Answer>(
        &self,
        cast: impl Fn(Job<'_>) + Sync,
        rays: &[Ray],
        filter: &RayFilter<'_>,
        answers: &mut Vec<A>,
    ) {
        // What was there is written over.
        answers.resize(rays.len(), A::NOTHING);
        let answers = &mut answers[..];
        let scene = self.ray_scene();
        let gate = Gate::new(self, filter);
        let cast = |(rays, answers)| cast(Job { scene, gate, rays, answers: A::wanted(answers) });
        if rays.len() <= RAYS_PER_TASK {
            cast((rays, answers));
        } else {
            let tasks = rays.par_chunks(RAYS_PER_TASK).zip(answers.par_chunks_mut(RAYS_PER_TASK));
            // Each may go to another thread, since some rays take far longer than others.
            tasks.with_max_len(1).for_each(cast);
        }
    }
}

/// What somebody may want to know of what a ray met.
trait Answer: Clone + Send {
    /// For a ray that met nothing.
    const NOTHING: Self;

    /// Asks for it.
    fn wanted(places: &mut [Self]) -> Answers<'_>;
}

impl Answer for Option<Hit> {
    const NOTHING: Self = None;

    fn wanted(places: &mut [Self]) -> Answers<'_> {
        Answers::Hits(places)
    }
}

impl Answer for f32 {
    const NOTHING: Self = NO_DISTANCE;

    fn wanted(places: &mut [Self]) -> Answers<'_> {
        Answers::Distances(places)
    }
}

/// Runs a job on this thread, with the best instructions there are.
pub(super) fn cast_here(job: Job<'_>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = Avx512::detect() {
        return avx512.run(job);
    } else if let Some(avx2) = Avx2::detect() {
        return avx2.run(job);
    }
    kernel::run(Portable, job);
}
