//! Between the thread of the simulation, which copies ticks, and the thread that encodes and writes them.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::tick_copy::TickCopy;

/// From this many bytes on the writing thread is woken up at once.
const WAKE_BYTES: usize = 1024 * 1024;
/// The simulation waits when this many bytes are not taken by the writing thread yet. That thread holds as many again.
const PENDING_BYTES_MAX: usize = 64 * 1024 * 1024;
/// Most bytes of copies that are kept to be used again. Few of them stay in the caches of the processor.
const SPARE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The ticks that wait for the writing thread.
#[derive(Clone, Default)]
pub(super) struct Queue(Arc<Inner>);

#[derive(Default)]
struct Inner {
    state: Mutex<State>,
    /// There is much to write, or the end has come.
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

/// What the writing thread is to do next.
pub(super) enum Next {
    /// Write the ticks that were taken, which may be none.
    Write,
    /// The same, and then nothing will come any more.
    End,
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
        let size = tick.size();
        let mut state = self.lock();
        if state.failed {
            return;
        }
        let was_idle = state.bytes < WAKE_BYTES;
        state.ticks.push(tick);
        state.bytes += size;
        if was_idle && state.bytes >= WAKE_BYTES {
            self.0.wake.notify_one();
        }
        if state.bytes >= PENDING_BYTES_MAX {
            let begun = Instant::now();
            let is_full =
                |state: &mut State| state.bytes >= PENDING_BYTES_MAX && !state.failed && !state.closed;
            state = self.0.taken.wait_while(state, is_full).unwrap_or_else(PoisonError::into_inner);
            state.waited.ticks += 1;
            state.waited.time += begun.elapsed();
        }
    }

    /// How often and how long [`Queue::send`] waited.
    pub(super) fn waited(&self) -> Waited {
        self.lock().waited
    }

    /// Whether writing failed.
    pub(super) fn has_failed(&self) -> bool {
        self.lock().failed
    }

    /// Nothing will be added any more.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.0.wake.notify_one();
    }

    /// Writing failed: what is added from here on is lost.
    pub(super) fn fail(&self) {
        let mut state = self.lock();
        state.failed = true;
        (state.ticks, state.bytes) = (Vec::new(), 0);
        drop(state);
        self.0.taken.notify_all();
    }

    /// For the writing thread: waits until there is much to write, `time` has passed or the end has come, and swaps
    /// the ticks with the empty `ticks`.
    pub(super) fn take(&self, ticks: &mut Vec<TickCopy>, time: Duration) -> Next {
        let state = self.lock();
        let is_idle = |state: &mut State| state.bytes < WAKE_BYTES && !state.closed;
        let waited = self.0.wake.wait_timeout_while(state, time, is_idle);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut state.ticks, ticks);
        state.bytes = 0;
        let next = if state.closed { Next::End } else { Next::Write };
        drop(state);
        self.0.taken.notify_all();
        next
    }

    /// For the writing thread: a tick was written, and its copy can be used again.
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

#[cfg(test)]
mod tests {
    use morse::{Pose, Sample};
    use morse_sim::Data;

    use super::*;

    #[derive(Data, Clone, Default)]
    struct Numbers {
        /// Numbers.
        numbers: Vec<f64>,
    }

    /// A tick with a reading of so many bytes.
    fn tick(queue: &Queue, bytes: usize) -> TickCopy {
        let mut tick = queue.spare();
        let data = Numbers { numbers: vec![1.0; bytes / 8] };
        let (world_from_robot, world_from_component) = (Pose::IDENTITY, Pose::IDENTITY);
        let sample =
            Sample { timestamp_s: 0.0, stamp_ns: 0, data: &data, world_from_robot, world_from_component };
        tick.readings.add(0, &sample, &[true]);
        tick
    }

    #[test]
    fn the_simulation_waits_for_a_slow_disk_and_loses_nothing() {
        let queue = Queue::default();
        let reader = queue.clone();
        let writer = std::thread::spawn(move || {
            let (mut ticks, mut count, mut largest) = (Vec::new(), 0, 0);
            loop {
                let next = reader.take(&mut ticks, Duration::from_millis(1));
                count += ticks.iter().filter(|tick| tick.readings.len() == 1).count();
                largest = largest.max(ticks.iter().map(TickCopy::size).sum());
                ticks.drain(..).for_each(|tick| reader.give_back(tick));
                if matches!(next, Next::End) {
                    return (count, largest);
                }
            }
        });
        const SIZE: usize = 8 * 1024 * 1024;
        for _ in 0..40 {
            queue.send(tick(&queue, SIZE));
        }
        queue.close();
        let (count, largest) = writer.join().unwrap();
        assert_eq!(count, 40);
        assert!(largest < PENDING_BYTES_MAX + 2 * SIZE, "{largest} bytes were held");
        let waited = queue.waited();
        assert_eq!(waited.ticks == 0, waited.time.is_zero());
    }

    #[test]
    fn copies_are_used_again() {
        let queue = Queue::default();
        queue.send(tick(&queue, 1024));
        let mut ticks = Vec::new();
        queue.take(&mut ticks, Duration::ZERO);
        queue.give_back(ticks.pop().unwrap());
        assert_eq!(queue.lock().spare.len(), 1);
        let copy = queue.spare();
        let state = queue.lock();
        assert_eq!((copy.readings.len(), state.spare.len(), state.spare_bytes), (0, 0, 0));
    }

    #[test]
    fn nobody_waits_after_a_failure() {
        let queue = Queue::default();
        queue.fail();
        queue.send(tick(&queue, PENDING_BYTES_MAX + 8));
        assert!(queue.has_failed());
        assert_eq!(queue.waited(), Waited::default());
    }
}
