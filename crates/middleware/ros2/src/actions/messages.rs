//! Messages that all actions share: `action_msgs`, and those that ROS 2 makes of an action's goal, result, feedback.

use morse_ros::Time2;
use serde::{Deserialize, Serialize};

/// `unique_identifier_msgs/UUID`: the id of a goal.
pub type GoalId = [u8; 16];

/// `action_msgs/GoalInfo`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalInfo {
    /// The goal.
    pub goal_id: GoalId,
    /// When it was accepted.
    pub stamp: Time2,
}

/// The states of a goal, numbered as in `action_msgs/GoalStatus`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// There is no such goal.
    Unknown = 0,
    /// It is worked on.
    Executing = 2,
    /// It is about to be cancelled.
    Canceling = 3,
    /// It was reached.
    Succeeded = 4,
    /// It was cancelled by a client.
    Canceled = 5,
    /// It could not be reached, or a newer goal took its place.
    Aborted = 6,
}

impl Status {
    /// Whether the goal is over.
    #[must_use]
    pub fn is_over(self) -> bool {
        matches!(self, Self::Succeeded | Self::Canceled | Self::Aborted)
    }
}

/// `action_msgs/GoalStatus`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct GoalStatus {
    /// The goal.
    pub goal_info: GoalInfo,
    /// A [`Status`].
    pub status: i8,
}

/// `action_msgs/GoalStatusArray`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GoalStatusArray {
    /// The goals, the oldest first.
    pub status_list: Vec<GoalStatus>,
}

/// Request of `send_goal`.
#[derive(Debug, Clone, Deserialize)]
pub struct SendGoalRequest<G> {
    /// The goal's id, which the client chooses.
    pub goal_id: GoalId,
    /// The goal.
    pub goal: G,
}

/// Answer of `send_goal`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SendGoalResponse {
    /// Whether it is worked on.
    pub accepted: bool,
    /// When it was accepted.
    pub stamp: Time2,
}

/// Request of `cancel_goal`: `action_msgs/CancelGoal`.
#[derive(Debug, Clone, Deserialize)]
pub struct CancelGoalRequest {
    /// Which goals; zeros mean all.
    pub goal_info: GoalInfo,
}

/// Answer of `cancel_goal`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CancelGoalResponse {
    /// 0 no error, 1 refused, 2 unknown goal, 3 the goal is over.
    pub return_code: i8,
    /// The goals that are being cancelled.
    pub goals_canceling: Vec<GoalInfo>,
}

/// Request of `get_result`.
#[derive(Debug, Clone, Deserialize)]
pub struct GetResultRequest {
    /// The goal.
    pub goal_id: GoalId,
}

/// Answer of `get_result`, given when the goal is over.
#[derive(Debug, Clone, Serialize)]
pub struct GetResultResponse<R> {
    /// A [`Status`].
    pub status: i8,
    /// The result.
    pub result: R,
}

/// The message on the topic `feedback`.
#[derive(Debug, Clone, Serialize)]
pub struct FeedbackMessage<F> {
    /// The goal.
    pub goal_id: GoalId,
    /// The feedback.
    pub feedback: F,
}
