//! A participant of a domain: its thread, and handles to its writers and readers.

mod event_loop;

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use bytes::Bytes;
use mio::Waker;

use crate::engine::{EndpointOptions, Event};
use crate::guid::{EntityId, Guid, GuidPrefix};
use crate::parameters::{InlineParameters, SampleIdentity};
use crate::participant::event_loop::EventLoop;
use crate::writer::history::Content;

/// Largest number of samples of a writer that wait for the thread, or its depth if that is larger.
const WAITING_SAMPLES: usize = 4096;

/// Largest length of the samples of a writer that wait for the thread, unless it is one sample. [bytes]
const WAITING_BYTES: usize = 32 * 1024 * 1024;

/// Settings of a participant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// Number of the domain. Participants only find those of the same domain.
    pub domain: u16,
    /// Whether the participant uses the loopback interface only.
    pub localhost_only: bool,
    /// Bytes that other participants receive with the announcement.
    pub user_data: Vec<u8>,
    /// Name of the thread.
    pub thread_name: String,
}

/// A participant. It leaves the domain when it is dropped.
#[derive(Debug)]
pub struct Participant {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
    next_entity: AtomicU32,
}

/// The queue of commands to the thread.
#[derive(Debug)]
struct Shared {
    prefix: GuidPrefix,
    commands: Mutex<VecDeque<Command>>,
    /// Whether the thread waits, so that it must be woken.
    is_asleep: AtomicBool,
    waker: Waker,
}

#[derive(Debug)]
enum Command {
    OpenWriter(EntityId, Box<EndpointOptions>),
    OpenReader(EntityId, Box<EndpointOptions>),
    CloseWriter(EntityId),
    CloseReader(EntityId),
    Write(EntityId, Box<Content>, Arc<Waiting>),
    Leave,
}

/// Samples of a writer that wait for the thread.
#[derive(Debug, Default)]
struct Waiting {
    samples: AtomicUsize,
    /// [bytes]
    bytes: AtomicUsize,
}

/// Error of a sample that is dropped, because the thread is too slow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{samples} earlier messages were not sent yet: the machine is too slow for this rate")]
pub struct Overflow {
    /// Number of samples that wait.
    pub samples: usize,
}

impl Participant {
    /// Joins a domain. `on_event` is called on the thread of the participant and must not block.
    ///
    /// # Errors
    /// When the system refuses sockets, ports or threads.
    pub fn join(options: &Options, on_event: impl FnMut(Event) + Send + 'static) -> io::Result<Self> {
        let mut random = [0; 12];
        getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
        let prefix = GuidPrefix(random);
        let (event_loop, waker) = EventLoop::open(options, prefix)?;
        let shared =
            Arc::new(Shared { prefix, commands: Mutex::default(), is_asleep: AtomicBool::new(false), waker });
        let queue = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name(options.thread_name.clone())
            .spawn(move || event_loop.run(&queue, on_event))?;
        Ok(Self { shared, thread: Mutex::new(Some(thread)), next_entity: AtomicU32::new(1) })
    }

    /// The identifier of the participant.
    #[must_use]
    pub fn guid(&self) -> Guid {
        Guid::new(self.shared.prefix, EntityId::PARTICIPANT)
    }

    fn number(&self) -> u32 {
        self.next_entity.fetch_add(1, Ordering::Relaxed)
    }

    /// Opens a writer.
    #[must_use]
    pub fn writer(&self, options: EndpointOptions) -> Writer {
        let id = EntityId::user_writer(self.number());
        let waiting_max = WAITING_SAMPLES.max(options.qos.depth as usize);
        self.shared.send(Command::OpenWriter(id, Box::new(options)));
        Writer { shared: Arc::clone(&self.shared), id, waiting: Arc::default(), waiting_max }
    }

    /// Opens a reader. Its samples are events.
    #[must_use]
    pub fn reader(&self, options: EndpointOptions) -> Reader {
        let id = EntityId::user_reader(self.number());
        self.shared.send(Command::OpenReader(id, Box::new(options)));
        Reader { shared: Arc::clone(&self.shared), id }
    }

    /// Leaves the domain: sends what waits, announces the end, and stops the thread.
    pub fn leave(&self) {
        self.shared.send(Command::Leave);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread
            && thread.join().is_err()
        {
            tracing::error!("the thread of the participant has panicked");
        }
    }
}

impl Drop for Participant {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Shared {
    fn commands(&self) -> MutexGuard<'_, VecDeque<Command>> {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, command: Command) {
        self.commands().push_back(command);
        if self.is_asleep.swap(false, Ordering::AcqRel)
            && let Err(error) = self.waker.wake()
        {
            tracing::warn!("the thread of the participant cannot be woken: {error}");
        }
    }
}

/// A writer of a participant. Dropping it closes it.
#[derive(Debug)]
pub struct Writer {
    shared: Arc<Shared>,
    id: EntityId,
    waiting: Arc<Waiting>,
    waiting_max: usize,
}

impl Writer {
    /// The identifier of the writer.
    #[must_use]
    pub fn guid(&self) -> Guid {
        Guid::new(self.shared.prefix, self.id)
    }

    /// Sends a sample in plain CDR, little endian, to all readers. It never blocks.
    ///
    /// # Errors
    /// When the thread is too slow, so that the sample is dropped.
    pub fn write(&self, payload: Bytes) -> Result<(), Overflow> {
        self.send(Content::new(payload))
    }

    /// Sends a sample that is related to another one: the response of a service to its request.
    ///
    /// # Errors
    /// As for [`Self::write`].
    pub fn write_related(&self, payload: Bytes, related: SampleIdentity) -> Result<(), Overflow> {
        let inline = InlineParameters { related: Some(related), ..InlineParameters::default() };
        self.send(Content { inline, ..Content::new(payload) })
    }

    fn send(&self, content: Content) -> Result<(), Overflow> {
        let (samples, bytes) =
            (self.waiting.samples.load(Ordering::Relaxed), self.waiting.bytes.load(Ordering::Relaxed));
        let length = content.payload.len();
        if samples >= self.waiting_max || (samples > 0 && bytes + length > WAITING_BYTES) {
            return Err(Overflow { samples });
        }
        self.waiting.samples.fetch_add(1, Ordering::Relaxed);
        self.waiting.bytes.fetch_add(length, Ordering::Relaxed);
        self.shared.send(Command::Write(self.id, Box::new(content), Arc::clone(&self.waiting)));
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.shared.send(Command::CloseWriter(self.id));
    }
}

/// A reader of a participant. Dropping it closes it.
#[derive(Debug)]
pub struct Reader {
    shared: Arc<Shared>,
    id: EntityId,
}

impl Reader {
    /// The identifier of the reader.
    #[must_use]
    pub fn guid(&self) -> Guid {
        Guid::new(self.shared.prefix, self.id)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.shared.send(Command::CloseReader(self.id));
    }
}
