//! `control_msgs/PointHeadAction`, executed by the service `look_at_point(x, y, z)`.

use std::sync::Arc;

use morse_ros::Frames;
use morse_ros::header::Header1;
use morse_ros::messages::actionlib_msgs::{GoalID, GoalStatus};
use morse_ros::messages::control_msgs::{
    PointHeadActionFeedback, PointHeadActionGoal, PointHeadActionResult, PointHeadResult,
};
use morse_ros::point_head;
use morse_scene::description::ServiceDescription;
use morse_scene::value::Value;

use morse_sim::contract::service::Answer;

use super::server::Action;
use crate::service_caller::Caller;

/// Turns a pan-tilt unit toward a point.
pub(super) struct PointHead {
    caller: Caller,
    frames: Arc<Frames>,
}

impl PointHead {
    /// The action for the service `look_at_point`; `None` for other services. `frames` are the frames of goals.
    pub(super) fn new(service: &ServiceDescription, caller: &Caller, frames: &Arc<Frames>) -> Option<Self> {
        let matches = service.name == point_head::SERVICE;
        matches.then(|| Self { caller: caller.clone(), frames: Arc::clone(frames) })
    }
}

impl Action for PointHead {
    type Goal = PointHeadActionGoal<Header1>;
    type Result = PointHeadActionResult<Header1>;
    type Feedback = PointHeadActionFeedback<Header1>;

    fn goal_id(goal: &mut Self::Goal) -> &mut GoalID {
        &mut goal.goal_id
    }

    fn result(header: Header1, status: GoalStatus, _: Option<&Answer>) -> Self::Result {
        PointHeadActionResult { header, status, result: PointHeadResult {} }
    }

    fn caller(&self) -> &Caller {
        &self.caller
    }

    fn service(&self) -> &str {
        point_head::SERVICE
    }

    async fn arguments(&self, goal: &Self::Goal) -> Result<Vec<Value>, String> {
        let target = point_head::target_in_map(&goal.goal, &self.frames)?;
        Ok(target.to_array().map(Value::Float).into())
    }
}
