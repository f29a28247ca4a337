//! Pictures of a stream in a file of shared memory: a ring of frames that readers on the same machine map.
//!
//! The file begins with [`HEADER`] bytes: [`MAGIC`], and then the number of the newest frame. Each frame begins with
//! [`FRAME_HEADER`] bytes: its number, or 0 while it is written. All numbers are little-endian, 64 bits. A reader checks the number
//! of the frame after its copy: if it has changed, the picture is torn. The simulator locks the file as long as it writes. A file
//! without a lock belongs to a process that has ended, and is removed when the next stream begins.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::log;

/// Folder of the files. It is in memory on Linux.
const FOLDER: &str = "/dev/shm";
/// Beginning of the names; the identifier of the process and a number follow.
const PREFIX: &str = "morse-frames-";
/// First bytes of a file, with the version of the layout.
const MAGIC: [u8; 8] = *b"MORSEF01";
/// Size of the header of the file, and of the header of a frame. [bytes]
const HEADER: u64 = 64;
const FRAME_HEADER: u64 = 64;
/// Number of frames: a reader has the time of three pictures for its copy.
const FRAMES: u64 = 4;

/// The number of the next file of this process.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// The place of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) file: PathBuf,
    /// Offset of the header of the frame. [bytes]
    pub(super) offset: u64,
    /// Size of the picture, which follows the header of the frame. [bytes]
    pub(super) size: usize,
    pub(super) number: u64,
}

/// The ring of frames of one stream. Its file is removed with it.
#[derive(Debug)]
pub(super) struct Frames {
    folder: PathBuf,
    open: Option<OpenFile>,
    /// Number of the newest frame.
    number: u64,
    /// Whether the last write failed.
    has_failed: bool,
}

#[derive(Debug)]
struct OpenFile {
    path: PathBuf,
    file: File,
    /// Greatest size of a picture. [bytes]
    room: usize,
}

impl Default for Frames {
    fn default() -> Self {
        Self::in_folder(Path::new(FOLDER))
    }
}

impl Frames {
    /// A ring whose file will be in a folder. Files that ended processes left there are removed.
    fn in_folder(folder: &Path) -> Self {
        remove_old(folder);
        Self { folder: folder.to_owned(), open: None, number: 0, has_failed: false }
    }

    /// Writes a picture to the next frame. A larger picture than all before begins another file. The log reports the first
    /// of several failures.
    ///
    /// # Errors
    /// Those of the system, for example a full memory; the message names the file.
    pub(super) fn write(&mut self, picture: &[u8]) -> Result<Place, String> {
        let written = self.write_frame(picture);
        if let Err(problem) = &written
            && !self.has_failed
        {
            tracing::warn!(target: log::STREAMS, "A picture cannot be written to shared memory: {problem}");
        }
        self.has_failed = written.is_err();
        written
    }

    fn write_frame(&mut self, picture: &[u8]) -> Result<Place, String> {
        if self.open.as_ref().is_none_or(|open| open.room < picture.len()) {
            self.open = None;
            self.open = Some(OpenFile::new(&self.folder, picture.len())?);
        }
        let Some(open) = &mut self.open else {
            return Err("the file of the pictures is not open".to_owned());
        };
        self.number += 1;
        let frame = FRAME_HEADER + (open.room as u64).next_multiple_of(FRAME_HEADER);
        let offset = HEADER + self.number % FRAMES * frame;
        let number = self.number.to_le_bytes();
        let mut write = || {
            write_at(&mut open.file, offset, &[0; 8])?;
            write_at(&mut open.file, offset + FRAME_HEADER, picture)?;
            write_at(&mut open.file, offset, &number)?;
            write_at(&mut open.file, 8, &number)
        };
        write().map_err(|error| format!("{}: {error}", open.path.display()))?;
        Ok(Place { file: open.path.clone(), offset, size: picture.len(), number: self.number })
    }
}

impl OpenFile {
    fn new(folder: &Path, room: usize) -> Result<Self, String> {
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{PREFIX}{}-{number}", std::process::id()));
            match Self::at(&path, room) {
                Ok(file) => return Ok(Self { path, file, room }),
                // Of a process in another container.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(format!("{}: {error}", path.display())),
            }
        }
    }

    fn at(path: &Path, room: usize) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            // Other users cannot read it.
            options.mode(0o600);
        }
        let mut file = options.open(path)?;
        file.try_lock()?;
        let frame = FRAME_HEADER + (room as u64).next_multiple_of(FRAME_HEADER);
        file.set_len(HEADER + FRAMES * frame)?;
        write_at(&mut file, 0, &MAGIC)?;
        Ok(file)
    }
}

fn write_at(file: &mut File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        // Readers that have mapped it keep it until they end.
        drop(std::fs::remove_file(&self.path));
    }
}

/// Removes the files that no process locks.
fn remove_old(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        if is_ours && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            drop(std::fs::remove_file(entry.path()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that is removed at the end of a test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("morse-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            drop(std::fs::remove_dir_all(&self.0));
        }
    }

    fn read(place: &Place) -> (u64, Vec<u8>) {
        let bytes = std::fs::read(&place.file).unwrap();
        let frame = &bytes[place.offset as usize..];
        let number = u64::from_le_bytes(frame[..8].try_into().unwrap());
        (number, frame[FRAME_HEADER as usize..][..place.size].to_vec())
    }

    #[test]
    fn pictures_are_kept_until_the_ring_is_full_and_larger_ones_begin_another_file() {
        let folder = Folder::new("frames");
        let mut frames = Frames::in_folder(&folder.0);
        let places: Vec<_> = (1..=5).map(|part| frames.write(&[part; 100]).unwrap()).collect();
        for (place, part) in places.iter().zip(1..).skip(1) {
            assert_eq!(read(place), (u64::from(part), vec![part; 100]));
        }
        assert_eq!(read(&places[0]).0, 5);
        assert_eq!(&std::fs::read(&places[0].file).unwrap()[..8], b"MORSEF01");
        let larger = frames.write(&[9; 1000]).unwrap();
        assert_eq!(read(&larger), (6, vec![9; 1000]));
        assert!(!places[0].file.exists());
        let smaller = frames.write(&[3; 10]).unwrap();
        assert_eq!((&smaller.file, read(&smaller)), (&larger.file, (7, vec![3; 10])));
        drop(frames);
        assert!(!larger.file.exists());
    }

    #[test]
    fn files_of_ended_processes_are_removed_and_those_in_use_stay() {
        let folder = Folder::new("old-frames");
        let mut frames = Frames::in_folder(&folder.0);
        let used = frames.write(&[1]).unwrap().file;
        let [ended, unrelated] =
            [format!("{PREFIX}4194999-0"), "other".to_owned()].map(|name| folder.0.join(name));
        for path in [&ended, &unrelated] {
            std::fs::write(path, b"").unwrap();
        }
        drop(Frames::in_folder(&folder.0));
        assert_eq!([ended, used, unrelated].map(|path| path.exists()), [false, true, true]);
    }

    #[test]
    fn missing_folder_is_an_error_with_the_name_of_the_file() {
        let problem = Frames::in_folder(Path::new("/nowhere")).write(&[1]).unwrap_err();
        assert!(problem.starts_with("/nowhere/morse-frames-"), "{problem}");
    }
}
