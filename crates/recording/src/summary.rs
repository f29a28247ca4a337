//! The contents of a recording, without its messages.

use std::collections::BTreeMap;
use std::path::Path;

use crate::format::{METADATA, RunInfo};
use crate::read::{Channel, Completeness, Item, ReadError, read};

/// The contents of a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Size of the file. [bytes]
    pub bytes: u64,
    /// Whether it has its end.
    pub completeness: Completeness,
    /// The description of its run; `None` for files of other programs, and an error for a different layout.
    pub run: Option<Result<RunInfo, String>>,
    /// Times of the first and the last message; `None` without messages. [ns]
    pub times_ns: Option<[u64; 2]>,
    /// The channels by topic.
    pub channels: Vec<ChannelSummary>,
    /// Names and sizes of the attached files. [bytes]
    pub attachments: Vec<(String, u64)>,
}

/// The contents of a channel.
#[derive(Debug, Clone, PartialEq)]
pub struct ChannelSummary {
    /// The channel.
    pub channel: Channel,
    /// Number of its messages.
    pub messages: u64,
    /// Their size without compression. [bytes]
    pub bytes: u64,
    /// Times of the first and the last one; `None` without messages. [ns]
    pub times_ns: Option<[u64; 2]>,
}

impl ChannelSummary {
    /// Mean rate of its messages; `None` when there are no two at different times. [Hz]
    #[must_use]
    pub fn rate_hz(&self) -> Option<f64> {
        let [first, last] = self.times_ns?;
        let seconds = last.saturating_sub(first) as f64 * 1e-9;
        (seconds > 0.0).then(|| (self.messages - 1) as f64 / seconds)
    }
}

impl Summary {
    /// Reads a whole file.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
    pub fn of(path: &Path) -> Result<Self, ReadError> {
        let (mut run, mut attachments) = (None, Vec::new());
        let mut channels: BTreeMap<u16, ChannelSummary> = BTreeMap::new();
        let completeness = read(path, |item| {
            match item {
                Item::Channel(channel) => {
                    let new =
                        ChannelSummary { channel: channel.clone(), messages: 0, bytes: 0, times_ns: None };
                    channels.insert(channel.id, new);
                }
                Item::Message { channel, time_ns, data } => {
                    if let Some(known) = channels.get_mut(&channel.id) {
                        known.messages += 1;
                        known.bytes += data.len() as u64;
                        known.times_ns = Some(widened(known.times_ns, [time_ns, time_ns]));
                    }
                }
                Item::Metadata { name, entries } if name == METADATA => {
                    run = Some(RunInfo::from_metadata(&entries));
                }
                Item::Metadata { .. } => {}
                Item::Attachment { name, data } => attachments.push((name, data.len() as u64)),
            }
            Ok::<(), ReadError>(())
        })?;
        let mut channels: Vec<_> = channels.into_values().collect();
        channels.sort_by(|a, b| a.channel.topic.cmp(&b.channel.topic));
        let times = channels.iter().filter_map(|channel| channel.times_ns);
        let times_ns = times.reduce(|all, times| widened(Some(all), times));
        // A device, such as a pipe, has no size.
        let bytes = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
        Ok(Self { bytes, completeness, run, times_ns, channels, attachments })
    }
}

fn widened(known: Option<[u64; 2]>, [first, last]: [u64; 2]) -> [u64; 2] {
    known.map_or([first, last], |[from, to]| [from.min(first), to.max(last)])
}
