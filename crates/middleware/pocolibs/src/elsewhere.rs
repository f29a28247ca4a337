//! The middleware where System V IPC is not that of 64-bit Linux: it says so when a scene uses it.

use std::net::IpAddr;

use morse_scene::value::Map;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Middleware, MiddlewareError, Publisher, ServicesSpec, StreamSpec};

use crate::{REQUEST_MANAGER, STREAM_MANAGER};

/// The middleware `pocolibs`, which this system cannot have.
#[derive(Default)]
pub struct PocolibsMiddleware;

impl PocolibsMiddleware {
    /// A middleware that refuses every stream.
    #[must_use]
    pub fn new(_bind: IpAddr) -> Self {
        Self
    }
}

fn refused() -> MiddlewareError {
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
        Err(refused())
    }

    fn open_reader(&mut self, _spec: &StreamSpec<'_>, _inbox: Inbox) -> Result<(), MiddlewareError> {
        Err(refused())
    }

    fn open_services(&mut self, _spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        Err(refused())
    }

    fn start(&mut self, _gateway: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn finish(&mut self) {}
}
