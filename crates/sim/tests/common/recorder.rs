//! A middleware that records its calls by the engine, in order.

use std::sync::{Arc, Mutex};

use morse_sim::Map;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{
    Audience, Inbox, Middleware, MiddlewareError, Publisher, Sample, StreamSpec,
};

/// State that the publishers and the middleware share with the test.
#[derive(Clone, Default)]
pub struct Recorder {
    /// `message` for a sample, `sent` for a wait, and notes by the test.
    pub notes: Arc<Mutex<Vec<String>>>,
    /// Number of clients connected to its streams; with `None`, its streams are recordings.
    pub clients: Arc<Mutex<Option<usize>>>,
    /// The inboxes of its incoming streams.
    pub inboxes: Arc<Mutex<Vec<Inbox>>>,
}

impl Recorder {
    /// Sets the number of clients of its streams.
    pub fn with_clients(self, count: usize) -> Self {
        self.set_clients(count);
        self
    }

    pub fn set_clients(&self, count: usize) {
        *self.clients.lock().unwrap() = Some(count);
    }

    pub fn note(&self, text: &str) {
        self.notes.lock().unwrap().push(text.to_owned());
    }

    /// All notes since the last call.
    pub fn taken(&self) -> Vec<String> {
        std::mem::take(&mut self.notes.lock().unwrap())
    }
}

impl Publisher for Recorder {
    fn publish(&mut self, _sample: &Sample<'_>) {
        self.note("message");
    }

    fn audience(&self) -> Audience {
        match *self.clients.lock().unwrap() {
            None => Audience::Always,
            Some(0) => Audience::NoClient,
            Some(_) => Audience::Clients,
        }
    }
}

impl Middleware for Recorder {
    fn name(&self) -> &'static str {
        "recorder"
    }
    fn stream_manager(&self) -> &'static str {
        "test.Recorder"
    }
    fn request_manager(&self) -> Option<&'static str> {
        None
    }
    fn configure(&mut self, _options: &Map) -> Result<(), MiddlewareError> {
        Ok(())
    }
    fn open_publisher(&mut self, _spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        Ok(Box::new(self.clone()))
    }
    fn open_reader(&mut self, _spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        self.inboxes.lock().unwrap().push(inbox);
        Ok(())
    }
    fn start(&mut self, _gateway: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }
    fn wait_until_sent(&mut self) {
        self.note("sent");
    }
    fn finish(&mut self) {}
}
