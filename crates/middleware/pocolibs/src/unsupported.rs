//! Stub of the middleware for systems without the System V IPC of 64-bit Linux: every stream is an error.

use std::net::IpAddr;

use morse_scene::value::Map;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Middleware, MiddlewareError, Publisher, ServicesSpec, StreamSpec};

use crate::{REQUEST_MANAGER, STREAM_MANAGER};

/// The middleware `pocolibs`, not supported on this system.
#[derive(Default)]
pub struct PocolibsMiddleware;

impl PocolibsMiddleware {
    /// Creates a middleware that rejects every stream.
    #[must_use]
    pub fn new(_bind: IpAddr) -> Self {
        Self
    }
}

fn unsupported() -> MiddlewareError {
    let message =
        "posters need the shared memory of 64-bit Linux, which this system does not have".to_owned();
    MiddlewareError { middleware: "pocolibs", message }
}

impl Middleware for PocolibsMiddleware {
    fn name(&self) -> &'static str {
        "pocolibs"
    }

    fn stream_manager(&self) -> &'static str {
        STREAM_MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        Some(REQUEST_MANAGER)
    }

    fn configure(&mut self, _options: &Map) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn open_publisher(&mut self, _spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        Err(unsupported())
    }

    fn open_reader(&mut self, _spec: &StreamSpec<'_>, _inbox: Inbox) -> Result<(), MiddlewareError> {
        Err(unsupported())
    }

    fn open_services(&mut self, _spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        Err(unsupported())
    }

    fn start(&mut self, _gateway: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn finish(&mut self) {}
}
