//! Reads the posters of others: all of them in each round, and between rounds those that were written.

use super::Worker;
use crate::log::STREAMS;

impl Worker {
    /// Reads the inputs whose posters were written since they were read last.
    pub(super) fn read_what_changed(&mut self) {
        let Some(devices) = &self.devices else { return };
        // A table that cannot be read is the matter of the next round.
        let changed = self.read.iter().filter(|(_, poster)| devices.has_changed(**poster).unwrap_or(false));
        let changed: Vec<u64> = changed.map(|(id, _)| *id).collect();
        if !changed.is_empty() {
            self.read(|id| changed.contains(&id));
        }
    }

    /// Reads inputs. Those who receive them are called without the lock.
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
        let there = match devices.written() {
            Ok(there) => there,
            Err(error) => {
                if self.busy.pass() {
                    tracing::warn!(target: STREAMS, "Posters cannot be read: {error}. It is tried again.");
                }
                return;
            }
        };
        for (id, name, count) in inputs {
            self.read.remove(&id);
            let Some(poster) = there.get(name.as_bytes()) else { continue };
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
