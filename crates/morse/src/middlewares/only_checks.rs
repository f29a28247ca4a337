//! A middleware that checks the options of a scene, and opens nothing.

use morse_scene::value::Map;
use morse_scene::wiring::Direction;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{
    Inbox, Middleware, MiddlewareError, Publisher, Sample, ServicesSpec, StreamSpec,
};

/// Has the checks of a middleware, and opens no port, file or thread.
pub(super) struct OnlyChecks(Box<dyn Middleware>);

/// The publisher of a stream that is not opened.
struct Unopened;

impl Publisher for Unopened {
    fn publish(&mut self, _: &Sample<'_>) {}
}

impl OnlyChecks {
    pub(super) fn boxed(middleware: Box<dyn Middleware>) -> Box<dyn Middleware> {
        Box::new(Self(middleware))
    }
}

impl Middleware for OnlyChecks {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn stream_manager(&self) -> &'static str {
        self.0.stream_manager()
    }

    fn request_manager(&self) -> Option<&'static str> {
        self.0.request_manager()
    }

    fn supervises(&self) -> bool {
        self.0.supervises()
    }

    fn carries_topics(&self) -> bool {
        self.0.carries_topics()
    }

    fn manager_options(&self) -> &'static [&'static str] {
        self.0.manager_options()
    }

    fn check_manager(&self, options: &Map) -> Result<(), MiddlewareError> {
        self.0.check_manager(options)
    }

    fn check_stream(&self, spec: &StreamSpec<'_>, direction: Direction) -> Result<(), MiddlewareError> {
        self.0.check_stream(spec, direction)
    }

    fn check_services(&self, spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        self.0.check_services(spec)
    }

    fn configure(&mut self, _: &Map) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn open_publisher(&mut self, _: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        Ok(Box::new(Unopened))
    }

    fn open_reader(&mut self, _: &StreamSpec<'_>, _: Inbox) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn start(&mut self, _: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn finish(&mut self) {}
}
