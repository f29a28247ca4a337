//! Between the thread of the simulation, which copies ticks, and the thread that encodes and passes them on.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::tick_copy::TickCopy;

/// From this many bytes on the other thread is woken up at once.
const WAKE_BYTES: usize = 1024 * 1024;
/// Most bytes that are not taken by the other thread yet. That thread holds as many again.
const PENDING_BYTES_MAX: usize = 64 * 1024 * 1024;
/// Most bytes of copies that are kept to be used again. Few of them stay in the caches of the processor.
const SPARE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The ticks that wait for the thread that encodes them.
#[derive(Clone, Default)]
pub(super) struct Queue(Arc<Inner>);

#[derive(Default)]
struct Inner {
    state: Mutex<State>,
    /// There is much to take, or the end has come.
    wake: Condvar,
    /// The ticks were taken.
    taken: Condvar,
}

#[derive(Default)]
struct State {
    ticks: Vec<TickCopy>,
    /// Of the ticks.
    bytes: usize,
    /// Copies to be used again, with the bytes that they held.
    spare: Vec<(TickCopy, usize)>,
    spare_bytes: usize,
    /// The other thread waits for any tick.
    is_awaited: bool,
    waited: Waited,
    closed: bool,
    failed: bool,
}

/// How often and how long a run waited for its recording.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waited {
    /// Ticks after which it waited.
    pub ticks: u64,
    /// How long it waited in all.
    pub time: Duration,
}

/// The next action of the encoding thread.
pub(super) enum Next {
    /// Encode the ticks that were taken, which may be none.
    Encode,
    /// The same, and then nothing will come any more.
    End,
}

/// How long the other thread waits.
pub(super) enum Wait {
    /// Until this time has passed, or the queue is long. Most ticks do not wake the thread, because waking costs the
    /// thread of the simulation microseconds.
    Time(Duration),
    /// Until there is a tick.
    Tick,
}

impl Queue {
    /// An empty copy to be filled.
    pub(super) fn spare(&self) -> TickCopy {
        let mut state = self.lock();
        let Some((copy, bytes)) = state.spare.pop() else { return TickCopy::default() };
        state.spare_bytes -= bytes;
        copy
    }

    /// Adds a tick. Waits while too much is not taken yet. After a failure, ticks are dropped.
    pub(super) fn send(&self, tick: TickCopy) {
        let mut state = self.add(tick);
        if state.bytes >= PENDING_BYTES_MAX {
            let begun = Instant::now();
            let is_full =
                |state: &mut State| state.bytes >= PENDING_BYTES_MAX && !state.failed && !state.closed;
            state = self.0.taken.wait_while(state, is_full).unwrap_or_else(PoisonError::into_inner);
            state.waited.ticks += 1;
            state.waited.time += begun.elapsed();
        }
    }

    /// Adds a tick without waiting. The caller checks [`Queue::has_room`] before.
    pub(super) fn offer(&self, tick: TickCopy) {
        drop(self.add(tick));
    }

    fn add(&self, tick: TickCopy) -> MutexGuard<'_, State> {
        let size = tick.size();
        let mut state = self.lock();
        if state.failed {
            return state;
        }
        let was_idle = state.bytes < WAKE_BYTES;
        state.ticks.push(tick);
        state.bytes += size;
        if std::mem::take(&mut state.is_awaited) || was_idle && state.bytes >= WAKE_BYTES {
            self.0.wake.notify_one();
        }
        state
    }

    /// Whether the queue has room and the encoding thread still takes ticks.
    pub(super) fn has_room(&self) -> bool {
        let state = self.lock();
        state.bytes < PENDING_BYTES_MAX && !state.failed
    }

    /// How often and how long [`Queue::send`] waited.
    pub(super) fn waited(&self) -> Waited {
        self.lock().waited
    }

    /// Whether the other thread failed.
    pub(super) fn has_failed(&self) -> bool {
        self.lock().failed
    }

    /// Nothing will be added any more.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.0.wake.notify_one();
    }

    /// Marks the encoding thread as failed: ticks added from here on are lost.
    pub(super) fn fail(&self) {
        let mut state = self.lock();
        state.failed = true;
        (state.ticks, state.bytes) = (Vec::new(), 0);
        drop(state);
        self.0.taken.notify_all();
    }

    /// For the other thread: waits, at most until the end has come, and swaps the ticks with the empty `ticks`.
    pub(super) fn take(&self, ticks: &mut Vec<TickCopy>, wait: Wait) -> Next {
        let mut state = self.lock();
        let wake = &self.0.wake;
        state = match wait {
            Wait::Time(time) => {
                let is_idle = |state: &mut State| state.bytes < WAKE_BYTES && !state.closed;
                wake.wait_timeout_while(state, time, is_idle).unwrap_or_else(PoisonError::into_inner).0
            }
            Wait::Tick => {
                state.is_awaited = true;
                let is_empty = |state: &mut State| state.ticks.is_empty() && !state.closed;
                wake.wait_while(state, is_empty).unwrap_or_else(PoisonError::into_inner)
            }
        };
        state.is_awaited = false;
        std::mem::swap(&mut state.ticks, ticks);
        state.bytes = 0;
        let next = if state.closed { Next::End } else { Next::Encode };
        drop(state);
        self.0.taken.notify_all();
        next
    }

    /// For the other thread: a tick was encoded, and its copy can be used again.
    pub(super) fn give_back(&self, mut tick: TickCopy) {
        let bytes = tick.size();
        tick.clear();
        let mut state = self.lock();
        if state.spare_bytes + bytes <= SPARE_BYTES_MAX {
            state.spare_bytes += bytes;
            state.spare.push((tick, bytes));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets the simulation go on when the other thread panics.
pub(super) struct FailIfPanicking<'a>(pub(super) &'a Queue);

impl Drop for FailIfPanicking<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.fail();
        }
    }
}

#[cfg(test)]
mod tests {
    use morse::{Pose, Sample};
    use morse_sim::Data;

    use super::*;

    #[derive(Data, Clone, Default)]
    struct Numbers {
        /// Values of the reading.
        numbers: Vec<f64>,
    }

    /// A tick with a reading of `bytes` bytes.
    fn tick(queue: &Queue, bytes: usize) -> TickCopy {
        let mut tick = queue.spare();
        let data = Numbers { numbers: vec![1.0; bytes / 8] };
        let (world_from_robot, world_from_component) = (Pose::IDENTITY, Pose::IDENTITY);
        let sample = Sample {
            timestamp_s: 0.0,
            stamp_ns: 0,
            data: &data,
            world_from_robot,
            world_from_component,
            errors: None,
        };
        tick.readings.add(0, &sample, &[true]);
        tick
    }

    #[test]
    fn the_simulation_waits_for_a_slow_disk_and_loses_nothing() {
        const SIZE: usize = 8 * 1024 * 1024;
        let queue = Queue::default();
        let reader = queue.clone();
        let sent = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let seen = std::sync::Arc::clone(&sent);
        let writer = std::thread::spawn(move || {
            let (mut ticks, mut count, mut largest) = (Vec::new(), 0, 0);
            // The disk is slow: the queue fills up, and the simulation waits.
            while reader.has_room() {
                std::thread::yield_now();
            }
            (0..10_000).for_each(|_| std::thread::yield_now());
            assert!(seen.load(std::sync::atomic::Ordering::SeqCst) * SIZE <= PENDING_BYTES_MAX);
            loop {
                let next = reader.take(&mut ticks, Wait::Time(Duration::from_millis(1)));
                count += ticks.iter().filter(|tick| tick.readings.len() == 1).count();
                largest = largest.max(ticks.iter().map(TickCopy::size).sum());
                ticks.drain(..).for_each(|tick| reader.give_back(tick));
                if matches!(next, Next::End) {
                    return (count, largest);
                }
            }
        });
        for _ in 0..40 {
            queue.send(tick(&queue, SIZE));
            sent.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        }
        queue.close();
        let (count, largest) = writer.join().unwrap();
        assert_eq!(count, 40);
        assert!(largest < PENDING_BYTES_MAX + 2 * SIZE, "{largest} bytes were held");
        let waited = queue.waited();
        assert_eq!(waited.ticks == 0, waited.time.is_zero());
    }

    #[test]
    fn a_tick_wakes_the_waiting_thread() {
        let queue = Queue::default();
        let reader = queue.clone();
        let thread = std::thread::spawn(move || {
            let mut ticks = Vec::new();
            let next = reader.take(&mut ticks, Wait::Tick);
            (
                ticks.len(),
                matches!(next, Next::Encode),
                matches!(reader.take(&mut Vec::new(), Wait::Tick), Next::End),
            )
        });
        queue.send(tick(&queue, 8));
        while !queue.lock().ticks.is_empty() {
            std::thread::yield_now();
        }
        queue.close();
        assert_eq!(thread.join().unwrap(), (1, true, true));
    }

    #[test]
    fn copies_are_used_again() {
        let queue = Queue::default();
        queue.send(tick(&queue, 1024));
        let mut ticks = Vec::new();
        queue.take(&mut ticks, Wait::Time(Duration::ZERO));
        queue.give_back(ticks.pop().unwrap());
        assert_eq!(queue.lock().spare.len(), 1);
        let copy = queue.spare();
        let state = queue.lock();
        assert_eq!((copy.readings.len(), state.spare.len(), state.spare_bytes), (0, 0, 0));
    }

    #[test]
    fn offering_ticks_does_not_wait() {
        let queue = Queue::default();
        assert!(queue.has_room());
        queue.offer(tick(&queue, PENDING_BYTES_MAX + 8));
        assert!(!queue.has_room());
        queue.take(&mut Vec::new(), Wait::Time(Duration::ZERO));
        assert!(queue.has_room());
        assert_eq!(queue.waited(), Waited::default());
        queue.fail();
        assert!(!queue.has_room());
    }

    #[test]
    fn no_thread_waits_after_a_failure() {
        let queue = Queue::default();
        queue.fail();
        queue.send(tick(&queue, PENDING_BYTES_MAX + 8));
        assert!(queue.has_failed());
        assert_eq!(queue.waited(), Waited::default());
    }
}
