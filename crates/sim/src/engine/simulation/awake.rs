//! Keeps the threads of a large simulation awake for the length of a tick.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::Yield;

/// Pauses of a thread that found nothing to do, before it looks again.
const PAUSES: usize = 32;

/// How often a thread looks for tasks in vain before it goes to sleep: for longer, some 200 to 400 µs, than the parts of a tick
/// last that are not shared out.
const LOOKS_MAX: u32 = 200;

/// Runs a tick on this thread of a pool. If `awake`, the other threads of the pool look for tasks until the tick is over, or
/// there was none for a while, and do not go to sleep: a tick has some twenty short parts that are shared out, and to wake a
/// thread takes as long as half of such a part (1,000 driving robots on two threads: 1.18 times as fast).
pub(super) fn keep_threads_awake(awake: bool, tick: impl FnOnce()) {
    if !awake {
        return tick();
    }
    let is_over = AtomicBool::new(false);
    let own = rayon::current_thread_index();
    rayon::in_place_scope(|scope| {
        let end = End(&is_over);
        scope.spawn_broadcast(|_, context| {
            if Some(context.index()) != own {
                look_for_tasks_until(&is_over);
            }
        });
        tick();
        drop(end);
    });
}

/// Does tasks of others until a tick is over, or there was none for a while. The latter is a must: this may have been begun
/// by a task that waits for a part of itself, which goes on only afterwards, and for which the tick may wait.
fn look_for_tasks_until(is_over: &AtomicBool) {
    let mut in_vain = 0;
    while !is_over.load(Ordering::Acquire) && in_vain < LOOKS_MAX {
        if rayon::yield_now() == Some(Yield::Executed) {
            in_vain = 0;
        } else {
            in_vain += 1;
            (0..PAUSES).for_each(|_| std::hint::spin_loop());
            // Another process may need the core.
            std::thread::yield_now();
        }
    }
}

/// Says that the tick is over when dropped, also by a panic.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    use super::*;

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn a_tick_runs_once_and_may_share_out_work_of_any_kind() {
        for threads in [1, 2, 4] {
            let mut sums = Vec::new();
            pool(threads).install(|| {
                for awake in [true, false, true] {
                    keep_threads_awake(awake, || {
                        let shared: u64 = (0..10_000_u64).into_par_iter().sum();
                        let everywhere = rayon::broadcast(|context| context.num_threads());
                        sums.push((shared, everywhere));
                    });
                }
            });
            assert_eq!(sums, vec![(49_995_000, vec![threads; threads]); 3]);
        }
    }

    #[test]
    fn a_thread_gives_up_when_there_is_nothing_to_do_so_that_a_task_below_it_goes_on() {
        let never = AtomicBool::new(false);
        pool(1).install(|| look_for_tasks_until(&never));
    }

    #[test]
    fn a_tick_that_panics_lets_the_other_threads_go() {
        let pool = pool(2);
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            pool.install(|| keep_threads_awake(true, || panic!("a tick fails")));
        }));
        assert!(panicked.is_err());
        assert_eq!(pool.install(|| rayon::broadcast(|_| 1)), [1, 1]);
    }
}
