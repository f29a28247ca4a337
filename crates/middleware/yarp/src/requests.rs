//! The request managers: services over one-way ports, in bottles of values or of JSON, and over RPC.

mod format;
mod literal;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_sim::transport::request::{Event, Gateway, Refused, Request};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;

use crate::bottle::Bottle;
use crate::log;
use crate::node::{Incoming, NodeError, OpenPort, PortPlan, YarpNode};
use crate::wire::Message;
use format::Call;

pub(crate) use format::Format;

/// Class path of the request manager whose requests are bottles of values.
pub const REQUEST_MANAGER: &str = "morse.middleware.yarp_request_manager.YarpRequestManager";

/// Class path of the request manager whose requests are texts in JSON.
pub const JSON_REQUEST_MANAGER: &str = "morse.middleware.yarp_json_request_manager.YarpRequestManager";

/// Number of requests that wait for the engine. Further ones fail.
const CALLS_MAX: usize = 1024;

/// Number of replies that a slow receiver may have waiting.
const REPLIES_MAX: usize = 1024;

/// Waiting time when the simulation has not started, or its queue is full.
const RETRY: Duration = Duration::from_millis(1);

/// A request manager: its ports, and the way to the engine.
pub(crate) struct Requests {
    format: Format,
    gateway: Arc<OnceLock<Gateway>>,
    calls: Option<Sender<Pending>>,
    /// Names of the components that have ports.
    open: BTreeMap<String, ()>,
}

/// A call on its way to the engine.
struct Pending {
    call: Call,
    answering: Answering,
}

/// Takes an answer to the client: over the port of replies, and to the caller if it waits.
struct Answering {
    format: Format,
    id: Value,
    replies: OpenPort,
    reply: Option<oneshot::Sender<Bottle>>,
}

impl Answering {
    fn send(self, status: &str, result: &Value) {
        let bottle = self.format.reply(&self.id, status, result);
        if self.replies.has_receivers() {
            self.replies.publish_now(&Message::data(&bottle, self.replies.dialect()));
        }
        if let Some(reply) = self.reply {
            // The caller may have left.
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
        Self { format, gateway: Arc::default(), calls: None, open: BTreeMap::new() }
    }

    /// Opens the way to the engine.
    pub(crate) fn start(&self, gateway: Gateway) {
        // It is empty: a middleware starts once.
        let _ = self.gateway.set(gateway);
    }

    /// Opens the two ports of a component, unless they are open.
    pub(crate) fn open(&mut self, node: &YarpNode, component: &str) -> Result<(), NodeError> {
        if self.open.contains_key(component) {
            return Ok(());
        }
        let (gateway, format) = (Arc::clone(&self.gateway), self.format);
        let calls = self.calls.get_or_insert_with(|| {
            let (sender, receiver) = channel(CALLS_MAX);
            node.transport().spawn(pass_on(receiver, gateway, format.manager()));
            sender
        });
        let calls = calls.clone();
        let name = |end: &str| format!("{}/{component}/{end}", format.folder());
        let plan = |name, receive| PortPlan { name, topic: None, receive, queue: REPLIES_MAX };
        let replies = node.open(plan(name("reply"), None))?;
        let answers = replies.clone();
        let receive = move |incoming: Incoming| take(format, &calls, &answers, incoming);
        let requests = node.open(plan(name("request"), Some(Box::new(receive))))?;
        tracing::info!(
            target: log::REQUESTS,
            "Yarp service manager: requests on {}, replies on {}.", requests.name(), replies.name()
        );
        self.open.insert(component.to_owned(), ());
        Ok(())
    }
}

/// Reads a request and queues it for the engine.
fn take(format: Format, calls: &Sender<Pending>, replies: &OpenPort, incoming: Incoming) {
    let Incoming { bottle, reply, .. } = incoming;
    let (id, call) = format.call(&bottle);
    let answering = Answering { format, id, replies: replies.clone(), reply };
    match call {
        Err(problem) => answering.fail(&problem),
        Ok(call) => {
            if let Err(refused) = calls.try_send(Pending { call, answering }) {
                refused.into_inner().answering.fail("there are too many requests: wait for the replies");
            }
        }
    }
}

/// Passes calls to the engine in their order, as soon as that takes them.
async fn pass_on(mut calls: Receiver<Pending>, gateway: Arc<OnceLock<Gateway>>, manager: &'static str) {
    while let Some(Pending { call, answering }) = calls.recv().await {
        let gateway = loop {
            match gateway.get() {
                Some(gateway) => break gateway,
                None => tokio::time::sleep(RETRY).await,
            }
        };
        let Call { component, service, arguments } = call;
        let respond = Box::new(move |answer| answering.answer(&answer));
        let id = gateway.next_id();
        let mut event = Event::Request(Request { id, manager, component, service, arguments, respond });
        while let Err(Refused::Full(returned)) = gateway.try_send(event) {
            event = returned;
            tokio::time::sleep(RETRY).await;
        }
    }
}
