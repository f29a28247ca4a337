//! The parts of the visuals of a node.

use glam::DVec3;
use morse_world::{NodeId, Shape, Visual, World};

use super::Part;

/// The visuals of a node; without any it looks like its body.
pub(super) fn parts(world: &World, node: NodeId) -> Vec<Part> {
    match world.bind_pose_visuals(node) {
        Some(visuals) => {
            let node_from_world = world.world_from(node).inverse();
            let part = |(index, visual): (usize, &Visual)| {
                let (world_from_part, scale) = world.world_from_visual(node, index)?;
                let node_from_part = node_from_world * world_from_part;
                Some(Part { node_from_part, scale, visual: visual.clone() })
            };
            visuals.iter().enumerate().filter_map(part).collect()
        }
        None => {
            let part = |(node_from_part, surface)| Part {
                node_from_part,
                scale: DVec3::ONE,
                visual: Visual::new(Shape::TriMesh(surface)),
            };
            world.body_surfaces(node).into_iter().map(part).collect()
        }
    }
}
