//! Random access: where the chunks of a recording are, so that any moment of it can be read again.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use mcap::sans_io::linear_reader::{LinearReadEvent, LinearReader, LinearReaderOptions};
use morse::Document;

use crate::format::{METADATA, RunInfo, SCENE};
use crate::read::{
    Channel, Completeness, Item, READ_BYTES, RECORD_BYTES_MAX, ReadError, Schema, item, problem_text,
};

/// The first bytes of a file.
const MAGIC: [u8; 8] = *b"\x89MCAP0\r\n";
/// Bytes of a record before its content: opcode and length.
const RECORD_HEADER: usize = 9;
/// Opcodes of the records that matter here.
const OP_CHUNK: u8 = 0x06;
const OP_ATTACHMENT: u8 = 0x09;
const OP_METADATA: u8 = 0x0c;
const OP_DATA_END: u8 = 0x0f;

/// Where the record of a chunk is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ChunkPlace {
    offset: u64,
    length: usize,
    /// Simulated time of its first message. [ns]
    start_ns: u64,
}

/// A recording whose chunks can be read in any order. It holds their places, not their contents.
#[derive(Debug)]
pub struct IndexedRecording {
    path: PathBuf,
    file: File,
    /// Description of the run.
    pub info: RunInfo,
    /// Its scene.
    pub document: Document,
    /// Whether the file has its end.
    pub completeness: Completeness,
    chunks: Vec<ChunkPlace>,
    schemas: BTreeMap<u16, Schema>,
    channels: BTreeMap<u16, Channel>,
}

impl IndexedRecording {
    /// Finds the chunks of a file, without reading their contents.
    ///
    /// # Errors
    /// When the file cannot be read, is of a different format, or not a recording of this simulator.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let failure = |problem: String| ReadError { path: path.to_owned(), problem };
        let io = |error: std::io::Error| failure(error.to_string());
        let mut file = File::open(path).map_err(io)?;
        let size = file.metadata().map_err(io)?.len();
        let mut magic = [0; MAGIC.len()];
        if file.read_exact(&mut magic).is_err() || magic != MAGIC {
            return Err(failure("it is not an MCAP file".to_owned()));
        }
        let (mut info, mut document, mut chunks) = (None, None, Vec::new());
        let mut completeness = Completeness::BreaksOff;
        let mut offset = MAGIC.len() as u64;
        let mut header = [0; RECORD_HEADER];
        while offset + RECORD_HEADER as u64 <= size {
            file.seek(SeekFrom::Start(offset)).map_err(io)?;
            file.read_exact(&mut header).map_err(io)?;
            let (opcode, length) = (header[0], length_of(header));
            let end = (offset + RECORD_HEADER as u64).checked_add(length);
            // The last record may be half written.
            if end.is_none_or(|end| end > size) {
                break;
            }
            let length = usize::try_from(length).ok().filter(|&length| length <= RECORD_BYTES_MAX);
            let length = length.ok_or_else(|| failure("it is damaged: a record is too long".to_owned()))?;
            match opcode {
                OP_CHUNK => {
                    let mut start = [0; 8];
                    if length < start.len() {
                        return Err(failure("it is damaged: a chunk is too short".to_owned()));
                    }
                    file.read_exact(&mut start).map_err(io)?;
                    let length = RECORD_HEADER + length;
                    chunks.push(ChunkPlace { offset, length, start_ns: u64::from_le_bytes(start) });
                }
                OP_METADATA | OP_ATTACHMENT => {
                    let mut content = vec![0; length];
                    file.read_exact(&mut content).map_err(io)?;
                    let record = mcap::parse_record(opcode, &content);
                    let record = record.map_err(|error| failure(problem_text(&error)))?;
                    let (mut schemas, mut channels) = (BTreeMap::new(), BTreeMap::new());
                    match item(&record, &mut schemas, &mut channels).map_err(failure)? {
                        Some(Item::Metadata { name, entries }) if name == METADATA => {
                            info = Some(RunInfo::from_metadata(&entries).map_err(failure)?);
                        }
                        Some(Item::Attachment { name, data }) if name == SCENE => {
                            let text = std::str::from_utf8(data);
                            let text = text.map_err(|_| failure("its scene is not text".to_owned()))?;
                            let scene = Document::from_json(text);
                            document = Some(scene.map_err(|error| failure(format!("its scene: {error}")))?);
                        }
                        _ => {}
                    }
                }
                OP_DATA_END => {
                    completeness = Completeness::Complete;
                    break;
                }
                _ => {}
            }
            offset += (RECORD_HEADER + length) as u64;
        }
        let foreign = || failure("it is not a recording of MORSE: it lacks its metadata".to_owned());
        Ok(Self {
            path: path.to_owned(),
            file,
            info: info.ok_or_else(foreign)?,
            document: document.ok_or_else(|| failure("its scene is missing".to_owned()))?,
            completeness,
            chunks,
            schemas: BTreeMap::new(),
            channels: BTreeMap::new(),
        })
    }

    /// Number of chunks, which are in the order of time.
    #[must_use]
    pub fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// Simulated time of the first message of a chunk. [ns]
    #[must_use]
    pub fn chunk_start_ns(&self, chunk: usize) -> Option<u64> {
        self.chunks.get(chunk).map(|chunk| chunk.start_ns)
    }

    /// Calls `take` with each message of a chunk: its channel, simulated time in nanoseconds, its bytes. Channels are
    /// announced in the first chunk that uses them, so that all chunks have to be read once in their order.
    ///
    /// # Errors
    /// When the chunk cannot be read or is damaged, or `take` fails.
    pub fn read_chunk(
        &mut self,
        chunk: usize,
        mut take: impl FnMut(&Channel, u64, &[u8]) -> Result<(), String>,
    ) -> Result<(), ReadError> {
        let path = self.path.clone();
        let failure = |problem: String| ReadError { path: path.clone(), problem };
        let Some(place) = self.chunks.get(chunk).copied() else { return Ok(()) };
        self.file.seek(SeekFrom::Start(place.offset)).map_err(|error| failure(error.to_string()))?;
        let mut left = place.length;
        let options = LinearReaderOptions::default()
            .with_skip_start_magic(true)
            .with_skip_end_magic(true)
            .with_prevalidate_chunk_crcs(true)
            .with_record_length_limit(RECORD_BYTES_MAX);
        let mut reader = LinearReader::new_with_options(options);
        while let Some(event) = reader.next_event() {
            match event.map_err(|error| failure(problem_text(&error)))? {
                LinearReadEvent::ReadRequest(_) => {
                    let wanted = left.min(READ_BYTES);
                    let read = self.file.read(reader.insert(wanted));
                    let read = read.map_err(|error| failure(error.to_string()))?;
                    reader.notify_read(read);
                    left -= read;
                }
                LinearReadEvent::Record { data, opcode } => {
                    let record =
                        mcap::parse_record(opcode, data).map_err(|error| failure(problem_text(&error)))?;
                    let found = item(&record, &mut self.schemas, &mut self.channels).map_err(failure)?;
                    if let Some(Item::Message { channel, time_ns, data }) = found {
                        take(channel, time_ns, data).map_err(failure)?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn length_of(header: [u8; RECORD_HEADER]) -> u64 {
    let [_, length @ ..] = header;
    u64::from_le_bytes(length)
}
