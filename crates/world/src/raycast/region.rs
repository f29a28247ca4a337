//! What rays could meet in a region of the world.

use glam::DVec3;

use crate::raycast::filter::RayFilter;
use crate::{NodeId, Pose, RayKind, World};

impl World {
    /// The lowest and the highest corner of the box along the axes of the world around what rays of a kind can meet of a
    /// node. [m] `None` if they can meet nothing of it, or only what is unbounded.
    pub fn bounds(&self, node: NodeId, kind: RayKind) -> Option<[DVec3; 2]> {
        self.ray_scene().bounds(node, kind)
    }

    /// Nodes and numbers of the parts whose boxes reach into a box of the world that stands at `world_from_box` and has
    /// half the size `half` [m], and maybe some that stand near it.
    pub(crate) fn obstacle_parts_near(
        &self,
        world_from_box: Pose,
        half: DVec3,
        filter: &RayFilter<'_>,
    ) -> Vec<(NodeId, u32)> {
        self.ray_scene().parts_near(world_from_box, half, &filter.resolve(self))
    }
}
