//! The transforms of the nodes that moved, as `/tf`.

use std::collections::BTreeMap;

use morse_ros::messages::geometry_msgs::{Quaternion, Transform, TransformStamped, Vector3};
use morse_ros::{Header, Header2, Time2};
use morse_world::{NodeId, NodeState, Pose, World};
use serde::Serialize;

use super::batch::Builder;
use super::cdr;
use super::tick_copy::{NodeNames, TickCopy};
use crate::format::WORLD_FRAME;

/// On the thread of the simulation: the nodes and their parents as their names were copied last.
#[derive(Default)]
pub(super) struct KnownNodes(Vec<(NodeId, Option<NodeId>)>);

impl KnownNodes {
    /// Copies the names of the nodes that were copied, unless they are those of the last call.
    pub(super) fn copy_names(&mut self, world: &World, copy: &mut TickCopy) {
        let present = || copy.state.nodes.iter().map(|state| (state.node, state.parent));
        if present().eq(self.0.iter().copied()) {
            return;
        }
        self.0.clear();
        self.0.extend(present());
        copy.names.extend(self.0.iter().map(|(node, parent)| NodeNames {
            name: world.name(*node).to_owned(),
            frame: parent.map_or(WORLD_FRAME, |parent| world.name(parent)).to_owned(),
        }));
    }
}

/// A node on the thread that encodes.
struct Node {
    /// Its transform, which changes in place.
    transform: TransformStamped<Header2>,
    /// As it was recorded last.
    last: Option<NodeState>,
}

/// On the thread that encodes: the nodes in their order.
#[derive(Default)]
pub(super) struct Transforms(Vec<Node>);

/// A [`TFMessage`](morse_ros::messages::tf2_msgs::TFMessage) of transforms that are kept elsewhere.
#[derive(Serialize)]
struct TransformsMessage<'a> {
    transforms: Vec<&'a TransformStamped<Header2>>,
}

impl Transforms {
    /// Adds the transforms of all nodes that moved on their parents since the tick before, or of all.
    pub(super) fn encode(&mut self, builder: &mut Builder, channel: usize, tick: &mut TickCopy) {
        if !tick.names.is_empty() {
            self.rename(tick);
        }
        let stamp = Time2::from_ns(i64::try_from(tick.time_ns).unwrap_or(i64::MAX));
        let with_all = tick.has_all_transforms;
        let moved = self.0.iter_mut().zip(&tick.state.nodes).filter_map(|(node, state)| {
            let is_still = |last: NodeState| last.parent == state.parent && last.stored == state.stored;
            if !with_all && node.last.is_some_and(is_still) {
                return None;
            }
            node.last = Some(*state);
            node.transform.header.stamp = stamp;
            node.transform.transform = transform(state.stored.turned());
            Some(&node.transform)
        });
        let message = TransformsMessage { transforms: moved.collect() };
        if !message.transforms.is_empty()
            && let Err(error) = builder.add(channel, |bytes| cdr::append(bytes, &message))
        {
            tracing::error!("The poses of a tick cannot be recorded: {error}");
        }
    }

    /// Takes the nodes of a tick with their names. Those that were known stay where they were recorded.
    fn rename(&mut self, tick: &mut TickCopy) {
        let known = self.0.drain(..).filter_map(|node| node.last.map(|last| (last.node, last)));
        let known: BTreeMap<NodeId, NodeState> = known.collect();
        self.0.extend(tick.state.nodes.iter().zip(tick.names.drain(..)).map(|(state, names)| Node {
            transform: TransformStamped {
                header: Header2::new(0, 0, &names.frame),
                child_frame_id: names.name,
                transform: transform(Pose::IDENTITY),
            },
            last: known.get(&state.node).copied(),
        }));
    }
}

fn transform(pose: Pose) -> Transform {
    let (t, r) = (pose.translation, pose.rotation);
    Transform {
        translation: Vector3 { x: t.x, y: t.y, z: t.z },
        rotation: Quaternion { x: r.x, y: r.y, z: r.z, w: r.w },
    }
}
