//! The middleware `mavlink`: implements the engine's middleware interface.

use std::sync::Arc;
use std::time::{Duration, Instant};

use morse_scene::value::Map;
use morse_scene::wiring::Direction;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Middleware, MiddlewareError, Publisher, StreamSpec};
use morse_world::World;
use tokio::task::AbortHandle;

use crate::device::Device;
use crate::inputs::Input;
use crate::link::{BootTime, Link, LinkPublisher};
use crate::log;
use crate::options::StreamOptions;
use crate::outputs::Codec;
use crate::transport::{Socket, Transport};

/// Class path of the stream manager.
pub const STREAM_MANAGER: &str = "morse.middleware.mavlink_datastream.MavlinkDatastreamManager";

/// Maximum time that the engine waits for the transport to send the messages of a tick. Sending takes some tens of
/// microseconds, unless the processor is overloaded.
const SEND_MAX: Duration = Duration::from_millis(50);

/// A link and the components whose streams use it.
struct OpenLink {
    link: Arc<Link>,
    components: Vec<String>,
    task: Option<AbortHandle>,
}

/// Exchanges MAVLink messages over UDP and TCP.
#[derive(Default)]
pub struct MavlinkMiddleware {
    links: Vec<OpenLink>,
    transport: Option<Transport>,
    is_configured: bool,
    boot: BootTime,
}

impl MavlinkMiddleware {
    /// Creates a middleware without links.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the link of a device, and opens it for its first component.
    fn link(&mut self, component: &str, device: Device) -> Result<Arc<Link>, String> {
        if let Some(open) = self.links.iter_mut().find(|open| open.link.device == device) {
            open.components.push(component.to_owned());
            return Ok(Arc::clone(&open.link));
        }
        let failed = |problem: std::io::Error| format!("cannot open {device}: {problem}");
        let socket = Socket::open(device).map_err(failed)?;
        let transport = match &mut self.transport {
            Some(transport) => transport,
            none => none.insert(Transport::start().map_err(failed)?),
        };
        let link = Arc::new(Link::new(device));
        let task = transport.serve(Arc::clone(&link), socket).map_err(failed)?;
        tracing::info!(target: log::STREAMS, "MAVLink on {device}.");
        let components = vec![component.to_owned()];
        self.links.push(OpenLink { link: Arc::clone(&link), components, task });
        Ok(link)
    }
}

fn error(message: String) -> MiddlewareError {
    MiddlewareError { middleware: "mavlink", message }
}

impl Middleware for MavlinkMiddleware {
    fn name(&self) -> &'static str {
        "mavlink"
    }

    fn stream_manager(&self) -> &'static str {
        STREAM_MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        None
    }

    fn check_stream(&self, spec: &StreamSpec<'_>, direction: Direction) -> Result<(), MiddlewareError> {
        spec.report_unknown_options(&StreamOptions::KNOWN);
        let checked = match direction {
            Direction::In => Input::of(spec).map(drop),
            Direction::Out => Codec::new(spec).map(drop),
        };
        checked.and_then(|()| StreamOptions::read(spec.options)).map(drop).map_err(error)
    }

    fn configure(&mut self, _options: &Map) -> Result<(), MiddlewareError> {
        self.is_configured = true;
        Ok(())
    }

    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        let codec = Codec::new(spec).map_err(error)?;
        let options = StreamOptions::read(spec.options).map_err(error)?;
        let link = self.link(spec.component, options.device).map_err(error)?;
        link.add_sender(options.sender);
        Ok(Box::new(LinkPublisher { link, sender: options.sender, codec, boot: self.boot.clone() }))
    }

    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        let input = Input::of(spec).map_err(error)?;
        let options = StreamOptions::read(spec.options).map_err(error)?;
        let link = self.link(spec.component, options.device).map_err(error)?;
        link.add_sender(options.sender);
        link.add_reader(spec.component, input, options.only_for, inbox);
        Ok(())
    }

    fn start(&mut self, _gateway: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn endpoints(&self, component: &str) -> Vec<Map> {
        let uses = |open: &&OpenLink| open.components.iter().any(|known| known == component);
        let own = self.links.iter().filter(uses);
        own.map(|open| [("device", open.link.device.to_string())].into()).collect()
    }

    fn close_streams(&mut self, component: &str) {
        self.links.retain_mut(|open| {
            open.link.remove_readers(component);
            open.components.retain(|known| known != component);
            let is_used = !open.components.is_empty();
            if let Some(task) = open.task.as_ref().filter(|_| !is_used) {
                task.abort();
            }
            is_used
        });
    }

    fn begin_publish(&mut self, stamp_ns: i64, _world: &World) {
        if self.is_configured {
            self.boot.note(stamp_ns);
            self.links.iter().for_each(|open| open.link.queue_heartbeats());
        }
    }

    fn flush(&mut self) {
        self.links.iter().for_each(|open| open.link.flush());
    }

    fn wait_until_sent(&mut self) {
        let end = Instant::now() + SEND_MAX;
        self.links.iter().for_each(|open| open.link.wait_until_sent(end));
    }

    fn finish(&mut self) {
        if let Some(mut transport) = self.transport.take() {
            transport.finish();
        }
    }
}
