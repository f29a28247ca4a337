//! The folder of a campaign: its identity, and the results of finished runs, one a line in the order of their
//! ends. An interrupted campaign continues from there.

mod error;
mod identity;
mod record;

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::plan::{Plan, Runs};
pub use error::StoreError;
use error::{damaged, failure};
use identity::Identity;
pub use record::{Outcome, Record};

/// File with the identity of the campaign.
const IDENTITY: &str = "campaign.json";
/// The results.
const RESULTS: &str = "runs.jsonl";
/// Held while a campaign runs.
const LOCK: &str = "campaign.lock";
/// The folder of recordings.
const RECORDINGS: &str = "recordings";
/// The folder of checkpoints of runs under way.
const CHECKPOINTS: &str = "checkpoints";

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
            // Some network file systems have no locks: two campaigns in one folder are not detected there.
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
        if restart {
            remove_folder(&folder.join(CHECKPOINTS))?;
        }
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
            // The partial line is removed. If that fails too, the last line is torn, and the reader skips it.
            let _ = self.results.set_len(begin);
            return Err(failure("write", &path)(error));
        }
        self.done.extend(records.iter().map(|record| record.run));
        records.iter().try_for_each(|record| remove_folder(&self.checkpoints(record.run)))
    }

    /// The folder for the checkpoints of a run. It is not made here, and removed when the result of the run is kept.
    #[must_use]
    pub fn checkpoints(&self, run: u64) -> PathBuf {
        let folder = std::path::absolute(&self.folder).unwrap_or_else(|_| self.folder.clone());
        folder.join(CHECKPOINTS).join(format!("run-{run:06}"))
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

fn remove_folder(folder: &Path) -> Result<(), StoreError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failure("remove", folder)(error)),
        _ => Ok(()),
    }
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
