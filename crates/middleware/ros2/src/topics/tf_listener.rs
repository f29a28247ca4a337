//! Subscribes to transforms of other nodes, such as the localization of a robot, since goals may be in their frames.

use std::sync::Arc;

use glam::{DQuat, DVec3};
use morse_ros::messages::tf2_msgs::TFMessage;
use morse_ros::{Frames, Header, Header2, NodeError, Profile};
use morse_world::Pose;

use crate::transport::Publishers;
use crate::transport_node::Ros2Node;
use crate::transport_node::handle::Ros2Handle;

/// The topics of transforms.
const TOPICS: [(&str, Profile); 2] = [("/tf", Profile::Tf), ("/tf_static", Profile::TfStatic)];

/// Stores the transforms that other nodes publish in `frames`, until the returned handles are dropped.
///
/// # Errors
/// When the transport refuses.
pub fn listen(node: &Ros2Node, frames: &Arc<Frames>) -> Result<Vec<Ros2Handle>, NodeError> {
    let subscribe = |(topic, profile)| {
        let frames = Arc::clone(frames);
        let handler = move |message: TFMessage<Header2>| store(&frames, &message);
        node.subscribe_from(topic, profile, Box::new(handler), Publishers::OtherNodes)
    };
    TOPICS.into_iter().map(subscribe).collect()
}

fn store(frames: &Frames, message: &TFMessage<Header2>) {
    for stamped in &message.transforms {
        let (at, turn) = (&stamped.transform.translation, &stamped.transform.rotation);
        let parent_from_child = Pose {
            translation: DVec3::new(at.x, at.y, at.z),
            rotation: DQuat::from_xyzw(turn.x, turn.y, turn.z, turn.w),
        };
        frames.set_remote(stamped.header.frame_id(), &stamped.child_frame_id, parent_from_child);
    }
}
