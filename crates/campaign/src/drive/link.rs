//! A process of workers: requests, answers, and its end.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::attempts::Flight;
use super::{Event, Pool};
use crate::run::Request;

/// Number of log lines in the error about a worker that died.
const LOG_LINES: usize = 5;

/// How long a worker without jobs may take to end by itself.
const GRACE: Duration = Duration::from_secs(5);

/// A process of workers.
pub(super) struct Link {
    child: Child,
    stdin: Option<ChildStdin>,
    log: Arc<Mutex<VecDeque<String>>>,
    /// Why it was killed.
    killed: Option<String>,
    /// How many runs it does at once; nothing before it is ready.
    pub(super) capacity: Option<usize>,
    /// How many more wait there for their turn.
    pub(super) queue: usize,
    /// Runs under way.
    pub(super) flights: BTreeMap<u64, Flight>,
}

impl Link {
    pub(super) fn start(id: u64, pool: &Pool, sender: &Sender<Event>) -> io::Result<Self> {
        let mut command = Command::new(&pool.program);
        command.args(&pool.arguments).envs(pool.environment.iter().cloned());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // Ctrl-C in the terminal is for the conductor.
            command.process_group(0);
        }
        let mut child = command
            .spawn()
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", pool.program.display())))?;
        let log = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(stderr) = child.stderr.take() {
            let log = Arc::clone(&log);
            thread::Builder::new().name("log of worker".to_owned()).spawn(move || keep_last(stderr, &log))?;
        }
        if let Some(stdout) = child.stdout.take() {
            let sender = sender.clone();
            thread::Builder::new().name("worker".to_owned()).spawn(move || forward(id, stdout, &sender))?;
        }
        let stdin = child.stdin.take();
        Ok(Self { child, stdin, log, killed: None, capacity: None, queue: 0, flights: BTreeMap::new() })
    }

    /// How many more runs it can take.
    pub(super) fn free(&self) -> usize {
        if self.killed.is_some() {
            return 0;
        }
        self.capacity.map_or(0, |workers| workers + self.queue).saturating_sub(self.flights.len())
    }

    /// Has it do a run.
    pub(super) fn send(&mut self, mut flight: Flight, timeout_s: Option<f64>) {
        flight.deadline = timeout_s.and_then(deadline);
        let request = Request::Do(flight.job.clone());
        self.flights.insert(flight.job.run, flight);
        self.write(&request);
    }

    /// Sends a request. A failure is ignored: the end of the worker is an event, and loses its runs.
    fn write(&mut self, request: &Request) {
        let Some(stdin) = &mut self.stdin else { return };
        let written = serde_json::to_vec(request).map_err(io::Error::from).and_then(|mut line| {
            line.push(b'\n');
            stdin.write_all(&line).and_then(|()| stdin.flush())
        });
        if let Err(error) = written {
            self.kill(&format!("it takes no jobs: {error}"));
        }
    }

    /// Ends runs that take too long: with the whole process, if it does one run at once.
    pub(super) fn give_up_late_runs(&mut self, now: Instant) {
        let is_late =
            |flight: &Flight| !flight.is_late && flight.deadline.is_some_and(|deadline| deadline <= now);
        let late: Vec<u64> =
            self.flights.values().filter(|flight| is_late(flight)).map(|flight| flight.job.run).collect();
        for run in late {
            if let Some(flight) = self.flights.get_mut(&run) {
                flight.is_late = true;
            }
            if self.capacity == Some(1) {
                self.kill("a run took too long")
            } else {
                self.write(&Request::Cancel(run))
            }
        }
    }

    pub(super) fn kill(&mut self, why: &str) {
        self.killed.get_or_insert_with(|| why.to_owned());
        self.stdin = None;
        // It may have ended by itself; then there is nothing to kill.
        let _ = self.child.kill();
    }

    /// Why a process that has closed its output ended.
    pub(super) fn cause_of_end(&mut self) -> String {
        let status = self.child.wait();
        let mut cause = match (&self.killed, status) {
            (Some(why), _) => why.clone(),
            (None, Ok(status)) => describe(status),
            (None, Err(error)) => format!("it cannot be waited for: {error}"),
        };
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        if !log.is_empty() {
            cause = format!(
                "{cause}; its log ends with: {}",
                log.iter().map(String::as_str).collect::<Vec<_>>().join(" / ")
            );
        }
        cause
    }

    /// Ends the process: at once when it still works, else after it has seen that there are no more jobs.
    pub(super) fn end(&mut self) {
        if !self.flights.is_empty() && self.capacity == Some(1) {
            self.kill("the campaign has ended");
        }
        self.stdin = None;
        let begun = Instant::now();
        while begun.elapsed() < GRACE {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                _ => return,
            }
        }
        self.kill("the campaign has ended");
        let _ = self.child.wait();
    }
}

fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.signal() {
            return format!("it was killed by signal {signal}");
        }
    }
    match status.code() {
        Some(code) => format!("it ended with status {code}"),
        None => "it ended".to_owned(),
    }
}

/// Forwards the lines of a worker, then its end.
fn forward(link: u64, output: impl Read, sender: &Sender<Event>) {
    for line in BufReader::new(output).lines() {
        let Ok(line) = line else { break };
        if sender.send(Event::Said { link, line }).is_err() {
            return;
        }
    }
    // The receiver is gone when the campaign has ended.
    let _ = sender.send(Event::Ended { link });
}

/// Keeps the last lines of a log.
fn keep_last(stderr: impl Read, log: &Mutex<VecDeque<String>>) {
    for line in BufReader::new(stderr).lines() {
        let Ok(line) = line else { break };
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        if log.len() == LOG_LINES {
            log.pop_front();
        }
        log.push_back(line);
    }
}

/// When a run that begins now is given up; `None` for a limit that the clock cannot reach.
fn deadline(limit_s: f64) -> Option<Instant> {
    Instant::now().checked_add(Duration::try_from_secs_f64(limit_s).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_that_the_clock_cannot_reach_are_none() {
        assert!(deadline(2.0).is_some_and(|deadline| deadline > Instant::now()));
        for limit_s in [1e19, 1e300] {
            assert_eq!(deadline(limit_s), None, "{limit_s}");
        }
    }
}
