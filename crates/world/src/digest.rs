//! The state of a world in a hash, to compare two runs bit by bit.

use std::hash::Hasher;

use crate::{Pose, World};

impl World {
    /// Feeds everything that decides how the world goes on: poses, velocities, forces and flags, bit by bit.
    pub fn hash_into(&self, hasher: &mut impl Hasher) {
        let mut feed = |bits: u64| hasher.write_u64(bits);
        for id in self.tree.ids() {
            let node = self.tree.node(id);
            feed(u64::from(node.visible) | u64::from(node.free) << 1);
            feed(node.parent.map_or(u64::MAX, |parent| u64::from(parent.0)));
            let pose =
                if self.tree.is_anchor(id) { self.tree.world_from(id) } else { self.tree.parent_from(id) };
            feed_pose(&pose, &mut feed);
        }
        self.physics.state_bits(&self.tree, feed);
    }
}

fn feed_pose(pose: &Pose, feed: &mut impl FnMut(u64)) {
    for number in pose.translation.to_array().into_iter().chain(pose.rotation.to_array()) {
        feed(number.to_bits());
    }
}
