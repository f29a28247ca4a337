//! The transforms of the nodes that moved, as `/tf`.

use morse_ros::messages::geometry_msgs::{Quaternion, Transform, TransformStamped, Vector3};
use morse_ros::messages::tf2_msgs::TFMessage;
use morse_ros::{Header, Header2};
use morse_world::{NodeId, Pose, World};

use super::batch::Builder;
use super::cdr;
use crate::format::WORLD_FRAME;

/// The transform of each node on its parent that was recorded last.
#[derive(Default)]
pub(super) struct Poses(Vec<Option<(NodeId, Option<NodeId>, Pose)>>);

impl Poses {
    /// Adds the transforms of all nodes that moved on their parents since the last call. The first call adds all.
    pub(super) fn record(&mut self, builder: &mut Builder, channel: usize, world: &World) {
        let mut transforms = Vec::new();
        let stamp_ns = i64::try_from(builder.time_ns).unwrap_or(i64::MAX);
        for node in world.nodes() {
            if self.0.len() <= node.index() {
                self.0.resize(node.index() + 1, None);
            }
            let parent = world.parent(node);
            let present = Some((node, parent, world.parent_from(node)));
            if self.0[node.index()] == present {
                continue;
            }
            self.0[node.index()] = present;
            let pose = world.parent_from(node);
            let (t, r) = (pose.translation, pose.rotation);
            transforms.push(TransformStamped {
                header: Header2::new(0, stamp_ns, parent.map_or(WORLD_FRAME, |parent| world.name(parent))),
                child_frame_id: world.name(node).to_owned(),
                transform: Transform {
                    translation: Vector3 { x: t.x, y: t.y, z: t.z },
                    rotation: Quaternion { x: r.x, y: r.y, z: r.z, w: r.w },
                },
            });
        }
        if !transforms.is_empty()
            && let Err(error) = builder.add(channel, |bytes| cdr::append(bytes, &TFMessage { transforms }))
        {
            tracing::error!("The poses of a tick cannot be recorded: {error}");
        }
    }
}
