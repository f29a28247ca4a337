//! Reads input posters: all of them in each round, and changed ones between rounds.

use super::Worker;
use crate::log::STREAMS;

impl Worker {
    /// Reads the inputs whose posters were written since the last read.
    pub(super) fn read_changed(&mut self) {
        let Some(devices) = &self.devices else { return };
        // The next round reports a table that cannot be read.
        let changed = self.read.iter().filter(|(_, poster)| devices.has_changed(**poster).unwrap_or(false));
        let changed: Vec<u64> = changed.map(|(id, _)| *id).collect();
        if !changed.is_empty() {
            self.read(|id| changed.contains(&id));
        }
    }

    /// Reads inputs. Their callbacks are called without the lock.
    pub(super) fn read(&mut self, wanted: impl Fn(u64) -> bool) {
        let Some(devices) = &self.devices else { return };
        let inputs: Vec<(u64, String, usize)> = {
            let state = self.shared.lock();
            self.read.retain(|id, _| state.inputs.iter().any(|input| input.id == *id));
            let inputs = state.inputs.iter().filter(|input| wanted(input.id));
            inputs.map(|input| (input.id, input.name.clone(), input.count)).collect()
        };
        if inputs.is_empty() {
            return;
        }
        let found = match devices.written() {
            Ok(found) => found,
            Err(error) => {
                if self.busy.pass() {
                    tracing::warn!(target: STREAMS, "Posters cannot be read: {error}. The simulator retries.");
                }
                return;
            }
        };
        for (id, name, count) in inputs {
            self.read.remove(&id);
            let Some(poster) = found.get(name.as_bytes()) else { continue };
            self.read.insert(id, *poster);
            let Some(reading) = devices.read_written(*poster, &name, count).transpose() else { continue };
            let taken = {
                let mut state = self.shared.lock();
                state.inputs.iter_mut().find(|input| input.id == id).and_then(|input| input.receive.take())
            };
            let Some(mut receive) = taken else { continue };
            receive(reading);
            let mut state = self.shared.lock();
            if let Some(input) = state.inputs.iter_mut().find(|input| input.id == id) {
                input.receive = Some(receive);
            }
        }
    }
}
