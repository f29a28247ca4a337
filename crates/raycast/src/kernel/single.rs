//! Casts single rays. A ray is tested against all boxes of a node, or against several triangles, at once.

use arrayvec::ArrayVec;

use crate::bvh::binary::DEPTH_MAX;
use crate::bvh::{Branch, Bvh};
use crate::filter::ResolvedFilter;
use crate::filter::object_set::ObjectKey;
use crate::geometry::Geometry;
use crate::kernel::primitives;
use crate::kernel::ray_result::Found;
use crate::kernel::single_ray::{SingleRay, WorldRay};
use crate::kernel::single_triangles::TriangleSearch;
use crate::kernel::traversal::SlabTest;
use crate::mesh::Mesh;
use crate::scene::RayScene;
use crate::simd::isa::{Lanes, Wide};
use crate::simd::single::OneRay;

/// A node with branches that a ray has not visited yet.
#[derive(Debug, Clone, Copy)]
struct OpenNode<L> {
    /// For each branch, the distance at which the ray enters its box. [m]
    near: L,
    number: u32,
    /// The branches that have not been visited yet, as bits.
    branches: u8,
}

/// The open nodes of a traversal, the nearest last. There is at most one for each level of the tree of instances and of the
/// tree of the current mesh.
type OpenNodes<L> = ArrayVec<OpenNode<L>, { 2 * DEPTH_MAX }>;

/// The state of the search for the nearest hit of a ray.
struct Search<'a, W, K> {
    wide: W,
    scene: &'a RayScene<K>,
    filter: &'a ResolvedFilter<'a, K>,
    ray: &'a WorldRay,
    found: Found,
}

/// Finds the first hit of a ray.
#[inline(always)]
pub(crate) fn find<W: Wide, K: ObjectKey>(
    wide: W,
    scene: &RayScene<K>,
    filter: &ResolvedFilter<'_, K>,
    ray: &WorldRay,
) -> Found {
    let mut search = Search { wide, scene, filter, ray, found: Found::nothing(ray.reach) };
    if ray.reach > 0.0 {
        search.intersect_scene(&mut OpenNodes::new());
    }
    search.found
}

impl<W: Wide, K: ObjectKey> Search<'_, W, K> {
    #[inline(always)]
    fn intersect_scene(&mut self, stack: &mut OpenNodes<W::Lanes>) {
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
        let ray = SingleRay { origin: self.ray.origin.as_vec3a(), direction: self.ray.direction };
        let slabs = SlabTest::of_single(self.wide, &ray, tree.bounds.reach());
        traverse(self.wide, tree, root, &slabs, self, stack);
    }

    #[inline(always)]
    fn intersect_instance(&mut self, number: usize, stack: &mut OpenNodes<W::Lanes>) {
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
    fn intersect_mesh(
        &mut self,
        number: usize,
        mesh: &Mesh,
        ray: &SingleRay,
        stack: &mut OpenNodes<W::Lanes>,
    ) {
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

/// Processes the leaves of a tree.
trait Visitor<L> {
    /// The distance up to which the ray searches, in all lanes.
    fn reach(&self) -> L;

    /// Tests the items of a leaf. It must leave the stack as it was.
    fn visit(&mut self, first: usize, count: usize, stack: &mut OpenNodes<L>);
}

impl<W: Wide, K: ObjectKey> Visitor<W::Lanes> for Search<'_, W, K> {
    #[inline(always)]
    fn reach(&self) -> W::Lanes {
        self.wide.splat(self.found.distance)
    }

    #[inline(always)]
    fn visit(&mut self, first: usize, count: usize, stack: &mut OpenNodes<W::Lanes>) {
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
    fn visit(&mut self, first: usize, _: usize, _: &mut OpenNodes<W::Lanes>) {
        self.test(first);
    }
}

/// Visits the leaves of a tree that a ray meets, starting at the root.
#[inline(always)]
fn traverse<W: Wide, const WAYS: usize, V: Visitor<W::Lanes>>(
    wide: W,
    tree: &Bvh<WAYS>,
    root: Branch,
    slabs: &SlabTest<W::Lanes>,
    visitor: &mut V,
    stack: &mut OpenNodes<W::Lanes>,
) {
    let bottom = stack.len();
    let mut at = root;
    loop {
        if at.count() == 0 {
            let node = &tree.nodes[at.index()];
            let (near, met) = slabs.enter_singly(wide, node, visitor.reach());
            if met != 0 {
                let mut nearest = only(met);
                if !met.is_power_of_two() {
                    nearest = node.branch_order.nearest(met, slabs.octant);
                    let branches = met & !(1 << nearest);
                    stack.push(OpenNode { near, number: at.index() as u32, branches });
                }
                at = node.branches[nearest % WAYS];
                continue;
            }
        } else {
            visitor.visit(at.index(), at.count(), stack);
        }
        at = loop {
            if stack.len() == bottom {
                return;
            }
            let Some(open) = stack.last_mut() else {
                return;
            };
            let met = open.branches & open.near.le(visitor.reach()).bits() as u8;
            if met == 0 {
                stack.pop();
                continue;
            }
            let node = &tree.nodes[open.number as usize];
            if met.is_power_of_two() {
                stack.pop();
                break node.branches[only(met) % WAYS];
            }
            let nearest = node.branch_order.nearest(met, slabs.octant);
            open.branches = met & !(1 << nearest);
            break node.branches[nearest];
        };
    }
}

/// The number of the branch, given as the only bit that is set.
#[inline(always)]
fn only(branches: u8) -> usize {
    branches.trailing_zeros() as usize
}
