//! The queue of received samples between a reader and its handler.
//!
//! rustdds keeps the samples of a reliable reader until they are taken, and withholds the remaining samples of a writer
//! that is lost. A program that publishes one message and exits is lost half a millisecond after its sample, and on a busy
//! machine no other thread runs in this time. Therefore samples are taken on the thread of rustdds, in the waker that wakes
//! the receiver thread. rustdds calls the waker once and then needs a new one ([`SampleQueue::listen`]). Samples that arrive
//! before the receiver thread has run may still be lost with their writer.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Wake, Waker};

use rustdds::no_key::DeserializedCacheChange;

use crate::cdr::Payload;
use crate::transport::dds::pass_through::Reader;

/// A received sample.
pub type Received = DeserializedCacheChange<Payload>;

/// A reader and the samples taken from it. Dropping it closes the reader.
pub struct SampleQueue {
    shared: Arc<Shared>,
    waker: Waker,
}

struct Shared {
    reader: Reader,
    samples: Mutex<VecDeque<Received>>,
}

/// Waker that takes the samples, then calls `ready`.
struct ReaderWaker<F> {
    shared: Weak<Shared>,
    ready: F,
}

impl SampleQueue {
    /// Creates the queue of a reader. `ready` is called on the thread of rustdds when samples have arrived, once after each
    /// [`Self::listen`]. It must not block.
    pub fn new(reader: Reader, ready: impl Fn() + Send + Sync + 'static) -> Self {
        let shared = Arc::new(Shared { reader, samples: Mutex::default() });
        let waker = Arc::new(ReaderWaker { shared: Arc::downgrade(&shared), ready }).into();
        Self { shared, waker }
    }

    /// Takes all samples that have arrived. The next sample calls `ready`.
    pub fn listen(&self) {
        // The waker is set first, so that a sample that arrives meanwhile is not missed.
        self.shared.reader.set_waker(Some(self.waker.clone()));
        self.shared.reader.drain_read_notifications();
        self.shared.take();
    }

    /// Removes and returns the oldest sample.
    pub fn pop(&self) -> Option<Received> {
        self.shared.samples().pop_front()
    }
}

impl Drop for SampleQueue {
    fn drop(&mut self) {
        // rustdds calls the waker under the lock that this call acquires. Afterwards the waker has no reference to the
        // reader, so that the reader is not closed on the thread of rustdds, which would deadlock.
        self.shared.reader.set_waker(None);
    }
}

impl Shared {
    /// Takes all samples from the reader. The lock keeps their order if two threads take samples.
    fn take(&self) {
        let mut samples = self.samples();
        loop {
            match self.reader.try_take_one() {
                Ok(Some(received)) => samples.push_back(received),
                Ok(None) => return,
                Err(error) => tracing::warn!("a message of ROS 2 cannot be read: {error}"),
            }
        }
    }

    fn samples(&self) -> MutexGuard<'_, VecDeque<Received>> {
        self.samples.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<F: Fn() + Send + Sync + 'static> Wake for ReaderWaker<F> {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if let Some(shared) = self.shared.upgrade() {
            shared.take();
        }
        (self.ready)();
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use rustdds::{
        DomainParticipantStatusEvent, DomainParticipantStatusListener, GUID, RTPSEntity, StatusEvented,
    };

    use super::*;
    use crate::settings::Settings;
    use crate::transport::dds::participant::Participant;
    use crate::transport::dds::pass_through::Writer;
    use crate::transport::qos;

    use DomainParticipantStatusEvent::{RemoteReaderMatched, RemoteWriterMatched, WriterLost};

    const TIMEOUT: Duration = Duration::from_secs(10);

    /// Waits up to 10 s for an event.
    fn wait_for(
        listener: &DomainParticipantStatusListener,
        expected: impl Fn(&DomainParticipantStatusEvent) -> bool,
    ) {
        let start = Instant::now();
        while !listener.try_recv_status().is_some_and(|event| expected(&event)) {
            assert!(start.elapsed() < TIMEOUT, "timeout");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Two participants: a local one with a reader, and a remote one with writers of the same topic.
    struct Peers {
        remote: Arc<Participant>,
        reader: GUID,
        local_events: DomainParticipantStatusListener,
        remote_events: DomainParticipantStatusListener,
    }

    const TOPIC: &str = "rt/talk";
    const TYPE: &str = "std_msgs::msg::dds_::String_";

    impl Peers {
        /// A writer that is matched with the reader.
        fn matched_writer(&self) -> Writer {
            let writer = self.remote.writer(TOPIC, TYPE, qos::service()).unwrap();
            let guid = writer.guid();
            wait_for(&self.remote_events, |event| {
                matches!(event, RemoteReaderMatched { local_writer, remote_reader }
                    if (*local_writer, *remote_reader) == (guid, self.reader))
            });
            wait_for(
                &self.local_events,
                |event| matches!(event, RemoteWriterMatched { remote_writer, .. } if *remote_writer == guid),
            );
            writer
        }
    }

    /// Sends a sample and waits until the reader has received it.
    fn write(writer: &Writer, content: u8) {
        writer.write(Payload::new(vec![content; 8]), None).unwrap();
        assert!(writer.wait_for_acknowledgments(TIMEOUT).unwrap());
    }

    #[test]
    fn sample_of_a_lost_writer_is_kept() {
        let settings = Settings { domain: 166, localhost_only: true, ..Settings::default() };
        let (local, remote) = (Participant::join(&settings).unwrap(), Participant::join(&settings).unwrap());
        let reader = local.reader(TOPIC, TYPE, qos::service()).unwrap();
        let peers = Peers {
            reader: reader.guid(),
            local_events: local.listener(),
            remote_events: remote.listener(),
            remote,
        };
        let queue = SampleQueue::new(reader, || {});
        let pop = || queue.pop().map(|received| received.into_value().bytes[0]);
        let writer = peers.matched_writer();
        // The reader has processed the heartbeats of the match when it acknowledges this sample. Only the next sample calls
        // the waker then.
        write(&writer, 1);
        queue.listen();
        assert_eq!((pop(), pop()), (Some(1), None));
        write(&writer, 2);
        let lost = writer.guid();
        drop(writer);
        // `listen` is not called before the writer is lost, as if the receiver thread had not run meanwhile.
        wait_for(&peers.local_events, |event| matches!(event, WriterLost { guid, .. } if *guid == lost));
        // rustdds removes the lost writer from the reader before it matches another one. So the sample of another writer
        // proves that the removal is over, and that no other sample has arrived.
        write(&peers.matched_writer(), 3);
        queue.listen();
        assert_eq!((pop(), pop(), pop()), (Some(2), Some(3), None));
    }
}
