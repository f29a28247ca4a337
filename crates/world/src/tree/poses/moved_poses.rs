//! Copies the poses that changed since an earlier copy, for observers on other threads.
//!
//! Most nodes of a running scene are wheels and parts fixed to a robot. Motion counts and wheel angles are stored densely,
//! so that a copy reads only the nodes that moved.

use crate::tree::node_tree::Tree;
use crate::{NodeId, Pose, World};

/// The poses that changed between two copies. It can be reused without new allocations.
#[derive(Debug, Clone, Default)]
pub struct MovedPoses {
    /// Poses in the world, of nodes that physics or a user places.
    pub in_world: Vec<(NodeId, Pose)>,
    /// Poses in the parent, of all other nodes, without visual rotation.
    pub in_parent: Vec<(NodeId, Pose)>,
    /// Visual rotations about the z axis of each node with a parent, by node index. Includes nodes that did not move. The
    /// last entries may be missing. [rad]
    pub angles_rad: Vec<f64>,
}

impl MovedPoses {
    /// Clears it, keeping its memory.
    pub fn clear(&mut self) {
        self.in_world.clear();
        self.in_parent.clear();
        self.angles_rad.clear();
    }
}

/// The state of the motion counts at a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PosesCopied {
    motions: u64,
    restores: u64,
}

/// See [`World::copy_moved`].
pub(crate) fn copy_moved(world: &World, last: Option<PosesCopied>, copy: &mut MovedPoses) -> PosesCopied {
    let now = PosesCopied { motions: world.tree.motions, restores: world.restores };
    copy.angles_rad.extend_from_slice(world.tree.visual_rotations.angles());
    match last.filter(|last| last.restores == now.restores) {
        Some(last) => world.tree.copy_moved(last.motions, copy),
        None => world.tree.ids().for_each(|id| world.tree.copy_pose(id, copy)),
    }
    now
}

impl Tree {
    fn copy_moved(&self, since: u64, copy: &mut MovedPoses) {
        let is_newer = |(_, count): &(usize, &u64)| **count > since;
        for (index, _) in self.motion_counts.iter().enumerate().filter(is_newer) {
            if let Some(anchor) = self.anchor_at(index) {
                self.copy_pose(anchor, copy);
            }
        }
        for (index, _) in self.placement_counts.iter().enumerate().filter(is_newer) {
            if let Some(follower) = self.follower_at(index) {
                self.copy_pose(follower, copy);
            }
        }
    }

    fn copy_pose(&self, id: NodeId, copy: &mut MovedPoses) {
        let stored = self.stored_pose(id);
        let poses = if stored.is_in_world { &mut copy.in_world } else { &mut copy.in_parent };
        poses.push((id, stored.pose));
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::{NodeSpec, PhysicsSettings};

    fn at(x: f64) -> Pose {
        Pose::from_translation(DVec3::new(x, 0.0, 0.0))
    }

    /// A robot with a wheel and an arm, and a post.
    fn scene() -> (World, [NodeId; 4]) {
        let mut world = World::new(PhysicsSettings::default());
        let robot = world.add_node(NodeSpec::new("robot").at(at(1.0))).unwrap();
        let wheel = world.add_node(NodeSpec::new("wheel").on(robot).at(at(0.5))).unwrap();
        let arm = world.add_node(NodeSpec::new("arm").on(robot).at(at(0.25))).unwrap();
        let post = world.add_node(NodeSpec::new("post").at(at(9.0))).unwrap();
        (world, [robot, wheel, arm, post])
    }

    /// The poses that moved since `last`, which is updated.
    fn moved(world: &World, last: &mut Option<PosesCopied>) -> [Vec<(NodeId, Pose)>; 2] {
        let mut copy = MovedPoses::default();
        *last = Some(world.copy_moved(*last, &mut copy));
        [copy.in_world, copy.in_parent]
    }

    #[test]
    fn only_changed_poses_are_copied() {
        let (mut world, [robot, wheel, arm, post]) = scene();
        let mut last = None;
        let all = [vec![(robot, at(1.0)), (post, at(9.0))], vec![(wheel, at(0.5)), (arm, at(0.25))]];
        assert_eq!(moved(&world, &mut last), all);
        assert_eq!(moved(&world, &mut last), [vec![], vec![]]);
        world.set_world_pose(robot, at(2.0));
        assert_eq!(moved(&world, &mut last), [vec![(robot, at(2.0))], vec![]]);
        world.set_local_pose(arm, at(0.75));
        assert_eq!(moved(&world, &mut last)[1], [(arm, at(0.75))]);
    }

    #[test]
    fn angles_of_all_nodes_are_copied() {
        let (mut world, [_, wheel, ..]) = scene();
        world.rotate_about_z(wheel, 0.5);
        let mut copy = MovedPoses::default();
        world.copy_moved(None, &mut copy);
        assert_eq!(copy.angles_rad.get(wheel.index()), Some(&0.5));
        copy.clear();
        assert!(copy.in_world.is_empty() && copy.in_parent.is_empty() && copy.angles_rad.is_empty());
    }

    #[test]
    fn attached_detached_and_removed_nodes_are_handled() {
        let (mut world, [robot, wheel, arm, post]) = scene();
        let mut last = None;
        moved(&world, &mut last);
        world.detach(arm);
        let [in_world, in_parent] = moved(&world, &mut last);
        assert!(in_world.contains(&(arm, at(1.25))) && in_parent.is_empty());
        world.attach(arm, post).unwrap();
        let [_, in_parent] = moved(&world, &mut last);
        assert_eq!(in_parent, [(arm, at(-7.75))]);
        world.set_world_pose(robot, at(3.0));
        world.remove_node(robot);
        let [in_world, in_parent] = moved(&world, &mut last);
        let gone = |(node, _): &(NodeId, Pose)| *node == robot || *node == wheel;
        assert!(!in_world.iter().chain(&in_parent).any(gone));
    }

    #[test]
    fn all_poses_are_copied_after_a_restore() {
        let (mut world, [robot, ..]) = scene();
        let (saved, earlier) = (world.save().unwrap(), world.clone());
        let mut last = None;
        moved(&world, &mut last);
        world.restore(&saved).unwrap();
        assert!(moved(&world, &mut last)[0].contains(&(robot, at(1.0))));
        world.set_world_pose(robot, at(2.0));
        moved(&world, &mut last);
        world.rewind(&earlier);
        assert!(moved(&world, &mut last)[0].contains(&(robot, at(1.0))));
    }
}
