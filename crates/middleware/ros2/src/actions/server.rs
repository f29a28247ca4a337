//! The server of one action: takes goals, pursues them with a service of a component, and tells how they end.

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
use crate::component_services::calls::Caller;
use crate::names;
use crate::node::Ros2Node;
use crate::node::handle::Ros2Handle;
use crate::node::sender::SharedWriter;
use crate::transport::Responder;
use crate::{cdr, qos};

/// The call that pursues a goal.
pub struct Pursuit {
    /// Service of the component.
    pub service: &'static str,
    /// Its arguments.
    pub arguments: Vec<Value>,
}

/// Takes the decision about a goal: the call that pursues it, or why it is refused. Called once, on any thread.
pub type Decide = Box<dyn FnOnce(Result<Pursuit, String>) + Send>;

/// What an action does with its component.
pub trait Action: Send + Sync + 'static {
    /// The goal.
    type Goal: DeserializeOwned + Send + 'static;
    /// The result.
    type Result: Serialize + Clone + Default + Send + 'static;
    /// The package of the action's type.
    const PACKAGE: &'static str;
    /// The name of the action's type inside of its package.
    const NAME: &'static str;

    /// Checks a goal.
    fn plan(&self, goal: Self::Goal, decide: Decide);

    /// The result of a goal whose call was answered.
    fn result(&self, answer: &Answer) -> Self::Result;
}

/// The server.
pub struct ActionServer<A: Action> {
    action: A,
    name: String,
    component: String,
    caller: Caller,
    goals: Mutex<Goals<A::Result>>,
    status: Arc<SharedWriter>,
    feedback: Arc<SharedWriter>,
    clock: Arc<crate::clock::Now>,
}

impl<A: Action> ActionServer<A> {
    /// Serves an action of a component under a full name, until the handles are dropped.
    ///
    /// # Errors
    /// When ROS 2 forbids its name.
    pub fn open(
        node: &Ros2Node,
        caller: &Caller,
        clock: &Arc<crate::clock::Now>,
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
            this.take_goal(request, respond);
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
                        tracing::warn!("{}: the simulation cannot be told to cancel", this.name);
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

    fn take_goal(self: &Arc<Self>, request: SendGoalRequest<A::Goal>, respond: Responder<SendGoalResponse>) {
        let SendGoalRequest { goal_id, goal } = request;
        let this = Arc::clone(self);
        let refuse = |respond: Responder<SendGoalResponse>| {
            respond(Ok(SendGoalResponse { accepted: false, stamp: Time2::default() }));
        };
        if self.goals().find(&goal_id).is_some() {
            tracing::warn!("{}: a goal was sent twice; the second one is refused", self.name);
            return refuse(respond);
        }
        let decide = move |plan: Result<Pursuit, String>| match plan {
            Err(reason) => {
                tracing::warn!("{}: a goal is refused: {reason}", this.name);
                refuse(respond);
            }
            Ok(pursuit) => {
                let stamp = Time2::from_ns(this.clock.ns());
                let replaced: Vec<RequestId> = {
                    let mut goals = this.goals();
                    let replaced = goals.active().filter_map(|goal| goal.request).collect();
                    goals.add(goal_id, stamp);
                    replaced
                };
                respond(Ok(SendGoalResponse { accepted: true, stamp }));
                // The newest goal counts: those before it end first, and are aborted.
                for request in replaced {
                    let _ = this.caller.cancel(request);
                }
                this.pursue(goal_id, pursuit);
                this.publish_status();
            }
        };
        self.action.plan(goal, Box::new(decide));
    }

    fn pursue(self: &Arc<Self>, goal_id: GoalId, pursuit: Pursuit) {
        let this = Arc::clone(self);
        let respond = move |answer| this.end(&goal_id, &answer);
        let request = self.caller.call(&self.component, pursuit.service, pursuit.arguments, respond);
        let mut goals = self.goals();
        let Some(goal) = goals.find(&goal_id) else { return };
        goal.request = request;
        // A client may have cancelled it before its call had an id.
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

    /// The goal that is worked on, with the time when it was accepted. [ns]
    pub fn active_goal(&self) -> Option<(GoalId, i64)> {
        self.goals().active().last().map(|goal| (goal.info.goal_id, goal.info.stamp.as_ns()))
    }

    /// Whether feedback would be used.
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
