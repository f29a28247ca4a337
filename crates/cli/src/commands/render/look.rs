//! The look of a world, as far as it can change. Worlds of equal look have equal pictures.

use glam::DVec3;
use morse_world::{Light, NodeId, Pose, RayKind, World};

/// Smaller movements are not seen: a robot that stands moves by less than this. [m, and part of a quaternion]
const STILL: f64 = 1e-4;

/// The visible state of all nodes.
pub struct Look {
    nodes: Vec<NodeLook>,
    lights: Vec<(NodeId, Light)>,
}

#[derive(Clone)]
struct NodeLook {
    node: NodeId,
    world_from_node: Pose,
    /// The box around its visuals.
    bounds: Option<[DVec3; 2]>,
    is_visible: bool,
    color: Option<[f32; 3]>,
    alpha: f32,
}

impl Look {
    pub fn of(world: &World) -> Self {
        let node = |node| NodeLook {
            node,
            world_from_node: world.world_from(node),
            bounds: world.bounds(node, RayKind::Visual),
            is_visible: world.is_visible(node),
            color: world.color(node),
            alpha: world.alpha(node),
        };
        Self {
            nodes: world.nodes().map(node).collect(),
            lights: world.lights().map(|(node, light)| (node, light.clone())).collect(),
        }
    }

    /// The boxes around everything that looks different now, before and after; `None` if anything may look different.
    ///
    /// A node that looks the same gets the state from before, which is the one that was drawn: many small movements add up.
    pub fn changed(&self, now: &mut Self) -> Option<Vec<[DVec3; 2]>> {
        let is_same_tree = self.nodes.len() == now.nodes.len()
            && self.nodes.iter().zip(&now.nodes).all(|(before, after)| before.node == after.node);
        if !is_same_tree || self.lights != now.lights {
            return None;
        }
        let mut boxes = Vec::new();
        for (before, after) in self.nodes.iter().zip(&mut now.nodes) {
            if before.is_like(after) {
                after.clone_from(before);
                continue;
            }
            if now.lights.iter().any(|(node, _)| *node == after.node) {
                return None;
            }
            boxes.extend(before.bounds.into_iter().chain(after.bounds));
        }
        Some(boxes)
    }
}

impl NodeLook {
    fn is_like(&self, other: &Self) -> bool {
        let (here, there) = (&self.world_from_node, &other.world_from_node);
        let is_at_same_place = here.translation.abs_diff_eq(there.translation, STILL)
            && here.rotation.abs_diff_eq(there.rotation, STILL);
        // The box of a skin changes when the skin bends.
        let has_same_bounds = match (self.bounds, other.bounds) {
            (Some(one), Some(other)) => {
                one.into_iter().zip(other).all(|(one, other)| one.abs_diff_eq(other, STILL))
            }
            (one, other) => one.is_none() && other.is_none(),
        };
        is_at_same_place
            && has_same_bounds
            && (self.is_visible, self.color, self.alpha) == (other.is_visible, other.color, other.alpha)
    }
}
