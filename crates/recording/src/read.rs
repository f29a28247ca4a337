//! Reading: the records of a recording one after the other, also of a file that a killed run left.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// The problem.
    pub problem: String,
}

/// A channel of a recording.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Channel {
    /// Its number in the file. Files of other programs may have several channels of a topic.
    pub id: u16,
    /// Its topic.
    pub topic: String,
    /// Encoding of its messages: `cdr` or `json`; files of other programs may have further encodings.
    pub encoding: String,
    /// Name of the schema of its messages.
    pub schema: String,
    /// Encoding of that schema: `ros2msg` or `jsonschema`; files of other programs may have further encodings.
    pub schema_encoding: String,
    /// The text of that schema.
    pub definition: Arc<[u8]>,
}

/// An item of a file.
#[derive(Debug)]
pub enum Item<'a> {
    /// A channel, before its first message.
    Channel(&'a Channel),
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
/// When the file cannot be opened, is of another format or damaged, or when `take` fails. A truncated file is not
/// an error.
pub fn read<E: From<ReadError>>(
    path: &Path,
    take: impl FnMut(Item<'_>) -> Result<(), E>,
) -> Result<Completeness, E> {
    let file =
        File::open(path).map_err(|error| ReadError { path: path.to_owned(), problem: error.to_string() })?;
    read_from(file, path, take)
}

/// As [`read`], from any reader; `path` is its name in errors.
///
/// # Errors
/// As [`read`].
pub fn read_from<E: From<ReadError>>(
    mut file: impl Read,
    path: &Path,
    mut take: impl FnMut(Item<'_>) -> Result<(), E>,
) -> Result<Completeness, E> {
    let failure = |problem: String| ReadError { path: path.to_owned(), problem };
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
                let record =
                    mcap::parse_record(opcode, data).map_err(|error| failure(problem_text(&error)))?;
                if let Some(item) = item(&record, &mut schemas, &mut channels).map_err(failure)? {
                    take(item)?;
                }
            }
            Err(McapError::UnexpectedEof) if has_begun => return Ok(Completeness::BreaksOff),
            Err(error) => return Err(failure(problem_text(&error)).into()),
        }
    }
    Ok(Completeness::Complete)
}

pub(crate) fn problem_text(error: &McapError) -> String {
    match error {
        McapError::BadMagic | McapError::UnexpectedEof => "it is not an MCAP file".to_owned(),
        error => format!("it is damaged: {error}"),
    }
}

/// A schema: its name, its encoding and its text.
pub(crate) type Schema = (String, String, Arc<[u8]>);

/// The item of a record, if it is one for users.
pub(crate) fn item<'a>(
    record: &'a Record<'_>,
    schemas: &mut BTreeMap<u16, Schema>,
    channels: &'a mut BTreeMap<u16, Channel>,
) -> Result<Option<Item<'a>>, String> {
    Ok(match record {
        Record::Schema { header, data } => {
            let schema = (header.name.clone(), header.encoding.clone(), Arc::from(data.as_ref()));
            schemas.insert(header.id, schema);
            None
        }
        Record::Channel(channel) => {
            let (schema, schema_encoding, definition) =
                schemas.get(&channel.schema_id).cloned().unwrap_or_default();
            let (id, topic, encoding) = (channel.id, channel.topic.clone(), channel.message_encoding.clone());
            let new = Channel { id, topic, encoding, schema, schema_encoding, definition };
            match channels.entry(id) {
                // At the end of a file, its channels are listed once more.
                Entry::Occupied(known) if *known.get() == new => None,
                Entry::Occupied(_) => {
                    return Err(format!("it is damaged: it has two channels with the number {id}"));
                }
                Entry::Vacant(place) => Some(Item::Channel(place.insert(new))),
            }
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
