//! Streams: each stream of each component has its own port.

mod backlog;
mod closing;
mod codec;
mod frames;
mod messages;
mod outbox;
mod publishing;
mod reading;
mod subscriber;

use std::rc::Rc;
use std::sync::Arc;

use morse_sim::transport::stream::{Inbox, Publisher, StreamSpec};
use tokio::net::TcpListener;

use crate::access::Access;

use crate::options::Encoding;

pub use backlog::{BACKLOG_BYTES_MAX, BACKLOG_MESSAGES_MAX};
pub use codec::PUBLISHERS;
pub(crate) use outbox::Outbox;
pub(crate) use publishing::{OutStreams, Rounds};

/// Class path of the stream manager.
pub const STREAM_MANAGER: &str = "morse.middleware.socket_datastream.SocketDatastreamManager";

/// Class path of the incoming stream.
pub const READER: &str = "morse.middleware.socket_datastream.SocketReader";

/// Streams with a port that the transport does not serve yet.
#[derive(Default)]
pub(crate) struct OpenStreams {
    /// Number of the next outgoing stream.
    next: usize,
    outgoing: Vec<(usize, String, std::net::TcpListener, Arc<outbox::Channel>)>,
    incoming: Vec<(String, std::net::TcpListener, Inbox)>,
    outbox: Arc<Outbox>,
}

impl OpenStreams {
    /// Takes all streams. Streams added later belong to the same transport.
    pub(crate) fn take(&mut self) -> Self {
        let further = Self { next: self.next, outbox: Arc::clone(&self.outbox), ..Self::default() };
        std::mem::replace(self, further)
    }

    /// Outbox that wakes the transport.
    pub(crate) fn outbox(&self) -> &Arc<Outbox> {
        &self.outbox
    }

    /// Checks the class and fields of an outgoing stream, before it gets a port.
    pub(crate) fn check_publisher(spec: &StreamSpec<'_>, encoding: Encoding) -> Result<(), String> {
        Self::codec(spec, encoding).map(|_| ())
    }

    /// Adds an outgoing stream that listens on `listener`.
    pub(crate) fn add_publisher(
        &mut self,
        spec: &StreamSpec<'_>,
        encoding: Encoding,
        listener: std::net::TcpListener,
    ) -> Result<Box<dyn Publisher>, String> {
        let publisher = outbox::SocketPublisher {
            stream: self.next,
            codec: Self::codec(spec, encoding)?,
            channel: Arc::default(),
            outbox: Arc::clone(&self.outbox),
        };
        self.next += 1;
        let component = spec.component.to_owned();
        self.outgoing.push((publisher.stream, component, listener, Arc::clone(&publisher.channel)));
        Ok(Box::new(publisher))
    }

    fn codec(spec: &StreamSpec<'_>, encoding: Encoding) -> Result<codec::Codec, String> {
        codec::Codec::new(spec.class, encoding, spec.fields)
    }

    /// Adds an incoming stream that listens on `listener`.
    pub(crate) fn add_reader(&mut self, component: &str, listener: std::net::TcpListener, inbox: Inbox) {
        self.incoming.push((component.to_owned(), listener, inbox));
    }

    /// Closes the streams of a component before the transport serves them.
    pub(crate) fn remove(&mut self, component: &str) {
        self.outgoing.retain(|(_, name, ..)| name != component);
        self.incoming.retain(|(name, ..)| name != component);
    }

    /// Registers the listeners with the transport's reactor. Must be called in the context of its runtime.
    pub(crate) fn register(self) -> std::io::Result<RegisteredStreams> {
        let outgoing = self.outgoing.into_iter();
        let incoming = self.incoming.into_iter();
        Ok(RegisteredStreams {
            outgoing: outgoing
                .map(|(number, name, l, channel)| Ok((number, name, TcpListener::from_std(l)?, channel)))
                .collect::<std::io::Result<_>>()?,
            incoming: incoming
                .map(|(name, l, inbox)| Ok((name, TcpListener::from_std(l)?, inbox)))
                .collect::<std::io::Result<_>>()?,
            outbox: self.outbox,
        })
    }
}

/// Change of the streams while the transport runs.
pub(crate) enum StreamChange {
    /// Serves further streams.
    Open(OpenStreams),
    /// Closes all streams of a component, then sends the confirmation.
    Close(String, std::sync::mpsc::SyncSender<()>),
}

impl StreamChange {
    /// Applies the change. Runs on the transport's thread.
    pub(crate) async fn apply(self, all: &Rc<OutStreams>) {
        match self {
            Self::Open(streams) => match streams.register() {
                Ok(registered) => registered.join(all),
                Err(error) => {
                    tracing::error!(target: crate::log::STREAMS, "Cannot serve a new stream: {error}");
                }
            },
            Self::Close(component, done) => {
                all.close(&component);
                // The tasks of the streams end when they are polled next, and drop the sockets.
                for _ in 0..2 {
                    tokio::task::yield_now().await;
                }
                // Fails if the engine's wait has timed out.
                let _ = done.send(());
            }
        }
    }
}

/// Streams that the transport can serve.
pub(crate) struct RegisteredStreams {
    outgoing: Vec<(usize, String, TcpListener, Arc<outbox::Channel>)>,
    incoming: Vec<(String, TcpListener, Inbox)>,
    outbox: Arc<Outbox>,
}

impl RegisteredStreams {
    /// Starts to serve. Runs on the transport's thread.
    pub(crate) fn start(self, rounds: Rounds, access: Rc<Access>) -> Rc<OutStreams> {
        let all = OutStreams::start(Arc::clone(&self.outbox), rounds, access);
        self.join(&all);
        all
    }

    /// Starts to serve these streams in addition to those of `all`.
    fn join(self, all: &Rc<OutStreams>) {
        for (component, listener, inbox) in self.incoming {
            let closed = all.closing_of(&component);
            reading::start(component, listener, inbox, closed, all.access());
        }
        for (number, component, listener, channel) in self.outgoing {
            all.add(number, component, listener, channel);
        }
    }
}
