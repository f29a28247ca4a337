//! Jobs: suites of tests that run side by side, each a process in namespaces of its own.
//!
//! Most of their time, jobs wait for simulators that run in real time.

use std::collections::VecDeque;
use std::io::Write;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::namespace::Namespaces;
use super::times::Times;
use xtask::shell::root;

/// Jobs at once on one processor: in namespaces, where they share nothing, and without.
const JOBS_PER_PROCESSOR: [f64; 2] = [3.0, 1.5];
/// Jobs at once on any machine, without namespaces: discovery by multicast is shared then.
const JOBS_AT_ONCE_MAX: usize = 8;

/// A suite of tests.
pub(super) struct Job {
    /// Name in messages and in the table of the slowest.
    pub(super) name: String,
    /// Starts the suite in the root folder.
    pub(super) command: Command,
}

/// Runs jobs, the first ones first, and prints the output of each when it has ended.
///
/// # Errors
/// With the names of the jobs that fail.
pub(super) fn run(jobs: Vec<Job>, times: &mut Times) -> Result<(), String> {
    let namespaces = Namespaces::available();
    let at_once = jobs_at_once(namespaces.is_some());
    match namespaces {
        Some(_) => println!(
            "{} suites, {at_once} at once, each in network and IPC namespaces of its own",
            jobs.len()
        ),
        None => {
            println!("{} suites, {at_once} at once; namespaces cannot be made on this machine", jobs.len())
        }
    }
    let queue = Mutex::new(VecDeque::from(jobs));
    let ended = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some(job) = next(&queue) {
                    let begun = Instant::now();
                    let result = run_job(&job, namespaces);
                    let seconds = begun.elapsed().as_secs_f64();
                    ended.lock().unwrap_or_else(PoisonError::into_inner).push((job.name, seconds, result));
                }
            });
        }
    });
    let mut failed = Vec::new();
    for (name, seconds, result) in ended.into_inner().unwrap_or_else(PoisonError::into_inner) {
        times.add(&name, seconds);
        failed.extend(result.err());
    }
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

fn jobs_at_once(has_namespaces: bool) -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from) as f64;
    let [isolated, shared] = JOBS_PER_PROCESSOR;
    if has_namespaces {
        (processors * isolated) as usize
    } else {
        ((processors * shared) as usize).clamp(1, JOBS_AT_ONCE_MAX)
    }
}

fn next(queue: &Mutex<VecDeque<Job>>) -> Option<Job> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
}

fn run_job(job: &Job, namespaces: Option<Namespaces>) -> Result<(), String> {
    let Job { name, command: inner } = job;
    let begun = Instant::now();
    let mut command = match namespaces {
        Some(namespaces) => namespaces.wrap(inner),
        None => copy(inner),
    };
    let output = command.current_dir(root()).output().map_err(|error| format!("{inner:?}: {error}"))?;
    let mut terminal = std::io::stderr().lock();
    let head = format!("{name}: {}, {:.0} s\n$ {inner:?}\n", output.status, begun.elapsed().as_secs_f64());
    // A terminal that cannot be written to does not make the tests fail.
    let _ = [head.as_bytes(), &output.stdout, &output.stderr]
        .into_iter()
        .try_for_each(|part| terminal.write_all(part));
    if output.status.success() { Ok(()) } else { Err(format!("{name}: {}", output.status)) }
}

/// A command with the same program, arguments and environment.
fn copy(inner: &Command) -> Command {
    let mut command = Command::new(inner.get_program());
    command.args(inner.get_args());
    for (name, value) in inner.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(name: &str, script: &str) -> Job {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Job { name: name.to_owned(), command }
    }

    #[test]
    fn every_failure_is_reported_and_every_duration_is_kept() {
        let mut times = Times::new("tests");
        let jobs = vec![shell("good", "exit 0"), shell("bad", "exit 1"), shell("worse", "exit 2")];
        let error = run(jobs, &mut times).unwrap_err();
        assert!(error.contains("bad") && error.contains("worse") && !error.contains("good"), "{error}");
        assert!(["good", "bad", "worse"].iter().all(|name| times.table().contains(name)));
    }
}
