//! Files that Blender 3.0 and later compress with Zstandard: frames of about a mebibyte, and a table of them at the end.
//!
//! The table has the [seekable format](https://github.com/facebook/zstd/blob/dev/contrib/seekable_format/zstd_seekable_compression_format.md)
//! of Zstandard. It allows a frame to be unpacked alone.

use std::cell::RefCell;
use std::io;

use crate::ReadError;
use crate::formats::blend::bytes::u32_at;
use crate::formats::blend::read_at::{ReadAt, check_size};

/// The head of a frame that decoders skip, which the table is.
const TABLE_MAGIC: u32 = 0x184d_2a5e;
/// The last four bytes of the table.
const FOOTER_MAGIC: u32 = 0x8f92_eab1;
const HEAD_BYTES: u64 = 8;
const FOOTER_BYTES: u64 = 9;
/// Bit of the description: each entry ends with a checksum.
const HAS_CHECKSUMS: u8 = 1 << 7;
/// Size of an unpacked frame. Files with larger ones are unpacked as a whole.
const FRAME_BYTES_MAX: u32 = 1 << 24;
/// Unpacked frames that are kept: more than the number of arrays of a mesh that are read side by side.
const RECENT_MAX: usize = 8;

/// The bytes of a compressed file.
pub(super) struct Frames<P> {
    packed: P,
    frames: Vec<Frame>,
    /// Number of unpacked bytes.
    length: u64,
    /// The frames that were read last, the newest one at the end.
    recent: RefCell<Vec<(usize, Vec<u8>)>>,
}

/// One frame: its place in the file, and in the unpacked bytes.
struct Frame {
    packed_start: u64,
    packed_bytes: u32,
    start: u64,
    bytes: u32,
}

impl<P: ReadAt> Frames<P> {
    /// The frames of a compressed file, or the file itself if it has no valid table.
    ///
    /// # Errors
    /// If the file is larger than the limit when it is unpacked.
    pub(super) fn find(packed: P) -> Result<Result<Frames<P>, P>, ReadError> {
        let Some(frames) = table(&packed) else { return Ok(Err(packed)) };
        let length = frames.last().map_or(0, |last| last.start + u64::from(last.bytes));
        check_size(length)?;
        Ok(Ok(Frames { packed, frames, length, recent: RefCell::new(Vec::new()) }))
    }

    fn unpack(&self, place: usize) -> io::Result<Vec<u8>> {
        let frame = &self.frames[place];
        let mut packed = vec![0; frame.packed_bytes as usize];
        self.packed.read_at(frame.packed_start, &mut packed)?;
        let plain = zstd::bulk::decompress(&packed, frame.bytes as usize)?;
        if plain.len() == frame.bytes as usize {
            Ok(plain)
        } else {
            Err(io::Error::other("a frame has another size than in the table of frames"))
        }
    }
}

impl<P: ReadAt> ReadAt for Frames<P> {
    fn length(&self) -> u64 {
        self.length
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let mut recent = self.recent.borrow_mut();
        let mut done = 0;
        while done < buffer.len() {
            let at = offset + done as u64;
            let place = self.frames.partition_point(|frame| frame.start + u64::from(frame.bytes) <= at);
            if place >= self.frames.len() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            match recent.iter().position(|(known, _)| *known == place) {
                Some(known) => recent[known..].rotate_left(1),
                None => {
                    let plain = self.unpack(place)?;
                    if recent.len() >= RECENT_MAX {
                        recent.remove(0);
                    }
                    recent.push((place, plain));
                }
            }
            let plain = recent.last().map_or(&[][..], |(_, plain)| plain);
            let start = (at - self.frames[place].start) as usize;
            let count = (plain.len() - start).min(buffer.len() - done);
            buffer[done..done + count].copy_from_slice(&plain[start..start + count]);
            done += count;
        }
        Ok(())
    }
}

/// The entries of the table; `None` if the file has no table, or one that does not describe the whole file.
fn table(packed: &impl ReadAt) -> Option<Vec<Frame>> {
    let mut footer = [0; FOOTER_BYTES as usize];
    let footer_start = packed.length().checked_sub(FOOTER_BYTES)?;
    packed.read_at(footer_start, &mut footer).ok()?;
    let count = u32_at(&footer, 0)?;
    if u32_at(&footer, 5)? != FOOTER_MAGIC {
        return None;
    }
    let entry_bytes: u64 = if footer[4] & HAS_CHECKSUMS == 0 { 8 } else { 12 };
    let body_bytes = u64::from(count) * entry_bytes;
    let table_start = footer_start.checked_sub(body_bytes + HEAD_BYTES)?;
    let mut body = vec![0; usize::try_from(HEAD_BYTES + body_bytes).ok()?];
    packed.read_at(table_start, &mut body).ok()?;
    let size = u64::from(u32_at(&body, 4)?);
    if u32_at(&body, 0)? != TABLE_MAGIC || size != body_bytes + FOOTER_BYTES {
        return None;
    }
    let (mut packed_start, mut start) = (0, 0);
    let entries = body.get(HEAD_BYTES as usize..)?.chunks_exact(entry_bytes as usize);
    let frames = entries.map(|entry| {
        let frame = Frame { packed_start, packed_bytes: u32_at(entry, 0)?, start, bytes: u32_at(entry, 4)? };
        packed_start += u64::from(frame.packed_bytes);
        start += u64::from(frame.bytes);
        (frame.bytes <= FRAME_BYTES_MAX).then_some(frame)
    });
    let frames: Vec<Frame> = frames.collect::<Option<_>>()?;
    (packed_start == table_start).then_some(frames)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A compressed file of frames of 100 bytes, with its table.
    fn packed(plain: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut entries = Vec::new();
        for part in plain.chunks(100) {
            let frame = zstd::bulk::compress(part, 1).unwrap();
            entries.extend((frame.len() as u32).to_le_bytes());
            entries.extend((part.len() as u32).to_le_bytes());
            file.extend(frame);
        }
        file.extend(TABLE_MAGIC.to_le_bytes());
        file.extend((entries.len() as u32 + 9).to_le_bytes());
        file.extend(&entries);
        file.extend((entries.len() as u32 / 8).to_le_bytes());
        file.push(0);
        file.extend(FOOTER_MAGIC.to_le_bytes());
        file
    }

    impl ReadAt for Vec<u8> {
        fn length(&self) -> u64 {
            self.len() as u64
        }

        fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
            self.as_slice().read_at(offset, buffer)
        }
    }

    #[test]
    fn bytes_of_several_frames_are_read_in_any_order() {
        let plain: Vec<u8> = (0..2050_u32).map(|number| ((number * number) >> 3) as u8).collect();
        let frames = Frames::find(packed(&plain)).unwrap().ok().unwrap();
        assert_eq!(frames.length(), 2050);
        for start in (0..2000).step_by(37).chain((0..2000).rev().step_by(211)) {
            let mut read = [0; 50];
            frames.read_at(start as u64, &mut read).unwrap();
            assert_eq!(read, plain[start..start + 50]);
        }
        assert!(frames.recent.borrow().len() <= RECENT_MAX);
        let mut whole = vec![0; 2050];
        frames.read_at(0, &mut whole).unwrap();
        assert_eq!(whole, plain);
        assert!(frames.read_at(2001, &mut [0; 50]).is_err());
    }

    #[test]
    fn table_that_does_not_describe_the_file_is_ignored() {
        let whole = packed(&[7; 333]);
        for (place, byte) in [(whole.len() - 1, 0), (whole.len() - 9, 5), (whole.len() - 25, 77)] {
            let mut changed = whole.clone();
            changed[place] = byte;
            assert!(Frames::find(changed).unwrap().is_err(), "{place}");
        }
        let zstd_alone = zstd::bulk::compress(&[7; 333], 1).unwrap();
        assert!(Frames::find(zstd_alone).unwrap().is_err());
    }

    #[test]
    fn damaged_frame_is_an_error() {
        let mut file = packed(&[7; 333]);
        file[5] ^= 0xff;
        let frames = Frames::find(file).unwrap().ok().unwrap();
        assert!(frames.read_at(0, &mut [0; 10]).is_err());
        frames.read_at(100, &mut [0; 10]).unwrap();
    }
}
