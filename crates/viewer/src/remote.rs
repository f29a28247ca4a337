//! The page of a remote simulator, served on this computer: requests of pages are forwarded, with the token.
//!
//! Browsers give pages of this computer more rights than remote pages, such as gamepads. The token stays here.

mod address;
mod proxy;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::{any, get};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Error as SocketError;

use crate::access::Access;
pub use crate::remote::address::RemoteAddress;
use crate::remote::proxy::{Serving, connect, file, socket_address};
use crate::server::listen;
use crate::{Settings, ViewerError, url};

/// How long the simulator is given to answer.
const ANSWER_TIME: Duration = Duration::from_secs(30);

/// Why a simulator elsewhere cannot be viewed.
#[derive(Debug, thiserror::Error)]
pub enum RemoteError {
    /// The address is none.
    #[error(
        "{0:?} is not an address of a viewer: give HOST:PORT, or the address that `morse run --view` has printed"
    )]
    Address(String),
    /// Nothing answers there.
    #[error(
        "no viewer answers at {host}: {source}. Does `morse run --view` run there? For other computers than its own it needs `--view-address 0.0.0.0`"
    )]
    Unreachable {
        /// Host and port.
        host: String,
        /// The error of the system.
        source: io::Error,
    },
    /// It wants another token, or one at all.
    #[error(
        "{host} refuses: {reason}. Give the whole address that the command there has printed, with ?token="
    )]
    Refused {
        /// Host and port.
        host: String,
        /// Reason given by the simulator.
        reason: String,
    },
    /// A different server answers there.
    #[error("the server at {0} is not a viewer of MORSE")]
    Foreign(String),
    /// The page cannot be served here.
    #[error(transparent)]
    Viewer(#[from] ViewerError),
}

/// The page of a simulator elsewhere, which is served while it is run.
pub struct RemoteViewer {
    listener: TcpListener,
    remote: RemoteAddress,
    access: Access,
    address: SocketAddr,
}

impl RemoteViewer {
    /// Asks the simulator whether it lets in, and opens a port here.
    ///
    /// # Errors
    /// When it does not answer, refuses, or no port is free.
    pub fn start(remote: RemoteAddress, settings: Settings) -> Result<RemoteViewer, RemoteError> {
        let Settings { address, port } = settings;
        let system = |error: io::Error| ViewerError::System(error.to_string());
        let host = remote.host.clone();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(system)?;
        let unreachable = |source| RemoteError::Unreachable { host: host.clone(), source };
        let socket = socket_address(&remote);
        let connected =
            runtime.block_on(async { timeout(ANSWER_TIME, tokio_tungstenite::connect_async(socket)).await });
        match connected.map_err(|_| unreachable(io::ErrorKind::TimedOut.into()))? {
            Ok(_) => {}
            Err(SocketError::Io(error)) => return Err(unreachable(error)),
            Err(SocketError::Http(answer)) if answer.status() == StatusCode::FORBIDDEN => {
                let reason = answer.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
                return Err(RemoteError::Refused { host, reason: reason.trim().to_owned() });
            }
            Err(_) => return Err(RemoteError::Foreign(host)),
        }
        let last = port.saturating_add(crate::PORTS - 1);
        let listener = listen(address, port);
        let listener =
            listener.map_err(|source| ViewerError::Listen { address, first: port, last, source })?;
        listener.set_nonblocking(true).map_err(system)?;
        let address = listener.local_addr().map_err(system)?;
        let access = Access::new(address.ip()).map_err(|error| ViewerError::System(error.to_string()))?;
        Ok(RemoteViewer { listener, remote, access, address })
    }

    /// The address of the page. It has the token of this server where that is needed.
    #[must_use]
    pub fn url(&self) -> String {
        url(self.address, &self.access.token)
    }

    /// Serves the page until `is_over` returns true. It is called a few times per second.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn run(self, is_over: impl Fn() -> bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let serving = Serving { remote: Arc::new(self.remote), access: Arc::new(self.access) };
        let router = Router::new().route("/ws", any(connect)).fallback(get(file)).with_state(serving);
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let over = async {
                while !is_over() {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            };
            tokio::select! {
                () = over => Ok(()),
                served = axum::serve(listener, router).into_future() => served,
            }
        })
    }
}
