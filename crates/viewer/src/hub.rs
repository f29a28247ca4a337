//! Data shared by the thread of the simulation and the sessions of viewers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use bytes::Bytes;
use tokio::sync::watch;

use crate::capture::Capture;
use crate::placing::Placing;
use crate::pose_table::{Moment, PoseTable};
use crate::readings::Encoded;
use crate::requests::PageRequest;
use crate::run_facts::{LogLine, SceneInfo, Status};
use crate::structure::Structure;

/// Most requests of all pages that wait for the simulation.
const INBOX_MAX: usize = 256;
/// Lines of the log that a new viewer is shown.
const LOG_MAX: usize = 200;

/// The newest of everything, each with a number that grows when it changes.
#[derive(Debug, Default)]
pub struct State {
    /// Newest poses of all nodes.
    pub poses: PoseTable,
    /// Where the nodes are.
    placing: Placing,
    /// When the poses were copied.
    pub moment: Moment,
    /// The scene.
    pub structure: Arc<Structure>,
    /// Nodes that were removed, with the version in which they were.
    pub removed: Vec<(u64, u32)>,
    /// State of the run.
    pub status: Status,
    /// Readings by component, with their numbers.
    pub readings: BTreeMap<String, (u64, Arc<Encoded>)>,
    /// Looks that changed, as messages by node, with their numbers.
    pub looks: BTreeMap<u32, (u64, String)>,
    /// Number of the last change of readings and looks.
    pub change: u64,
    /// Whether the run has ended.
    pub ended: bool,
}

/// The components that viewers look at.
#[derive(Debug, Default)]
struct Wanted {
    by_viewer: BTreeMap<u64, BTreeSet<String>>,
}

/// Data shared by threads. Locks are held only during copies.
pub struct Hub {
    /// Constant facts about the scene.
    pub info: SceneInfo,
    state: Mutex<State>,
    changed: watch::Sender<u64>,
    viewers: AtomicUsize,
    next_viewer: AtomicU64,
    inbox: Mutex<Vec<PageRequest>>,
    has_requests: AtomicBool,
    wanted: Mutex<Wanted>,
    wanted_version: AtomicU64,
    log: Mutex<(u64, VecDeque<LogLine>)>,
    started: Instant,
    /// The file of the whole scene, with its version.
    pub scene_file: tokio::sync::Mutex<Option<(u64, Bytes)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hub {
    /// A hub before the first tick.
    pub fn new(info: SceneInfo, structure: Structure) -> Hub {
        let mut state = State::default();
        let poses = state.placing.take_structure(&structure);
        state.poses.update(&poses);
        state.structure = Arc::new(structure);
        state.status.time_scale = 1.0;
        Hub {
            info,
            state: Mutex::new(state),
            changed: watch::Sender::new(0),
            viewers: AtomicUsize::new(0),
            next_viewer: AtomicU64::new(1),
            inbox: Mutex::default(),
            has_requests: AtomicBool::new(false),
            wanted: Mutex::default(),
            wanted_version: AtomicU64::new(0),
            log: Mutex::default(),
            started: Instant::now(),
            scene_file: tokio::sync::Mutex::default(),
        }
    }

    /// The newest of everything.
    pub fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// A channel that notifies a session of changes.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    fn notify(&self) {
        self.changed.send_modify(|change| *change += 1);
    }

    /// Wall time since the server started. [ms]
    pub fn wall_ms(&self) -> u32 {
        self.started.elapsed().as_millis() as u32
    }

    /// Number of viewers that are connected.
    pub fn viewers(&self) -> usize {
        self.viewers.load(Ordering::Relaxed)
    }

    /// Lets one more viewer in if there are fewer than `limit`, and gives its number.
    pub fn enter(&self, limit: usize) -> Option<u64> {
        let enter = |count| (count < limit).then_some(count + 1);
        self.viewers.fetch_update(Ordering::Relaxed, Ordering::Relaxed, enter).ok()?;
        Some(self.next_viewer.fetch_add(1, Ordering::Relaxed))
    }

    /// A viewer has left.
    pub fn leave(&self, viewer: u64) {
        self.viewers.fetch_sub(1, Ordering::Relaxed);
        self.want(viewer, BTreeSet::new());
    }

    /// Sets the components that a viewer looks at.
    pub fn want(&self, viewer: u64, components: BTreeSet<String>) {
        let mut wanted = lock(&self.wanted);
        if components.is_empty() {
            wanted.by_viewer.remove(&viewer);
        } else {
            wanted.by_viewer.insert(viewer, components);
        }
        self.wanted_version.fetch_add(1, Ordering::Release);
    }

    /// The components that any viewer looks at, if that has changed since the version `known`, which is then set.
    pub fn newly_wanted(&self, known: &mut u64) -> Option<BTreeSet<String>> {
        let version = self.wanted_version.load(Ordering::Acquire);
        if version == *known {
            return None;
        }
        *known = version;
        Some(lock(&self.wanted).by_viewer.values().flatten().cloned().collect())
    }

    /// Queues a request for the simulation; gives it back if too many wait.
    pub fn request(&self, request: PageRequest) -> Result<(), PageRequest> {
        let mut inbox = lock(&self.inbox);
        if inbox.len() >= INBOX_MAX {
            return Err(request);
        }
        inbox.push(request);
        self.has_requests.store(true, Ordering::Release);
        Ok(())
    }

    /// The requests that wait, oldest first.
    pub fn take_requests(&self) -> Vec<PageRequest> {
        if !self.has_requests.load(Ordering::Acquire) {
            return Vec::new();
        }
        let mut inbox = lock(&self.inbox);
        self.has_requests.store(false, Ordering::Release);
        std::mem::take(&mut *inbox)
    }

    /// Takes what the thread of the simulation copied.
    pub fn apply(&self, capture: Capture) {
        // Encoded before the lock is taken.
        let readings = Encoded::newest(&capture.readings);
        let mut state = self.state();
        let mut poses = Vec::new();
        if let Some((structure, removed)) = capture.structure {
            let version = structure.version;
            state.poses.remove(&removed);
            removed.iter().for_each(|number| drop(state.looks.remove(number)));
            state.removed.extend(removed.into_iter().map(|number| (version, number)));
            poses = state.placing.take_structure(&structure);
            state.structure = Arc::new(structure);
        }
        poses.extend(state.placing.update(&capture.moved));
        poses.extend(capture.poses);
        state.poses.update(&poses);
        state.moment = capture.moment;
        state.status = capture.status;
        state.change += 1;
        let change = state.change;
        state
            .readings
            .extend(readings.into_iter().map(|(name, encoded)| (name, (change, Arc::new(encoded)))));
        state.looks.extend(capture.looks.into_iter().map(|(number, look)| (number, (change, look))));
        drop(state);
        self.notify();
    }

    /// Adds a line to the log of the pages.
    pub fn log(&self, level: &'static str, text: String) {
        {
            let mut log = lock(&self.log);
            log.0 += 1;
            let number = log.0;
            if log.1.len() == LOG_MAX {
                log.1.pop_front();
            }
            log.1.push_back(LogLine { number, level, text });
        }
        self.notify();
    }

    /// The lines of the log after a number.
    pub fn log_after(&self, number: u64) -> Vec<LogLine> {
        lock(&self.log).1.iter().filter(|line| line.number > number).cloned().collect()
    }

    /// Notifies all viewers of the end of the run.
    pub fn end(&self) {
        self.state().ended = true;
        self.notify();
    }
}
