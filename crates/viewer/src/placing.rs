//! Poses of nodes in the parents that pages have, computed on the thread of the server from what was copied out of the
//! world.

use morse_world::{Pose, StoredPose};

use crate::structure::Structure;

/// Poses that differ by less are the same: they were computed in different ways, and pages are sent fewer digits.
const SAME_M: f64 = 1e-9;
/// Cosine of half the angle up to which rotations are the same, some 3 µrad.
const SAME_COSINE: f64 = 1.0 - 1e-12;

#[derive(Debug, Clone)]
struct Placed {
    stored: StoredPose,
    parent: Option<u32>,
    /// As it was shown last.
    parent_from_node: Pose,
}

/// Where all nodes are, by number.
#[derive(Debug, Default)]
pub struct Placing {
    nodes: Vec<Option<Placed>>,
    /// Nodes on others whose poses in the world are stored: they move on their parents when either moves.
    on_others: Vec<u32>,
}

impl Placing {
    /// Takes the nodes of a structure. Those that are known stay where they are.
    pub fn take_structure(&mut self, structure: &Structure) {
        let mut nodes = Vec::new();
        for node in &structure.nodes {
            let index = node.number as usize;
            if nodes.len() <= index {
                nodes.resize(index + 1, None);
            }
            let known = self.nodes.get_mut(index).and_then(Option::take);
            let is_in_world = node.parent.is_none();
            let pose = node.parent_from_node;
            let fresh = || Placed {
                stored: StoredPose { pose, is_in_world, angle_rad: 0.0 },
                parent: node.parent,
                parent_from_node: pose,
            };
            nodes[index] = Some(known.unwrap_or_else(fresh));
        }
        self.nodes = nodes;
        self.list_on_others();
    }

    fn list_on_others(&mut self) {
        let nodes = self.nodes.iter().enumerate();
        let on_others = nodes.filter_map(|(number, node)| {
            let node = node.as_ref()?;
            (node.parent.is_some() && node.stored.is_in_world).then_some(number as u32)
        });
        self.on_others = on_others.collect();
    }

    fn get(&self, number: u32) -> Option<&Placed> {
        self.nodes.get(number as usize)?.as_ref()
    }

    /// Takes poses that changed, and gives those in the parents that pages have.
    pub fn update(&mut self, changed: &[(u32, StoredPose)]) -> Vec<(u32, Pose)> {
        let mut shown = Vec::with_capacity(changed.len());
        let mut lists_anew = false;
        for &(number, stored) in changed {
            let Some(Some(node)) = self.nodes.get_mut(number as usize) else { continue };
            lists_anew |= node.stored.is_in_world != stored.is_in_world;
            node.stored = stored;
            if node.parent.is_none() || !stored.is_in_world {
                node.parent_from_node = stored.turned();
                shown.push((number, node.parent_from_node));
            }
        }
        if lists_anew {
            self.list_on_others();
        }
        for &number in &self.on_others {
            let Some(node) = self.get(number) else { continue };
            let Some(parent) = node.parent else { continue };
            let pose = self.world_from(parent).inverse() * node.stored.pose;
            if is_same(&pose, &node.parent_from_node) {
                continue;
            }
            shown.push((number, pose));
            if let Some(Some(node)) = self.nodes.get_mut(number as usize) {
                node.parent_from_node = pose;
            }
        }
        shown
    }

    fn world_from(&self, number: u32) -> Pose {
        let mut pose = Pose::IDENTITY;
        let mut at = Some(number);
        // Parents are above their children, so that this ends.
        while let Some(node) = at.and_then(|number| self.get(number)) {
            pose = node.stored.turned() * pose;
            at = node.parent.filter(|_| !node.stored.is_in_world);
        }
        pose
    }
}

fn is_same(a: &Pose, b: &Pose) -> bool {
    let turned = a.rotation.dot(b.rotation).abs();
    a.translation.distance_squared(b.translation) < SAME_M * SAME_M && turned > SAME_COSINE
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::structure::{Look, ShownNode};

    fn at(x: f64) -> Pose {
        Pose::from_translation(DVec3::new(x, 0.0, 0.0))
    }

    fn node(number: u32, parent: Option<u32>) -> ShownNode {
        ShownNode {
            number,
            added: 1,
            name: String::new(),
            parent,
            parent_from_node: at(1.0),
            internal: false,
            parts: Vec::new(),
            bodies: Vec::new(),
            look: Look { visible: true, rgb: None, alpha: 1.0, light: None },
            skin: None,
        }
    }

    #[test]
    fn what_physics_places_moves_on_its_parent_and_what_is_fixed_does_not() {
        let nodes = vec![node(0, None), node(1, Some(0)), node(2, Some(1))];
        let mut placing = Placing::default();
        placing.take_structure(&Structure { nodes, ..Structure::default() });
        let in_world = |x| StoredPose::in_world(at(x));
        assert_eq!(placing.update(&[(0, in_world(5.0))]), [(0, at(5.0))]);
        // An arm on a robot, which physics moves.
        assert_eq!(placing.update(&[(2, in_world(9.0))]), [(2, at(3.0))]);
        assert_eq!(placing.update(&[(0, in_world(6.0))]), [(0, at(6.0)), (2, at(2.0))]);
        assert_eq!(placing.update(&[(0, in_world(7.0)), (2, in_world(10.0))]), [(0, at(7.0))]);
        assert_eq!(placing.update(&[(77, in_world(0.0))]), []);
    }
}
