//! The samples of one reader on their way to its handler.
//!
//! rustdds keeps the samples of a reliable reader until somebody takes them, and withholds what is left of a writer that
//! goes. A program that publishes and ends at once is gone within half a millisecond of its sample, and on a busy machine
//! no other thread runs in this time. So samples are taken where they arrive: on the thread of rustdds, when it wakes the
//! one that calls handlers. rustdds wakes once and then waits to be asked again ([`SampleQueue::listen`]): of what comes in
//! between, until the thread that was woken runs, the newest may still be lost with its writer.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Wake, Waker};

use rustdds::no_key::DeserializedCacheChange;

use crate::cdr::Payload;
use crate::dds::pass_through::Reader;

/// A sample as it arrived.
pub type Received = DeserializedCacheChange<Payload>;

/// A reader and what was taken from it. Closes the reader when it is dropped.
pub struct SampleQueue {
    shared: Arc<Shared>,
    waker: Waker,
}

struct Shared {
    reader: Reader,
    samples: Mutex<VecDeque<Received>>,
}

/// Takes the samples, then calls `ready`.
struct ReaderWaker<F> {
    shared: Weak<Shared>,
    ready: F,
}

impl SampleQueue {
    /// The samples of a reader. `ready` is called on the thread of rustdds when there are some, once after each
    /// [`Self::listen`]; it must not block.
    pub fn new(reader: Reader, ready: impl Fn() + Send + Sync + 'static) -> Self {
        let shared = Arc::new(Shared { reader, samples: Mutex::default() });
        let waker = Arc::new(ReaderWaker { shared: Arc::downgrade(&shared), ready }).into();
        Self { shared, waker }
    }

    /// Takes what has arrived. The next sample calls `ready`.
    pub fn listen(&self) {
        // Before samples are taken: one that comes meanwhile wakes again.
        self.shared.reader.set_waker(Some(self.waker.clone()));
        self.shared.reader.drain_read_notifications();
        self.shared.take();
    }

    /// Removes the oldest sample that was taken.
    pub fn pop(&self) -> Option<Received> {
        self.shared.samples().pop_front()
    }
}

impl Drop for SampleQueue {
    fn drop(&mut self) {
        // rustdds calls the waker under the lock that this waits for. After it the reader is ours alone, and is not closed
        // on the thread of rustdds, which would wait for itself.
        self.shared.reader.set_waker(None);
    }
}

impl Shared {
    /// Takes all samples from the reader. The lock keeps their order when two threads take.
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

    use rustdds::{DomainParticipantStatusEvent, DomainParticipantStatusListener, RTPSEntity, StatusEvented};

    use super::*;
    use crate::dds::participant::Participant;
    use crate::qos;
    use crate::settings::Settings;

    use DomainParticipantStatusEvent::{RemoteReaderMatched, RemoteWriterMatched, WriterLost};

    /// Waits for an event, 10 s at most.
    fn wait_for(
        listener: &DomainParticipantStatusListener,
        expected: impl Fn(&DomainParticipantStatusEvent) -> bool,
    ) {
        let start = Instant::now();
        while !listener.try_recv_status().is_some_and(|event| expected(&event)) {
            assert!(start.elapsed() < Duration::from_secs(10), "an event did not come");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn what_a_writer_said_is_there_after_it_has_gone() {
        let settings = Settings { domain: 166, localhost_only: true, ..Settings::default() };
        let (own, other) = (Participant::join(&settings).unwrap(), Participant::join(&settings).unwrap());
        let (here, there) = (own.listener(), other.listener());
        let (topic, type_name) = ("rt/said", "std_msgs::msg::dds_::String_");
        let reader = own.reader(topic, type_name, qos::service()).unwrap();
        let said_to = reader.guid();
        let (ready, woken) = std::sync::mpsc::channel();
        let queue = SampleQueue::new(reader, move || ready.send(()).unwrap());
        queue.listen();
        let writer = other.writer(topic, type_name, qos::service()).unwrap();
        let said_by = writer.guid();
        wait_for(
            &there,
            |event| matches!(event, RemoteReaderMatched { remote_reader, .. } if *remote_reader == said_to),
        );
        wait_for(
            &here,
            |event| matches!(event, RemoteWriterMatched { remote_writer, .. } if *remote_writer == said_by),
        );
        // The writer's heartbeat at the match may wake: that is answered, as the thread that receives does.
        while woken.recv_timeout(Duration::from_millis(200)).is_ok() {
            queue.listen();
        }
        writer.write(Payload::new(vec![0; 8]), None).unwrap();
        assert!(writer.wait_for_acknowledgments(Duration::from_secs(10)).unwrap());
        drop(writer);
        // Nothing is asked of the queue before the writer has gone, as if no other thread had run meanwhile.
        wait_for(&here, |event| matches!(event, WriterLost { guid, .. } if *guid == said_by));
        std::thread::sleep(Duration::from_millis(100));
        queue.listen();
        assert!(queue.pop().is_some());
        assert!(queue.pop().is_none());
    }
}
