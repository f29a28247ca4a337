//! Calls services of a component through the request queue of the engine.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_sim::transport::request::{Event, Gateway, Refused, Request, RequestId, Respond};
use tokio::sync::oneshot;

/// Class path of the request manager.
pub const REQUEST_MANAGER: &str = "morse.middleware.ros_request_manager.RosRequestManager";

/// Time between two attempts while the simulation has not started, or its queue is full.
const RETRY: Duration = Duration::from_millis(2);

/// Error of a call: the simulation has ended.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the simulation has ended")]
pub(crate) struct Ended;

/// Calls services of one component.
#[derive(Clone)]
pub(crate) struct Caller {
    gateway: Arc<OnceLock<Gateway>>,
    component: String,
}

impl Caller {
    pub(crate) fn new(gateway: Arc<OnceLock<Gateway>>, component: &str) -> Self {
        Self { gateway, component: component.to_owned() }
    }

    /// Passes a call to the engine, waiting until the engine accepts it.
    pub(crate) async fn begin(
        &self,
        service: &str,
        arguments: Vec<Value>,
        respond: Respond,
    ) -> Result<RequestId, Ended> {
        let gateway = self.gateway().await;
        let id = gateway.next_id();
        let (component, service) = (self.component.clone(), service.to_owned());
        let manager = REQUEST_MANAGER;
        send(gateway, Event::Request(Request { id, manager, component, service, arguments, respond }))
            .await?;
        Ok(id)
    }

    /// Cancels a call. The engine answers the call as preempted if it has not ended yet.
    pub(crate) async fn cancel(&self, id: RequestId) -> Result<(), Ended> {
        send(self.gateway().await, Event::Cancel(id)).await
    }

    /// Calls a service and waits for its answer.
    pub(crate) async fn call(&self, service: &str, arguments: Vec<Value>) -> Result<Answer, Ended> {
        let (respond, answer) = oneshot::channel();
        self.begin(service, arguments, Box::new(move |answer| drop(respond.send(answer)))).await?;
        answer.await.map_err(|_| Ended)
    }

    async fn gateway(&self) -> &Gateway {
        loop {
            if let Some(gateway) = self.gateway.get() {
                return gateway;
            }
            tokio::time::sleep(RETRY).await;
        }
    }
}

async fn send(gateway: &Gateway, mut event: Event) -> Result<(), Ended> {
    loop {
        match gateway.try_send(event) {
            Ok(()) => return Ok(()),
            Err(Refused::Closed) => return Err(Ended),
            Err(Refused::Full(returned)) => event = returned,
        }
        tokio::time::sleep(RETRY).await;
    }
}
