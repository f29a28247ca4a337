//! A thread that encodes and sends pictures, so that the simulation does not wait for it.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::LOG;

/// Maximum wait of [`PictureThread::wait_until_sent`].
const SEND_MAX: Duration = Duration::from_millis(50);

/// Encodes and sends one picture.
type Work = Box<dyn FnOnce() + Send>;

/// A thread that encodes the pictures of all streams of a node, and their queue. The thread starts with the first
/// picture. Dropping it finishes the pictures in the queue.
#[derive(Default)]
pub(super) struct PictureThread {
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
    /// Whether a picture is being encoded.
    is_working: bool,
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
                queue.is_working = true;
                drop(queue);
                work();
                queue = self.lock();
                queue.is_working = false;
                if queue.waiting.is_empty() {
                    self.changed.notify_all();
                }
            } else if queue.is_closed {
                return;
            } else {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

impl PictureThread {
    /// Queues a picture of the stream with a topic. If `waiting_max` pictures of this stream wait already, the oldest of them
    /// is dropped. Returns whether one was dropped.
    pub(super) fn push(
        &self,
        topic: &Arc<str>,
        waiting_max: usize,
        work: impl FnOnce() + Send + 'static,
    ) -> bool {
        self.start();
        let mut queue = self.shared.lock();
        let mut waiting = (0..queue.waiting.len()).filter(|&at| queue.waiting[at].0 == *topic);
        let oldest = waiting.next();
        let is_full = oldest.is_some() && waiting.count() + 1 >= waiting_max;
        if let Some(oldest) = oldest.filter(|_| is_full) {
            queue.waiting.remove(oldest);
        }
        queue.waiting.push_back((Arc::clone(topic), Box::new(work)));
        self.shared.changed.notify_all();
        is_full
    }

    /// Waits until all pictures in the queue have been passed to the transport, for at most [`SEND_MAX`].
    pub(super) fn wait_until_sent(&self) {
        let queue = self.shared.lock();
        let is_busy = |queue: &mut Queue| queue.is_working || !queue.waiting.is_empty();
        // On a timeout the engine continues: answers must not be delayed further.
        drop(self.shared.changed.wait_timeout_while(queue, SEND_MAX, is_busy));
    }

    fn start(&self) {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if thread.is_some() {
            return;
        }
        let shared = Arc::clone(&self.shared);
        match std::thread::Builder::new().name("ros-pictures".to_owned()).spawn(move || shared.run()) {
            Ok(started) => *thread = Some(started),
            Err(error) => tracing::error!(
                target: LOG,
                "no pictures are published: the system refuses a thread: {error}"
            ),
        }
    }
}

impl Drop for PictureThread {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
        let thread = self.thread.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            tracing::error!(target: LOG, "The thread that encodes pictures has panicked.");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn full_queue_drops_the_oldest_picture_of_its_own_stream() {
        let thread = PictureThread::default();
        let [left, right]: [Arc<str>; 2] = ["/left".into(), "/right".into()];
        let (done, finished) = channel();
        let (is_running, running) = channel();
        let (release, released) = channel::<()>();
        thread.push(&left, 2, move || {
            is_running.send(()).unwrap();
            released.recv().unwrap();
        });
        running.recv().unwrap();
        let push = |topic: &Arc<str>, number: u32| {
            let done = done.clone();
            thread.push(topic, 2, move || done.send(number).unwrap())
        };
        assert!(!push(&left, 1) && !push(&right, 2) && !push(&left, 3));
        assert!(push(&left, 4), "the picture 1 is dropped");
        release.send(()).unwrap();
        drop(thread);
        drop(done);
        assert_eq!(finished.iter().collect::<Vec<_>>(), [2, 3, 4]);
    }

    #[test]
    fn wait_ends_when_the_queue_is_empty() {
        let thread = PictureThread::default();
        let (done, finished) = channel();
        for number in 0..3 {
            let done = done.clone();
            thread.push(&"/camera".into(), 8, move || done.send(number).unwrap());
        }
        thread.wait_until_sent();
        assert_eq!(finished.try_iter().collect::<Vec<_>>(), [0, 1, 2]);
    }
}
