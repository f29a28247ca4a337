//! A team of threads, each of which processes the same part of every tick.
//!
//! A tick of a large scene alternates between parallel and serial sections of some ten microseconds each. Waking a sleeping
//! thread takes longer than a section, so the threads of a team stay awake for a while. Data last written by a different
//! thread is slow to fetch, so each thread works on its own robots.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Idle rounds after which a thread may sleep: about 200 µs.
const IDLE_ROUNDS_MAX: u32 = 500;
/// Maximum number of threads of a team.
const THREADS_MAX: usize = u64::BITS as usize;

/// The threads of the current rayon pool as a team. Programs that step several worlds at once on one pool need a team per
/// world.
#[derive(Debug, Default)]
pub struct ThreadTeam(Arc<State>);

/// The state of a team. Sets of threads have one bit per thread, the first thread lowest.
#[derive(Debug, Default)]
struct State {
    /// Whether the distributing thread is in a parallel section.
    is_parallel: AtomicBool,
    /// Threads that were called to wait for work but have not started waiting.
    called: AtomicU64,
    /// Threads that are waiting for work.
    waiting: AtomicU64,
}

impl ThreadTeam {
    /// The number of threads.
    pub fn size(&self) -> usize {
        rayon::current_num_threads().clamp(1, THREADS_MAX)
    }

    /// Executes tasks, given as one list per thread. Each thread executes its own list, then tasks that the other threads
    /// have not begun. Returns when all tasks are done. The threads stay awake for a while for the next call.
    pub fn run<T: Send>(&self, tasks: impl IntoIterator<Item = Vec<T>>, execute: impl Fn(T) + Sync) {
        let lists: Vec<Vec<Mutex<Option<T>>>> = tasks
            .into_iter()
            .map(|tasks| tasks.into_iter().map(|task| Mutex::new(Some(task))).collect())
            .collect();
        let take = |task: &Mutex<Option<T>>| {
            let task = task.lock().unwrap_or_else(PoisonError::into_inner).take();
            task.into_iter().for_each(&execute);
        };
        let work = || {
            let own = rayon::current_thread_index().unwrap_or_default();
            lists.get(own).into_iter().flatten().for_each(take);
            let others = lists.iter().enumerate().filter(|(thread, _)| *thread != own);
            others.flat_map(|(_, tasks)| tasks.iter().rev()).for_each(take);
        };
        self.0.is_parallel.store(true, Ordering::Release);
        rayon::scope(|scope| {
            (1..lists.len()).for_each(|_| scope.spawn(|_| work()));
            work();
        });
        self.0.is_parallel.store(false, Ordering::Release);
        self.keep_awake();
    }

    /// Makes all other threads of the pool wait for work.
    fn keep_awake(&self) {
        let (count, Some(own)) = (rayon::current_num_threads(), rayon::current_thread_index()) else {
            return;
        };
        let others = bits(count) & !bit(own);
        let state = &self.0;
        if others & !state.waiting.load(Ordering::Acquire) & !state.called.load(Ordering::Acquire) == 0 {
            return;
        }
        state.called.fetch_or(others, Ordering::AcqRel);
        let state = Arc::clone(state);
        rayon::spawn_broadcast(move |context| {
            state.called.fetch_and(!bit(context.index()), Ordering::AcqRel);
            if others & bit(context.index()) != 0 {
                state.wait_for_work(context.index());
            }
        });
    }
}

impl State {
    /// Executes work as it arrives, and returns after some time without work.
    fn wait_for_work(&self, thread: usize) {
        // Return at once in a parallel section: this thread may be waiting there for a part of its own work, on which the
        // other threads wait.
        let is_busy = self.is_parallel.load(Ordering::Acquire);
        if is_busy || self.waiting.fetch_or(bit(thread), Ordering::AcqRel) & bit(thread) != 0 {
            return;
        }
        let mut idle_rounds = 0;
        while idle_rounds < IDLE_ROUNDS_MAX {
            if rayon::yield_now() == Some(rayon::Yield::Executed) {
                idle_rounds = 0;
            } else {
                idle_rounds += 1;
                // Let other programs run.
                std::thread::yield_now();
            }
        }
        self.waiting.fetch_and(!bit(thread), Ordering::AcqRel);
    }
}

/// The bit of a thread.
fn bit(thread: usize) -> u64 {
    if thread < THREADS_MAX { 1 << thread } else { 0 }
}

/// The bits of the first threads.
fn bits(count: usize) -> u64 {
    if count < THREADS_MAX { (1 << count) - 1 } else { u64::MAX }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn every_task_is_executed_once_by_any_number_of_threads() {
        for threads in [1, 2, 3, 8] {
            pool(threads).install(|| {
                let team = ThreadTeam::default();
                for lists in [1, 2, 5] {
                    let counts: Vec<AtomicUsize> = (0..lists * 7).map(|_| AtomicUsize::new(0)).collect();
                    let tasks = (0..lists).map(|list| (list * 7..(list + 1) * 7).collect());
                    team.run(tasks, |task: usize| {
                        counts[task].fetch_add(1, Ordering::Relaxed);
                    });
                    assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == 1));
                }
            });
        }
    }

    #[test]
    fn thread_begins_with_its_own_tasks() {
        pool(2).install(|| {
            let team = ThreadTeam::default();
            for _ in 0..100 {
                let by = [AtomicUsize::new(9), AtomicUsize::new(9)];
                // Neither thread can execute both tasks.
                let both = Barrier::new(2);
                team.run([vec![0], vec![1]], |task: usize| {
                    both.wait();
                    by[task].store(rayon::current_thread_index().unwrap(), Ordering::Relaxed);
                });
                assert_eq!(by.map(AtomicUsize::into_inner), [0, 1]);
            }
        });
    }

    #[test]
    fn nested_parallel_work_completes() {
        pool(2).install(|| {
            let team = ThreadTeam::default();
            for _ in 0..100 {
                let sum = AtomicUsize::new(0);
                team.run((0..4).map(|list| vec![list]), |task: usize| {
                    let [one, other] = [task, 10 * task];
                    let (one, other) = rayon::join(|| one, || other);
                    sum.fetch_add(one + other, Ordering::Relaxed);
                });
                assert_eq!(sum.into_inner(), 66);
            }
        });
    }

    #[test]
    fn several_teams_share_a_pool() {
        let pool = pool(2);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    pool.install(|| {
                        let team = ThreadTeam::default();
                        for _ in 0..200 {
                            team.run([vec![0], vec![1]], |task: usize| {
                                std::hint::black_box(task);
                            });
                        }
                    });
                });
            }
        });
    }
}
