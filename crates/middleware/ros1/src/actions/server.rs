//! An action server: the topics of one action, which pass goals from clients to the engine.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use morse_ros::Time;
use morse_ros::header::{Header, Header1};
use morse_ros::message::Message;
use morse_ros::messages::actionlib_msgs::{GoalID, GoalStatus, GoalStatusArray};
use morse_ros::node_interface::{Node, NodeError, Profile, Sender};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use tokio::runtime::Handle;
use tokio::sync::watch;

use super::goals::{Arrival, Goals};
use crate::log;
use crate::service_caller::Caller;
use crate::tcpros_node::{Flush, Ros1Handle, Ros1Node, Ros1Sender};
use crate::xmlrpc;

/// Default time between two messages on the topic `status`.
const STATUS_PERIOD: Duration = Duration::from_millis(200);

/// Valid range of the parameter `status_frequency`. [Hz]
const STATUS_FREQUENCIES_HZ: std::ops::RangeInclusive<f64> = 0.01..=1000.0;

/// Least time between the arrival of a goal and its result. The `SimpleActionClient` of rospy ignores what arrives before its
/// `send_goal` has returned: with an earlier result, the client would wait forever.
const RESULT_DELAY: Duration = Duration::from_millis(20);

/// Number of messages queued for a slow client.
const QUEUE: usize = 50;

/// An action: its messages, and the service that executes it.
pub(super) trait Action: Send + Sync + 'static {
    /// The message of the topic `goal`.
    type Goal: Message;
    /// The message of the topic `result`.
    type Result: Message;
    /// The message of the topic `feedback`. No feedback is sent, as in MORSE 1.4.
    type Feedback: Message;

    /// The id of a goal.
    fn goal_id(goal: &mut Self::Goal) -> &mut GoalID;

    /// The result of a goal that has ended with this status. `answer` is that of the service; `None` if it did not begin.
    fn result(header: Header1, status: GoalStatus, answer: Option<&Answer>) -> Self::Result;

    /// The caller of the component's services.
    fn caller(&self) -> &Caller;

    /// The name of the service that executes a goal.
    fn service(&self) -> &str;

    /// The arguments of the service for a goal, or the reason for which the goal is rejected.
    fn arguments(&self, goal: &Self::Goal) -> impl Future<Output = Result<Vec<Value>, String>> + Send;
}

struct Server<A: Action> {
    action: A,
    goals: Mutex<Goals>,
    status: Mutex<Topic<GoalStatusArray<Header1>>>,
    result: Mutex<Topic<A::Result>>,
    transport: Handle,
    /// Kept open for clients that wait for the topic.
    _feedback: Mutex<Ros1Sender<A::Feedback>>,
    flush: Flush,
}

struct Topic<M> {
    sender: Ros1Sender<M>,
    sequence: u32,
}

impl<M: Message> Topic<M> {
    fn send(&mut self, message: impl FnOnce(Header1) -> M) {
        self.sequence = self.sequence.wrapping_add(1);
        let message = message(Header1::new(self.sequence, now().as_ns(), ""));
        self.sender.send(&message);
    }
}

/// The system time. Goals are stamped with it, since clients compare them with their own clock, not with simulated time.
fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time::from_ns(i64::try_from(since.as_nanos()).unwrap_or(i64::MAX))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens the topics of an action. They are closed when the returned handles are dropped.
pub(super) fn open<A: Action>(node: &Ros1Node, name: &str, action: A) -> Result<Vec<Ros1Handle>, NodeError> {
    let server = Arc::new(Server {
        action,
        goals: Mutex::default(),
        status: Mutex::new(Topic {
            sender: node.advertise(&format!("{name}/status"), Profile::Reliable, QUEUE)?,
            sequence: 0,
        }),
        result: Mutex::new(Topic {
            sender: node.advertise(&format!("{name}/result"), Profile::Reliable, QUEUE)?,
            sequence: 0,
        }),
        transport: node.transport(),
        _feedback: Mutex::new(node.advertise(&format!("{name}/feedback"), Profile::Reliable, QUEUE)?),
        flush: node.flusher(),
    });
    let (accepting, transport) = (Arc::clone(&server), node.transport());
    let goal = move |goal: A::Goal| {
        transport.spawn(Arc::clone(&accepting).accept(goal));
    };
    let goals = node.subscribe(&format!("{name}/goal"), Profile::Reliable, Box::new(goal))?;
    let (cancelling, transport) = (Arc::clone(&server), node.transport());
    let cancel = move |goal_id: GoalID| {
        transport.spawn(Arc::clone(&cancelling).cancel(goal_id));
    };
    let cancels = node.subscribe(&format!("{name}/cancel"), Profile::Reliable, Box::new(cancel))?;
    let (set_period, mut period) = watch::channel(STATUS_PERIOD);
    let parameter = format!("{name}/status_frequency");
    node.parameters().read(&parameter.clone(), move |value| match status_period(value) {
        Some(period) => drop(set_period.send(period)),
        None => tracing::warn!(
            target: log::REQUESTS,
            "The parameter {parameter} is not a frequency from {} to {} Hz. It is ignored.",
            STATUS_FREQUENCIES_HZ.start(), STATUS_FREQUENCIES_HZ.end()
        ),
    });
    let server = Arc::downgrade(&server);
    node.transport().spawn(async move {
        while let Some(server) = server.upgrade() {
            server.send_status();
            drop(server);
            let pause = tokio::time::sleep(*period.borrow_and_update());
            tokio::select! {
                () = pause => {}
                Ok(()) = period.changed() => {}
            }
        }
    });
    Ok(vec![goals, cancels])
}

/// The period of a frequency; `None` if the value is not a valid frequency.
fn status_period(frequency_hz: &xmlrpc::Value) -> Option<Duration> {
    let frequency_hz = match *frequency_hz {
        xmlrpc::Value::Int(number) => f64::from(number),
        xmlrpc::Value::Double(number) => number,
        _ => return None,
    };
    STATUS_FREQUENCIES_HZ.contains(&frequency_hz).then(|| Duration::from_secs_f64(1.0 / frequency_hz))
}

impl<A: Action> Server<A> {
    /// Accepts a goal and passes it to the engine.
    async fn accept(self: Arc<Self>, mut goal: A::Goal) {
        let goal_id = A::goal_id(&mut goal);
        if goal_id.id.is_empty() {
            goal_id.id = format!("unnamed-{}", now().as_ns());
        }
        if goal_id.stamp == Time::default() {
            goal_id.stamp = now();
        }
        let goal_id = goal_id.clone();
        let arrived = Instant::now();
        let arrival = lock(&self.goals).arrive(&goal_id, arrived);
        match arrival {
            Arrival::New => {}
            Arrival::Known => return,
            Arrival::Recalled(status) | Arrival::Refused(status) => {
                return self.send_result(status, None, arrived);
            }
        }
        self.send_status();
        let arguments = match self.action.arguments(&goal).await {
            Ok(arguments) => arguments,
            Err(problem) => return self.end(&goal_id.id, GoalStatus::REJECTED, &problem, None, arrived),
        };
        let (server, id) = (Arc::clone(&self), goal_id.id.clone());
        let respond = Box::new(move |answer: Answer| {
            let (status, text) = match &answer {
                Answer::Success(_) => (GoalStatus::SUCCEEDED, String::new()),
                Answer::Preempted(_) => (GoalStatus::PREEMPTED, String::new()),
                Answer::Failed(error) => (GoalStatus::ABORTED, error.to_string()),
            };
            server.end(&id, status, &text, Some(&answer), arrived);
        });
        match self.action.caller().begin(self.action.service(), arguments, respond).await {
            Ok(request) => {
                let cancelled = lock(&self.goals).begin(&goal_id.id, request);
                if cancelled {
                    // An error means that the engine has ended. It has then answered all requests.
                    let _ = self.action.caller().cancel(request).await;
                }
                self.send_status();
            }
            Err(ended) => self.end(&goal_id.id, GoalStatus::ABORTED, &ended.to_string(), None, arrived),
        }
    }

    async fn cancel(self: Arc<Self>, goal_id: GoalID) {
        let requests = lock(&self.goals).cancel(&goal_id, Instant::now());
        self.send_status();
        for request in requests {
            // An error means that the engine has ended. It has then answered all requests.
            let _ = self.action.caller().cancel(request).await;
        }
    }

    fn end(self: &Arc<Self>, id: &str, status: u8, text: &str, answer: Option<&Answer>, arrived: Instant) {
        let ended = lock(&self.goals).end(id, status, text, Instant::now());
        if let Some(status) = ended {
            if !text.is_empty() {
                tracing::warn!(target: log::REQUESTS, "The goal {id} of {} fails: {text}", self.action.service());
            }
            self.send_status();
            self.send_result(status, answer, arrived);
        }
    }

    fn send_status(&self) {
        let status_list = lock(&self.goals).statuses(Instant::now());
        lock(&self.status).send(|header| GoalStatusArray { header, status_list });
        self.flush.flush();
    }

    /// Sends a result, [`RESULT_DELAY`] after the arrival of its goal at the earliest.
    fn send_result(self: &Arc<Self>, status: GoalStatus, answer: Option<&Answer>, arrived: Instant) {
        let send = |server: &Self, status: GoalStatus, answer: Option<&Answer>| {
            lock(&server.result).send(|header| A::result(header, status, answer));
            server.flush.flush();
        };
        let delay = RESULT_DELAY.saturating_sub(arrived.elapsed());
        if delay.is_zero() {
            return send(self, status, answer);
        }
        let (server, answer) = (Arc::clone(self), answer.cloned());
        self.transport.spawn(async move {
            tokio::time::sleep(delay).await;
            send(&server, status, answer.as_ref());
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_frequency_must_be_a_number_in_range() {
        assert_eq!(status_period(&xmlrpc::Value::Int(10)), Some(Duration::from_millis(100)));
        assert_eq!(status_period(&xmlrpc::Value::Double(0.5)), Some(Duration::from_secs(2)));
        let wrong = [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9].map(xmlrpc::Value::Double);
        for value in wrong.into_iter().chain([xmlrpc::Value::Text("5".to_owned())]) {
            assert_eq!(status_period(&value), None, "{value:?}");
        }
    }
}
