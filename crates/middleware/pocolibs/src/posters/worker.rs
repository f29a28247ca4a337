//! The poster thread: attaches the h2 devices, creates posters, writes and reads.

mod reading;

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use super::{Settings, Shared, State};
use morse_network::Throttle;

use crate::h2::{self, Devices, H2Error, Poster, Written};
use crate::log::{STREAMS, WARNING_PERIOD};

/// Period of the search for h2 devices, and of the check whether they were replaced.
const DISCOVERY_PERIOD: Duration = Duration::from_millis(250);

/// Period of polling the write counters of input posters, so that a command arrives before the next tick.
const COUNTERS_PERIOD: Duration = Duration::from_millis(2);

/// Delay between attempts to create a poster.
const CREATE_PERIOD: Duration = Duration::from_millis(500);

pub(super) struct Worker {
    shared: Arc<Shared>,
    settings: Settings,
    devices: Option<Devices>,
    /// Whether this process created the devices, and so removes them.
    is_owner: bool,
    next_discovery: Instant,
    /// Last logged reason for missing devices.
    logged_reason: String,
    posters: BTreeMap<u64, OutputPoster>,
    /// Posters of the inputs, with their write counters before the last read.
    read: BTreeMap<u64, Written>,
    busy: Throttle,
}

/// Poster of an output.
struct OutputPoster {
    name: String,
    poster: Option<Poster>,
    next_attempt: Instant,
    /// Last logged reason for a missing poster.
    logged_reason: String,
}

impl Worker {
    pub(super) fn new(shared: Arc<Shared>, settings: Settings) -> Self {
        Self {
            shared,
            settings,
            devices: None,
            is_owner: false,
            next_discovery: Instant::now(),
            logged_reason: String::new(),
            posters: BTreeMap::new(),
            read: BTreeMap::new(),
            busy: Throttle::every(WARNING_PERIOD),
        }
    }

    pub(super) fn run(mut self) {
        loop {
            let (requested, stop) = {
                let state = self.shared.lock();
                (state.requested, state.stop)
            };
            self.discover_devices();
            self.delete_unused();
            self.write();
            if stop {
                break;
            }
            self.read(|_| true);
            let mut state = self.shared.lock();
            state.finished = requested;
            self.shared.done.notify_all();
            drop(state);
            self.wait_for_more(requested);
        }
        self.finish();
    }

    /// Waits until a further round is requested, or the search for devices is due. Meanwhile, reads posters that change.
    fn wait_for_more(&mut self, requested: u64) {
        let begun = Instant::now();
        while begun.elapsed() < DISCOVERY_PERIOD {
            let state = self.shared.lock();
            let is_more = |state: &State| state.requested != requested || state.stop;
            if is_more(&state) {
                return;
            }
            let reads = self.devices.is_some() && !state.inputs.is_empty();
            let time = if reads { COUNTERS_PERIOD } else { DISCOVERY_PERIOD };
            let waited = self.shared.to_do.wait_timeout(state, time);
            let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if is_more(&state) {
                return;
            }
            drop(state);
            self.read_changed();
        }
    }

    /// Attaches the devices, and detects when they were removed or replaced.
    fn discover_devices(&mut self) {
        if Instant::now() < self.next_discovery {
            return;
        }
        self.next_discovery = Instant::now() + DISCOVERY_PERIOD;
        if self.devices.as_ref().is_some_and(|devices| !devices.is_current()) {
            tracing::warn!(target: STREAMS, "The h2 devices were removed; posters are recreated when there are new devices.");
            self.devices = None;
            self.is_owner = false;
            self.posters.clear();
            self.read.clear();
        }
        if self.devices.is_some() {
            return;
        }
        match self.attach() {
            Ok(devices) => {
                let file = devices.location().file().display().to_string();
                tracing::info!(target: STREAMS, "Posters are in the h2 devices of {file}.");
                match devices.delete_stale_posters() {
                    Ok(names) if !names.is_empty() => {
                        let names = names.join(", ");
                        tracing::info!(target: STREAMS, "Posters of a simulator that died are removed: {names}.");
                    }
                    Ok(_) => {}
                    Err(error) => tracing::warn!(target: STREAMS, "Old posters cannot be removed: {error}."),
                }
                self.devices = Some(devices);
                self.logged_reason.clear();
            }
            Err(error) => {
                let reason = error.to_string();
                if reason != self.logged_reason {
                    tracing::warn!(target: STREAMS, "No posters: {reason}. The simulator keeps looking for them.");
                    self.logged_reason = reason;
                }
            }
        }
    }

    fn attach(&mut self) -> Result<Devices, H2Error> {
        if let Some(size) = self.settings.init {
            match h2::init(&self.settings.location, size) {
                Err(H2Error::Exists(_)) => {}
                created => {
                    self.is_owner = created.is_ok();
                    return created;
                }
            }
        }
        Devices::attach(&self.settings.location)
    }

    /// Deletes posters whose stream was closed.
    fn delete_unused(&mut self) {
        let wanted: Vec<u64> = self.shared.lock().outputs.iter().map(|output| output.id).collect();
        let unused: Vec<u64> = self.posters.keys().copied().filter(|id| !wanted.contains(id)).collect();
        for id in unused {
            if let Some(output_poster) = self.posters.remove(&id) {
                self.delete(&output_poster);
            }
        }
    }

    fn delete(&self, output_poster: &OutputPoster) {
        if let (Some(devices), Some(poster)) = (&self.devices, output_poster.poster) {
            match devices.delete_poster(poster) {
                Ok(()) | Err(H2Error::Gone) => {}
                Err(error) => {
                    tracing::warn!(target: STREAMS, "The poster {} cannot be deleted: {error}.", output_poster.name);
                }
            }
        }
    }

    /// Creates missing posters, and writes pending content.
    fn write(&mut self) {
        let Some(devices) = &self.devices else { return };
        let outputs: Vec<(u64, String, usize, Option<Vec<u8>>)> = {
            let mut state = self.shared.lock();
            let outputs = state.outputs.iter_mut();
            outputs
                .map(|output| (output.id, output.name.clone(), output.size, output.pending.take()))
                .collect()
        };
        for (id, name, size, pending) in outputs {
            let output_poster = self.posters.entry(id).or_insert_with(|| OutputPoster {
                name,
                poster: None,
                next_attempt: Instant::now(),
                logged_reason: String::new(),
            });
            if output_poster.poster.is_none() {
                create(devices, output_poster, size);
            }
            let (Some(poster), Some(bytes)) = (output_poster.poster, pending) else { continue };
            match devices.write_poster(poster, &bytes) {
                Ok(()) => {}
                Err(error) => {
                    if matches!(error, H2Error::Gone) {
                        output_poster.poster = None;
                    }
                    if self.busy.pass() {
                        let name = &output_poster.name;
                        tracing::warn!(target: STREAMS, "The poster {name} cannot be written: {error}. The simulator retries.");
                    }
                    let mut state = self.shared.lock();
                    if let Some(output) = state.outputs.iter_mut().find(|output| output.id == id) {
                        output.pending.get_or_insert(bytes);
                    }
                }
            }
        }
    }

    fn finish(&mut self) {
        for output_poster in std::mem::take(&mut self.posters).values() {
            self.delete(output_poster);
        }
        if self.is_owner {
            self.devices = None;
            if let Err(error) = h2::end(&self.settings.location) {
                tracing::warn!(target: STREAMS, "The h2 devices cannot be removed: {error}.");
            }
        }
        let mut state = self.shared.lock();
        state.finished = state.requested;
        self.shared.done.notify_all();
    }
}

/// Creates a poster, unless an attempt has just failed.
fn create(devices: &Devices, output_poster: &mut OutputPoster, size: usize) {
    if Instant::now() < output_poster.next_attempt {
        return;
    }
    output_poster.next_attempt = Instant::now() + CREATE_PERIOD;
    match devices.create_poster(&output_poster.name, size) {
        Ok(poster) => {
            tracing::info!(target: STREAMS, "Create poster {} of size {size}", output_poster.name);
            output_poster.poster = Some(poster);
            output_poster.logged_reason.clear();
        }
        Err(error) => {
            let reason = error.to_string();
            if reason != output_poster.logged_reason {
                let name = &output_poster.name;
                tracing::warn!(target: STREAMS, "The poster {name} cannot be created: {reason}. The simulator retries.");
                output_poster.logged_reason = reason;
            }
        }
    }
}
