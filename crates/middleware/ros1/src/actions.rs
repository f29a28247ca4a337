//! Actions: services that take time, with goals, results and cancelling, by the protocol of `actionlib`.

mod goals;
mod move_base;
mod server;
mod trajectory;

use morse_ros::node::NodeError;
use morse_scene::description::{ServiceDescription, ServiceKind};

use crate::node::{Ros1Handle, Ros1Node};
use crate::requests::Caller;

/// Offers a service as an action, if ROS has one for it. Gives what keeps it open.
pub(crate) fn open(
    node: &Ros1Node,
    name: &str,
    service: &ServiceDescription,
    caller: &Caller,
) -> Result<Option<Vec<Ros1Handle>>, NodeError> {
    if service.kind != ServiceKind::Async {
        return Ok(None);
    }
    if let Some(action) = move_base::MoveBase::new(service, caller) {
        return server::open(node, &format!("{name}/move_base"), action).map(Some);
    }
    if let Some(action) = trajectory::FollowTrajectory::new(service, caller) {
        action.announce_joints(node, name);
        return server::open(node, &format!("{name}/joint_trajectory_action"), action).map(Some);
    }
    Ok(None)
}
