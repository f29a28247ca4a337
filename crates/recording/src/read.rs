//! Reading: the records of a recording one after the other, also of a file that a killed run left.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use mcap::McapError;
use mcap::records::Record;
use mcap::sans_io::linear_reader::{LinearReadEvent, LinearReader, LinearReaderOptions};

/// Longest record, and longest chunk before and after decompression. [bytes]
pub(crate) const RECORD_BYTES_MAX: usize = 1 << 29;
/// Bytes that are read at once.
pub(crate) const READ_BYTES: usize = 1 << 18;

/// A file that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}: {problem}", path.display())]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: String,
}

/// A channel of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Channel {
    /// Its topic.
    pub topic: String,
    /// Encoding of its messages: `cdr` or `json`.
    pub encoding: String,
    /// Name of the schema of its messages.
    pub schema: String,
}

/// What is read next.
#[derive(Debug)]
pub enum Item<'a> {
    /// A message.
    Message {
        /// Its channel.
        channel: &'a Channel,
        /// Simulated time. [ns]
        time_ns: u64,
        /// Its bytes.
        data: &'a [u8],
    },
    /// A metadata record.
    Metadata {
        /// Its name.
        name: String,
        /// Its entries.
        entries: BTreeMap<String, String>,
    },
    /// An attached file.
    Attachment {
        /// Its name.
        name: String,
        /// Its bytes.
        data: &'a [u8],
    },
}

/// Whether a file has its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// It was finished in good order.
    Complete,
    /// It breaks off, as that of a run that was killed.
    BreaksOff,
}

/// Calls `take` with each item of a file, from the first to the last.
///
/// # Errors
/// When the file cannot be opened, is of another format or damaged, or when `take` fails. A file that breaks off is no
/// error.
pub fn read(
    path: &Path,
    mut take: impl FnMut(Item<'_>) -> Result<(), String>,
) -> Result<Completeness, ReadError> {
    let failure = |problem: String| ReadError { path: path.to_owned(), problem };
    let mut file = File::open(path).map_err(|error| failure(error.to_string()))?;
    let options = LinearReaderOptions::default()
        .with_prevalidate_chunk_crcs(true)
        .with_record_length_limit(RECORD_BYTES_MAX);
    let mut reader = LinearReader::new_with_options(options);
    let (mut schemas, mut channels) = (BTreeMap::new(), BTreeMap::new());
    let mut has_begun = false;
    while let Some(event) = reader.next_event() {
        match event {
            Ok(LinearReadEvent::ReadRequest(_)) => {
                let read =
                    file.read(reader.insert(READ_BYTES)).map_err(|error| failure(error.to_string()))?;
                reader.notify_read(read);
            }
            Ok(LinearReadEvent::Record { data, opcode }) => {
                has_begun = true;
                let record = mcap::parse_record(opcode, data).map_err(|error| failure(told(&error)))?;
                if let Some(item) = item(&record, &mut schemas, &mut channels).map_err(failure)? {
                    take(item).map_err(failure)?;
                }
            }
            Err(McapError::UnexpectedEof) if has_begun => return Ok(Completeness::BreaksOff),
            Err(error) => return Err(failure(told(&error))),
        }
    }
    Ok(Completeness::Complete)
}

pub(crate) fn told(error: &McapError) -> String {
    match error {
        McapError::BadMagic | McapError::UnexpectedEof => "it is no MCAP file".to_owned(),
        error => format!("it is damaged: {error}"),
    }
}

/// What a record holds, if it is one for users.
pub(crate) fn item<'a>(
    record: &'a Record<'_>,
    schemas: &mut BTreeMap<u16, String>,
    channels: &'a mut BTreeMap<u16, Channel>,
) -> Result<Option<Item<'a>>, String> {
    Ok(match record {
        Record::Schema { header, .. } => {
            schemas.insert(header.id, header.name.clone());
            None
        }
        Record::Channel(channel) => {
            let schema = schemas.get(&channel.schema_id).cloned().unwrap_or_default();
            let (topic, encoding) = (channel.topic.clone(), channel.message_encoding.clone());
            channels.insert(channel.id, Channel { topic, encoding, schema });
            None
        }
        Record::Message { header, data } => {
            let unknown =
                || format!("it is damaged: a message is of channel {}, which is unknown", header.channel_id);
            let channel = channels.get(&header.channel_id).ok_or_else(unknown)?;
            Some(Item::Message { channel, time_ns: header.log_time, data })
        }
        Record::Metadata(metadata) => {
            Some(Item::Metadata { name: metadata.name.clone(), entries: metadata.metadata.clone() })
        }
        Record::Attachment { header, data, .. } => Some(Item::Attachment { name: header.name.clone(), data }),
        _ => None,
    })
}
