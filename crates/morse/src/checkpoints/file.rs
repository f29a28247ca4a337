//! Files of checkpoints: a first line with type and version, then a Zstandard frame with checksum that holds the
//! description of the run and its state.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use morse_scene::Document;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// First line of a file: its type and the version of its layout.
const HEADER: &[u8] = b"morse-checkpoint 2\n";
/// Ending of the names of complete files.
const ENDING: &str = "checkpoint";
/// Name of the file that is being written.
const UNFINISHED: &str = ".unfinished";
/// Level of compression: the fastest, because a state is written many times and read once.
const COMPRESSION: i32 = 1;
/// Version of the simulator.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Largest size of a description or a state, so that a damaged length cannot take all memory. [bytes]
const SIZE_MAX: u64 = 8 << 30;

/// Description of a run, without its state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CheckpointRun {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Time that clients saw at simulated time zero. [s]
    pub epoch_s: f64,
    /// The scene file.
    pub scene: PathBuf,
    /// Directory of the environment of the scene file, if it belongs to one.
    pub environment: Option<PathBuf>,
    /// The scene document.
    pub document: Document,
}

/// A run to resume. `R` is its description: a [`CheckpointRun`] for `morse run`.
#[derive(Debug, Clone, PartialEq)]
pub struct ResumedRun<R = CheckpointRun> {
    /// Its scene and seed.
    pub run: R,
    /// Simulated time of its state. [s]
    pub time_s: f64,
    /// Its state, for [`Simulation::restore`](crate::Simulation::restore).
    pub state: Vec<u8>,
}

/// Why checkpoints cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The simulation cannot be saved.
    #[error("no checkpoints: {0}")]
    NotSaved(String),
    /// A file or folder cannot be read or written.
    #[error("cannot {action} {}: {error}", path.display())]
    File {
        /// The failed action: `read` or `write to`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The folder holds no checkpoint.
    #[error("{} holds no checkpoint; `morse run --checkpoint {} SCENE` writes them", .0.display(), .0.display())]
    None(PathBuf),
    /// A file is not a checkpoint, or is damaged.
    #[error("{} is not a usable checkpoint: {reason}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// The problem.
        reason: String,
    },
}

/// The description in a file.
#[derive(Serialize, Deserialize)]
struct Description<R> {
    /// Version of the simulator.
    version: String,
    time_s: f64,
    run: R,
}

/// The version in a description.
#[derive(Deserialize)]
struct Version {
    version: String,
}

/// Whether a path has the name of a complete checkpoint.
pub(super) fn is_checkpoint(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == ENDING)
}

/// Checks that files can be made in a folder.
pub(super) fn check_writable(folder: &Path) -> io::Result<()> {
    let path = folder.join(UNFINISHED);
    File::create(&path)?;
    fs::remove_file(path)
}

/// Writes a checkpoint. The file gets its name when all of it is on the disk.
pub(super) fn write(
    folder: &Path,
    run: &impl Serialize,
    tick: u64,
    time_s: f64,
    state: &[u8],
) -> io::Result<PathBuf> {
    let unfinished = folder.join(UNFINISHED);
    let mut file = File::create(&unfinished)?;
    file.write_all(HEADER)?;
    let mut out = zstd::Encoder::new(file, COMPRESSION)?;
    out.include_checksum(true)?;
    let description = serde_json::to_vec(&Description { version: VERSION.to_owned(), time_s, run })?;
    for part in [&description, state] {
        out.write_all(&(part.len() as u64).to_le_bytes())?;
        out.write_all(part)?;
    }
    out.finish()?.sync_all()?;
    // Twenty digits hold every tick, so that the order of names is that of ticks.
    let path = folder.join(format!("{tick:020}.{ENDING}"));
    fs::rename(unfinished, &path)?;
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(path)
}

/// Reads a checkpoint.
pub(super) fn read<R: DeserializeOwned>(path: &Path) -> Result<ResumedRun<R>, CheckpointError> {
    let unusable = |reason: String| CheckpointError::Unusable { path: path.to_owned(), reason };
    let failed = |error: io::Error| CheckpointError::File { action: "read", path: path.to_owned(), error };
    let mut file = File::open(path).map_err(failed)?;
    let mut header = [0; HEADER.len()];
    if file.read_exact(&mut header).is_err() || header != HEADER {
        return Err(unusable("its first line is different".to_owned()));
    }
    let damaged = |error: io::Error| unusable(format!("it is damaged ({error})"));
    let mut input = zstd::Decoder::new(file).map_err(damaged)?;
    let description = read_part(&mut input).map_err(damaged)?;
    let state = read_part(&mut input).map_err(damaged)?;
    // Reading to the end compares the checksum.
    let rest = io::copy(&mut input, &mut io::sink()).map_err(damaged)?;
    if rest != 0 {
        return Err(unusable(format!("{rest} bytes remain at its end")));
    }
    let unreadable = |error: serde_json::Error| unusable(format!("its description cannot be read ({error})"));
    // The version comes first: another one may describe its runs differently.
    let Version { version } = serde_json::from_slice(&description).map_err(unreadable)?;
    if version != VERSION {
        let reason = format!("version {version} wrote it; this is version {VERSION}, which has other states");
        return Err(unusable(reason));
    }
    let Description { time_s, run, .. } =
        serde_json::from_slice::<Description<R>>(&description).map_err(unreadable)?;
    Ok(ResumedRun { run, time_s, state })
}

fn read_part(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut size = [0; 8];
    input.read_exact(&mut size)?;
    let size = u64::from_le_bytes(size);
    if size > SIZE_MAX {
        return Err(io::Error::other(format!("a part of {size} bytes")));
    }
    let mut part = Vec::new();
    let read = input.take(size).read_to_end(&mut part)?;
    if (read as u64) < size { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(part) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> CheckpointRun {
        CheckpointRun {
            seed: u64::MAX,
            epoch_s: 1.5e9 + 0.1,
            scene: PathBuf::from("scene.py"),
            environment: None,
            document: serde_json::from_str(r#"{"morse_scene": 1, "environment": {"file": "empty"}}"#)
                .unwrap(),
        }
    }

    #[test]
    fn read_checkpoint_equals_written_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), &run(), 7, 0.5, b"state").unwrap();
        let read = read::<CheckpointRun>(&path).unwrap();
        assert_eq!((read.run, read.time_s, &read.state[..]), (run(), 0.5, &b"state"[..]));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn truncated_or_changed_checkpoint_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let state: Vec<u8> = (0..2000_u32).flat_map(|number| (number * number).to_le_bytes()).collect();
        let path = write(folder.path(), &run(), 7, 0.5, &state).unwrap();
        let bytes = fs::read(&path).unwrap();
        for end in (0..bytes.len()).step_by(97) {
            fs::write(&path, &bytes[..end]).unwrap();
            assert!(
                matches!(read::<CheckpointRun>(&path), Err(CheckpointError::Unusable { .. })),
                "{end} bytes"
            );
        }
        for at in (0..bytes.len()).step_by(97) {
            let mut changed = bytes.clone();
            changed[at] ^= 0x40;
            fs::write(&path, &changed).unwrap();
            assert!(read::<CheckpointRun>(&path).is_err(), "byte {at}");
        }
    }

    #[test]
    fn checkpoint_of_another_version_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), &run(), 7, 0.5, b"state").unwrap();
        let bytes = fs::read(&path).unwrap();
        let plain = zstd::decode_all(&bytes[HEADER.len()..]).unwrap();
        let version = format!("\"version\":\"{VERSION}\"");
        let at = plain.windows(version.len()).position(|window| window == version.as_bytes()).unwrap();
        let mut old = plain;
        old[at + version.len() - 2] = b'x';
        let compressed = zstd::encode_all(&old[..], COMPRESSION).unwrap();
        fs::write(&path, [HEADER, &compressed].concat()).unwrap();
        let error = read::<CheckpointRun>(&path).unwrap_err().to_string();
        assert!(error.contains("x wrote it"), "{error}");
    }
}
