//! The file and the thread that encodes ticks and writes them.

use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use mcap::records::{MessageHeader, Metadata};
use mcap::{Attachment, Compression, McapError, WriteOptions, Writer};

use super::batch::Batch;
use super::encoder::Encoder;
use super::queue::{FailIfPanicking, Next, Queue, Wait};
use crate::format::{METADATA, RunInfo, SCENE};

/// A message waits at most that long in memory before it is handed to the system.
const FLUSH_PERIOD: Duration = Duration::from_millis(500);
/// Uncompressed size of a chunk. Each chunk has an index of its channels, which are hundreds. [bytes]
const CHUNK_BYTES: u64 = 4 * 1024 * 1024;
/// Bytes that are handed to the system at once.
const BUFFER_BYTES: usize = 256 * 1024;
/// Of zstd. Level 1 takes half the time, and its files are 4 % larger.
const COMPRESSION_LEVEL: u32 = 3;

/// A recording that cannot be begun or ended.
#[derive(Debug, thiserror::Error)]
#[error("cannot record to {}: {}", path.display(), problem_text(error))]
pub struct RecorderError {
    /// The file.
    pub path: PathBuf,
    /// The error of the system.
    pub error: McapError,
}

/// The text of an error, with the error of the system.
fn problem_text(error: &McapError) -> String {
    match error {
        McapError::Io(error) => error.to_string(),
        error => error.to_string(),
    }
}

/// The thread that encodes and writes what is in a queue.
pub(super) struct FileThread {
    path: PathBuf,
    queue: Queue,
    thread: Option<JoinHandle<Result<(), McapError>>>,
}

impl FileThread {
    /// Creates a file with the description of the run, and starts the thread.
    pub(super) fn start(
        path: &Path,
        info: &RunInfo,
        scene: &str,
        queue: &Queue,
        encoder: Encoder,
        overwrites: bool,
    ) -> Result<Self, RecorderError> {
        let failure = |error: McapError| RecorderError { path: path.to_owned(), error };
        let mut options = OpenOptions::new();
        options.write(true);
        if overwrites {
            options.create(true).truncate(true)
        } else {
            options.create_new(true)
        };
        let file = options.open(path).map_err(|error| failure(error.into()))?;
        let output =
            Output::begin(BufWriter::with_capacity(BUFFER_BYTES, file), info, scene).map_err(failure)?;
        let (shared, name) = (queue.clone(), path.display().to_string());
        let thread = thread::Builder::new().name("recording".to_owned());
        let thread = thread.spawn(move || {
            let _guard = FailIfPanicking(&shared);
            let written = write_all(&shared, encoder, output);
            if let Err(error) = &written {
                shared.fail();
                tracing::error!(
                    "The recording {name} ends here: {}. The run goes on; the file can be read up to here.",
                    problem_text(error)
                );
            }
            written
        });
        let thread = thread.map_err(|error| failure(error.into()))?;
        Ok(Self { path: path.to_owned(), queue: queue.clone(), thread: Some(thread) })
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what is left, and ends the file.
    pub(super) fn finish(mut self) -> Result<PathBuf, RecorderError> {
        match self.join() {
            Some(Err(error)) => Err(RecorderError { path: self.path.clone(), error }),
            _ => Ok(self.path.clone()),
        }
    }

    fn join(&mut self) -> Option<Result<(), McapError>> {
        self.queue.close();
        let panicked = || Err(McapError::Io(std::io::Error::other("the writing thread has panicked")));
        self.thread.take().map(|thread| thread.join().unwrap_or_else(|_| panicked()))
    }
}

impl Drop for FileThread {
    fn drop(&mut self) {
        // A failure was logged when it happened.
        let _ = self.join();
    }
}

fn write_all(
    queue: &Queue,
    mut encoder: Encoder,
    mut output: Output<BufWriter<File>>,
) -> Result<(), McapError> {
    let (mut ticks, mut batch) = (Vec::new(), Batch::default());
    loop {
        let next = queue.take(&mut ticks, Wait::Time(FLUSH_PERIOD / 2));
        for mut tick in ticks.drain(..) {
            encoder.encode(&mut tick, &mut batch);
            queue.give_back(tick);
            output.write(&batch)?;
            batch.clear();
        }
        match next {
            Next::Encode => output.flush_if_due()?,
            Next::End => return output.finish(),
        }
    }
}

/// The file in the format MCAP.
pub(super) struct Output<W: Write + Seek> {
    writer: Writer<W>,
    /// Identifiers in the file by the numbers in batches, with the messages so far.
    channels: Vec<(u16, u32)>,
    /// When the oldest message that was not handed to the system was written.
    waiting_since: Option<Instant>,
}

impl<W: Write + Seek> Output<W> {
    pub(super) fn begin(file: W, info: &RunInfo, scene: &str) -> Result<Self, McapError> {
        let options = WriteOptions::new()
            .compression(Some(Compression::Zstd))
            .compression_level(COMPRESSION_LEVEL)
            .compression_threads(0)
            .chunk_size(Some(CHUNK_BYTES))
            // A chunk is written when it is complete. A run that is killed leaves none that is half written.
            .disable_seeking(true)
            .library(format!("morse {}", env!("CARGO_PKG_VERSION")));
        let mut writer = options.create(file)?;
        writer.write_metadata(&Metadata { name: METADATA.to_owned(), metadata: info.to_metadata() })?;
        writer.attach(&Attachment {
            log_time: 0,
            create_time: 0,
            name: SCENE.to_owned(),
            media_type: "application/json".to_owned(),
            data: Cow::Borrowed(scene.as_bytes()),
        })?;
        writer.flush()?;
        Ok(Self { writer, channels: Vec::new(), waiting_since: None })
    }

    pub(super) fn write(&mut self, batch: &Batch) -> Result<(), McapError> {
        for channel in &batch.channels {
            let schema = self.writer.add_schema(
                &channel.schema,
                channel.schema_encoding,
                channel.definition.as_bytes(),
            )?;
            let id =
                self.writer.add_channel(schema, &channel.topic, channel.encoding, &Default::default())?;
            self.channels.push((id, 0));
        }
        let mut start = 0;
        for entry in &batch.entries {
            let data = batch.bytes.get(start..entry.end).unwrap_or_default();
            start = entry.end;
            let Some((channel_id, count)) = self.channels.get_mut(entry.channel) else { continue };
            let (log_time, sequence) = (entry.time_ns, *count);
            *count = count.wrapping_add(1);
            let header =
                MessageHeader { channel_id: *channel_id, sequence, log_time, publish_time: log_time };
            self.writer.write_to_known_channel(&header, data)?;
            self.waiting_since.get_or_insert_with(Instant::now);
        }
        Ok(())
    }

    fn flush_if_due(&mut self) -> Result<(), McapError> {
        if self.waiting_since.is_some_and(|since| since.elapsed() >= FLUSH_PERIOD) {
            self.writer.flush()?;
            self.waiting_since = None;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<(), McapError> {
        self.writer.finish()?;
        self.writer.into_inner().flush()?;
        Ok(())
    }
}
