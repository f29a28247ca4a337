//! Poses of nodes in the parents that pages have, computed on the thread of the server from the copies of the
//! world.

use morse_world::{MovedPoses, NodeId, Pose, StoredPose};

use crate::structure::Structure;

/// Poses that differ by less are the same: they were computed in different ways, and pages are sent fewer digits.
const SAME_M: f64 = 1e-9;
/// Cosine of half the angle up to which rotations are the same, some 3 µrad.
const SAME_COSINE: f64 = 1.0 - 1e-12;

#[derive(Debug, Clone)]
struct Placed {
    /// Its node in the world, if it has one.
    node: Option<NodeId>,
    stored: StoredPose,
    parent: Option<u32>,
    /// As it was shown last.
    parent_from_node: Pose,
}

impl Placed {
    /// Stores its pose, and adds it to `shown` unless it depends on a moving parent.
    fn store(&mut self, stored: StoredPose, number: u32, shown: &mut Vec<(u32, Pose)>) {
        if stored == self.stored {
            return;
        }
        self.stored = stored;
        if self.parent.is_none() || !stored.is_in_world {
            self.parent_from_node = stored.turned();
            shown.push((number, self.parent_from_node));
        }
    }
}

/// Where all nodes are, by number.
#[derive(Debug, Default)]
pub struct Placing {
    nodes: Vec<Option<Placed>>,
    /// Numbers by index of the node in the world.
    numbers: Vec<Option<u32>>,
    /// Children whose poses in the world are stored: their pose on the page changes when they or their parents move.
    on_parents: Vec<u32>,
}

impl Placing {
    /// Takes the nodes of a structure. Known nodes keep their poses; returns the poses of new nodes.
    pub fn take_structure(&mut self, structure: &Structure) -> Vec<(u32, Pose)> {
        let (mut nodes, mut shown) = (Vec::new(), Vec::new());
        for node in &structure.nodes {
            let index = node.number as usize;
            if nodes.len() <= index {
                nodes.resize(index + 1, None);
            }
            let known = self.nodes.get_mut(index).and_then(Option::take);
            let is_in_world = node.parent.is_none();
            let pose = node.parent_from_node;
            let fresh = || {
                shown.push((node.number, pose));
                Placed {
                    node: node.node,
                    stored: StoredPose { pose, is_in_world, angle_rad: 0.0 },
                    parent: node.parent,
                    parent_from_node: pose,
                }
            };
            nodes[index] = Some(known.unwrap_or_else(fresh));
        }
        self.nodes = nodes;
        self.numbers.clear();
        for (number, node) in (0..).zip(&self.nodes) {
            let Some(index) = node.as_ref().and_then(|placed| placed.node).map(NodeId::index) else {
                continue;
            };
            if self.numbers.len() <= index {
                self.numbers.resize(index + 1, None);
            }
            self.numbers[index] = Some(number);
        }
        self.list_on_parents();
        shown
    }

    fn list_on_parents(&mut self) {
        let nodes = self.nodes.iter().enumerate();
        let on_parents = nodes.filter_map(|(number, node)| {
            let node = node.as_ref()?;
            (node.parent.is_some() && node.stored.is_in_world).then_some(number as u32)
        });
        self.on_parents = on_parents.collect();
    }

    fn get(&self, number: u32) -> Option<&Placed> {
        self.nodes.get(number as usize)?.as_ref()
    }

    /// The number of a node in the world.
    fn number(&self, node: NodeId) -> Option<u32> {
        let number = self.numbers.get(node.index()).copied().flatten()?;
        // Another node may have had the index before.
        (self.get(number)?.node == Some(node)).then_some(number)
    }

    /// Takes poses that changed, and gives those in the parents that pages have.
    pub fn update(&mut self, moved: &MovedPoses) -> Vec<(u32, Pose)> {
        let in_world = moved.in_world.iter().map(|&(node, pose)| (node, StoredPose::in_world(pose)));
        let in_parent = moved.in_parent.iter().map(|&(node, pose)| {
            let angle_rad = moved.angles_rad.get(node.index()).copied().unwrap_or_default();
            (node, StoredPose { pose, is_in_world: false, angle_rad })
        });
        let mut shown = Vec::new();
        let mut lists_anew = false;
        for (node, stored) in in_world.chain(in_parent) {
            let Some(number) = self.number(node) else { continue };
            let Some(Some(placed)) = self.nodes.get_mut(number as usize) else { continue };
            lists_anew |= placed.stored.is_in_world != stored.is_in_world;
            placed.store(stored, number, &mut shown);
        }
        self.turn(&moved.angles_rad, &mut shown);
        if lists_anew {
            self.list_on_parents();
        }
        for &number in &self.on_parents {
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

    /// Takes the angles of all nodes, by index in the world.
    fn turn(&mut self, angles_rad: &[f64], shown: &mut Vec<(u32, Pose)>) {
        for (&number, &angle_rad) in self.numbers.iter().zip(angles_rad) {
            let Some(number) = number else { continue };
            let Some(Some(placed)) = self.nodes.get_mut(number as usize) else { continue };
            if !placed.stored.is_in_world {
                placed.store(StoredPose { angle_rad, ..placed.stored }, number, shown);
            }
        }
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
    use morse_world::{NodeSpec, PhysicsSettings, World};

    use super::*;
    use crate::structure::{Look, ShownNode};

    fn at(x: f64) -> Pose {
        Pose::from_translation(DVec3::new(x, 0.0, 0.0))
    }

    /// Three nodes, each on the one before, and where they are shown.
    fn nodes() -> ([NodeId; 3], Placing) {
        let mut world = World::new(PhysicsSettings::default());
        let ids = ["robot", "arm", "hand"].map(|name| world.add_node(NodeSpec::new(name)).unwrap());
        let shown = |number: u32| ShownNode {
            number,
            node: Some(ids[number as usize]),
            added: 1,
            name: String::new(),
            parent: number.checked_sub(1),
            parent_from_node: at(1.0),
            internal: false,
            parts: Vec::new(),
            bodies: Vec::new(),
            look: Look { visible: true, rgb: None, alpha: 1.0, light: None },
            skin: None,
        };
        let mut placing = Placing::default();
        placing.take_structure(&Structure { nodes: (0..3).map(shown).collect(), ..Structure::default() });
        (ids, placing)
    }

    #[test]
    fn bodies_move_relative_to_their_parents_and_fixed_nodes_do_not() {
        let ([robot, _, hand], mut placing) = nodes();
        let mut update = |in_world: &[(NodeId, Pose)]| {
            placing.update(&MovedPoses { in_world: in_world.to_vec(), ..MovedPoses::default() })
        };
        // Pages place it on the arm, 1 m from it.
        assert_eq!(update(&[(robot, at(5.0))]), [(0, at(5.0))]);
        assert_eq!(update(&[(hand, at(9.0))]), [(2, at(3.0))]);
        assert_eq!(update(&[(robot, at(6.0))]), [(0, at(6.0)), (2, at(2.0))]);
        assert_eq!(update(&[(robot, at(7.0)), (hand, at(10.0))]), [(0, at(7.0))]);
        assert_eq!(update(&[(robot, at(7.0)), (hand, at(10.0))]), []);
    }

    #[test]
    fn a_wheel_turns_also_when_only_its_angle_changes() {
        let ([_, wheel, _], mut placing) = nodes();
        let mut angles_rad = vec![0.0; 3];
        angles_rad[wheel.index()] = 0.5;
        let turned = |x: f64| StoredPose { pose: at(x), is_in_world: false, angle_rad: 0.5 }.turned();
        let mut update = |in_parent: Vec<(NodeId, Pose)>| {
            placing.update(&MovedPoses { in_parent, angles_rad: angles_rad.clone(), ..MovedPoses::default() })
        };
        assert_eq!(update(vec![]), [(1, turned(1.0))]);
        assert_eq!(update(vec![(wheel, at(2.0))]), [(1, turned(2.0))]);
        assert_eq!(update(vec![]), []);
    }
}
