//! The messages of a recording, one instant after the other, read by a thread of their own.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, Scope};

use morse::Document;

use crate::format::{METADATA, RunInfo, SCENE};
use crate::read::{Channel, Item, ReadError, read};

/// Instants that wait to be compared.
const WAITING: usize = 16;

/// A message.
#[derive(Debug)]
pub(super) struct Message {
    pub(super) channel: Arc<Channel>,
    pub(super) data: Vec<u8>,
}

/// The messages that follow each other in a file with the same time.
#[derive(Debug, Default)]
pub(super) struct Instant {
    pub(super) time_ns: u64,
    pub(super) messages: Vec<Message>,
}

/// Contents of a file beside its messages, as far as it has been read.
#[derive(Debug, Default)]
pub(super) struct Opened {
    pub(super) run: Option<RunInfo>,
    pub(super) document: Option<Document>,
    pub(super) channels: Vec<Channel>,
}

enum Part {
    Run(RunInfo),
    Document(Box<Document>),
    Channel(Channel),
    Instant(Instant),
    End(Result<(), ReadError>),
}

/// A file that is being read.
pub(super) struct Stream {
    parts: Receiver<Part>,
    opened: Opened,
    next: Option<Instant>,
    has_ended: bool,
}

impl Stream {
    /// Begins to read.
    pub(super) fn start<'scope>(scope: &'scope Scope<'scope, '_>, path: &'scope Path) -> Self {
        let (sender, parts) = sync_channel(WAITING);
        let parts_of_thread = sender.clone();
        let started = thread::Builder::new().spawn_scoped(scope, move || {
            let end = send_all(path, &parts_of_thread);
            // After a difference, the receiver is gone.
            let _ = parts_of_thread.send(Part::End(end));
        });
        if let Err(error) = started {
            // The channel is empty, so there is room. Without this part, the recording would seem to be empty.
            let problem = format!("cannot start a thread that reads it: {error}");
            let _ = sender.try_send(Part::End(Err(ReadError { path: path.to_owned(), problem })));
        }
        Self { parts, opened: Opened::default(), next: None, has_ended: false }
    }

    /// Contents read so far beside messages.
    pub(super) fn opened(&self) -> &Opened {
        &self.opened
    }

    /// The time of the next instant; `None` at the end. [ns]
    pub(super) fn peek_time(&mut self) -> Result<Option<u64>, ReadError> {
        while self.next.is_none() && !self.has_ended {
            match self.parts.recv() {
                Ok(Part::Run(run)) => self.opened.run = Some(run),
                Ok(Part::Document(document)) => self.opened.document = Some(*document),
                Ok(Part::Channel(channel)) => self.opened.channels.push(channel),
                Ok(Part::Instant(instant)) => self.next = Some(instant),
                Ok(Part::End(end)) => {
                    self.has_ended = true;
                    end?;
                }
                Err(_) => self.has_ended = true,
            }
        }
        Ok(self.next.as_ref().map(|instant| instant.time_ns))
    }

    /// The next instant; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Instant>, ReadError> {
        self.peek_time()?;
        Ok(self.next.take())
    }
}

fn send_all(path: &Path, parts: &SyncSender<Part>) -> Result<(), ReadError> {
    let mut instant = Instant::default();
    let mut channels: BTreeMap<u16, Arc<Channel>> = BTreeMap::new();
    let stopped = || ReadError { path: path.to_owned(), problem: "reading was stopped".to_owned() };
    let send = |part: Part| parts.send(part).map_err(|_| stopped());
    read(path, |item| match item {
        Item::Metadata { name, entries } if name == METADATA => {
            RunInfo::from_metadata(&entries).map_or(Ok(()), |run| send(Part::Run(run)))
        }
        Item::Attachment { name, data } if name == SCENE => {
            let document = std::str::from_utf8(data).ok().and_then(|text| Document::from_json(text).ok());
            document.map_or(Ok(()), |document| send(Part::Document(Box::new(document))))
        }
        Item::Metadata { .. } | Item::Attachment { .. } => Ok(()),
        Item::Channel(channel) => {
            channels.insert(channel.id, channel.clone().into());
            send(Part::Channel(channel.clone()))
        }
        Item::Message { channel, time_ns, data } => {
            if time_ns != instant.time_ns && !instant.messages.is_empty() {
                send(Part::Instant(std::mem::take(&mut instant)))?;
            }
            instant.time_ns = time_ns;
            if let Some(channel) = channels.get(&channel.id) {
                instant.messages.push(Message { channel: channel.clone(), data: data.to_vec() });
            }
            Ok(())
        }
    })?;
    if instant.messages.is_empty() { Ok(()) } else { send(Part::Instant(instant)) }
}
