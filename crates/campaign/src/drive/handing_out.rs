//! Which run is done next, and by which worker.

use crate::drive::attempts::Flight;
use crate::drive::{ConductError, Session};
use crate::plan::RecordWhich;
use crate::run::{Job, JobCheckpoints};
use crate::store::Record;

impl Session<'_> {
    /// Gives workers that are free something to do.
    pub(super) fn hand_out(&mut self) -> Result<(), ConductError> {
        self.preparation.ask(self.cursor, self.store.done());
        let free: Vec<u64> =
            self.links.iter().flat_map(|(&id, link)| std::iter::repeat_n(id, link.free())).collect();
        let mut free = free.into_iter();
        // Runs whose scene cannot be made need no worker.
        while let Some(flight) = self.next_flight(free.len() > 0)? {
            let Some(id) = free.next() else { break };
            if let Some(link) = self.links.get_mut(&id) {
                link.send(flight, self.conductor.plan.timeout_s);
            }
        }
        Ok(())
    }

    /// The next run that can be done now. Runs that can never be done are recorded on the way.
    fn next_flight(&mut self, is_wanted: bool) -> Result<Option<Flight>, ConductError> {
        if is_wanted && let Some(flight) = self.again.pop_front() {
            return Ok(Some(flight));
        }
        while let Some(run) = self.runs.get(self.cursor) {
            if self.store.done().contains(&run.run) {
                self.cursor += 1;
                continue;
            }
            // Scenes of earlier configurations are needed no more; runs to do again have their own.
            self.prepared = self.prepared.split_off(&run.configuration);
            let Some(scene) = self.prepared.get(&run.configuration) else { return Ok(None) };
            let plan = self.conductor.plan;
            let job = match scene {
                Ok(scene) => {
                    Job::of(plan, &run, scene, (self.conductor.python.as_ref(), self.conductor.render))
                }
                Err(error) => Err(error.clone()),
            };
            match job {
                Ok(_) if !is_wanted => return Ok(None),
                Ok(mut job) => {
                    self.cursor += 1;
                    let recording = match plan.record {
                        RecordWhich::All => Some(self.store.recording(job.run)?),
                        RecordWhich::None | RecordWhich::Failures => None,
                    };
                    let (file, name) = recording.unzip();
                    job.record = file;
                    job.checkpoints = (plan.checkpoint_s > 0.0).then(|| JobCheckpoints {
                        folder: self.store.checkpoints(job.run),
                        period_s: plan.checkpoint_s,
                    });
                    return Ok(Some(Flight { recording: name, ..Flight::new(job) }));
                }
                Err(error) => {
                    self.cursor += 1;
                    let record = Record { error: Some(error), attempts: 1, ..Record::of(&run) };
                    self.keep(record);
                }
            }
        }
        Ok(None)
    }
}
