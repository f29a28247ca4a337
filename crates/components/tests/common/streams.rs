//! A middleware that connects streams to the test.

use morse_scene::value::Map;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Middleware, MiddlewareError, Publisher, Sample, StreamSpec};

pub(super) const MANAGER: &str = "test.Manager";

/// A middleware that connects streams to the test.
pub(super) struct Streams {
    pub(super) sender: std::sync::mpsc::Sender<Inbox>,
    pub(super) listener: std::sync::mpsc::Sender<Map>,
}

struct Writer {
    listener: std::sync::mpsc::Sender<Map>,
}

impl Publisher for Writer {
    fn publish(&mut self, sample: &Sample<'_>) {
        // A test that does not read samples has dropped the receiver.
        let _ = self.listener.send(sample.data.to_map());
    }
}

impl Middleware for Streams {
    fn name(&self) -> &'static str {
        "test"
    }
    fn stream_manager(&self) -> &'static str {
        MANAGER
    }
    fn request_manager(&self) -> Option<&'static str> {
        None
    }
    fn configure(&mut self, _options: &Map) -> Result<(), MiddlewareError> {
        Ok(())
    }
    fn open_publisher(&mut self, _spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        Ok(Box::new(Writer { listener: self.listener.clone() }))
    }
    fn open_reader(&mut self, _spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        self.sender.send(inbox).unwrap();
        Ok(())
    }
    fn start(&mut self, _gateway: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }
    fn finish(&mut self) {}
}
