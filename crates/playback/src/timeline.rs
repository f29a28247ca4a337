//! The messages of a recording in the order of time, from any moment on.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use morse_recording::read::{Channel, ReadError};
use morse_recording::{ANSWERS, AnswerMessage, CALLS, CallMessage, IndexedRecording, TRANSFORMS};

use crate::poses::{Nodes, Poses};

/// Schema of commands. They are rare, and count until the next one.
const COMMAND: &str = "morse.Command";
/// Most bytes of the newest poses that are kept at the beginnings of chunks.
const KEYFRAMES_BYTES_MAX: usize = 64 << 20;
/// Most commands of an actuator that are kept; of one that is commanded more often, the last ones before a moment are
/// found near it.
const COMMANDS_MAX: usize = 10_000;

/// The data of the whole recording that are needed before it is shown.
#[derive(Debug, Default)]
pub(crate) struct Overview {
    /// Simulated time of the first and the last message. [ns]
    pub(crate) span_ns: Option<[u64; 2]>,
    /// Calls of `simulation` with the times of their answers, but for those that failed. [ns]
    pub(crate) supervision: Vec<(u64, CallMessage)>,
    /// Commands by topic. [ns]
    commands: BTreeMap<String, Vec<(u64, Vec<u8>)>>,
}

/// A message of a component that is looked at.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Recorded {
    /// Its channel.
    pub(crate) channel: Channel,
    /// Simulated time. [ns]
    pub(crate) time_ns: u64,
    /// Its bytes.
    pub(crate) data: Vec<u8>,
}

/// The messages between two moments.
#[derive(Debug, Default)]
pub(crate) struct Passed {
    /// Indices of nodes that moved.
    pub(crate) moved: BTreeSet<usize>,
    /// The newest message of each topic that is looked at.
    pub(crate) newest: BTreeMap<String, Recorded>,
    /// Calls of services, and why some failed.
    pub(crate) calls: Vec<Logged>,
}

/// A line of the log of the run.
#[derive(Debug)]
pub(crate) enum Logged {
    /// A service was called.
    Call(CallMessage),
    /// A call failed.
    Failure(String),
}

/// The messages of a chunk in memory.
#[derive(Debug, Default)]
struct Chunk {
    channels: Vec<Channel>,
    /// Index of the channel, time, place in the bytes.
    messages: Vec<(usize, u64, Range<usize>)>,
    bytes: Vec<u8>,
}

/// Reads all of a recording once.
pub(crate) fn overview(recording: &mut IndexedRecording) -> Result<Overview, ReadError> {
    let mut overview = Overview::default();
    let mut calls: BTreeMap<u64, CallMessage> = BTreeMap::new();
    for chunk in 0..recording.chunks() {
        recording.read_chunk(chunk, |channel, time_ns, data| {
            let [_, end] = overview.span_ns.get_or_insert([time_ns; 2]);
            *end = (*end).max(time_ns);
            if channel.topic == CALLS {
                let call: CallMessage = json(data)?;
                if call.component == "simulation" {
                    calls.insert(call.id, call);
                }
            } else if channel.topic == ANSWERS {
                let answer: AnswerMessage = json(data)?;
                if let Some(call) = calls.remove(&answer.id).filter(|_| answer.status == "success") {
                    overview.supervision.push((time_ns, call));
                }
            } else if channel.schema == COMMAND {
                let commands = overview.commands.entry(channel.topic.clone()).or_default();
                if commands.len() <= COMMANDS_MAX {
                    commands.push((time_ns, data.to_vec()));
                }
            }
            Ok(())
        })?;
    }
    overview.commands.retain(|_, commands| commands.len() <= COMMANDS_MAX);
    Ok(overview)
}

/// A moment of a recording, which goes forwards, or to any other moment.
pub(crate) struct Timeline {
    recording: IndexedRecording,
    nodes: Nodes,
    commands: BTreeMap<String, Vec<(u64, Vec<u8>)>>,
    /// Poses before the first message of some chunks.
    keyframes: BTreeMap<usize, Poses>,
    /// Chunks between two keyframes.
    spacing: usize,
    poses: Poses,
    chunk: Chunk,
    /// Number of the chunk after that in memory.
    next_chunk: usize,
    /// Index of the next message of the chunk in memory.
    next_message: usize,
}

impl Timeline {
    /// Stands before the first message.
    pub(crate) fn new(recording: IndexedRecording, overview: Overview, nodes: Nodes) -> Timeline {
        let poses = nodes.initial();
        Timeline {
            recording,
            nodes,
            commands: overview.commands,
            keyframes: BTreeMap::from([(0, poses.clone())]),
            spacing: 1,
            poses,
            chunk: Chunk::default(),
            next_chunk: 0,
            next_message: 0,
        }
    }

    /// The nodes.
    pub(crate) fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// Where they are.
    pub(crate) fn poses(&self) -> &Poses {
        &self.poses
    }

    /// Goes forwards to a moment, the messages of that moment included. Messages of topics for which `is_wanted` is
    /// true are kept in `passed`.
    pub(crate) fn advance(
        &mut self,
        to_ns: u64,
        is_wanted: impl Fn(&str) -> bool,
        passed: &mut Passed,
    ) -> Result<(), ReadError> {
        loop {
            while let Some((channel, time_ns, place)) = self.chunk.messages.get(self.next_message).cloned() {
                if time_ns > to_ns {
                    return Ok(());
                }
                self.next_message += 1;
                let (channel, data) = (&self.chunk.channels[channel], &self.chunk.bytes[place]);
                if channel.topic == TRANSFORMS {
                    // Unreadable messages are skipped: the checksum of the chunk is right.
                    if let Err(error) = self.nodes.take(data, &mut self.poses, &mut passed.moved) {
                        tracing::debug!("Transforms are left out: {error}");
                    }
                } else if channel.topic == CALLS {
                    passed.calls.extend(json(data).ok().map(Logged::Call));
                } else if channel.topic == ANSWERS {
                    let failed = json::<AnswerMessage>(data).ok().filter(|it| it.status == "failed");
                    let text = failed.and_then(|it| it.value.as_str().map(str::to_owned));
                    passed.calls.extend(text.map(Logged::Failure));
                } else if is_wanted(&channel.topic) {
                    let recorded = Recorded { channel: channel.clone(), time_ns, data: data.to_vec() };
                    passed.newest.insert(channel.topic.clone(), recorded);
                }
            }
            let is_later = self.recording.chunk_start_ns(self.next_chunk).is_none_or(|start| start > to_ns);
            if is_later {
                return Ok(());
            }
            self.load_next()?;
        }
    }

    /// Goes to any moment, including the messages of that moment. It finds the last rare message before it, and a
    /// recent one of each frequent channel.
    pub(crate) fn seek(&mut self, to_ns: u64, is_wanted: impl Fn(&str) -> bool) -> Result<Passed, ReadError> {
        let last = (0..self.recording.chunks())
            .take_while(|&chunk| self.recording.chunk_start_ns(chunk).is_some_and(|start| start <= to_ns))
            .last()
            .unwrap_or_default();
        // One chunk more, for the readings in it.
        let known = self.keyframes.range(..=last.saturating_sub(1)).next_back();
        let (chunk, poses) =
            known.map_or((0, self.nodes.initial()), |(&chunk, poses)| (chunk, poses.clone()));
        self.poses = poses;
        self.chunk = Chunk::default();
        (self.next_chunk, self.next_message) = (chunk, 0);
        let mut passed = Passed::default();
        for (topic, commands) in &self.commands {
            let before = commands.partition_point(|(time_ns, _)| *time_ns <= to_ns);
            let Some((time_ns, data)) = before.checked_sub(1).and_then(|index| commands.get(index)) else {
                continue;
            };
            if is_wanted(topic) {
                let channel = Channel {
                    topic: topic.clone(),
                    encoding: "json".to_owned(),
                    schema: COMMAND.to_owned(),
                    ..Channel::default()
                };
                let recorded = Recorded { channel, time_ns: *time_ns, data: data.clone() };
                passed.newest.insert(topic.clone(), recorded);
            }
        }
        self.advance(to_ns, is_wanted, &mut passed)?;
        passed.moved = self.nodes.all().collect();
        passed.calls.clear();
        Ok(passed)
    }

    fn load_next(&mut self) -> Result<(), ReadError> {
        if self.next_chunk.is_multiple_of(self.spacing) {
            self.keyframes.entry(self.next_chunk).or_insert_with(|| self.poses.clone());
        }
        // Poses that did not change are shared, so that this is the most that they take.
        while self.keyframes.len() > 2 && self.keyframes.len() * self.nodes.bytes() > KEYFRAMES_BYTES_MAX {
            self.spacing *= 2;
            let spacing = self.spacing;
            self.keyframes.retain(|chunk, _| chunk.is_multiple_of(spacing));
        }
        let mut chunk = Chunk::default();
        self.recording.read_chunk(self.next_chunk, |channel, time_ns, data| {
            let known = chunk.channels.iter().position(|known| known == channel);
            let index = known.unwrap_or_else(|| {
                chunk.channels.push(channel.clone());
                chunk.channels.len() - 1
            });
            let start = chunk.bytes.len();
            chunk.bytes.extend_from_slice(data);
            chunk.messages.push((index, time_ns, start..chunk.bytes.len()));
            Ok(())
        })?;
        self.chunk = chunk;
        self.next_chunk += 1;
        self.next_message = 0;
        Ok(())
    }
}

fn json<T: serde::de::DeserializeOwned>(data: &[u8]) -> Result<T, String> {
    serde_json::from_slice(data).map_err(|error| format!("a message is malformed: {error}"))
}
