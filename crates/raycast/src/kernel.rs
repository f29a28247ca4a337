//! Casts packets of rays at all instances of a scene. Compiled once for each instruction set.

pub(crate) mod nearest;
pub(crate) mod packet;
pub(crate) mod primitives;
pub(crate) mod raster;
pub(crate) mod ray_groups;
pub(crate) mod ray_result;
pub(crate) mod single;
pub(crate) mod single_ray;
mod single_triangles;
pub(crate) mod stack;
pub(crate) mod traversal;
pub(crate) mod triangles;

use glam::{DVec3, Vec3};

use crate::filter::ResolvedFilter;
use crate::filter::object_set::ObjectKey;
use crate::geometry::Geometry;
use crate::kernel::nearest::{NONE, Nearest};
use crate::kernel::packet::{LocalRays, NO_RAY, Packet, Rays};
use crate::kernel::ray_groups::{Groups, only};
use crate::kernel::ray_result::{Found, RayResult};
use crate::kernel::single_ray::WorldRay;
use crate::mesh::Mesh;
use crate::ray::Ray;
use crate::scene::{RayInstance, RayScene};
use crate::simd::isa::{Isa, Lanes, PacketIsa, WIDEST};

use crate::kernel::stack::Stack;
use crate::kernel::traversal::{SlabTest, Visitor, traverse};
use crate::kernel::triangles::TriangleSearch;

/// Minimum average number of rays per group at which packet traversal pays off (measured on a terrain).
const RAYS_PER_GROUP: usize = 4;

/// Finds the first hit of a ray.
pub(super) type FindSingly<K> = fn(&RayScene<K>, &ResolvedFilter<'_, K>, &WorldRay) -> Found;

/// Rays to cast, and the results to write, one per ray.
pub(super) struct CastJob<'a, K, A> {
    pub(super) scene: &'a RayScene<K>,
    pub(super) filter: ResolvedFilter<'a, K>,
    pub(super) rays: Rays<'a>,
    pub(super) results: &'a mut [A],
    /// Casts a single ray; faster than packets for rays with different directions.
    pub(super) find: FindSingly<K>,
}

/// The state of the search for the nearest hits of a packet.
pub(super) struct Search<'a, I: Isa, K> {
    isa: I,
    scene: &'a RayScene<K>,
    filter: ResolvedFilter<'a, K>,
    packet: Packet<'a, I::Lanes>,
    nearest: Nearest<I::Lanes>,
    /// For rays that hit a mesh, the number of the triangle, as bits of floats.
    triangle: I::Lanes,
}

/// Casts all rays of a job one by one.
fn run_singly<K: ObjectKey, A: RayResult<K>>(cast_job: CastJob<'_, K, A>) {
    let CastJob { scene, filter, rays, results, find } = cast_job;
    for (number, result) in results.iter_mut().enumerate().take(rays.len()) {
        let ray = WorldRay::new(&rays.ray(number));
        *result = A::of_single(scene, &ray, &find(scene, &filter, &ray));
    }
}

/// Casts all rays of a job.
#[inline(always)]
pub(super) fn run<I: PacketIsa, K: ObjectKey, A: RayResult<K>>(isa: I, cast_job: CastJob<'_, K, A>) {
    if are_scattered(isa, cast_job.rays) {
        return run_singly(cast_job);
    }
    let mut stack = Stack::take(isa);
    let count = cast_job.rays.len();
    // The last packet is padded with rays that cannot hit anything.
    let filled = match cast_job.rays {
        Rays::Each(rays) => rays.chunks_exact(I::WIDTH).remainder().split_first(),
        Rays::Fan(_) => None,
    };
    let filled = filled.map(|(first, others)| {
        let mut filled = [Ray { max_distance: NO_RAY, ..*first }; WIDEST];
        filled[0] = *first;
        filled[1..=others.len()].copy_from_slice(others);
        filled
    });
    for (number, first) in (0..count).step_by(I::WIDTH).enumerate() {
        let rays = match &filled {
            Some(filled) if count - first < I::WIDTH => Rays::Each(filled),
            _ => cast_job.rays.part(first..(first + I::WIDTH).min(count)),
        };
        let packet = Packet::new(isa, rays);
        let nearest = Nearest::new(isa, packet.reach);
        let triangle = isa.splat(0.0);
        let mut search =
            Search { isa, scene: cast_job.scene, filter: cast_job.filter, packet, nearest, triangle };
        search.intersect_scene(&mut stack);
        A::write(&search, &mut cast_job.results[number * I::WIDTH..]);
    }
    stack.leave(isa);
}

/// Whether the directions of rays differ so much that casting them one by one is faster, judged by the packet in the middle.
#[inline(always)]
fn are_scattered<I: Isa>(isa: I, rays: Rays<'_>) -> bool {
    let packets = rays.len() / I::WIDTH;
    packets > 0 && {
        let middle = packets / 2 * I::WIDTH;
        let packet = Packet::new(isa, rays.part(middle..middle + I::WIDTH));
        let carrying = isa.splat(0.0).lt(packet.reach).bits();
        Groups::new(isa, &packet.direction, carrying).count() > I::WIDTH / RAYS_PER_GROUP
    }
}

impl<I: Isa, K: ObjectKey> Search<'_, I, K> {
    #[inline(always)]
    fn intersect_scene(&mut self, stack: &mut Stack<I::Lanes>) {
        let scene = self.scene;
        for &number in &scene.unbounded {
            self.intersect_instance(number as usize, stack);
        }
        let Some(tree) = scene.tree() else {
            return;
        };
        if let Some(root) = tree.root
            && root.count() > 0
        {
            return self.visit(root.index(), root.count(), stack);
        }
        let isa = self.isa;
        let rays = self.packet.in_world(isa);
        let carrying = isa.splat(0.0).lt(self.nearest.distance).bits();
        for group in Groups::new(isa, &rays.direction, carrying) {
            let slabs = SlabTest::new(isa, &rays, &group, tree.bounds.reach());
            let all = self.nearest.distance;
            if group.lanes != carrying {
                self.nearest.distance = only(isa, group.lanes, all);
            }
            traverse(isa, tree, &slabs, self, stack);
            if group.lanes != carrying {
                let visited = isa.splat(0.0).le(self.nearest.distance);
                self.nearest.distance = visited.select(self.nearest.distance, all);
            }
        }
    }

    #[inline(always)]
    fn intersect_instance(&mut self, number: usize, stack: &mut Stack<I::Lanes>) {
        let scene = self.scene;
        let instance = &scene.instances[number];
        if !self.filter.accepts(instance.object, instance.kinds) {
            return;
        }
        let isa = self.isa;
        let rays = self.packet.in_instance(isa, &instance.transform);
        if let Geometry::Mesh(mesh) = &instance.geometry {
            return self.intersect_mesh(number, mesh.get(), &rays, stack);
        }
        let Some(distance) = primitives::enter(isa, &instance.geometry, &rays) else {
            return;
        };
        let met = distance.le(self.nearest.distance);
        if met.bits() != 0 {
            self.nearest.offer(isa, number, distance, met);
        }
    }

    #[inline(always)]
    fn intersect_mesh(
        &mut self,
        number: usize,
        mesh: &Mesh,
        rays: &LocalRays<I::Lanes>,
        stack: &mut Stack<I::Lanes>,
    ) {
        let isa = self.isa;
        let zero = isa.splat(0.0);
        let carrying = zero.le(self.nearest.distance).bits();
        for group in Groups::new(isa, &rays.direction, carrying) {
            let slabs = SlabTest::new(isa, rays, &group, mesh.tree.bounds.reach());
            let mut reach = self.nearest.distance;
            if group.lanes != carrying {
                reach = only(isa, group.lanes, reach);
            }
            let mut search = TriangleSearch::new(isa, mesh, rays, &group, &slabs, reach);
            traverse(isa, &mesh.tree, &slabs, &mut search, stack);
            let found = search.nearest;
            let met = found.number().lt(isa.splat(f32::from_bits(NONE)));
            if met.bits() != 0 {
                let wins = self.nearest.offer(isa, number, found.distance, met);
                self.triangle = wins.select(found.number(), self.triangle);
            }
        }
    }

    /// The mesh that was hit, if all hits are on the same unrotated mesh. Results are cheaper to compute in this case.
    #[inline(always)]
    fn only_mesh(&self) -> Option<(&RayInstance<K>, &Mesh)> {
        let (isa, numbers) = (self.isa, self.nearest.number());
        let met = numbers.lt(isa.splat(f32::from_bits(NONE))).bits();
        let first = numbers.array()[met.trailing_zeros() as usize % WIDEST];
        let same = numbers.le(isa.splat(first)).and(isa.splat(first).le(numbers)).bits();
        let instance = self.scene.instances.get(first.to_bits() as usize)?;
        match &instance.geometry {
            Geometry::Mesh(mesh) if same == met && !instance.transform.rotated => {
                Some((instance, mesh.get()))
            }
            _ => None,
        }
    }
}

/// The normal at a hit, in the frame of the instance, and the number of the triangle. The ray is given in world coordinates.
/// `face` is the number of the triangle in leaf order.
#[inline(always)]
fn surface<K>(
    instance: &RayInstance<K>,
    origin: impl FnOnce() -> DVec3,
    direction: Vec3,
    distance: f32,
    face: usize,
) -> (Vec3, u32) {
    match &instance.geometry {
        Geometry::Mesh(mesh) => {
            let face = &mesh.get().faces[face];
            (face.normal, face.number)
        }
        solid => {
            let point = origin() + direction.as_dvec3() * f64::from(distance);
            let point = instance.transform.point_from_world(point).as_vec3();
            (solid.normal(point, instance.transform.vector_from_world(direction)), 0)
        }
    }
}

impl<I: Isa, K: ObjectKey> Visitor<I::Lanes> for Search<'_, I, K> {
    #[inline(always)]
    fn reach(&self) -> I::Lanes {
        self.nearest.distance
    }

    #[inline(always)]
    fn address(&self, first: usize) -> *const u32 {
        self.scene.leaves.as_ptr().wrapping_add(first)
    }

    #[inline(always)]
    fn visit(&mut self, first: usize, count: usize, stack: &mut Stack<I::Lanes>) {
        for leaf in first..first + count {
            self.intersect_instance(self.scene.leaves[leaf] as usize, stack);
        }
    }
}
