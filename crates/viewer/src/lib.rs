//! The viewer: a web page that shows a run live, served by the simulator itself.
//!
//! [`Viewer::start`] opens a port and gives an observer for the run. Geometry is sent once, as glTF; then poses that
//! changed, up to 33 times a second. Readings are sent only of components that a page shows. Requests of pages, calls of
//! services and commands of actuators, reach the simulation between two ticks, as all inputs do.
//! A page that stalls or sends rubbish costs the simulation nothing.
//!
//! It must never know what a component computes, nor command lines.
//!
//! ```
//! use morse_viewer::{Settings, Viewer};
//! use morse::{LoadOptions, Options, Runner, Scene, SceneBuilder, WiringTable};
//!
//! let (catalog, wiring) = (morse::catalog(), WiringTable::built_in()?);
//! let mut builder = SceneBuilder::new(&catalog, &wiring);
//! builder.robot("robot", "ATRV").sensor("pose", "Pose");
//! builder.environment("empty");
//! let scene = Scene::from_document("a robot", builder.build()?, &LoadOptions::default())?;
//! let simulation = scene.simulation(&Options::default())?;
//! let viewer = Viewer::start(Settings::local(), "a robot", scene.document(), &simulation)?;
//! assert!(viewer.url().starts_with("http://127.0.0.1:"));
//! Runner::new(simulation).observe(viewer).stop_after_ticks(60).run();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod access;
mod capture;
mod editing;
mod geometry;
mod hub;
mod messages;
mod observer;
mod page;
mod placing;
mod pose_table;
mod readings;
mod recording;
mod remote;
mod requests;
mod run_facts;
mod server;
mod session;
mod sky;
mod structure;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use morse::{Frame, Observer, Simulation};
use morse_scene::Document;
use tokio::sync::mpsc;

use capture::Capture;
pub use editing::EditorViewer;
pub use geometry::TRIANGLES_MAX;
use hub::Hub;
use observer::Capturer;
pub use readings::Reading;
pub use recording::{RecordingViewer, ShownMoment, ViewerNode};
pub use remote::{RemoteAddress, RemoteError, RemoteViewer};
pub use requests::{PageMessage, PageRequest, Reply};
use run_facts::SceneInfo;
pub use server::PORTS;
use server::Server;
pub use session::VIEWERS_MAX;
use structure::{Numbers, Structure};

/// Copies that wait for the server.
const CAPTURES_MAX: usize = 2;

/// Where viewers are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Address of this computer. One that is not loopback needs a token.
    pub address: IpAddr,
    /// The first of [`PORTS`] ports that are tried; 0 lets the system choose.
    pub port: u16,
}

impl Settings {
    /// For viewers on this computer only, at a port that the system chooses.
    #[must_use]
    pub fn local() -> Settings {
        Settings { address: Ipv4Addr::LOCALHOST.into(), port: 0 }
    }
}

/// Why viewers cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ViewerError {
    /// All ports that were tried are in use, or the address is not one of this computer.
    #[error("the viewer cannot be served on {address}, ports {first} to {last}: {source}")]
    Listen {
        /// The address.
        address: IpAddr,
        /// The first port.
        first: u16,
        /// The last port.
        last: u16,
        /// The error of the system.
        source: io::Error,
    },
    /// The system gives no thread or no random numbers.
    #[error("the viewer cannot be served: {0}")]
    System(String),
}

/// The observer of a run that serves viewers until it is dropped.
pub struct Viewer {
    // Dropped first, so that what was copied last is still sent.
    capturer: Capturer,
    hub: Arc<Hub>,
    address: SocketAddr,
    token: String,
    _server: Server,
}

/// Adds lines to the log of the pages, from any thread.
#[derive(Clone)]
pub struct PageLog(Arc<Hub>);

impl PageLog {
    /// Adds a line. `level` is `debug`, `info`, `warning` or `error`.
    pub fn line(&self, level: &'static str, text: String) {
        self.0.log(level, text);
    }
}

impl Viewer {
    /// Serves viewers of a simulation that was made of `document`; `name` is shown as that of the scene.
    ///
    /// # Errors
    /// When no port is free, or the system refuses.
    pub fn start(
        settings: Settings,
        name: &str,
        document: &Document,
        simulation: &Simulation,
    ) -> Result<Viewer, ViewerError> {
        let mut numbers = Numbers::default();
        let (structure, _) = numbers.copy(simulation);
        let info = SceneInfo::of(name, document, simulation);
        let Served { hub, captures, address, token, server } = serve(settings, info, structure)?;
        let capturer = Capturer::new(Arc::clone(&hub), captures, numbers, simulation.world().nodes().len());
        Ok(Viewer { capturer, hub, address, token, _server: server })
    }

    /// Where it is served.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page. It has the token where that is needed.
    #[must_use]
    pub fn url(&self) -> String {
        url(self.address, &self.token)
    }

    /// The token, which lets in pages of other origins.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The log of the pages.
    #[must_use]
    pub fn log(&self) -> PageLog {
        PageLog(Arc::clone(&self.hub))
    }
}

/// A running server, and its data source.
struct Served {
    hub: Arc<Hub>,
    captures: mpsc::Sender<Capture>,
    address: SocketAddr,
    token: String,
    server: Server,
}

fn serve(settings: Settings, info: SceneInfo, structure: Structure) -> Result<Served, ViewerError> {
    let Settings { address, port } = settings;
    let last = port.saturating_add(PORTS - 1);
    let refused = |source| ViewerError::Listen { address, first: port, last, source };
    let listener = server::listen(address, port).map_err(refused)?;
    let address = listener.local_addr().map_err(|error| ViewerError::System(error.to_string()))?;
    let access = access::Access::new(address.ip()).map_err(|error| ViewerError::System(error.to_string()))?;
    let hub = Arc::new(Hub::new(info, structure));
    let (captures, captured) = mpsc::channel(CAPTURES_MAX);
    let token = access.token.clone();
    let server = Server::start(listener, Arc::clone(&hub), access, captured)
        .map_err(|error| ViewerError::System(error.to_string()))?;
    Ok(Served { hub, captures, address, token, server })
}

/// The address of the page, with the token where it is needed.
fn url(address: SocketAddr, token: &str) -> String {
    if address.ip().is_loopback() {
        format!("http://{address}/")
    } else {
        format!("http://{address}/?token={token}")
    }
}

impl Observer for Viewer {
    fn tick(&mut self, frame: &Frame<'_>) {
        self.capturer.tick(frame);
    }

    fn waiting(&mut self, frame: &Frame<'_>) {
        self.capturer.waiting(frame);
    }

    fn needs_activity(&self) -> bool {
        self.capturer.needs_activity()
    }
}
