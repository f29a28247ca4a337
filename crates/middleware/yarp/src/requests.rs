//! The request managers: services over one-way ports and RPC, in bottles of values or JSON.

mod format;
mod literal;

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_sim::transport::request::{Event, Gateway, Refused, Request};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;

use crate::bottle::Bottle;
use crate::log;
use crate::wire::Message;
use crate::yarp_node::{Incoming, NodeError, OpenPort, PortConfig, YarpNode};
use format::Call;

pub(crate) use format::Format;

/// Class path of the request manager whose requests are bottles of values.
pub const REQUEST_MANAGER: &str = "morse.middleware.yarp_request_manager.YarpRequestManager";

/// Class path of the request manager whose requests are texts in JSON.
pub const JSON_REQUEST_MANAGER: &str = "morse.middleware.yarp_json_request_manager.YarpRequestManager";

/// Maximum number of requests queued for the engine. Further requests fail.
const CALLS_MAX: usize = 1024;

/// Maximum number of replies queued for a slow receiver.
const REPLIES_MAX: usize = 1024;

/// Delay before a retry if the simulation has not started, or its queue is full.
const RETRY: Duration = Duration::from_millis(1);

/// A request manager: its ports, and its queue to the engine.
pub(crate) struct Requests {
    format: Format,
    gateway: Arc<OnceLock<Gateway>>,
    calls: Option<Sender<Pending>>,
    /// Names of components with ports.
    open: BTreeSet<String>,
}

/// A call queued for the engine.
struct Pending {
    call: Call,
    responder: Responder,
}

/// Sends the answer to the client: over the reply port, and to an RPC caller.
struct Responder {
    format: Format,
    id: Value,
    replies: OpenPort,
    reply: Option<oneshot::Sender<Bottle>>,
}

impl Responder {
    fn send(self, status: &str, result: &Value) {
        let bottle = self.format.reply(&self.id, status, result);
        if self.replies.has_receivers() {
            self.replies.publish_now(&Message::data(&bottle, self.replies.dialect()));
        }
        if let Some(reply) = self.reply {
            // Fails if the caller has disconnected.
            let _ = reply.send(bottle);
        }
    }

    fn answer(self, answer: &Answer) {
        match answer {
            Answer::Success(value) => self.send("SUCCESS", value),
            Answer::Preempted(value) => self.send("PREEMPTED", value),
            Answer::Failed(error) => self.fail(&error.to_string()),
        }
    }

    fn fail(self, problem: &str) {
        self.send("FAILED", &problem.into());
    }
}

impl Requests {
    pub(crate) fn new(format: Format) -> Self {
        Self { format, gateway: Arc::default(), calls: None, open: BTreeSet::new() }
    }

    /// Sets the gateway to the engine.
    pub(crate) fn start(&self, gateway: Gateway) {
        // Cannot fail: a middleware starts once.
        let _ = self.gateway.set(gateway);
    }

    /// Opens the request and the reply port of a component, unless they are open.
    pub(crate) fn open(&mut self, node: &YarpNode, component: &str) -> Result<(), NodeError> {
        if self.open.contains(component) {
            return Ok(());
        }
        let (gateway, format) = (Arc::clone(&self.gateway), self.format);
        let calls = self.calls.get_or_insert_with(|| {
            let (sender, receiver) = channel(CALLS_MAX);
            node.transport().spawn(forward_calls(receiver, gateway, format.manager()));
            sender
        });
        let calls = calls.clone();
        let name = |end: &str| format!("{}/{component}/{end}", format.folder());
        let config = |name, receive| PortConfig { name, topic: None, receive, queue: REPLIES_MAX };
        let replies = node.open(config(name("reply"), None))?;
        let answers = replies.clone();
        let receive = move |incoming: Incoming| take(format, &calls, &answers, incoming);
        let requests = node.open(config(name("request"), Some(Box::new(receive))))?;
        tracing::info!(
            target: log::REQUESTS,
            "Yarp service manager: requests on {}, replies on {}.", requests.name(), replies.name()
        );
        self.open.insert(component.to_owned());
        Ok(())
    }
}

/// Parses a request, and queues it for the engine.
fn take(format: Format, calls: &Sender<Pending>, replies: &OpenPort, incoming: Incoming) {
    let Incoming { bottle, reply, .. } = incoming;
    let (id, call) = format.call(&bottle);
    let responder = Responder { format, id, replies: replies.clone(), reply };
    match call {
        Err(problem) => responder.fail(&problem),
        Ok(call) => {
            if let Err(rejected) = calls.try_send(Pending { call, responder }) {
                rejected.into_inner().responder.fail("there are too many requests: wait for the replies");
            }
        }
    }
}

/// Passes calls to the engine, in order.
async fn forward_calls(mut calls: Receiver<Pending>, gateway: Arc<OnceLock<Gateway>>, manager: &'static str) {
    while let Some(Pending { call, responder }) = calls.recv().await {
        let gateway = loop {
            match gateway.get() {
                Some(gateway) => break gateway,
                None => tokio::time::sleep(RETRY).await,
            }
        };
        let Call { component, service, arguments } = call;
        let respond = Box::new(move |answer| responder.answer(&answer));
        let id = gateway.next_id();
        let mut event = Event::Request(Request { id, manager, component, service, arguments, respond });
        while let Err(Refused::Full(returned)) = gateway.try_send(event) {
            event = returned;
            tokio::time::sleep(RETRY).await;
        }
    }
}
