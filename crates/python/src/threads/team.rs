//! The calling thread and its helpers, which do the items of a round together.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::pace::{Pace, Sample};
use super::round::Round;
use super::start;

/// Time for which an idle helper looks for work before it sleeps. Waking it takes about 50 µs on a virtual machine, and learning
/// programs make thousands of steps per second. It lets other programs run meanwhile.
const YIELD_TIME: Duration = Duration::from_millis(1);

/// Deviation from equal shares of items and of time from which the threads seem to wait for processors.
const UNEVEN: f64 = 0.25;

/// The calling thread and its helpers.
pub(crate) struct Team {
    helpers: usize,
    calls: Arc<Calls>,
    pace: Pace,
}

/// The round that helpers are called to.
#[derive(Default)]
struct Calls {
    /// Number of calls so far; `u64::MAX` at the end.
    number: AtomicU64,
    current: Mutex<Call>,
    called: Condvar,
}

/// A call. A helper compares its number with that of the last call that it followed.
#[derive(Default)]
struct Call {
    number: u64,
    round: Option<Arc<Round>>,
    sleepers: usize,
}

/// The number of the last call, which ends the helpers.
const END: u64 = u64::MAX;

impl Team {
    /// Starts the helpers of a team of `threads` threads.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub(crate) fn new(threads: usize) -> Result<Team, String> {
        let team = Team { helpers: threads.saturating_sub(1), calls: Arc::default(), pace: Pace::new() };
        for helper in 0..team.helpers {
            let calls = Arc::clone(&team.calls);
            start(move || calls.follow(helper))?;
        }
        Ok(team)
    }

    /// The number of threads.
    pub(crate) fn size(&self) -> usize {
        self.helpers + 1
    }

    /// Does `count` items. The helpers take part where that is faster. `weight` is the size of an item, to compare speeds; items
    /// without one are not compared.
    pub(crate) fn run(&mut self, count: usize, weight: u32, work: impl Fn(usize) + Send + Sync + 'static) {
        if self.helpers == 0 || count < 2 {
            (0..count).for_each(work);
            return;
        }
        let begun = Instant::now();
        let is_even = if self.pace.is_together() {
            let threads = self.helpers + 1;
            let round = Arc::new(Round::new(count, threads, work));
            self.calls.call(&round);
            let own = round.help(self.helpers) as f64;
            let worked = begun.elapsed();
            round.wait();
            let share = count as f64 / threads as f64;
            (own - share).abs() <= (UNEVEN * share).max(0.5)
                && worked >= begun.elapsed().mul_f64(1.0 - UNEVEN)
        } else {
            (0..count).for_each(work);
            false
        };
        if weight > 0 {
            let amount = count as f64 * f64::from(weight);
            self.pace.note(&Sample { amount, seconds: begun.elapsed().as_secs_f64(), is_even });
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.calls.publish(END, None);
    }
}

impl Calls {
    fn call(&self, round: &Arc<Round>) {
        self.publish(self.number.load(Ordering::Relaxed) + 1, Some(Arc::clone(round)));
    }

    fn publish(&self, number: u64, round: Option<Arc<Round>>) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        (current.number, current.round) = (number, round);
        self.number.store(number, Ordering::Release);
        if current.sleepers > 0 {
            self.called.notify_all();
        }
    }

    /// Follows calls until the end.
    fn follow(&self, helper: usize) {
        let mut last = 0;
        loop {
            let begun = Instant::now();
            while self.number.load(Ordering::Acquire) == last && begun.elapsed() < YIELD_TIME {
                std::thread::yield_now();
            }
            let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
            current.sleepers += 1;
            while current.number == last {
                current = self.called.wait(current).unwrap_or_else(PoisonError::into_inner);
            }
            current.sleepers -= 1;
            last = current.number;
            let round = current.round.clone();
            drop(current);
            if last == END {
                return;
            }
            if let Some(round) = round {
                round.help(helper);
            }
        }
    }
}
