//! The bytes of a file, read where they are needed: in memory, on the disk, or in compressed frames.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use flate2::read::GzDecoder;

use crate::formats::blend::frames::Frames;
use crate::formats::blend::read_at::{ReadAt, check_size};
use crate::limits::FILE_BYTES_MAX;
use crate::paths::open_file;
use crate::{AssetError, ReadError};

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Bytes that a [`Window`] reads at once.
pub(super) const WINDOW_BYTES: usize = 1 << 16;

/// The bytes of a file after decompression.
pub(super) enum Source<'a> {
    /// All of them.
    Memory(Cow<'a, [u8]>),
    /// A file that is not compressed.
    Disk(DiskFile),
    /// A file of frames that are unpacked one by one.
    Frames(Frames<Packed<'a>>),
}

/// A file on the disk.
pub(super) struct DiskFile {
    file: RefCell<File>,
    length: u64,
}

/// Bytes that are stored in memory or on the disk.
pub(super) enum Packed<'a> {
    Memory(&'a [u8]),
    Disk(DiskFile),
}

impl ReadAt for DiskFile {
    fn length(&self) -> u64 {
        self.length
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let mut file = self.file.borrow_mut();
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }
}

impl ReadAt for [u8] {
    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).ok();
        let found = start.and_then(|start| self.get(start..start.checked_add(buffer.len())?));
        buffer.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

impl ReadAt for Packed<'_> {
    fn length(&self) -> u64 {
        match self {
            Packed::Memory(bytes) => bytes.length(),
            Packed::Disk(file) => file.length(),
        }
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        match self {
            Packed::Memory(bytes) => bytes.read_at(offset, buffer),
            Packed::Disk(file) => file.read_at(offset, buffer),
        }
    }
}

impl ReadAt for Source<'_> {
    fn length(&self) -> u64 {
        match self {
            Source::Memory(bytes) => bytes.length(),
            Source::Disk(file) => file.length(),
            Source::Frames(frames) => frames.length(),
        }
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        match self {
            Source::Memory(bytes) => bytes.read_at(offset, buffer),
            Source::Disk(file) => file.read_at(offset, buffer),
            Source::Frames(frames) => frames.read_at(offset, buffer),
        }
    }
}

impl<'a> Source<'a> {
    /// A file in memory, compressed or not: with gzip up to Blender 2.93, with Zstandard since 3.0.
    ///
    /// # Errors
    /// If it cannot be unpacked, or is larger than the limit.
    pub(super) fn of_bytes(bytes: &'a [u8]) -> Result<Source<'a>, ReadError> {
        if bytes.starts_with(&ZSTD) {
            return match Frames::find(Packed::Memory(bytes))? {
                Ok(frames) => Ok(Source::Frames(frames)),
                Err(_) => unpacked(|| zstd::stream::read::Decoder::with_buffer(bytes)),
            };
        }
        if bytes.starts_with(&GZIP) {
            return unpacked(|| Ok(GzDecoder::new(bytes)));
        }
        Ok(Source::Memory(Cow::Borrowed(bytes)))
    }

    /// A file on the disk, compressed or not.
    ///
    /// # Errors
    /// As [`of_bytes`](Self::of_bytes), or if the operating system refuses access.
    pub(super) fn open(path: &Path) -> Result<Source<'static>, AssetError> {
        let (file, length) = open_file(path)?;
        let disk = DiskFile { file: RefCell::new(file), length };
        let mut magic = [0; ZSTD.len()];
        let magic = if disk.read_at(0, &mut magic).is_ok() { magic } else { [0; ZSTD.len()] };
        let source = Source::of_file(disk, magic);
        source.map_err(|error| AssetError::Damaged { path: path.to_path_buf(), error })
    }

    fn of_file(disk: DiskFile, magic: [u8; 4]) -> Result<Source<'static>, ReadError> {
        let from_start = |disk: DiskFile| {
            let mut file = disk.file.into_inner();
            file.seek(SeekFrom::Start(0)).map(|_| BufReader::with_capacity(WINDOW_BYTES, file))
        };
        if magic == ZSTD {
            return match Frames::find(Packed::Disk(disk))? {
                Ok(frames) => Ok(Source::Frames(frames)),
                Err(Packed::Disk(disk)) => {
                    unpacked(|| zstd::stream::read::Decoder::with_buffer(from_start(disk)?))
                }
                Err(Packed::Memory(bytes)) => unpacked(|| zstd::stream::read::Decoder::with_buffer(bytes)),
            };
        }
        if magic.starts_with(&GZIP) {
            return unpacked(|| from_start(disk).map(flate2::bufread::GzDecoder::new));
        }
        Ok(Source::Disk(disk))
    }

    /// Bytes that are in memory.
    pub(super) fn in_memory(&self, offset: u64, length: usize) -> Option<&[u8]> {
        let Source::Memory(bytes) = self else { return None };
        let start = usize::try_from(offset).ok()?;
        bytes.get(start..start.checked_add(length)?)
    }
}

/// The whole of a compressed stream.
fn unpacked<R: Read>(decoder: impl FnOnce() -> io::Result<R>) -> Result<Source<'static>, ReadError> {
    let mut plain = Vec::new();
    let taken = decoder().and_then(|decoder| decoder.take(FILE_BYTES_MAX + 1).read_to_end(&mut plain));
    taken.map_err(|error| damaged(plain.len() as u64, &error))?;
    check_size(plain.len() as u64)?;
    Ok(Source::Memory(Cow::Owned(plain)))
}

/// The error of compressed data that cannot be unpacked.
pub(super) fn damaged(unpacked: u64, error: &io::Error) -> ReadError {
    ReadError::new(
        format!("compressed data, after {unpacked} bytes unpacked"),
        error.to_string(),
        "the file is damaged or cut short: copy it again",
    )
}

/// The bytes around the place that was read last. Reading onwards from it is fast.
#[derive(Clone, Default)]
pub(super) struct Window {
    start: u64,
    bytes: Vec<u8>,
}

impl Window {
    /// The `length` bytes at an offset. If they are not in the window yet, it moves there and reads `ahead` bytes, but not
    /// beyond `end`; the flag is true then.
    ///
    /// # Errors
    /// If the bytes cannot be read.
    pub(super) fn at(
        &mut self,
        source: &dyn ReadAt,
        offset: u64,
        length: usize,
        ahead: usize,
        end: u64,
    ) -> io::Result<(&[u8], bool)> {
        let place = offset.checked_sub(self.start).and_then(|place| usize::try_from(place).ok());
        let known =
            place.filter(|place| place.checked_add(length).is_some_and(|end| end <= self.bytes.len()));
        if let Some(place) = known {
            return Ok((&self.bytes[place..place + length], false));
        }
        let left = usize::try_from(end.saturating_sub(offset)).unwrap_or(usize::MAX);
        if left < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.bytes.resize(ahead.max(length).min(left), 0);
        self.start = offset;
        if let Err(error) = source.read_at(offset, &mut self.bytes) {
            self.bytes.clear();
            return Err(error);
        }
        Ok((&self.bytes[..length], true))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    /// All bytes of a file in memory, which must equal those of the same file on the disk.
    fn whole(bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
        let read = |source: &Source<'_>| {
            let mut plain = vec![0; source.length() as usize];
            source.read_at(0, &mut plain).unwrap();
            plain
        };
        let plain = read(&Source::of_bytes(bytes)?);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.blend");
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(read(&Source::open(&path).unwrap()), plain);
        Ok(plain)
    }

    #[test]
    fn zstandard_is_unpacked_frame_by_frame() {
        let frame = zstd::encode_all(&[7; 1000][..], 3).unwrap();
        // A frame that readers skip, as the seek table at the end of Blender's files.
        let skipped = [&0x184d_2a5e_u32.to_le_bytes()[..], &4_u32.to_le_bytes(), b"seek"].concat();
        let packed = [frame.clone(), frame, skipped].concat();
        assert_eq!(whole(&packed).unwrap(), [7; 2000]);
        let error = whole(&packed[..10]).unwrap_err().to_string();
        assert!(error.contains("cut short"), "{error}");
    }

    #[test]
    fn compressed_files_are_unpacked_and_truncated_ones_are_reported() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&[7; 10_000]).unwrap();
        let packed = encoder.finish().unwrap();
        assert_eq!(whole(&packed).unwrap(), [7; 10_000]);
        let error = whole(&packed[..packed.len() / 2]).unwrap_err().to_string();
        assert!(error.contains("cut short"), "{error}");
    }
}
