//! Streams: a port of its own for every stream of every component.

mod backlog;
mod codec;
mod outbox;
mod publishing;
mod reading;
mod subscriber;

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use morse_sim::stream::{Inbox, Publisher, StreamSpec};
use tokio::net::TcpListener;

pub use backlog::{BACKLOG_BYTES_MAX, BACKLOG_MESSAGES_MAX};
pub use codec::PUBLISHERS;
pub(crate) use outbox::Outbox;
pub(crate) use publishing::OutStreams;

/// Class path of the stream manager.
pub const STREAM_MANAGER: &str = "morse.middleware.socket_datastream.SocketDatastreamManager";

/// Class path of the incoming stream.
pub const READER: &str = "morse.middleware.socket_datastream.SocketReader";

/// Streams that have a port and wait for the transport to serve them.
#[derive(Default)]
pub(crate) struct OpenStreams {
    outgoing: Vec<(String, std::net::TcpListener, Arc<outbox::Channel>)>,
    incoming: Vec<(String, std::net::TcpListener, Inbox)>,
    outbox: Arc<Outbox>,
}

impl OpenStreams {
    /// No streams, for a transport that `outbox` wakes.
    pub(crate) fn with_outbox(outbox: Arc<Outbox>) -> Self {
        Self { outbox, ..Self::default() }
    }

    /// What wakes the transport.
    pub(crate) fn outbox(&self) -> &Arc<Outbox> {
        &self.outbox
    }

    /// Checks that the stream can be, before it gets a port.
    pub(crate) fn check_publisher(spec: &StreamSpec<'_>) -> Result<(), String> {
        codec::Codec::new(spec.class, spec.fields).map(|_| ())
    }

    /// Adds an outgoing stream that listens on `listener`.
    pub(crate) fn add_publisher(
        &mut self,
        spec: &StreamSpec<'_>,
        listener: std::net::TcpListener,
    ) -> Result<Box<dyn Publisher>, String> {
        let publisher = outbox::SocketPublisher {
            stream: self.outgoing.len(),
            codec: codec::Codec::new(spec.class, spec.fields)?,
            channel: Arc::default(),
            outbox: Arc::clone(&self.outbox),
        };
        self.outgoing.push((spec.component.to_owned(), listener, Arc::clone(&publisher.channel)));
        Ok(Box::new(publisher))
    }

    /// Adds an incoming stream that listens on `listener`.
    pub(crate) fn add_reader(&mut self, component: &str, listener: std::net::TcpListener, inbox: Inbox) {
        self.incoming.push((component.to_owned(), listener, inbox));
    }

    /// Hands the listeners over to the transport's reactor, in whose context this must be called.
    pub(crate) fn register(self) -> std::io::Result<RegisteredStreams> {
        let outgoing = self.outgoing.into_iter();
        let incoming = self.incoming.into_iter();
        Ok(RegisteredStreams {
            outgoing: outgoing
                .map(|(name, l, channel)| Ok((name, TcpListener::from_std(l)?, channel)))
                .collect::<std::io::Result<_>>()?,
            incoming: incoming
                .map(|(name, l, inbox)| Ok((name, TcpListener::from_std(l)?, inbox)))
                .collect::<std::io::Result<_>>()?,
            outbox: self.outbox,
        })
    }
}

/// Streams that the transport can serve.
pub(crate) struct RegisteredStreams {
    outgoing: Vec<(String, TcpListener, Arc<outbox::Channel>)>,
    incoming: Vec<(String, TcpListener, Inbox)>,
    outbox: Arc<Outbox>,
}

impl RegisteredStreams {
    /// Begins to serve, on the transport's thread.
    pub(crate) fn start(self, round_min: Duration) -> Rc<OutStreams> {
        for (component, listener, inbox) in self.incoming {
            reading::start(component, listener, inbox);
        }
        OutStreams::start(self.outgoing, self.outbox, round_min)
    }
}
