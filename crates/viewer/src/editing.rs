//! Shows a scene that is edited: no time passes, and each change gives another simulation of the scene, of which pages get the
//! differences.

use std::net::SocketAddr;
use std::sync::Arc;

use morse::Simulation;
use morse_scene::Document;
use morse_world::Pose;
use tokio::sync::mpsc;

use crate::capture::Capture;
use crate::hub::Hub;
use crate::pose_table::Moment;
use crate::requests::PageRequest;
use crate::run_facts::{SceneInfo, Status};
use crate::server::Server;
use crate::structure::{Numbers, Structure};
use crate::{PageLog, Served, Settings, ViewerError, serve, url};

/// Serves the page of a scene that is edited, until it is dropped.
pub struct EditorViewer {
    // Dropped first, so that what was shown last is still sent.
    captures: mpsc::Sender<Capture>,
    hub: Arc<Hub>,
    numbers: Numbers,
    shown: Structure,
    address: SocketAddr,
    token: String,
    _server: Server,
}

impl EditorViewer {
    /// Serves the page of a simulation that was made of `document` and is not run; `name` is shown as that of the scene.
    ///
    /// # Errors
    /// When no port is free, or the system refuses.
    pub fn start(
        settings: Settings,
        name: &str,
        document: &Document,
        simulation: &Simulation,
    ) -> Result<EditorViewer, ViewerError> {
        let mut numbers = Numbers::default();
        let (structure, _) = numbers.copy(simulation);
        let info = SceneInfo { is_edited: true, ..SceneInfo::of(name, document, simulation) };
        let shown = structure.clone();
        let Served { hub, captures, address, token, server } = serve(settings, info, structure)?;
        let viewer = EditorViewer { captures, hub, numbers, shown, address, token, _server: server };
        viewer.send(Vec::new(), None);
        Ok(viewer)
    }

    /// Shows a simulation of the changed scene. Objects named in `fresh` may look different from those of the same names before.
    /// Waits while the server is behind.
    pub fn show(&mut self, simulation: &Simulation, fresh: &[&str]) {
        let world = simulation.world();
        let fresh: Vec<_> = fresh.iter().filter_map(|name| world.find(name)).collect();
        let (structure, gone) = self.numbers.copy_next(&self.shown, simulation, &fresh);
        let poses = structure.nodes.iter().map(|node| (node.number, node.parent_from_node)).collect();
        self.shown = structure.clone();
        self.send(poses, Some((structure, gone)));
    }

    fn send(&self, poses: Vec<(u32, Pose)>, structure: Option<(Structure, Vec<u32>)>) {
        let capture = Capture {
            moment: Moment { time_s: 0.0, wall_ms: self.hub.wall_ms(), tick: 0 },
            status: Status { paused: true, time_scale: 1.0, loops: false, eye: None },
            poses,
            structure,
            ..Capture::default()
        };
        // Without a server there are no pages.
        let _ = self.captures.blocking_send(capture);
    }

    /// Requests of pages, oldest first.
    #[must_use]
    pub fn requests(&self) -> Vec<PageRequest> {
        self.hub.take_requests()
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

    /// The log of the pages.
    #[must_use]
    pub fn log(&self) -> PageLog {
        PageLog(Arc::clone(&self.hub))
    }
}
