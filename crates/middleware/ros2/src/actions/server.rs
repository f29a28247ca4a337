//! The server of one action: accepts goals, executes them with a service of a component, and reports their results.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morse_ros::{NodeError, Time2};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_sim::transport::request::RequestId;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::actions::goals::Goals;
use crate::actions::messages::{
    CancelGoalRequest, FeedbackMessage, GetResultRequest, GetResultResponse, GoalId, SendGoalRequest,
    SendGoalResponse, Status,
};
use crate::cdr;
use crate::names;
use crate::service_caller::Caller;
use crate::transport::Responder;
use crate::transport::qos;
use crate::transport_node::Ros2Node;
use crate::transport_node::handle::Ros2Handle;
use crate::transport_node::sender::SharedWriter;

/// The call of a service that executes a goal.
pub struct GoalCall {
    /// Service of the component.
    pub service: &'static str,
    /// Arguments of the service.
    pub arguments: Vec<Value>,
}

/// Callback for the decision about a goal: the call that executes it, or the reason of its refusal. Called once, on any
/// thread.
pub type Decide = Box<dyn FnOnce(Result<GoalCall, String>) + Send>;

/// The type of an action and its mapping to services of a component.
pub trait Action: Send + Sync + 'static {
    /// The goal message.
    type Goal: DeserializeOwned + Send + 'static;
    /// The result message.
    type Result: Serialize + Clone + Default + Send + 'static;
    /// The package of the action's type.
    const PACKAGE: &'static str;
    /// The name of the action's type within its package.
    const NAME: &'static str;

    /// Checks a goal and passes the decision to `decide`.
    fn plan(&self, goal: Self::Goal, decide: Decide);

    /// The result of a goal, from the answer to its call.
    fn result(&self, answer: &Answer) -> Self::Result;
}

/// The server of one action.
pub struct ActionServer<A: Action> {
    action: A,
    name: String,
    component: String,
    caller: Caller,
    goals: Mutex<Goals<A::Result>>,
    status: Arc<SharedWriter>,
    feedback: Arc<SharedWriter>,
    clock: Arc<crate::topics::clock::Now>,
}

impl<A: Action> ActionServer<A> {
    /// Offers an action of a component under this full name until the handles are dropped.
    ///
    /// # Errors
    /// When ROS 2 forbids its name.
    pub fn open(
        node: &Ros2Node,
        caller: &Caller,
        clock: &Arc<crate::topics::clock::Now>,
        (component, name): (&str, String),
        action: A,
    ) -> Result<(Arc<Self>, Vec<Ros2Handle>), NodeError> {
        let part = |part: &str| format!("{name}/_action/{part}");
        let feedback_type = format!("{}::action::dds_::{}_FeedbackMessage_", A::PACKAGE, A::NAME);
        let feedback = node.shared_writer(&part("feedback"), &feedback_type, qos::service())?;
        let status_type = names::message_type("action_msgs", "GoalStatusArray");
        let status = node.shared_writer(&part("status"), &status_type, qos::latched())?;
        let server = Arc::new(Self {
            action,
            name: name.clone(),
            component: component.to_owned(),
            caller: caller.clone(),
            goals: Mutex::default(),
            status,
            feedback,
            clock: Arc::clone(clock),
        });
        let type_name =
            |service: &str| names::action_service_type(A::PACKAGE, &format!("{}_{service}", A::NAME));
        let this = Arc::clone(&server);
        let goals = node.serve_as(&part("send_goal"), &type_name("SendGoal"), move |request, respond| {
            this.accept_goal(request, respond);
        })?;
        let this = Arc::clone(&server);
        let results = node.serve_as(
            &part("get_result"),
            &type_name("GetResult"),
            move |request: GetResultRequest, respond| {
                this.goals().when_over(&request.goal_id, respond);
            },
        )?;
        let this = Arc::clone(&server);
        let type_name = names::service_type("action_msgs", "CancelGoal");
        let cancels =
            node.serve_as(&part("cancel_goal"), &type_name, move |request: CancelGoalRequest, respond| {
                let (answer, requests) = this.goals().cancel(&request);
                for request in requests {
                    if !this.caller.cancel(request) {
                        tracing::warn!("{}: the cancellation cannot be passed to the simulation", this.name);
                    }
                }
                this.publish_status();
                respond(Ok(answer));
            })?;
        Ok((server, vec![goals, results, cancels]))
    }

    /// Full name of the component.
    #[must_use]
    pub fn component(&self) -> &str {
        &self.component
    }

    fn goals(&self) -> MutexGuard<'_, Goals<A::Result>> {
        self.goals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn accept_goal(
        self: &Arc<Self>,
        request: SendGoalRequest<A::Goal>,
        respond: Responder<SendGoalResponse>,
    ) {
        let SendGoalRequest { goal_id, goal } = request;
        let this = Arc::clone(self);
        let refuse = |respond: Responder<SendGoalResponse>| {
            respond(Ok(SendGoalResponse { accepted: false, stamp: Time2::default() }));
        };
        if self.goals().find(&goal_id).is_some() {
            tracing::warn!("{}: a goal was sent twice; the second one is refused", self.name);
            return refuse(respond);
        }
        let decide = move |decision: Result<GoalCall, String>| match decision {
            Err(reason) => {
                tracing::warn!("{}: a goal is refused: {reason}", this.name);
                refuse(respond);
            }
            Ok(call) => {
                let stamp = Time2::from_ns(this.clock.ns());
                let replaced: Vec<RequestId> = {
                    let mut goals = this.goals();
                    let replaced = goals.active().filter_map(|goal| goal.request).collect();
                    goals.add(goal_id, stamp);
                    replaced
                };
                respond(Ok(SendGoalResponse { accepted: true, stamp }));
                // The newest goal replaces the earlier ones, which are aborted first.
                for request in replaced {
                    let _ = this.caller.cancel(request);
                }
                this.execute(goal_id, call);
                this.publish_status();
            }
        };
        self.action.plan(goal, Box::new(decide));
    }

    fn execute(self: &Arc<Self>, goal_id: GoalId, call: GoalCall) {
        let this = Arc::clone(self);
        let respond = move |answer| this.end(&goal_id, &answer);
        let request = self.caller.call(&self.component, call.service, call.arguments, respond);
        let mut goals = self.goals();
        let Some(goal) = goals.find(&goal_id) else { return };
        goal.request = request;
        // A client may have cancelled the goal before its call had an id.
        if goal.status == Status::Canceling
            && let Some(request) = request
        {
            let _ = self.caller.cancel(request);
        }
    }

    fn end(&self, goal_id: &GoalId, answer: &Answer) {
        let result = self.action.result(answer);
        let mut goals = self.goals();
        let canceling = goals.find(goal_id).is_some_and(|goal| goal.status == Status::Canceling);
        let status = match answer {
            Answer::Success(_) => Status::Succeeded,
            Answer::Preempted(_) if canceling => Status::Canceled,
            Answer::Preempted(_) | Answer::Failed(_) => Status::Aborted,
        };
        if let Answer::Failed(error) = answer {
            tracing::warn!("{}: the goal is aborted: {error}", self.name);
        }
        let waiting = goals.end(goal_id, status, result.clone());
        drop(goals);
        self.publish_status();
        for respond in waiting {
            respond(Ok(GetResultResponse { status: status as i8, result: result.clone() }));
        }
    }

    /// The goal that is being executed, with the time of its acceptance. [ns]
    pub fn active_goal(&self) -> Option<(GoalId, i64)> {
        self.goals().active().last().map(|goal| (goal.info.goal_id, goal.info.stamp.as_ns()))
    }

    /// Whether the topic of feedback has readers.
    #[must_use]
    pub fn has_listeners(&self) -> bool {
        self.feedback.writer.has_readers()
    }

    /// Publishes feedback on a goal.
    pub fn publish_feedback<F: Serialize>(&self, goal_id: GoalId, feedback: F) {
        self.write(&self.feedback, &FeedbackMessage { goal_id, feedback });
    }

    fn publish_status(&self) {
        let statuses = self.goals().statuses();
        self.write(&self.status, &statuses);
    }

    fn write<M: Serialize>(&self, shared: &SharedWriter, message: &M) {
        let sent = cdr::encode(message, 128)
            .map_err(|error| error.to_string())
            .and_then(|payload| shared.writer.write(payload));
        if let Err(problem) = sent {
            tracing::warn!("{}: a message is lost: {problem}", self.name);
        }
    }
}
