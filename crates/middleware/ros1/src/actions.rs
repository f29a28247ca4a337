//! Actions: services that take time, with goals, results and cancelling, by the protocol of `actionlib`.

mod goals;
mod move_base;
mod server;
mod trajectory;

use morse_ros::node::NodeError;
use morse_scene::description::{ServiceDescription, ServiceKind};

use crate::node::Ros1Node;
use crate::requests::Caller;

/// Offers a service as an action, if ROS has one for it. Gives whether it has.
pub(crate) fn open(
    node: &Ros1Node,
    name: &str,
    service: &ServiceDescription,
    caller: &Caller,
) -> Result<bool, NodeError> {
    if service.kind != ServiceKind::Async {
        return Ok(false);
    }
    if let Some(action) = move_base::MoveBase::new(service, caller) {
        server::open(node, &format!("{name}/move_base"), action)?;
        return Ok(true);
    }
    if let Some(action) = trajectory::FollowTrajectory::new(service, caller) {
        action.announce_joints(node, name);
        server::open(node, &format!("{name}/joint_trajectory_action"), action)?;
        return Ok(true);
    }
    Ok(false)
}
