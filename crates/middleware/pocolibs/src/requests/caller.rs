//! Service calls through the engine's queue. A client may abort them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use morse_scene::value::Value;
use morse_sim::contract::service::{Answer, ServiceError};
use morse_sim::transport::request::{Event, Gateway, Refused, Request, RequestId};
use tokio::sync::{oneshot, watch};

use crate::REQUEST_MANAGER;

/// Delay before a retry if the engine's queue is full.
const RETRY: Duration = Duration::from_millis(2);

/// A request of a client, which the client may abort.
pub(super) struct Activity {
    aborted: watch::Sender<bool>,
    /// Id of the pending call in the engine.
    current: Mutex<Option<RequestId>>,
}

impl Activity {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self { aborted: watch::Sender::new(false), current: Mutex::default() })
    }

    /// Aborts the request.
    pub(super) async fn abort(&self, gateway: &Gateway) {
        self.aborted.send_replace(true);
        let current = *self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(id) = current {
            send(gateway, Event::Cancel(id)).await;
        }
    }

    /// Waits until the request is aborted.
    pub(super) async fn aborted(&self) {
        // Cannot fail: `self` owns the sender.
        let _ = self.aborted.subscribe().wait_for(|aborted| *aborted).await;
    }

    /// Whether the request is aborted.
    pub(super) fn is_aborted(&self) -> bool {
        *self.aborted.borrow()
    }

    fn set(&self, id: Option<RequestId>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = id;
    }
}

/// Calls a service and waits for its answer.
pub(super) async fn call(
    gateway: &Gateway,
    activity: &Activity,
    component: &str,
    service: &str,
    arguments: Vec<Value>,
) -> Answer {
    let (sender, answered) = oneshot::channel();
    let id = gateway.next_id();
    activity.set(Some(id));
    let request = Request {
        id,
        manager: REQUEST_MANAGER,
        component: component.to_owned(),
        service: service.to_owned(),
        arguments,
        // Fails if the client has disconnected.
        respond: Box::new(move |answer| drop(sender.send(answer))),
    };
    let sent = send(gateway, Event::Request(request)).await;
    let ended = || Answer::Failed(ServiceError::Refused("the simulation has ended".to_owned()));
    let answer = if sent { answered.await.unwrap_or_else(|_| ended()) } else { ended() };
    activity.set(None);
    answer
}

/// Passes an event to the engine. Returns false if the simulation has ended.
async fn send(gateway: &Gateway, mut event: Event) -> bool {
    loop {
        match gateway.try_send(event) {
            Ok(()) => return true,
            Err(Refused::Closed) => return false,
            Err(Refused::Full(returned)) => event = returned,
        }
        tokio::time::sleep(RETRY).await;
    }
}
