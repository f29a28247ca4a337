//! Describes the scenes of configurations ahead of their runs, on threads of its own: scripts take longer to run than
//! documents to load, and every worker can use the document.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use morse::python::ScriptServer;
use morse::{LoadOptions, ParameterValue, Parameters, SceneFile, SceneSource};
use xxhash_rust::xxh3::xxh3_64;

use super::{Conductor, Event};
use crate::plan::{Configuration, Runs};
use crate::run::PreparedScene;

/// How many scenes are described at once.
const THREADS: usize = 2;

/// How many scenes are described ahead of the runs.
const AHEAD: usize = 8;

/// Describes scenes.
pub(super) struct Preparation {
    wanted: Sender<(usize, Configuration)>,
    configurations: Vec<Configuration>,
    runs_each: u64,
    /// The next configuration to describe.
    next: usize,
}

impl Preparation {
    pub(super) fn start(runs: &Runs, conductor: &Conductor<'_>, events: &Sender<Event>) -> io::Result<Self> {
        let (wanted, tasks) = mpsc::channel();
        let tasks = Arc::new(Mutex::new(tasks));
        for _ in 0..THREADS {
            let (tasks, events) = (Arc::clone(&tasks), events.clone());
            let describer = Describer {
                options: LoadOptions {
                    quiet: true,
                    interrupt: conductor.interrupt.clone(),
                    ..conductor.options.clone()
                },
                optional: conductor.plan.names_of_parameters(),
            };
            thread::Builder::new()
                .name("scene".to_owned())
                .spawn(move || describer.serve(&tasks, &events))?;
        }
        let configurations = runs.configurations().to_vec();
        let runs_each = runs.len() / configurations.len().max(1) as u64;
        Ok(Self { wanted, configurations, runs_each, next: 0 })
    }

    /// Asks for the scenes of the next runs from `cursor` on that are not done.
    pub(super) fn ask(&mut self, cursor: u64, done: &BTreeSet<u64>) {
        let current = usize::try_from(cursor / self.runs_each.max(1)).unwrap_or(usize::MAX);
        self.next = self.next.max(current);
        while self.next < self.configurations.len() && self.next < current + AHEAD {
            let first = self.next as u64 * self.runs_each;
            let is_done = done.range(first..first + self.runs_each).count() as u64 == self.runs_each;
            if !is_done {
                let task = (self.next, self.configurations[self.next].clone());
                // The threads listen as long as this end of the channel is there.
                let _ = self.wanted.send(task);
            }
            self.next += 1;
        }
    }
}

/// Describes scenes on a thread.
struct Describer {
    options: LoadOptions,
    /// Parameters that scripts need not ask for.
    optional: BTreeSet<String>,
}

impl Describer {
    fn serve(&self, tasks: &Mutex<Receiver<(usize, Configuration)>>, events: &Sender<Event>) {
        // The same scripts are run again and again, with other parameters.
        let mut server = ScriptServer::default();
        loop {
            let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((configuration, Configuration { scene, parameters })) = task else { return };
            let scene = self.describe(&scene, parameters, &mut server);
            if events.send(Event::Prepared { configuration, scene }).is_err() {
                return;
            }
        }
    }

    fn describe(
        &self,
        scene: &Path,
        parameters: BTreeMap<String, ParameterValue>,
        server: &mut ScriptServer,
    ) -> Result<PreparedScene, String> {
        let optional = self.optional.clone();
        let options =
            LoadOptions { parameters: Parameters { given: parameters, optional }, ..self.options.clone() };
        let mut load = || {
            let file = SceneFile::at(scene, &[])?;
            let source = SceneSource::read_by(server, &file, &options)?;
            Ok::<_, morse::LoadError>((file, source))
        };
        let (file, source) = load().map_err(|error| error.diagnostic().to_string())?;
        let document = serde_json::to_string(&source.document).map_err(|error| error.to_string())?;
        let key = xxh3_64(document.as_bytes());
        let path = std::path::absolute(&file.path).unwrap_or(file.path);
        Ok(PreparedScene {
            key,
            path,
            python_path: source.python_path,
            is_trusted: file.is_trusted,
            document,
        })
    }
}
