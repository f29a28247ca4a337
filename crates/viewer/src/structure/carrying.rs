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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use morse::{Document, LoadOptions, Options, Scene};

    use super::*;

    fn simulation(names: &[&str]) -> Simulation {
        let objects: Vec<String> = (names.iter().enumerate())
            .map(|(index, name)| {
                format!(
                    r#"{{"name": "{name}", "kind": "robot", "class": "morse.robots.atrv.ATRV",
                        "model": {{"file": "robots/atrv"}}, "location": [{}, 0, 0.1]}}"#,
                    index * 3
                )
            })
            .collect();
        let text = format!(r#"{{"morse_scene": 1, "objects": [{}]}}"#, objects.join(","));
        let document = Document::from_json(&text).unwrap();
        let scene = Scene::from_document("test", document, &LoadOptions::default()).unwrap();
        scene.simulation(&Options::default()).unwrap()
    }

    fn numbers_of(structure: &Structure) -> BTreeMap<&str, u32> {
        structure.objects.iter().map(|object| (object.name.as_str(), object.node.unwrap())).collect()
    }

    #[test]
    fn nodes_keep_their_numbers_when_a_robot_comes_and_another_goes() {
        let mut numbers = Numbers::default();
        let (before, _) = numbers.copy(&simulation(&["a", "b"]));
        let (after, gone) = numbers.copy_next(&before, &simulation(&["b", "c"]), &[]);
        let (old, new) = (numbers_of(&before), numbers_of(&after));
        assert_eq!(old["b"], new["b"]);
        assert!(gone.contains(&old["a"]) && !gone.contains(&old["b"]));
        let used: BTreeSet<u32> = before.nodes.iter().map(|node| node.number).collect();
        assert!(!used.contains(&new["c"]), "a number is never used again");
        let added: Vec<u64> =
            after.nodes.iter().filter(|node| node.number == new["c"]).map(|node| node.added).collect();
        assert_eq!((added, after.version), (vec![2], 2));
        let old_parts = after.nodes.iter().filter(|node| used.contains(&node.number));
        assert!(old_parts.clone().count() > 1 && old_parts.into_iter().all(|node| node.added == 1));
    }

    #[test]
    fn object_that_may_look_different_gets_new_numbers_with_everything_below_it() {
        let mut numbers = Numbers::default();
        let (before, _) = numbers.copy(&simulation(&["a", "b"]));
        let next = simulation(&["a", "b"]);
        let (after, gone) = numbers.copy_next(&before, &next, &[next.world().find("a").unwrap()]);
        let (old, new) = (numbers_of(&before), numbers_of(&after));
        assert!(old["a"] != new["a"] && old["b"] == new["b"]);
        let below = |structure: &Structure, parent: u32| {
            structure
                .nodes
                .iter()
                .filter(|node| node.parent == Some(parent))
                .map(|node| node.number)
                .collect::<Vec<_>>()
        };
        assert!(!below(&before, old["a"]).is_empty());
        assert!(below(&before, old["a"]).iter().all(|number| gone.contains(number)));
        assert!(below(&after, new["a"]).iter().all(|number| !below(&before, old["a"]).contains(number)));
    }
}
