//! The look of a world, as far as it can change: equal looks make equal pictures.

use morse_world::{Light, NodeId, Pose, RayKind, World};

/// Smaller movements are not seen: a robot that stands moves by less than this. [m, and part of a quaternion]
const STILL: f64 = 1e-5;

/// The visible state of all nodes.
pub struct Look {
    nodes: Vec<NodeLook>,
    lights: Vec<(NodeId, Light)>,
}

struct NodeLook {
    node: NodeId,
    world_from_node: Pose,
    /// The box around the visuals of a node with a skin, which changes when the skin bends.
    skin: Option<[glam::DVec3; 2]>,
    is_visible: bool,
    color: Option<[f32; 3]>,
    alpha: f32,
}

impl Look {
    pub fn of(world: &World) -> Self {
        let node = |node| NodeLook {
            node,
            world_from_node: world.world_from(node),
            skin: world.skin(node).and_then(|_| world.bounds(node, RayKind::Visual)),
            is_visible: world.is_visible(node),
            color: world.color(node),
            alpha: world.alpha(node),
        };
        Self {
            nodes: world.nodes().map(node).collect(),
            lights: world.lights().map(|(node, light)| (node, light.clone())).collect(),
        }
    }

    /// Whether a picture of both is the same.
    pub fn is_like(&self, other: &Self) -> bool {
        let pairs = || self.nodes.iter().zip(&other.nodes);
        self.nodes.len() == other.nodes.len()
            && self.lights == other.lights
            && pairs().all(|(one, other)| one.is_like(other))
    }
}

impl NodeLook {
    fn is_like(&self, other: &Self) -> bool {
        let (here, there) = (&self.world_from_node, &other.world_from_node);
        let bends = match (self.skin, other.skin) {
            (Some(one), Some(other)) => {
                one.into_iter().zip(other).any(|(one, other)| !one.abs_diff_eq(other, STILL))
            }
            (one, other) => one.is_some() != other.is_some(),
        };
        self.node == other.node
            && here.translation.abs_diff_eq(there.translation, STILL)
            && here.rotation.abs_diff_eq(there.rotation, STILL)
            && !bends
            && (self.is_visible, self.color, self.alpha) == (other.is_visible, other.color, other.alpha)
    }
}
