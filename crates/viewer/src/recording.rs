//! Shows a recording in the page: the player sets the shown state, and takes the requests of pages.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;

use morse::Simulation;
use morse_scene::Document;
use morse_world::{MovedPoses, NodeId, Pose};
use tokio::sync::mpsc;

use crate::capture::Capture;
use crate::hub::Hub;
use crate::messages;
use crate::pose_table::Moment;
use crate::readings::Reading;
use crate::requests::PageRequest;
use crate::run_facts::{SceneInfo, Status};
use crate::server::Server;
use crate::structure::{Look, Numbers};
use crate::{PageLog, Served, Settings, ViewerError, serve, url};

/// A node of the scene as pages know it.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewerNode {
    /// Its number.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// Number of its parent. Pages place it relative to this node, even if its parent has changed since.
    pub parent: Option<u32>,
    /// Its pose in its parent at the beginning.
    pub parent_from_node: Pose,
}

/// The state of a moment that pages show.
#[derive(Debug, Clone, Default)]
pub struct ShownMoment {
    /// Simulated time. [s]
    pub time_s: f64,
    /// Number of the tick.
    pub tick: u32,
    /// Whether time stands still.
    pub paused: bool,
    /// Simulated seconds per wall second.
    pub time_scale: f64,
    /// Whether the recording begins again at its end.
    pub loops: bool,
    /// Poses of nodes in their parents by number. Those that are not named stay as they are.
    pub poses: Vec<(u32, Pose)>,
    /// Readings of components.
    pub readings: Vec<Reading>,
    /// Nodes that are shown from now on, or not.
    pub visible: Vec<(u32, bool)>,
}

/// Serves viewers of a recording until it is dropped.
pub struct RecordingViewer {
    // Dropped first, so that what was shown last is still sent.
    captures: mpsc::Sender<Capture>,
    hub: Arc<Hub>,
    nodes: Vec<ViewerNode>,
    numbers: Numbers,
    wanted_version: u64,
    address: SocketAddr,
    token: String,
    _server: Server,
}

impl RecordingViewer {
    /// Serves viewers of a recording of a scene. `simulation` has its objects; it is not run. `span_s` is when the
    /// recording begins and ends. [s]
    ///
    /// # Errors
    /// When no port is free, or the system refuses.
    pub fn start(
        settings: Settings,
        name: &str,
        document: &Document,
        simulation: &Simulation,
        span_s: [f64; 2],
    ) -> Result<RecordingViewer, ViewerError> {
        let mut numbers = Numbers::default();
        let (structure, _) = numbers.copy(simulation);
        let nodes = structure.nodes.iter().map(|node| ViewerNode {
            number: node.number,
            name: node.name.clone(),
            parent: node.parent,
            parent_from_node: node.parent_from_node,
        });
        let nodes = nodes.collect();
        let info = SceneInfo { recording: Some(span_s), ..SceneInfo::of(name, document, simulation) };
        let Served { hub, captures, address, token, server } = serve(settings, info, structure)?;
        let wanted_version = 0;
        Ok(RecordingViewer { captures, hub, nodes, numbers, wanted_version, address, token, _server: server })
    }

    /// All nodes, parents before children.
    #[must_use]
    pub fn nodes(&self) -> &[ViewerNode] {
        &self.nodes
    }

    /// The number of a node of the world of the simulation.
    #[must_use]
    pub fn number_of(&self, node: NodeId) -> Option<u32> {
        self.numbers.of(node)
    }

    /// Number of pages that look.
    #[must_use]
    pub fn viewers(&self) -> usize {
        self.hub.viewers()
    }

    /// Shows a moment. Waits while the server is behind.
    pub fn show(&self, shown: ShownMoment) {
        let look = |(number, visible)| {
            let look = Look { visible, rgb: None, alpha: 1.0, light: None };
            (number, messages::look(number, &look))
        };
        let capture = Capture {
            moment: Moment { time_s: shown.time_s, wall_ms: self.hub.wall_ms(), tick: shown.tick },
            status: Status {
                paused: shown.paused,
                time_scale: shown.time_scale,
                loops: shown.loops,
                eye: None,
            },
            moved: MovedPoses::default(),
            poses: shown.poses,
            structure: None,
            readings: shown.readings,
            looks: shown.visible.into_iter().map(look).collect(),
        };
        // Without a server there are no pages.
        let _ = self.captures.blocking_send(capture);
    }

    /// Requests of pages, oldest first.
    #[must_use]
    pub fn requests(&self) -> Vec<PageRequest> {
        self.hub.take_requests()
    }

    /// The components that pages look at, if that has changed since the last call.
    pub fn newly_wanted(&mut self) -> Option<BTreeSet<String>> {
        self.hub.newly_wanted(&mut self.wanted_version)
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
