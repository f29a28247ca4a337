//! Jobs: suites of tests that run side by side, each a process in namespaces of its own.
//!
//! Most of their time, jobs wait for simulators that run in real time.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::namespace::Namespaces;
use super::times::Times;
use xtask::shell::root;

/// Jobs at once on one processor: in namespaces, where they share nothing, and without.
const JOBS_PER_PROCESSOR: [f64; 2] = [3.0, 1.5];
/// Jobs at once on any machine, without namespaces: discovery by multicast is shared then.
const JOBS_AT_ONCE_MAX: usize = 8;
/// Folder of the outputs. A file, unlike a pipe, is complete although a program that a job left behind still has it open.
const OUTPUTS: &str = "target/job-outputs";
/// A job that takes longer than this is ended. The longest one takes two minutes on two idle processors.
const TIME_MAX: Duration = Duration::from_secs(600);
/// Time in which a job that is ended may print where it is.
const TIME_TO_ABORT: Duration = Duration::from_secs(5);
/// Pause between looks at a running job.
const PAUSE: Duration = Duration::from_millis(20);

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
                    let result = run_job(&job, namespaces, TIME_MAX);
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

/// Runs a job, and prints its output when it has ended. A job that takes longer than `time_max` fails.
fn run_job(job: &Job, namespaces: Option<Namespaces>, time_max: Duration) -> Result<(), String> {
    let Job { name, command: inner } = job;
    let begun = Instant::now();
    let mut command = match namespaces {
        Some(namespaces) => namespaces.wrap(inner),
        None => copy(inner),
    };
    let failed = |error: std::io::Error| format!("{name}: {inner:?}: {error}");
    let path = output_path(name);
    let child = output_file(&path).and_then(|output| {
        let copy = output.try_clone()?;
        // Python prints the stacks of its threads when it is aborted.
        command.env("PYTHONFAULTHANDLER", "1").current_dir(root()).process_group(0);
        command.stdin(Stdio::null()).stdout(output).stderr(copy).spawn()
    });
    let status = child.and_then(|child| wait(child, time_max)).map_err(failed)?;
    let output = fs::read(&path).map_err(failed)?;
    let end = status.map_or_else(|| "ended because it took too long".to_owned(), |status| status.to_string());
    let mut terminal = std::io::stderr().lock();
    let head = format!("{name}: {end}, {:.0} s\n$ {inner:?}\n", begun.elapsed().as_secs_f64());
    // A terminal that cannot be written to does not make the tests fail.
    let _ = [head.as_bytes(), &output].into_iter().try_for_each(|part| terminal.write_all(part));
    if status.is_some_and(|status| status.success()) { Ok(()) } else { Err(format!("{name}: {end}")) }
}

/// Waits for the end of a job. One that takes too long is ended, and has no status.
fn wait(mut child: Child, time_max: Duration) -> std::io::Result<Option<ExitStatus>> {
    let status = wait_until(&mut child, Instant::now() + time_max)?;
    if status.is_none() {
        signal_group(&child, "ABRT")?;
        wait_until(&mut child, Instant::now() + TIME_TO_ABORT)?;
    }
    // Processes that a job left behind in its group would use the processors of the other jobs.
    signal_group(&child, "KILL")?;
    child.wait()?;
    Ok(status)
}

fn wait_until(child: &mut Child, deadline: Instant) -> std::io::Result<Option<ExitStatus>> {
    loop {
        let status = child.try_wait()?;
        if status.is_some() || Instant::now() >= deadline {
            return Ok(status);
        }
        thread::sleep(PAUSE);
    }
}

/// Sends a signal to all processes of the group of a job. A group without processes is accepted.
fn signal_group(child: &Child, signal: &str) -> std::io::Result<()> {
    let group = format!("-{}", child.id());
    Command::new("kill").args(["-s", signal, "--", &group]).stderr(Stdio::null()).status().map(drop)
}

fn output_path(name: &str) -> PathBuf {
    root().join(OUTPUTS).join(name.replace('/', "-")).with_extension("log")
}

fn output_file(path: &Path) -> std::io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    File::create(path)
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

    #[test]
    fn a_job_that_takes_too_long_is_ended_with_its_children() {
        let begun = Instant::now();
        let job = shell("slow", "sleep 300 & echo child $!; wait");
        let error = run_job(&job, None, Duration::from_millis(300)).unwrap_err();
        assert!(error.contains("took too long"), "{error}");
        assert!(begun.elapsed() < Duration::from_secs(60));
        let output = fs::read_to_string(output_path("slow")).unwrap();
        let child = output.trim().strip_prefix("child ").unwrap();
        // A process that was killed may stay as a zombie until init has read its status.
        let state = fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "{state}");
    }

    #[test]
    fn a_program_that_a_job_leaves_behind_does_not_delay_its_end() {
        let begun = Instant::now();
        run_job(&shell("forgetful", "setsid sleep 60 & exit 0"), None, Duration::from_secs(300)).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(50));
    }
}
