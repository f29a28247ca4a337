//! `control_msgs/GripperCommand` for grippers on joints. The service `command` executes the goal.

use morse_ros::messages::control_msgs::{GripperCommandGoal, GripperCommandResult};
use morse_scene::description::ServiceDescription;
use morse_scene::value::{Map, Value};
use morse_sim::contract::service::Answer;

use crate::actions::server::{Action, Decide, GoalCall};

/// Name of the action, after the name of its component, as that of the gripper controllers of ros2_control.
pub const NAME: &str = "gripper_cmd";

const SERVICE: &str = "command";
/// Service that only grippers have beside it.
const STATE: &str = "get_state";

/// The action of a gripper.
#[derive(Clone)]
pub struct GripperCommand;

impl GripperCommand {
    /// The action of a component with these services; `None` if it is not a gripper on joints.
    #[must_use]
    pub fn for_component(services: &[ServiceDescription]) -> Option<Self> {
        let is_command = |service: &ServiceDescription| {
            let names: Vec<&str> = service.arguments.iter().map(|argument| argument.name.as_str()).collect();
            service.name == SERVICE && names == ["position", "max_effort"]
        };
        let has_state = services.iter().any(|service| service.name == STATE);
        (has_state && services.iter().any(is_command)).then_some(Self)
    }
}

impl Action for GripperCommand {
    type Goal = GripperCommandGoal;
    type Result = GripperCommandResult;
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "GripperCommand";

    fn plan(&self, goal: Self::Goal, decide: Decide) {
        let command = goal.command;
        if !command.position.is_finite() || !command.max_effort.is_finite() {
            return decide(Err("position and max_effort must be finite".to_owned()));
        }
        // Clients send -1 for no limit.
        let arguments = vec![command.position.into(), command.max_effort.max(0.0).into()];
        decide(Ok(GoalCall { service: SERVICE, arguments }));
    }

    fn result(&self, answer: &Answer) -> GripperCommandResult {
        match answer {
            Answer::Success(Value::Map(state)) => of_state(state),
            _ => GripperCommandResult::default(),
        }
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
    use std::sync::mpsc;

    use morse_ros::messages::control_msgs::GripperCommand as Command;

    use super::*;

    fn planned(position: f64, max_effort: f64) -> Result<Vec<Value>, String> {
        let (sender, receiver) = mpsc::channel();
        let goal = GripperCommandGoal { command: Command { position, max_effort } };
        let decide = move |decision: Result<GoalCall, String>| {
            sender.send(decision.map(|call| call.arguments)).unwrap();
        };
        GripperCommand.plan(goal, Box::new(decide));
        receiver.try_recv().unwrap()
    }

    #[test]
    fn goals_are_commands_and_negative_efforts_mean_no_limit() {
        assert_eq!(planned(0.02, 5.0), Ok(vec![0.02.into(), 5.0.into()]));
        assert_eq!(planned(0.02, -1.0), Ok(vec![0.02.into(), 0.0.into()]));
        assert!(planned(f64::NAN, 5.0).is_err());
    }

    #[test]
    fn result_is_the_state_of_the_gripper() {
        let state = Map::from([
            ("position", Value::Float(0.01)),
            ("effort", Value::Float(7.5)),
            ("stalled", Value::Bool(true)),
            ("reached_goal", Value::Bool(false)),
        ]);
        let result = GripperCommand.result(&Answer::Success(Value::Map(state)));
        assert_eq!(
            (result.position, result.effort, result.stalled, result.reached_goal),
            (0.01, 7.5, true, false)
        );
    }
}
