//! Numbers of nodes when a simulation takes the place of an earlier one of nearly the same scene: nodes that both have keep their
//! numbers, so that pages load new nodes only.

use std::collections::{BTreeMap, BTreeSet};

use morse_sim::Simulation;
use morse_world::{NodeId, World};

use crate::structure::{Known, Numbers, ShownNode, Structure};

/// A node is the same as an earlier one with this parent, name and number of parts.
type Key = (Option<u32>, String, usize);

impl Numbers {
    /// Copies the structure of a simulation that takes the place of the one of `before`, and lists the numbers of nodes that are
    /// gone. Nodes named by `fresh`, with everything below them, are new ones.
    pub fn copy_next(
        &mut self,
        before: &Structure,
        simulation: &Simulation,
        fresh: &[NodeId],
    ) -> (Structure, Vec<u32>) {
        let world = simulation.world();
        let is_bone = |node: &&ShownNode| node.node.is_none();
        let mut known: BTreeMap<Key, (u32, u64)> = (before.nodes.iter())
            .filter(|node| !is_bone(node))
            .map(|node| ((node.parent, node.name.clone(), node.parts.len()), (node.number, node.added)))
            .collect();
        let old_bones: BTreeMap<u32, Vec<u32>> = (self.bones.iter())
            .filter_map(|(node, numbers)| Some((self.by_node.get(node)?.number, numbers.clone())))
            .collect();
        let mut gone: BTreeSet<u32> = before.nodes.iter().map(|node| node.number).collect();
        self.by_node.clear();
        self.bones.clear();
        let roots = world.nodes().filter(|&node| world.parent(node).is_none());
        let ordered: Vec<NodeId> = roots.flat_map(|root| world.subtree(root)).collect();
        for node in ordered {
            if is_fresh(world, node, fresh) {
                continue;
            }
            let parent = world.parent(node);
            let parent_number = match parent {
                Some(parent) => match self.of(parent) {
                    Some(number) => Some(number),
                    // Below a node that is new.
                    None => continue,
                },
                None => None,
            };
            let parts = crate::structure::parts(world, node).len();
            let key = (parent_number, world.name(node).to_owned(), parts);
            let Some((number, added)) = known.remove(&key) else { continue };
            gone.remove(&number);
            self.by_node.insert(node, Known { number, added, parent });
            let bones = world.armature(node).map_or(0, |armature| armature.bones().len());
            if let Some(numbers) = old_bones.get(&number).filter(|numbers| numbers.len() == bones) {
                numbers.iter().for_each(|number| _ = gone.remove(number));
                self.bones.insert(node, numbers.clone());
            }
        }
        let (structure, _) = self.copy(simulation);
        (structure, gone.into_iter().collect())
    }
}

/// Whether a node is one of those that are new, or below one.
fn is_fresh(world: &World, node: NodeId, fresh: &[NodeId]) -> bool {
    std::iter::successors(Some(node), |&at| world.parent(at)).any(|at| fresh.contains(&at))
}
