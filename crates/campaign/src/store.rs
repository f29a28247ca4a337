//! The folder of a campaign: what it does, and the results of the runs that are done, one a line in the order in which
//! they ended. A campaign that was interrupted goes on from there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use morse::ParameterValue;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use xxhash_rust::xxh3::xxh3_64;

use crate::plan::{Plan, Runs};

/// What the campaign is.
const IDENTITY: &str = "campaign.json";
/// The results.
const RESULTS: &str = "runs.jsonl";
/// Held while a campaign runs.
const LOCK: &str = "campaign.lock";
/// The folder of recordings.
const RECORDINGS: &str = "recordings";
/// What may change in the plan of a campaign that goes on: nothing of it changes a result.
const MAY_CHANGE: [&str; 3] = ["attempts", "record", "timeout_s"];

/// Why the folder of a campaign cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file that cannot be read or written.
    #[error("cannot {action} {}: {error}{}", path.display(), help(error))]
    File {
        /// `read`, `write` or `lock`.
        action: &'static str,
        /// Which.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// Another process works on the campaign.
    #[error("{} is in use by another `morse campaign`", .0.display())]
    InUse(PathBuf),
    /// The campaign that was begun is another one.
    #[error(
        "{} holds a campaign that was begun otherwise: {changed}. Go on with what was begun, begin again with \
         --restart, or choose another folder with --output",
        path.display()
    )]
    Changed {
        /// The folder.
        path: PathBuf,
        /// What differs.
        changed: String,
    },
    /// A file of the campaign is damaged.
    #[error("{}: {problem}; begin again with --restart", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// How.
        problem: String,
    },
    /// There is no campaign.
    #[error("{} holds no campaign: `morse campaign plan.toml --output {}` makes one", .0.display(), .0.display())]
    None(PathBuf),
}

/// What to do about an error of the disk.
fn help(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge | io::ErrorKind::QuotaExceeded => {
            ". Make room, then start the same command again: it goes on with the runs that are not done"
        }
        _ => "",
    }
}

/// How a run ended, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It ended as the plan calls a success.
    Success,
    /// It ended otherwise.
    Failure,
    /// It could not be done.
    Error,
}

impl Outcome {
    /// The word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Error => "error",
        }
    }
}

/// The result of a run: a row of the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Number of the run.
    pub run: u64,
    /// The scene.
    pub scene: String,
    /// The seed of its simulation.
    pub seed: u64,
    /// The values of the parameters.
    pub parameters: BTreeMap<String, ParameterValue>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it ended; nothing if it could not be done.
    pub stop: Option<String>,
    /// Why it could not be done.
    pub error: Option<String>,
    /// How often it was begun.
    pub attempts: u32,
    /// Ticks that were made.
    pub ticks: Option<u64>,
    /// Simulated time. [s]
    pub simulated_s: Option<f64>,
    /// Wall time before the first tick. [s]
    pub load_s: Option<f64>,
    /// Wall time of the ticks. [s]
    pub wall_s: Option<f64>,
    /// Hash of the state in the end.
    pub digest: Option<String>,
    /// Its recording, relative to the folder.
    pub recording: Option<String>,
    /// The metrics.
    pub metrics: BTreeMap<String, f64>,
}

/// What a campaign is: a campaign that goes on must be the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Identity {
    /// Version of this program.
    version: String,
    /// The plan.
    plan: Json,
    /// Hashes of the scene files.
    scenes: BTreeMap<String, String>,
}

impl Identity {
    fn of(plan: &Plan) -> Result<Self, StoreError> {
        let mut scenes = BTreeMap::new();
        for scene in &plan.scenes {
            let content = fs::read(scene).map_err(failure("read", scene))?;
            scenes.insert(scene.display().to_string(), format!("{:016x}", xxh3_64(&content)));
        }
        let plan = serde_json::to_value(plan).unwrap_or_default();
        Ok(Self { version: env!("CARGO_PKG_VERSION").to_owned(), plan, scenes })
    }

    /// What of the campaign that was begun differs from this one.
    fn changes(&self, begun: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        if self.version != begun.version {
            changes.push(format!("by version {} (this is {})", begun.version, self.version));
        }
        let empty = serde_json::Map::new();
        let (new, old) = (self.plan.as_object().unwrap_or(&empty), begun.plan.as_object().unwrap_or(&empty));
        let keys: BTreeSet<&String> = new.keys().chain(old.keys()).collect();
        let differs =
            |key: &&&String| new.get(**key) != old.get(**key) && !MAY_CHANGE.contains(&key.as_str());
        changes.extend(keys.iter().filter(differs).map(|key| format!("`{key}` of the plan differs")));
        let same_scenes = self.plan.get("scenes") == begun.plan.get("scenes");
        let edited = self
            .scenes
            .iter()
            .filter(|(scene, hash)| begun.scenes.get(*scene).is_some_and(|old| old != *hash));
        changes.extend(edited.filter(|_| same_scenes).map(|(scene, _)| format!("{scene} was edited")));
        changes
    }
}

fn failure(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.to_owned();
    move |error| StoreError::File { action, path, error }
}

/// The folder of a campaign that runs.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    results: File,
    done: BTreeSet<u64>,
    /// Held as long as this is there.
    _lock: File,
}

impl Store {
    /// Opens the folder of a campaign, which is made if it is not there, and finds which runs are done. With
    /// `restart`, nothing is.
    ///
    /// # Errors
    /// When another process uses it, when it holds another campaign, or when the disk refuses.
    pub fn open(folder: &Path, plan: &Plan, restart: bool) -> Result<Self, StoreError> {
        fs::create_dir_all(folder).map_err(failure("write", folder))?;
        let lock_path = folder.join(LOCK);
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&lock_path);
        let lock = lock.map_err(failure("write", &lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(folder.to_owned())),
            // A file system without locks, as some networks have: nobody keeps two apart there.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failure("lock", &lock_path)(error)),
        }
        let identity_path = folder.join(IDENTITY);
        let identity = Identity::of(plan)?;
        if !restart && identity_path.exists() {
            let begun: Identity = read_json(&identity_path)?;
            let changes = identity.changes(&begun);
            if !changes.is_empty() {
                return Err(StoreError::Changed { path: folder.to_owned(), changed: changes.join(", ") });
            }
        }
        let results_path = folder.join(RESULTS);
        let results =
            OpenOptions::new().create(true).truncate(restart).read(true).write(true).open(&results_path);
        let mut results = results.map_err(failure("write", &results_path))?;
        let text = serde_json::to_vec_pretty(&identity).unwrap_or_default();
        write_whole(&identity_path, |file| file.write_all(&text))?;
        let (records, end) = read_records(&mut results, &results_path)?;
        // The last line of a campaign that was killed may be torn.
        results.set_len(end).map_err(failure("write", &results_path))?;
        results.seek(SeekFrom::Start(end)).map_err(failure("write", &results_path))?;
        let runs = Runs::of(plan).len();
        let done = records.iter().map(|record| record.run).filter(|&run| run < runs).collect();
        Ok(Self { folder: folder.to_owned(), results, done, _lock: lock })
    }

    /// The runs that are done.
    #[must_use]
    pub fn done(&self) -> &BTreeSet<u64> {
        &self.done
    }

    /// Keeps results of runs. They are on the disk when this returns.
    ///
    /// # Errors
    /// When the disk refuses. The file then ends before these results.
    pub fn add(&mut self, records: &[Record]) -> Result<(), StoreError> {
        if records.is_empty() {
            return Ok(());
        }
        let path = self.folder.join(RESULTS);
        let mut lines = Vec::new();
        for record in records {
            serde_json::to_writer(&mut lines, record)
                .map_err(|error| failure("write", &path)(error.into()))?;
            lines.push(b'\n');
        }
        let begin = self.results.stream_position().map_err(failure("write", &path))?;
        if let Err(error) = self.results.write_all(&lines).and_then(|()| self.results.sync_data()) {
            // What was written is taken back; if that fails too, the last line is torn and not read again.
            let _ = self.results.set_len(begin);
            return Err(failure("write", &path)(error));
        }
        self.done.extend(records.iter().map(|record| record.run));
        Ok(())
    }

    /// The file for the recording of a run, whose folder is made, and its name in the table.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn recording(&self, run: u64) -> Result<(PathBuf, String), StoreError> {
        let folder = self.folder.join(RECORDINGS);
        fs::create_dir_all(&folder).map_err(failure("write", &folder))?;
        let name = format!("run-{run:06}.mcap");
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        Ok((folder.join(&name), format!("{RECORDINGS}/{name}")))
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The plan of a campaign and its results, in the order of the runs.
    ///
    /// # Errors
    /// When there is no campaign, or its files cannot be read.
    pub fn read(folder: &Path) -> Result<(Plan, Vec<Record>), StoreError> {
        let identity_path = folder.join(IDENTITY);
        if !identity_path.is_file() {
            return Err(StoreError::None(folder.to_owned()));
        }
        let identity: Identity = read_json(&identity_path)?;
        let plan = serde_json::from_value(identity.plan).map_err(|error| damaged(&identity_path, &error))?;
        let results_path = folder.join(RESULTS);
        let mut results = File::open(&results_path).map_err(failure("read", &results_path))?;
        let (mut records, _) = read_records(&mut results, &results_path)?;
        records.sort_by_key(|record| record.run);
        records.dedup_by_key(|record| record.run);
        Ok((plan, records))
    }
}

fn damaged(path: &Path, problem: &dyn std::fmt::Display) -> StoreError {
    StoreError::Damaged { path: path.to_owned(), problem: problem.to_string() }
}

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, StoreError> {
    let text = fs::read(path).map_err(failure("read", path))?;
    serde_json::from_slice(&text).map_err(|error| damaged(path, &error))
}

/// The results of a file, and where the last whole line ends.
fn read_records(file: &mut File, path: &Path) -> Result<(Vec<Record>, u64), StoreError> {
    let mut text = Vec::new();
    file.read_to_end(&mut text).map_err(failure("read", path))?;
    let (mut records, mut end) = (Vec::new(), 0);
    for (number, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if line.last() != Some(&b'\n') {
            break;
        }
        end += line.len();
        let record = serde_json::from_slice(line);
        records.push(record.map_err(|error| damaged(path, &format!("line {}: {error}", number + 1)))?);
    }
    Ok((records, end as u64))
}

/// Writes a file that is there complete or not at all.
///
/// # Errors
/// When the disk refuses.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), StoreError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let written = || -> io::Result<()> {
        let mut fresh = tempfile::Builder::new().prefix(".writing-").tempfile_in(folder)?;
        write(fresh.as_file_mut())?;
        fresh.as_file_mut().sync_data()?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // Temporary files are for their user alone; this one is a result.
            fresh.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
        }
        fresh.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    written().map_err(failure("write", path))
}

#[cfg(test)]
mod tests;
