//! A thread that compresses pictures, so that the simulation does not wait for an encoder.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::LOG;

/// Number of pictures of a stream that wait to be compressed. When another one arrives, the oldest is dropped.
const WAITING_MAX: usize = 2;

/// Compresses and sends one picture.
type Work = Box<dyn FnOnce() + Send>;

/// The thread that compresses the pictures of all streams of a node, and their queue. The thread starts with the first
/// picture. Dropping the compressor finishes the pictures in the queue.
#[derive(Default)]
pub(super) struct Compressor {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    /// The waiting pictures, each with the topic of its stream.
    waiting: VecDeque<(Arc<str>, Work)>,
    is_closed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Processes pictures until the queue is closed and empty.
    fn run(&self) {
        let mut queue = self.lock();
        loop {
            if let Some((_, work)) = queue.waiting.pop_front() {
                drop(queue);
                work();
                queue = self.lock();
            } else if queue.is_closed {
                return;
            } else {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

impl Compressor {
    /// Queues a picture of the stream with a topic. Returns whether an older picture of this stream was dropped.
    pub(super) fn push(&self, topic: &Arc<str>, work: impl FnOnce() + Send + 'static) -> bool {
        self.start();
        let mut queue = self.shared.lock();
        let mut waiting = (0..queue.waiting.len()).filter(|&at| queue.waiting[at].0 == *topic);
        let oldest = waiting.next();
        let is_full = oldest.is_some() && waiting.count() + 1 >= WAITING_MAX;
        if let Some(oldest) = oldest.filter(|_| is_full) {
            queue.waiting.remove(oldest);
        }
        queue.waiting.push_back((Arc::clone(topic), Box::new(work)));
        self.shared.changed.notify_one();
        is_full
    }

    fn start(&self) {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if thread.is_some() {
            return;
        }
        let shared = Arc::clone(&self.shared);
        match std::thread::Builder::new().name("ros-compress".to_owned()).spawn(move || shared.run()) {
            Ok(started) => *thread = Some(started),
            Err(error) => tracing::error!(
                target: LOG,
                "no compressed pictures are published: the system refuses a thread: {error}"
            ),
        }
    }
}

impl Drop for Compressor {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
        let thread = self.thread.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            tracing::error!(target: LOG, "The thread that compresses pictures has panicked.");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn full_queue_drops_the_oldest_picture_of_its_own_stream() {
        let compressor = Compressor::default();
        let [left, right]: [Arc<str>; 2] = ["/left".into(), "/right".into()];
        let (done, finished) = channel();
        let (is_running, running) = channel();
        let (release, released) = channel::<()>();
        compressor.push(&left, move || {
            is_running.send(()).unwrap();
            released.recv().unwrap();
        });
        running.recv().unwrap();
        let push = |topic: &Arc<str>, number: u32| {
            let done = done.clone();
            compressor.push(topic, move || done.send(number).unwrap())
        };
        assert!(!push(&left, 1) && !push(&right, 2) && !push(&left, 3));
        assert!(push(&left, 4), "the picture 1 is dropped");
        release.send(()).unwrap();
        drop(compressor);
        drop(done);
        assert_eq!(finished.iter().collect::<Vec<_>>(), [2, 3, 4]);
    }
}
