//! The action `simulate_steps`, which makes steps in a paused simulation, with feedback after each step.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use morse_ros::NodeError;
use morse_ros::messages::simulation_interfaces::{
    Result as Outcome, SimulateStepsFeedback, SimulateStepsGoal, SimulateStepsResult,
};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_world::World;

use crate::actions::Feedback;
use crate::actions::messages::GoalId;
use crate::actions::server::{Action, ActionServer, Decide, GoalCall};
use crate::service_caller::Caller;
use crate::simulation_interfaces::engine::{COMPONENT, Engine, World as LoadedWorld};
use crate::simulation_interfaces::name;
use crate::simulation_interfaces::results::{self, Failure, failed};
use crate::topics::clock::Now;
use crate::transport_node::Ros2Node;

/// The action `simulate_steps`.
#[derive(Clone)]
struct SimulateSteps {
    engine: Engine,
    /// Number of steps of the last goal. Zero if the simulation was not paused, since its steps do not belong to the goal.
    steps: Arc<AtomicU64>,
}

impl Action for SimulateSteps {
    type Goal = SimulateStepsGoal;
    type Result = SimulateStepsResult;
    const PACKAGE: &'static str = "simulation_interfaces";
    const NAME: &'static str = "SimulateSteps";

    fn plan(&self, goal: SimulateStepsGoal, decide: Decide) {
        let Ok(count) = i64::try_from(goal.steps) else {
            return decide(Err(format!("{} steps are too many", goal.steps)));
        };
        let this = self.clone();
        self.engine.status(move |status| {
            decide(match status {
                Err(failure) => Err(failure.outcome().error_message),
                Ok(status) if status.world == LoadedWorld::None => Err(results::NO_WORLD.to_owned()),
                Ok(status) if this.engine.is_stopped(&status) => Err(results::STOPPED.to_owned()),
                Ok(status) => {
                    let steps = if status.is_paused { goal.steps } else { 0 };
                    this.steps.store(steps, Ordering::Relaxed);
                    // If the simulation is not paused, the engine refuses the call, and the goal is aborted as clients expect.
                    Ok(GoalCall { service: "step", arguments: vec![Value::Int(count)] })
                }
            });
        });
    }

    fn result(&self, answer: &Answer) -> SimulateStepsResult {
        let result = match answer {
            Answer::Success(_) => results::ok(),
            Answer::Failed(error) => Failure::of(error).outcome(),
            Answer::Preempted(_) => {
                failed(Outcome::RESULT_OPERATION_FAILED, "cancelled or replaced before all steps were made")
            }
        };
        SimulateStepsResult { result }
    }
}

/// Counts the steps of a goal and publishes them as feedback.
struct StepsFeedback {
    server: Arc<ActionServer<SimulateSteps>>,
    steps: Arc<AtomicU64>,
    /// The active goal and its number of completed steps.
    counted: Option<(GoalId, u64)>,
}

/// Opens the action. Returns its feedback.
///
/// # Errors
/// When the transport refuses.
pub fn open(
    node: &Ros2Node,
    caller: &Caller,
    now: &Arc<Now>,
    engine: &Engine,
) -> Result<Box<dyn Feedback>, NodeError> {
    let steps = Arc::default();
    let action = SimulateSteps { engine: engine.clone(), steps: Arc::clone(&steps) };
    let opened = ActionServer::open(node, caller, now, (COMPONENT, name("simulate_steps")), action)?;
    let (server, handles) = opened;
    handles.into_iter().for_each(crate::transport_node::handle::Ros2Handle::keep);
    Ok(Box::new(StepsFeedback { server, steps, counted: None }))
}

impl Feedback for StepsFeedback {
    fn component(&self) -> &str {
        COMPONENT
    }

    fn tick(&mut self, _: i64, _: &World) {
        let Some((goal_id, _)) = self.server.active_goal() else { return };
        let total = self.steps.load(Ordering::Relaxed);
        let made = self.counted.filter(|(id, _)| *id == goal_id).map_or(0, |(_, made)| made) + 1;
        if made > total {
            return;
        }
        self.counted = Some((goal_id, made));
        if self.server.has_listeners() {
            let feedback = SimulateStepsFeedback { completed_steps: made, remaining_steps: total - made };
            self.server.publish_feedback(goal_id, feedback);
        }
    }
}
