//! Shows a run live in Foxglove: a server of the [Foxglove WebSocket protocol] with the channels of recordings.
//!
//! Clients only read. A client that reads slowly misses messages; the run does not wait for clients. It must never know command
//! lines or files.
//!
//! ```
//! use morse_foxglove::FoxgloveServer;
//! use morse::{LoadOptions, Options, Runner, Scene, SceneBuilder, WiringTable};
//!
//! let (catalog, wiring) = (morse::catalog(), WiringTable::built_in()?);
//! let mut builder = SceneBuilder::new(&catalog, &wiring);
//! builder.robot("robot", "ATRV").sensor("pose", "Pose");
//! builder.environment("empty");
//! let scene = Scene::from_document("a robot", builder.build()?, &LoadOptions::default())?;
//! let foxglove = FoxgloveServer::start([127, 0, 0, 1].into(), 0, "a robot")?;
//! let address = foxglove.address();
//! let mut runner = Runner::new(scene.simulation(&Options::default())?).observe(foxglove).stop_after_ticks(60);
//! assert!(std::net::TcpStream::connect(address).is_ok());
//! runner.run();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [Foxglove WebSocket protocol]: https://github.com/foxglove/ws-protocol/blob/main/docs/spec.md
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod clients;
mod protocol;
mod server;

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::{Duration, Instant};

use morse::{Frame, Observer};
use morse_recording::{LiveMessages, MessageSink, NewChannel};

use clients::Clients;
use server::Server;

/// Period of the transforms of static nodes, for clients that connect or subscribe later.
const TRANSFORMS_PERIOD: Duration = Duration::from_secs(1);

/// Why nothing can be served.
#[derive(Debug, thiserror::Error)]
pub enum FoxgloveError {
    /// The port is in use, or the address is not one of this computer.
    #[error("Foxglove cannot be served on {address}: {source}. Choose another port with --foxglove-port")]
    Listen {
        /// Address and port.
        address: SocketAddr,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The channels cannot be opened, or the system gives no thread.
    #[error("Foxglove cannot be served: {0}")]
    Messages(String),
}

/// The observer of a run that serves Foxglove until it is dropped.
pub struct FoxgloveServer {
    messages: LiveMessages,
    clients: Arc<Clients>,
    has_channels: bool,
    connected: usize,
    repeated: Instant,
    address: SocketAddr,
    _server: Server,
}

/// Passes messages on to clients.
struct ToClients(Arc<Clients>);

impl MessageSink for ToClients {
    fn tick(&mut self, time_ns: u64) {
        self.0.time(time_ns);
    }

    fn open(&mut self, channel: NewChannel<'_>) {
        self.0.open(&channel);
    }

    fn message(&mut self, channel: usize, time_ns: u64, data: &[u8]) {
        self.0.message(channel, time_ns, data);
    }
}

impl FoxgloveServer {
    /// Serves clients at an address; port 0 lets the system choose. `name` is shown as that of the server.
    ///
    /// # Errors
    /// When the port is in use, or the system refuses.
    pub fn start(address: IpAddr, port: u16, name: &str) -> Result<FoxgloveServer, FoxgloveError> {
        let address = SocketAddr::new(address, port);
        let refused = |source| FoxgloveError::Listen { address, source };
        let listener = TcpListener::bind(address).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let clients = Arc::new(Clients::new(name));
        let messages = LiveMessages::start(ToClients(Arc::clone(&clients)))
            .map_err(|error| FoxgloveError::Messages(error.to_string()))?;
        let server = Server::start(listener, Arc::clone(&clients)).map_err(refused)?;
        Ok(FoxgloveServer {
            messages,
            clients,
            has_channels: false,
            connected: 0,
            repeated: Instant::now(),
            address,
            _server: server,
        })
    }

    /// Where clients are served.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Observer for FoxgloveServer {
    fn tick(&mut self, frame: &Frame<'_>) {
        self.connected = self.clients.connected();
        // Channels are announced from the first tick on, before a client connects.
        if self.connected == 0 && self.has_channels {
            return;
        }
        self.has_channels = true;
        let has_all_transforms = self.repeated.elapsed() >= TRANSFORMS_PERIOD;
        if has_all_transforms {
            self.repeated = Instant::now();
        }
        self.messages.tick(frame, has_all_transforms);
    }

    fn needs_activity(&self) -> bool {
        self.connected > 0
    }
}
