//! The thread that writes and reads posters. The engine only queues bytes, and never waits for other processes.

mod worker;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::h2::{Devices, H2Error, InitSize, Location, Reading};
use crate::log::STREAMS;
use worker::Worker;

/// Maximum wait of [`Posters::wait_until_written`].
const WRITTEN_MAX: Duration = Duration::from_millis(50);

/// Callback for the content of a poster, or the error of reading it. Called on the poster thread; must not block.
pub(crate) type Receive = Box<dyn FnMut(Result<Reading, H2Error>) + Send>;

/// Location of posters.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) location: Location,
    /// Size of h2 devices to create if there are none; `None` creates no devices.
    pub(crate) init: Option<InitSize>,
}

/// The posters of a simulation, and their thread.
pub(crate) struct Posters {
    shared: Arc<Shared>,
    settings: Settings,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// State shared by the engine and the thread.
struct Shared {
    state: Mutex<State>,
    to_do: Condvar,
    done: Condvar,
}

#[derive(Default)]
struct State {
    outputs: Vec<Output>,
    inputs: Vec<Input>,
    next_id: u64,
    /// Number of requested rounds.
    requested: u64,
    /// Number of finished rounds.
    finished: u64,
    stop: bool,
}

/// A poster that the simulation writes.
struct Output {
    id: u64,
    name: String,
    size: usize,
    /// The newest content that is not written yet.
    pending: Option<Vec<u8>>,
}

/// A poster that the simulation reads.
struct Input {
    id: u64,
    name: String,
    /// Number of bytes to read. [bytes]
    count: usize,
    /// `None` while the thread calls it.
    receive: Option<Receive>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Posters {
    /// Starts the thread.
    pub(crate) fn start(settings: Settings) -> std::io::Result<Self> {
        let shared =
            Arc::new(Shared { state: Mutex::default(), to_do: Condvar::new(), done: Condvar::new() });
        let worker = Worker::new(Arc::clone(&shared), settings.clone());
        let thread = std::thread::Builder::new().name("pocolibs".to_owned()).spawn(move || worker.run())?;
        Ok(Self { shared, settings, thread: Mutex::new(Some(thread)) })
    }

    /// Registers a poster to write. It is created as soon as possible.
    pub(crate) fn create(&self, name: &str, size: usize) -> OwnPoster {
        let mut state = self.shared.lock();
        let id = state.id();
        state.outputs.push(Output { id, name: name.to_owned(), size, pending: None });
        drop(state);
        self.round();
        OwnPoster { id, shared: Arc::clone(&self.shared) }
    }

    /// Registers a poster to read in each round.
    pub(crate) fn read(&self, name: &str, count: usize, receive: Receive) -> ReadPoster {
        let mut state = self.shared.lock();
        let id = state.id();
        state.inputs.push(Input { id, name: name.to_owned(), count, receive: Some(receive) });
        drop(state);
        self.round();
        ReadPoster { id, shared: Arc::clone(&self.shared) }
    }

    /// Whether any process has a poster with this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        Devices::attach(&self.settings.location)
            .is_ok_and(|devices| devices.has_poster(name).unwrap_or(false))
    }

    /// Requests a round: pending content is written, and all inputs are read.
    pub(crate) fn round(&self) {
        self.shared.lock().requested += 1;
        self.shared.to_do.notify_one();
    }

    /// Waits until all requested rounds are finished, for at most 50 ms.
    pub(crate) fn wait_until_written(&self) {
        let deadline = Instant::now() + WRITTEN_MAX;
        let mut state = self.shared.lock();
        while state.finished < state.requested {
            let Some(left) = deadline.checked_duration_since(Instant::now()) else { return };
            state = self.shared.done.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Writes pending content, deletes the posters, and ends the thread.
    pub(crate) fn finish(&self) {
        self.shared.lock().stop = true;
        self.shared.to_do.notify_one();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread
            && thread.join().is_err()
        {
            tracing::error!(target: STREAMS, "The thread of the pocolibs middleware has panicked.");
        }
    }
}

impl Drop for Posters {
    fn drop(&mut self) {
        self.finish();
    }
}

impl State {
    fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }
}

/// Handle of a poster that the simulation writes. The poster is deleted when this is dropped.
pub(crate) struct OwnPoster {
    id: u64,
    shared: Arc<Shared>,
}

impl OwnPoster {
    /// Sets the content for the next round. It replaces content that is not written yet.
    pub(crate) fn set(&self, bytes: &[u8]) {
        let mut state = self.shared.lock();
        if let Some(output) = state.outputs.iter_mut().find(|output| output.id == self.id) {
            let pending = output.pending.get_or_insert_default();
            pending.clear();
            pending.extend_from_slice(bytes);
        }
    }
}

impl Drop for OwnPoster {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.outputs.retain(|output| output.id != self.id);
        state.requested += 1;
        drop(state);
        self.shared.to_do.notify_one();
    }
}

/// Handle of a poster that the simulation reads until this is dropped.
pub(crate) struct ReadPoster {
    id: u64,
    shared: Arc<Shared>,
}

impl Drop for ReadPoster {
    fn drop(&mut self) {
        self.shared.lock().inputs.retain(|input| input.id != self.id);
    }
}
