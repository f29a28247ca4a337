//! Hash of the state of a world, to compare two runs bit by bit.

use std::hash::Hasher;

use xxhash_rust::xxh3::xxh3_64;

use crate::{Pose, PropertyValue, World};

/// # The digest of the whole state
impl World {
    /// Hashes the bits of all mutable state that influences the future of the world: poses, velocities, forces, flags,
    /// properties, colors and lights.
    pub fn hash_into(&self, hasher: &mut impl Hasher) {
        let mut feed = |bits: u64| hasher.write_u64(bits);
        for id in self.tree.ids() {
            let node = self.tree.node(id);
            feed(u64::from(node.visible) | u64::from(node.free) << 1);
            feed(node.parent.map_or(u64::MAX, |parent| u64::from(parent.index)));
            let pose =
                if self.tree.is_anchor(id) { self.tree.world_from(id) } else { self.tree.parent_from(id) };
            feed_pose(&pose, &mut feed);
            feed(node.details.properties.len() as u64);
            for (name, value) in &node.details.properties {
                feed_text(name, &mut feed);
                feed_value(value, &mut feed);
            }
        }
        self.feed_all_but_nodes(feed);
    }

    /// Appends the same state to `out`, without the state copied by [`World::copy_nodes`].
    pub fn append_state(&self, out: &mut Vec<u8>) {
        let mut feed = |bits: u64| out.extend_from_slice(&bits.to_le_bytes());
        for id in self.tree.ids() {
            for (name, value) in &self.tree.node(id).details.properties {
                feed(u64::from(id.index));
                feed_text(name, &mut feed);
                feed_value(value, &mut feed);
            }
        }
        self.feed_all_but_nodes(feed);
    }

    fn feed_all_but_nodes(&self, mut feed: impl FnMut(u64)) {
        self.armatures.values().for_each(|armature| armature.state_bits(&mut feed));
        self.visuals.state_bits(&mut feed);
        self.physics.state_bits(&self.tree, &mut feed);
        self.wheels.state_bits(&mut feed);
        self.held_drives.state_bits(feed);
    }
}

fn feed_pose(pose: &Pose, feed: &mut impl FnMut(u64)) {
    for number in pose.translation.to_array().into_iter().chain(pose.rotation.to_array()) {
        feed(number.to_bits());
    }
}

fn feed_value(value: &PropertyValue, feed: &mut impl FnMut(u64)) {
    match value {
        PropertyValue::Bool(truth) => feed(u64::from(*truth)),
        PropertyValue::Int(number) => feed(*number as u64),
        PropertyValue::Float(number) => feed(number.to_bits()),
        PropertyValue::Text(text) => feed_text(text, feed),
        PropertyValue::None => feed(0),
        PropertyValue::List(items) | PropertyValue::Tuple(items) => {
            feed(items.len() as u64);
            items.iter().for_each(|item| feed_value(item, feed));
        }
        PropertyValue::Dict(items) => {
            feed(items.len() as u64);
            for (key, item) in items {
                feed_text(key, feed);
                feed_value(item, feed);
            }
        }
    }
}

fn feed_text(text: &str, feed: &mut impl FnMut(u64)) {
    feed(xxh3_64(text.as_bytes()));
}
