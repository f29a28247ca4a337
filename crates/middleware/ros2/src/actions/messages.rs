//! Messages of all actions: `action_msgs`, and the messages that ROS 2 derives from goal, result and feedback of an action.

use morse_ros::Time2;
use serde::{Deserialize, Serialize};

/// `unique_identifier_msgs/UUID`: the id of a goal.
pub type GoalId = [u8; 16];

/// The message `action_msgs/GoalInfo`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalInfo {
    /// Id of the goal.
    pub goal_id: GoalId,
    /// Time of its acceptance.
    pub stamp: Time2,
}

/// The states of a goal, numbered as in `action_msgs/GoalStatus`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The goal is unknown.
    Unknown = 0,
    /// The goal is being executed.
    Executing = 2,
    /// The goal is being cancelled.
    Canceling = 3,
    /// The goal was reached.
    Succeeded = 4,
    /// The goal was cancelled by a client.
    Canceled = 5,
    /// The goal could not be reached, or was replaced by a newer goal.
    Aborted = 6,
}

impl Status {
    /// Whether the goal has ended.
    #[must_use]
    pub fn is_over(self) -> bool {
        matches!(self, Self::Succeeded | Self::Canceled | Self::Aborted)
    }
}

/// The message `action_msgs/GoalStatus`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct GoalStatus {
    /// Id and time of the goal.
    pub goal_info: GoalInfo,
    /// A [`Status`].
    pub status: i8,
}

/// The message `action_msgs/GoalStatusArray`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GoalStatusArray {
    /// The goals, oldest first.
    pub status_list: Vec<GoalStatus>,
}

/// Request of `send_goal`.
#[derive(Debug, Clone, Deserialize)]
pub struct SendGoalRequest<G> {
    /// Id of the goal, chosen by the client.
    pub goal_id: GoalId,
    /// The goal of the action.
    pub goal: G,
}

/// Response of `send_goal`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SendGoalResponse {
    /// Whether the goal is accepted.
    pub accepted: bool,
    /// Time of the acceptance.
    pub stamp: Time2,
}

/// Request of `cancel_goal`: `action_msgs/CancelGoal`.
#[derive(Debug, Clone, Deserialize)]
pub struct CancelGoalRequest {
    /// The goals to cancel, by id and time. Zeros mean all goals.
    pub goal_info: GoalInfo,
}

/// Response of `cancel_goal`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CancelGoalResponse {
    /// 0: no error, 1: refused, 2: unknown goal, 3: the goal has ended.
    pub return_code: i8,
    /// The goals that are being cancelled.
    pub goals_canceling: Vec<GoalInfo>,
}

/// Request of `get_result`.
#[derive(Debug, Clone, Deserialize)]
pub struct GetResultRequest {
    /// Id of the goal.
    pub goal_id: GoalId,
}

/// Response of `get_result`, sent at the end of the goal.
#[derive(Debug, Clone, Serialize)]
pub struct GetResultResponse<R> {
    /// A [`Status`].
    pub status: i8,
    /// The result of the action.
    pub result: R,
}

/// The message on the topic `feedback`.
#[derive(Debug, Clone, Serialize)]
pub struct FeedbackMessage<F> {
    /// Id of the goal.
    pub goal_id: GoalId,
    /// The feedback of the action.
    pub feedback: F,
}
