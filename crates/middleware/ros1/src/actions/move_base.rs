//! `move_base_msgs/MoveBaseAction`, executed by the service `goto(x, y, z, …)`.

use morse_ros::header::Header1;
use morse_ros::messages::actionlib_msgs::{GoalID, GoalStatus};
use morse_ros::messages::move_base_msgs::{
    MoveBaseActionFeedback, MoveBaseActionGoal, MoveBaseActionResult, MoveBaseResult,
};
use morse_scene::description::ServiceDescription;
use morse_scene::value::Value;

use morse_sim::contract::service::Answer;

use super::server::Action;
use crate::service_caller::Caller;

/// Moves a robot to a position. The frame of the goal is ignored: positions are in the world frame, as in MORSE 1.4.
pub(super) struct MoveBase {
    caller: Caller,
    service: String,
    /// Whether the service also needs the yaw angle.
    has_yaw: bool,
}

impl MoveBase {
    /// The action for a service `goto` that needs a position, or a position and a yaw angle; `None` for other services.
    pub(super) fn new(service: &ServiceDescription, caller: &Caller) -> Option<Self> {
        let required = service.arguments.iter().filter(|argument| argument.default.is_none());
        let required: Vec<&str> = required.map(|argument| argument.name.as_str()).collect();
        let has_yaw = match (service.name.as_str(), required.as_slice()) {
            ("goto", ["x", "y", "z"]) => false,
            ("goto", ["x", "y", "z", "yaw"]) => true,
            _ => return None,
        };
        Some(Self { caller: caller.clone(), service: service.name.clone(), has_yaw })
    }
}

impl Action for MoveBase {
    type Goal = MoveBaseActionGoal<Header1>;
    type Result = MoveBaseActionResult<Header1>;
    type Feedback = MoveBaseActionFeedback<Header1>;

    fn goal_id(goal: &mut Self::Goal) -> &mut GoalID {
        &mut goal.goal_id
    }

    fn result(header: Header1, status: GoalStatus, _: Option<&Answer>) -> Self::Result {
        MoveBaseActionResult { header, status, result: MoveBaseResult {} }
    }

    fn caller(&self) -> &Caller {
        &self.caller
    }

    fn service(&self) -> &str {
        &self.service
    }

    async fn arguments(&self, goal: &Self::Goal) -> Result<Vec<Value>, String> {
        let pose = &goal.goal.target_pose.pose;
        let (position, q) = (&pose.position, &pose.orientation);
        let mut arguments = vec![position.x, position.y, position.z];
        if self.has_yaw {
            arguments.push((2.0 * (q.w * q.z + q.x * q.y)).atan2(1.0 - 2.0 * (q.y * q.y + q.z * q.z)));
        }
        if !arguments.iter().all(|number| number.is_finite()) {
            return Err("the target pose is not finite".to_owned());
        }
        Ok(arguments.into_iter().map(Value::from).collect())
    }
}
