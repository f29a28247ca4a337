//! Casts rays one by one: each is tested against all boxes of a node, or several triangles, at once.

use crate::bvh::{Branch, Bvh};
use crate::filter::ResolvedFilter;
use crate::filter::object_set::ObjectKey;
use crate::geometry::Geometry;
use crate::kernel::answer::{Answer, Found};
use crate::kernel::single_ray::{SingleRay, WorldRay};
use crate::kernel::single_triangles::TriangleSearch;
use crate::kernel::stack::{OpenNode, Stack};
use crate::kernel::traversal::SlabTest;
use crate::kernel::{CastJob, primitives};
use crate::mesh::Mesh;
use crate::scene::RayScene;
use crate::simd::isa::{Lanes, Wide};
use crate::simd::single::OneRay;

/// The search of a ray for the nearest instance.
struct Search<'a, W, K> {
    wide: W,
    scene: &'a RayScene<K>,
    filter: ResolvedFilter<'a, K>,
    ray: WorldRay,
    found: Found,
}

/// Casts all rays of a job.
#[inline(always)]
pub(crate) fn run<W: Wide, K: ObjectKey, A: Answer<K>>(wide: W, cast_job: CastJob<'_, K, A>) {
    let CastJob { scene, filter, rays, answers, .. } = cast_job;
    let mut stack = Stack::take(wide);
    for (number, answer) in answers.iter_mut().enumerate().take(rays.len()) {
        let ray = WorldRay::new(rays.ray(number));
        let mut search = Search { wide, scene, filter, ray, found: Found::nothing(ray.reach) };
        if ray.reach > 0.0 {
            search.intersect_scene(&mut stack);
        }
        *answer = A::of_single(scene, &ray, &search.found);
    }
    stack.leave(wide);
}

impl<W: Wide, K: ObjectKey> Search<'_, W, K> {
    #[inline(always)]
    fn intersect_scene(&mut self, stack: &mut Stack<W::Lanes>) {
        let scene = self.scene;
        for &number in &scene.unbounded {
            self.intersect_instance(number as usize, stack);
        }
        let Some(tree) = scene.tree() else {
            return;
        };
        let Some(root) = tree.root else {
            return;
        };
        if root.count() > 0 {
            return self.visit(root.index(), root.count(), stack);
        }
        let ray = SingleRay { origin: self.ray.origin.as_vec3(), direction: self.ray.direction };
        let slabs = SlabTest::of_single(self.wide, &ray, tree.bounds.reach());
        traverse(self.wide, tree, root, &slabs, self, stack);
    }

    #[inline(always)]
    fn intersect_instance(&mut self, number: usize, stack: &mut Stack<W::Lanes>) {
        let scene = self.scene;
        let instance = &scene.instances[number];
        if !self.filter.accepts(instance.object, instance.kinds) {
            return;
        }
        let ray = self.ray.in_instance(&instance.transform);
        if let Geometry::Mesh(mesh) = &instance.geometry {
            return self.intersect_mesh(number, mesh.get(), &ray, stack);
        }
        let isa = OneRay(self.wide);
        if let Some(distance) = primitives::enter(isa, &instance.geometry, &ray.packet(isa)) {
            self.found.offer(number as u32, distance.first(), 0);
        }
    }

    #[inline(always)]
    fn intersect_mesh(&mut self, number: usize, mesh: &Mesh, ray: &SingleRay, stack: &mut Stack<W::Lanes>) {
        let Some(root) = mesh.wide_tree.root else {
            return;
        };
        let slabs = SlabTest::of_single(self.wide, ray, mesh.extent);
        let mut search = TriangleSearch::new(self.wide, mesh, ray, &slabs, self.found.distance);
        traverse(self.wide, &mesh.wide_tree, root, &slabs, &mut search, stack);
        if let Some((distance, triangle)) = search.nearest() {
            self.found.offer(number as u32, distance, triangle);
        }
    }
}

/// What is done in the leaves of a tree.
trait Visitor<L> {
    /// The distance up to which the ray searches, in all lanes.
    fn reach(&self) -> L;

    /// Looks at the items of a leaf. What it puts on the stack it takes off again.
    fn visit(&mut self, first: usize, count: usize, stack: &mut Stack<L>);
}

impl<W: Wide, K: ObjectKey> Visitor<W::Lanes> for Search<'_, W, K> {
    #[inline(always)]
    fn reach(&self) -> W::Lanes {
        self.wide.splat(self.found.distance)
    }

    #[inline(always)]
    fn visit(&mut self, first: usize, count: usize, stack: &mut Stack<W::Lanes>) {
        for leaf in first..first + count {
            self.intersect_instance(self.scene.leaves[leaf] as usize, stack);
        }
    }
}

impl<W: Wide> Visitor<W::Lanes> for TriangleSearch<'_, W> {
    #[inline(always)]
    fn reach(&self) -> W::Lanes {
        self.reach
    }

    #[inline(always)]
    fn visit(&mut self, first: usize, _: usize, _: &mut Stack<W::Lanes>) {
        self.test(first);
    }
}

/// Visits the leaves of a tree that a ray meets, from its root on.
#[inline(always)]
fn traverse<W: Wide, const WAYS: usize, V: Visitor<W::Lanes>>(
    wide: W,
    tree: &Bvh<WAYS>,
    root: Branch,
    slabs: &SlabTest<W::Lanes>,
    visitor: &mut V,
    stack: &mut Stack<W::Lanes>,
) {
    let bottom = stack.top;
    let (mut at, mut top) = (root, bottom);
    loop {
        if at.count() == 0 {
            let node = &tree.nodes[at.index()];
            let (near, met) = slabs.enter_singly(wide, node, visitor.reach());
            if met != 0 {
                let Some(open) = stack.nodes.get_mut(top) else {
                    stack.grow();
                    continue;
                };
                let nearest = node.behind.nearest(met, slabs.octant);
                let branches = met & !(1 << nearest);
                *open = OpenNode { near, number: at.index() as u32, branches };
                top += usize::from(branches != 0);
                at = node.branches[nearest];
                continue;
            }
        } else {
            stack.top = top;
            visitor.visit(at.index(), at.count(), stack);
        }
        at = loop {
            if top == bottom {
                stack.top = bottom;
                return;
            }
            let Some(open) = stack.nodes.get_mut(top - 1) else {
                return;
            };
            let met = open.branches & open.near.le(visitor.reach()).bits() as u8;
            if met != 0 {
                let node = &tree.nodes[open.number as usize];
                let nearest = node.behind.nearest(met, slabs.octant);
                open.branches = met & !(1 << nearest);
                top -= usize::from(open.branches == 0);
                break node.branches[nearest];
            }
            top -= 1;
        };
    }
}
