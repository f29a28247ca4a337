//! What rays could meet in a region of the world.

use glam::DVec3;

use super::bounds::Bounds;
use super::filter::{Gate, RayFilter, RayKind};
use super::scene::{RayScene, Thing};
use crate::{NodeId, Pose, World};

impl World {
    /// The lowest and the highest corner of the box along the axes of the world around what rays of a kind can meet of a
    /// node. [m] `None` if they can meet nothing of it, or only what has no end.
    pub fn bounds(&self, node: NodeId, kind: RayKind) -> Option<[DVec3; 2]> {
        let things = &self.ray_scene().things;
        let first = things.partition_point(|thing| thing.node < node);
        let own = things[first..].iter().take_while(|thing| thing.node == node);
        let met = own.filter(|thing| thing.kinds & kind.bit() != 0);
        let around = met.filter_map(Thing::box_in_world).reduce(Bounds::and)?;
        Some([around.low.as_dvec3(), around.high.as_dvec3()])
    }

    /// Nodes and numbers of the parts whose boxes reach into a box of the world that stands at `world_from_box` and has
    /// half the size `half` [m], and maybe some that stand near it.
    pub(crate) fn obstacle_parts_near(
        &self,
        world_from_box: Pose,
        half: DVec3,
        filter: &RayFilter<'_>,
    ) -> Vec<(NodeId, u32)> {
        let (scene, gate) = (self.ray_scene(), Gate::new(self, filter));
        let half = half.as_vec3();
        let region = Bounds { low: -half, high: half }.placed(world_from_box);
        let mut found = Vec::new();
        scene.visit(region, |number| {
            let thing = &scene.things[number as usize];
            if gate.lets_meet(thing.node, thing.kinds) {
                found.push((thing.node, thing.part));
            }
        });
        found
    }
}

impl RayScene {
    /// Calls `found` with the number of every thing whose box meets a region, and of every thing without end.
    fn visit(&self, region: Bounds, mut found: impl FnMut(u32)) {
        self.endless.iter().for_each(|&number| found(number));
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
