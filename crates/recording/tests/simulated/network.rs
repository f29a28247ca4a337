//! A network without sockets: streams whose listeners come and go, inboxes for commands, requests, and the answers to them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use morse::{Answer, Event, Map, Value};
use morse_sim::transport::request::{Gateway, Request};
use morse_sim::transport::stream::{
    Audience, Inbox, Middleware, MiddlewareError, Publisher, Sample, StreamSpec,
};
use morse_socket::wire::{ClientRequest, RequestLine, RequestReader};

/// Managers of the middleware whose place it takes, so that the scene is one of users.
const STREAM_MANAGER: &str = "morse.middleware.socket_datastream.SocketDatastreamManager";
const REQUEST_MANAGER: &str = "morse.middleware.socket_request_manager.SocketRequestManager";

/// Clients of a simulation. Clones share the clients.
#[derive(Clone, Default)]
pub struct Clients {
    inboxes: Arc<Mutex<BTreeMap<String, Inbox>>>,
    is_listening: Arc<AtomicBool>,
    answers: Arc<Mutex<Vec<(u64, Answer)>>>,
    /// Lines that clients have begun.
    lines: Arc<Mutex<BTreeMap<u64, RequestReader>>>,
}

impl Clients {
    /// Connects listeners to all streams, or disconnects them.
    pub fn listen(&self, on: bool) {
        self.is_listening.store(on, Ordering::Relaxed);
    }

    /// Sends a command for an actuator, if it has a stream. The transport checks it, as a socket does.
    pub fn command(&self, actuator: &str, command: &Map) {
        let inboxes = self.inboxes.lock().unwrap();
        if let Some(inbox) = inboxes.get(actuator)
            && inbox.check(command).is_ok()
        {
            inbox.put(command.clone());
        }
    }

    /// Calls a service. The answer is kept under a number.
    pub fn call(&self, gateway: &Gateway, number: u64, component: &str, service: &str, arguments: &[Value]) {
        let answers = Arc::clone(&self.answers);
        let request = Request {
            id: gateway.next_id(),
            manager: REQUEST_MANAGER,
            component: component.to_owned(),
            service: service.to_owned(),
            arguments: arguments.to_vec(),
            respond: Box::new(move |answer| answers.lock().unwrap().push((number, answer))),
        };
        // Clients of sockets would try again when the queue is full.
        drop(gateway.try_send(Event::Request(request)));
    }

    /// Receives bytes of the client with a number, and calls the services of the lines that they complete.
    pub fn receive(&self, gateway: &Gateway, number: u64, bytes: &[u8]) {
        let requests = self.lines.lock().unwrap().entry(number).or_default().feed(bytes);
        for request in requests {
            if let ClientRequest::Line(RequestLine::Call { component, service, arguments, .. }) = request {
                self.call(gateway, number, &component, &service, &arguments);
            }
        }
    }

    /// The answers so far, by the numbers of the calls.
    pub fn answers(&self) -> Vec<(u64, Answer)> {
        let mut answers = self.answers.lock().unwrap().clone();
        answers.sort_by_key(|(number, _)| *number);
        answers
    }

    /// The middleware by which a simulation is connected with the clients.
    pub fn network(&self) -> Box<dyn Middleware> {
        Box::new(Network(self.clone()))
    }
}

struct Network(Clients);

struct Listener(Arc<AtomicBool>);

impl Publisher for Listener {
    fn publish(&mut self, sample: &Sample<'_>) {
        // Reads every field, as a codec does.
        drop(sample.data.to_map());
    }

    fn audience(&self) -> Audience {
        if self.0.load(Ordering::Relaxed) { Audience::Clients } else { Audience::NoClient }
    }
}

impl Middleware for Network {
    fn name(&self) -> &'static str {
        "network"
    }

    fn stream_manager(&self) -> &'static str {
        STREAM_MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        Some(REQUEST_MANAGER)
    }

    fn supervises(&self) -> bool {
        true
    }

    fn configure(&mut self, _: &Map) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn open_publisher(&mut self, _: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        Ok(Box::new(Listener(Arc::clone(&self.0.is_listening))))
    }

    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        self.0.inboxes.lock().unwrap().insert(spec.component.to_owned(), inbox);
        Ok(())
    }

    fn audience(&self) -> Audience {
        if self.0.is_listening.load(Ordering::Relaxed) { Audience::Clients } else { Audience::NoClient }
    }

    fn start(&mut self, _: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn close_streams(&mut self, component: &str) {
        self.0.inboxes.lock().unwrap().remove(component);
    }

    fn finish(&mut self) {}
}
