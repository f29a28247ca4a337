//! Bounding boxes of objects, and parts near a region.

use glam::DVec3;
use morse_geometry::Pose;

use crate::bvh::bounds::Bounds;
use crate::filter::object_set::ObjectKey;
use crate::filter::{RayKind, ResolvedFilter};
use crate::scene::{RayInstance, RayScene};

impl<K: ObjectKey> RayScene<K> {
    /// The lowest and the highest corner of the world-aligned bounding box of an object, as hit by rays of a kind. [m] `None`
    /// if such rays cannot hit the object, or if it is unbounded.
    pub fn bounds(&self, object: K, kind: RayKind) -> Option<[DVec3; 2]> {
        let own = self.instances[self.range_of(object)].iter();
        let met = own.filter(|instance| instance.kinds.contains(kind));
        let around = met.filter_map(RayInstance::box_in_world).reduce(Bounds::and)?;
        Some([around.low.as_dvec3(), around.high.as_dvec3()])
    }

    /// Finds the parts near a box at the pose `world_from_box` with the half extents `half` [m]. Reports object and part
    /// number of all parts whose bounding boxes overlap it, and possibly of some parts close to it.
    pub fn parts_near(
        &self,
        world_from_box: Pose,
        half: DVec3,
        filter: &ResolvedFilter<'_, K>,
    ) -> Vec<(K, u32)> {
        let half = half.as_vec3();
        let region = Bounds { low: -half, high: half }.placed(world_from_box);
        let mut found = Vec::new();
        self.visit(region, |number| {
            let instance = &self.instances[number as usize];
            if filter.accepts(instance.object, instance.kinds) {
                found.push((instance.object, instance.part));
            }
        });
        found
    }

    /// Calls `found` with the number of every instance whose box overlaps a region, and of every unbounded instance.
    fn visit(&self, region: Bounds, mut found: impl FnMut(u32)) {
        self.unbounded.iter().for_each(|&number| found(number));
        let Some(tree) = self.tree() else { return };
        let mut open: Vec<_> = tree.root.into_iter().filter(|_| tree.bounds.meets(&region)).collect();
        while let Some(branch) = open.pop() {
            let (first, count) = (branch.index(), branch.count());
            if count > 0 {
                self.leaves[first..first + count].iter().for_each(|&number| found(number));
                continue;
            }
            let branches = tree.nodes[first].branches();
            open.extend(branches.filter(|(_, bounds)| bounds.meets(&region)).map(|(branch, _)| branch));
        }
    }
}
