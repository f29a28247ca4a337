//! `control_msgs/GripperCommandAction` of grippers on joints, executed by the service `command(position, max_effort)`.

use morse_ros::header::Header1;
use morse_ros::messages::actionlib_msgs::{GoalID, GoalStatus};
use morse_ros::messages::control_msgs::{
    GripperCommandActionFeedback, GripperCommandActionGoal, GripperCommandActionResult, GripperCommandResult,
};
use morse_scene::description::ServiceDescription;
use morse_scene::value::{Map, Value};
use morse_sim::contract::service::Answer;

use super::server::Action;
use crate::service_caller::Caller;

/// Opens or closes a gripper with a limited effort.
pub(super) struct GripperCommand {
    caller: Caller,
    service: String,
}

impl GripperCommand {
    /// The action for a service `command` with position and effort; `None` for other services.
    pub(super) fn new(service: &ServiceDescription, caller: &Caller) -> Option<Self> {
        let names: Vec<&str> = service.arguments.iter().map(|argument| argument.name.as_str()).collect();
        let matches = service.name == "command" && names == ["position", "max_effort"];
        matches.then(|| Self { caller: caller.clone(), service: service.name.clone() })
    }
}

impl Action for GripperCommand {
    type Goal = GripperCommandActionGoal<Header1>;
    type Result = GripperCommandActionResult<Header1>;
    type Feedback = GripperCommandActionFeedback<Header1>;

    fn goal_id(goal: &mut Self::Goal) -> &mut GoalID {
        &mut goal.goal_id
    }

    fn result(header: Header1, status: GoalStatus, answer: Option<&Answer>) -> Self::Result {
        let result = match answer {
            Some(Answer::Success(Value::Map(state))) => of_state(state),
            _ => GripperCommandResult::default(),
        };
        GripperCommandActionResult { header, status, result }
    }

    fn caller(&self) -> &Caller {
        &self.caller
    }

    fn service(&self) -> &str {
        &self.service
    }

    async fn arguments(&self, goal: &Self::Goal) -> Result<Vec<Value>, String> {
        let command = &goal.goal.command;
        if !command.position.is_finite() || !command.max_effort.is_finite() {
            return Err("position and max_effort must be finite".to_owned());
        }
        // Clients send -1 for no limit.
        Ok(vec![command.position.into(), command.max_effort.max(0.0).into()])
    }
}

/// The result that a state of the gripper is.
fn of_state(state: &Map) -> GripperCommandResult {
    let number = |name: &str| state.get(name).and_then(Value::as_f64).unwrap_or(f64::NAN);
    let flag = |name: &str| state.get(name).and_then(Value::as_bool).unwrap_or(false);
    GripperCommandResult {
        position: number("position"),
        effort: number("effort"),
        stalled: flag("stalled"),
        reached_goal: flag("reached_goal"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_of_a_goal_is_the_state_of_the_gripper() {
        let state = Map::from([
            ("position", Value::Float(0.01)),
            ("effort", Value::Float(7.5)),
            ("stalled", Value::Bool(true)),
            ("reached_goal", Value::Bool(false)),
        ]);
        let answer = Answer::Success(Value::Map(state));
        let sent = GripperCommand::result(Header1::default(), GoalStatus::default(), Some(&answer)).result;
        assert_eq!((sent.position, sent.effort, sent.stalled, sent.reached_goal), (0.01, 7.5, true, false));
        let rejected = GripperCommand::result(Header1::default(), GoalStatus::default(), None).result;
        assert_eq!(rejected, GripperCommandResult::default());
    }
}
