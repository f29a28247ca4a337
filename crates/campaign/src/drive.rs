//! Has the runs of a campaign done by workers: hands out runs, replaces workers that die, keeps results.

mod attempts;
mod handing_out;
mod link;
mod prepare;
mod progress;

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use morse::pictures::PictureProcessor;
use morse::{Interrupt, LoadOptions};

use crate::plan::{Plan, Runs};
use crate::run::{Answer, Finished, Hello, PreparedScene};
use crate::store::{Outcome, Record, Store, StoreError};
use attempts::Flight;
use link::Link;
use prepare::Preparation;
pub use progress::{Conducted, Progress};

/// How long the conductor waits for news before it looks at the clock.
const POLL: Duration = Duration::from_millis(100);

/// How many workers in a row may end before they are ready.
const FALSE_STARTS_MAX: u32 = 3;

/// The workers: processes that read jobs from standard input and write answers to standard output.
#[derive(Debug, Clone)]
pub struct Pool {
    /// The program.
    pub program: PathBuf,
    /// Its words.
    pub arguments: Vec<OsString>,
    /// Variables of its environment.
    pub environment: Vec<(OsString, OsString)>,
    /// How many processes there are. Each says how many runs it does at once.
    pub processes: usize,
}

/// How a campaign is done.
pub struct Conductor<'a> {
    /// The plan of the campaign.
    pub plan: &'a Plan,
    /// The workers.
    pub pool: Pool,
    /// How scene scripts are run.
    pub options: LoadOptions,
    /// The Python of components that users wrote; `None` for that of the worker.
    pub python: Option<PathBuf>,
    /// The processor that draws pictures.
    pub render: PictureProcessor,
    /// Ends the campaign early; finished results stay.
    pub interrupt: Interrupt,
}

/// Why a campaign could not go on.
#[derive(Debug, thiserror::Error)]
pub enum ConductError {
    /// Results cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No worker works.
    #[error("no worker for the campaign: {0}")]
    Worker(String),
    /// A thread or a process cannot be started.
    #[error("cannot start a worker: {0}")]
    Start(#[from] io::Error),
}

/// An event for the conductor.
enum Event {
    /// A scene is ready, or cannot be.
    Prepared { configuration: usize, scene: Result<PreparedScene, String> },
    /// A worker wrote a line.
    Said { link: u64, line: String },
    /// A worker has ended.
    Ended { link: u64 },
}

/// Does the runs of a plan that the store does not have. `report` is called after each change.
///
/// # Errors
/// When results cannot be kept, or there are no workers.
pub fn conduct(
    conductor: &Conductor<'_>,
    store: &mut Store,
    report: &mut dyn FnMut(&Progress),
) -> Result<Conducted, ConductError> {
    let (sender, events) = mpsc::channel();
    let runs = Runs::of(conductor.plan);
    let progress = Progress { total: runs.len(), done: store.done().len() as u64, ..Progress::default() };
    let preparation = Preparation::start(&runs, conductor, &sender)?;
    let mut session = Session {
        conductor,
        store,
        runs: &runs,
        preparation,
        prepared: BTreeMap::new(),
        cursor: 0,
        again: VecDeque::new(),
        links: BTreeMap::new(),
        sender,
        next_link: 0,
        false_starts: 0,
        progress,
        simulation_s: 0.0,
        unsaved: Vec::new(),
    };
    let begun = Instant::now();
    let result = session.go_on(&events, report);
    // Also what was heard right before an error.
    let saved = session.save();
    for link in session.links.values_mut() {
        link.end();
    }
    let is_interrupted = result?;
    saved?;
    Ok(Conducted {
        progress: session.progress,
        is_interrupted,
        elapsed_s: begun.elapsed().as_secs_f64(),
        simulation_s: session.simulation_s,
    })
}

/// A campaign while it is done.
struct Session<'a> {
    conductor: &'a Conductor<'a>,
    store: &'a mut Store,
    runs: &'a Runs,
    preparation: Preparation,
    /// Scenes of configurations whose runs are handed out now or soon.
    prepared: BTreeMap<usize, Result<Arc<PreparedScene>, String>>,
    /// The next run that was not handed out.
    cursor: u64,
    /// Runs to do again.
    again: VecDeque<Flight>,
    links: BTreeMap<u64, Link>,
    sender: Sender<Event>,
    next_link: u64,
    false_starts: u32,
    progress: Progress,
    simulation_s: f64,
    /// Results that are not on the disk yet.
    unsaved: Vec<Record>,
}

impl Session<'_> {
    /// Returns whether it was interrupted.
    fn go_on(
        &mut self,
        events: &Receiver<Event>,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<bool, ConductError> {
        loop {
            if self.conductor.interrupt.is_requested() {
                return Ok(true);
            }
            // Workers go on before results are saved: the disk may take longer than a run.
            self.hand_out()?;
            self.save()?;
            report(&self.progress);
            if self.is_done() {
                return Ok(false);
            }
            self.staff()?;
            match events.recv_timeout(POLL) {
                Ok(event) => self.hear(event)?,
                // The session itself can send, so the channel stays open.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            for event in events.try_iter() {
                self.hear(event)?;
            }
            self.give_up_late_runs();
        }
    }

    fn is_done(&self) -> bool {
        let is_idle = self.links.values().all(|link| link.flights.is_empty());
        self.cursor >= self.runs.len() && self.again.is_empty() && is_idle
    }

    /// Starts workers where one is missing.
    fn staff(&mut self) -> Result<(), ConductError> {
        while self.links.len() < self.conductor.pool.processes {
            let link = Link::start(self.next_link, &self.conductor.pool, &self.sender)?;
            self.links.insert(self.next_link, link);
            self.next_link += 1;
        }
        Ok(())
    }

    fn hear(&mut self, event: Event) -> Result<(), ConductError> {
        match event {
            Event::Prepared { configuration, scene } => {
                self.prepared.insert(configuration, scene.map(Arc::new));
                Ok(())
            }
            Event::Said { link, line } => self.hear_line(link, &line),
            Event::Ended { link } => {
                let Some(mut link) = self.links.remove(&link) else { return Ok(()) };
                let why = link.cause_of_end();
                if link.capacity.is_none() {
                    self.false_starts += 1;
                    if self.false_starts >= FALSE_STARTS_MAX {
                        return Err(ConductError::Worker(why));
                    }
                } else if !link.flights.is_empty() {
                    self.progress.deaths += 1;
                }
                self.count_workers();
                for (_, flight) in std::mem::take(&mut link.flights) {
                    self.lost(flight, &why)?;
                }
                Ok(())
            }
        }
    }

    fn hear_line(&mut self, id: u64, line: &str) -> Result<(), ConductError> {
        let Some(link) = self.links.get_mut(&id) else { return Ok(()) };
        if link.capacity.is_none() {
            match serde_json::from_str(line) {
                Ok(Hello::Ready { workers, queue }) => {
                    link.capacity = Some(workers.max(1));
                    link.queue = queue;
                    self.false_starts = 0;
                    self.count_workers();
                }
                Ok(Hello::Failure(why)) => return Err(ConductError::Worker(why)),
                Err(_) => return Err(ConductError::Worker(format!("it began with {line:?}"))),
            }
            return Ok(());
        }
        let answer: Result<Answer, _> = serde_json::from_str(line);
        let Ok(Answer { run, result }) = answer else {
            // A process that does not follow the protocol is not a worker.
            link.kill(&format!("it wrote {line:?}"));
            return Ok(());
        };
        let Some(flight) = link.flights.remove(&run) else { return Ok(()) };
        match result {
            Finished::Lost(why) => {
                self.progress.deaths += 1;
                self.lost(flight, &why)
            }
            Finished::Failed(error) => {
                self.failed(flight, error);
                Ok(())
            }
            done @ Finished::Done { .. } => self.ended(flight, done),
        }
    }

    fn count_workers(&mut self) {
        let now: usize = self.links.values().filter_map(|link| link.capacity).sum();
        // While one is replaced, its place counts.
        self.progress.workers = self.progress.workers.max(now);
    }

    fn give_up_late_runs(&mut self) {
        let now = Instant::now();
        for link in self.links.values_mut() {
            link.give_up_late_runs(now);
        }
    }

    /// Keeps the result of a run, which the next `save` brings to the disk.
    fn keep(&mut self, record: Record) {
        match record.outcome {
            Outcome::Success => {}
            Outcome::Failure => self.progress.failures += 1,
            Outcome::Error => self.progress.errors += 1,
        }
        self.unsaved.push(record);
    }

    fn save(&mut self) -> Result<(), StoreError> {
        let records = std::mem::take(&mut self.unsaved);
        self.store.add(&records)?;
        self.progress.done += records.len() as u64;
        self.progress.done_now += records.len() as u64;
        Ok(())
    }
}
