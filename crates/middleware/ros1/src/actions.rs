//! Actions: asynchronous services with goals, results and cancellation, by the protocol of `actionlib`.

mod goals;
mod gripper_command;
mod move_base;
mod point_head;
mod server;
mod trajectory;

use std::sync::Arc;

use morse_ros::Frames;
use morse_ros::node_interface::NodeError;
use morse_scene::description::{ServiceDescription, ServiceKind};

use crate::service_caller::Caller;
use crate::tcpros_node::{Ros1Handle, Ros1Node};

/// Offers a service as an action, if ROS has a matching action type. Returns the handles that keep it open.
pub(crate) fn open(
    node: &Ros1Node,
    name: &str,
    service: &ServiceDescription,
    caller: &Caller,
    frames: &Arc<Frames>,
) -> Result<Option<Vec<Ros1Handle>>, NodeError> {
    if service.kind != ServiceKind::Async {
        return Ok(None);
    }
    if let Some(action) = move_base::MoveBase::new(service, caller) {
        return server::open(node, &format!("{name}/move_base"), action).map(Some);
    }
    if let Some(action) = point_head::PointHead::new(service, caller, frames) {
        return server::open(node, &format!("{name}/point_head_action"), action).map(Some);
    }
    if let Some(action) = gripper_command::GripperCommand::new(service, caller) {
        return server::open(node, &format!("{name}/gripper_cmd"), action).map(Some);
    }
    if let Some(action) = trajectory::FollowTrajectory::new(service, caller) {
        action.announce_joints(node, name);
        let follow = trajectory::FollowJointTrajectory(action.clone());
        let mut handles = server::open(node, &format!("{name}/joint_trajectory_action"), action)?;
        handles.extend(server::open(node, &format!("{name}/follow_joint_trajectory"), follow)?);
        return Ok(Some(handles));
    }
    Ok(None)
}
