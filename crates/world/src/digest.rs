//! Hash of the state of a world, to compare two runs bit by bit.

use std::hash::Hasher;

use xxhash_rust::xxh3::xxh3_64;

use crate::{Pose, PropertyValue, World};

/// See [`World::hash_into`].
pub(crate) fn hash_into(world: &World, hasher: &mut impl Hasher) {
    let mut feed = |bits: u64| hasher.write_u64(bits);
    for id in world.tree.ids() {
        let node = world.tree.node(id);
        feed(u64::from(node.visible) | u64::from(node.free) << 1);
        feed(node.parent.map_or(u64::MAX, |parent| u64::from(parent.index)));
        let pose =
            if world.tree.is_anchor(id) { world.tree.world_from(id) } else { world.tree.parent_from(id) };
        feed_pose(&pose, &mut feed);
        feed(node.details.properties.len() as u64);
        for (name, value) in &node.details.properties {
            feed_text(name, &mut feed);
            feed_value(value, &mut feed);
        }
    }
    feed_all_but_nodes(world, feed);
}

/// See [`World::append_state`].
pub(crate) fn append_state(world: &World, out: &mut Vec<u8>) {
    let mut feed = |bits: u64| out.extend_from_slice(&bits.to_le_bytes());
    for id in world.tree.ids() {
        for (name, value) in &world.tree.node(id).details.properties {
            feed(u64::from(id.index));
            feed_text(name, &mut feed);
            feed_value(value, &mut feed);
        }
    }
    feed_all_but_nodes(world, feed);
}

fn feed_all_but_nodes(world: &World, mut feed: impl FnMut(u64)) {
    world.armatures.values().for_each(|armature| armature.state_bits(&mut feed));
    world.visuals.state_bits(&mut feed);
    world.physics.state_bits(&world.tree, &mut feed);
    world.wheels.state_bits(&mut feed);
    world.held_drives.state_bits(feed);
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
