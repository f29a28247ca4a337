//! Detects nodes with changed poses on request of observers.

use morse_world::{NodeId, Pose, World};

/// The last known pose of each node, and the tick in which its change was detected.
#[derive(Default)]
pub(super) struct PoseHistory {
    /// Node, pose and tick of the change, by index of the node.
    entries: Vec<Option<(NodeId, Pose, u64)>>,
    /// The tick of the last comparison.
    compared: Option<u64>,
}

impl PoseHistory {
    /// The nodes with changes detected after tick `since`. `now` is the current tick.
    pub(super) fn moved_since(&mut self, since: u64, now: u64, world: &World) -> Vec<(NodeId, Pose)> {
        if self.compared != Some(now) {
            self.compare(now, world);
            self.compared = Some(now);
        }
        let entry = |node: NodeId| self.entries.get(node.index()).copied().flatten();
        let entries = world.nodes().filter_map(entry).filter(|&(_, _, changed)| changed > since);
        entries.map(|(node, pose, _)| (node, pose)).collect()
    }

    fn compare(&mut self, now: u64, world: &World) {
        for node in world.nodes() {
            let world_from_node = world.world_from(node);
            if self.entries.len() <= node.index() {
                self.entries.resize(node.index() + 1, None);
            }
            let entry = &mut self.entries[node.index()];
            // A removed node may have had the same index.
            if !entry.is_some_and(|(of, pose, _)| of == node && pose == world_from_node) {
                *entry = Some((node, world_from_node, now));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use morse_world::{NodeSpec, PhysicsSettings};

    use super::*;

    #[test]
    fn moved_nodes_are_returned_to_each_observer() {
        let mut world = World::new(PhysicsSettings::default());
        let at = |x: f64| Pose::from_translation([x, 0.0, 0.0].into());
        let robot = world.add_node(NodeSpec::new("robot")).unwrap();
        let sensor = world.add_node(NodeSpec::new("robot.sensor").on(robot)).unwrap();
        let tree = world.add_node(NodeSpec::new("tree").at(at(9.0))).unwrap();
        let mut history = PoseHistory::default();
        let mut moved = |since, now, world: &World| {
            let moved = history.moved_since(since, now, world);
            moved.into_iter().map(|(node, _)| node).collect::<Vec<_>>()
        };
        assert_eq!(moved(0, 1, &world), [robot, sensor, tree]);
        assert_eq!(moved(1, 2, &world), []);
        world.set_world_pose(robot, at(1.0));
        assert_eq!(moved(2, 3, &world), [robot, sensor]);
        world.set_world_pose(tree, at(8.0));
        assert_eq!(moved(3, 4, &world), [tree]);
        // Another observer, whose last call was in tick 2.
        assert_eq!(moved(2, 4, &world), [robot, sensor, tree]);
    }
}
