//! The work of the thread: finds the h2 devices, makes posters in them, writes and reads.

mod reading;

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use super::{Settings, Shared, State};
use morse_network::Throttle;

use crate::h2::{self, Devices, H2Error, Poster, Written};
use crate::log::{COMPLAINTS_EVERY, STREAMS};

/// Time between two looks for h2 devices, and for whether they are still the same.
const LOOK_PERIOD: Duration = Duration::from_millis(250);

/// Time between two looks at the write counters of posters that are read, so that a command comes in before the next tick.
const COUNTERS_PERIOD: Duration = Duration::from_millis(2);

/// Time between two attempts to make a poster.
const CREATE_PERIOD: Duration = Duration::from_millis(500);

pub(super) struct Worker {
    shared: Arc<Shared>,
    settings: Settings,
    devices: Option<Devices>,
    /// We made the devices, and remove them.
    is_owner: bool,
    next_look: Instant,
    /// The last reason why there are no devices.
    told: String,
    posters: BTreeMap<u64, Made>,
    /// The posters of the inputs, as they were before they were read last.
    read: BTreeMap<u64, Written>,
    busy: Throttle,
}

/// What was made for an output.
struct Made {
    name: String,
    poster: Option<Poster>,
    next_attempt: Instant,
    /// The last reason why there is none.
    told: String,
}

impl Worker {
    pub(super) fn new(shared: Arc<Shared>, settings: Settings) -> Self {
        Self {
            shared,
            settings,
            devices: None,
            is_owner: false,
            next_look: Instant::now(),
            told: String::new(),
            posters: BTreeMap::new(),
            read: BTreeMap::new(),
            busy: Throttle::every(COMPLAINTS_EVERY),
        }
    }

    pub(super) fn run(mut self) {
        loop {
            let (asked, stop) = {
                let state = self.shared.lock();
                (state.asked, state.stop)
            };
            self.look_for_devices();
            self.delete_unused();
            self.write();
            if stop {
                break;
            }
            self.read(|_| true);
            let mut state = self.shared.lock();
            state.made = asked;
            self.shared.done.notify_all();
            drop(state);
            self.wait_for_more(asked);
        }
        self.finish();
    }

    /// Waits until there is more to do than these rounds, or it is time to look for devices. Reads meanwhile what others write.
    fn wait_for_more(&mut self, asked: u64) {
        let begun = Instant::now();
        while begun.elapsed() < LOOK_PERIOD {
            let state = self.shared.lock();
            let is_more = |state: &State| state.asked != asked || state.stop;
            if is_more(&state) {
                return;
            }
            let reads = self.devices.is_some() && !state.inputs.is_empty();
            let time = if reads { COUNTERS_PERIOD } else { LOOK_PERIOD };
            let waited = self.shared.to_do.wait_timeout(state, time);
            let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if is_more(&state) {
                return;
            }
            drop(state);
            self.read_what_changed();
        }
    }

    /// Attaches the devices, and notices when they were removed or replaced.
    fn look_for_devices(&mut self) {
        if Instant::now() < self.next_look {
            return;
        }
        self.next_look = Instant::now() + LOOK_PERIOD;
        if self.devices.as_ref().is_some_and(|devices| !devices.is_current()) {
            tracing::warn!(target: STREAMS, "The h2 devices were removed; posters are made again when there are new ones.");
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
                self.told.clear();
            }
            Err(error) => {
                let reason = error.to_string();
                if reason != self.told {
                    tracing::warn!(target: STREAMS, "No posters: {reason}. The simulator looks again until it finds them.");
                    self.told = reason;
                }
            }
        }
    }

    fn attach(&mut self) -> Result<Devices, H2Error> {
        if let Some(size) = self.settings.init {
            match h2::init(&self.settings.location, size) {
                Err(H2Error::Exists(_)) => {}
                made => {
                    self.is_owner = made.is_ok();
                    return made;
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
            if let Some(made) = self.posters.remove(&id) {
                self.delete(&made);
            }
        }
    }

    fn delete(&self, made: &Made) {
        if let (Some(devices), Some(poster)) = (&self.devices, made.poster) {
            match devices.delete_poster(poster) {
                Ok(()) | Err(H2Error::Gone) => {}
                Err(error) => {
                    tracing::warn!(target: STREAMS, "The poster {} cannot be deleted: {error}.", made.name);
                }
            }
        }
    }

    /// Makes the posters that lack, and writes what waits.
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
            let made = self.posters.entry(id).or_insert_with(|| Made {
                name,
                poster: None,
                next_attempt: Instant::now(),
                told: String::new(),
            });
            if made.poster.is_none() {
                make(devices, made, size);
            }
            let (Some(poster), Some(bytes)) = (made.poster, pending) else { continue };
            match devices.write_poster(poster, &bytes) {
                Ok(()) => {}
                Err(error) => {
                    if matches!(error, H2Error::Gone) {
                        made.poster = None;
                    }
                    if self.busy.pass() {
                        let name = &made.name;
                        tracing::warn!(target: STREAMS, "The poster {name} cannot be written: {error}. It is tried again.");
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
        for made in std::mem::take(&mut self.posters).values() {
            self.delete(made);
        }
        if self.is_owner {
            self.devices = None;
            if let Err(error) = h2::end(&self.settings.location) {
                tracing::warn!(target: STREAMS, "The h2 devices cannot be removed: {error}.");
            }
        }
        let mut state = self.shared.lock();
        state.made = state.asked;
        self.shared.done.notify_all();
    }
}

/// Makes a poster, unless an attempt has just failed.
fn make(devices: &Devices, made: &mut Made, size: usize) {
    if Instant::now() < made.next_attempt {
        return;
    }
    made.next_attempt = Instant::now() + CREATE_PERIOD;
    match devices.create_poster(&made.name, size) {
        Ok(poster) => {
            tracing::info!(target: STREAMS, "Create poster {} of size {size}", made.name);
            made.poster = Some(poster);
            made.told.clear();
        }
        Err(error) => {
            let reason = error.to_string();
            if reason != made.told {
                let name = &made.name;
                tracing::warn!(target: STREAMS, "The poster {name} cannot be made: {reason}. It is tried again.");
                made.told = reason;
            }
        }
    }
}
