//! End of the host process: it exits by itself or after the command to end, or it is killed.

use std::time::{Duration, Instant};

use morse_sim::external::HostLost;

use crate::line::ReceiveError;
use crate::process::{HostProcess, SHUTDOWN_GRACE};

impl HostProcess {
    /// Ends a host after an error of the channel. Returns the reason for reports.
    pub(super) fn lose(&mut self, error: ReceiveError) -> HostLost {
        let (doing, limit) = (self.doing, self.limit);
        match error {
            ReceiveError::Closed => {
                // The host is exiting or has exited.
                HostLost::Exited { doing, status: self.end_within(SHUTDOWN_GRACE) }
            }
            ReceiveError::Late => {
                self.kill();
                HostLost::TimedOut { doing, limit_s: limit.as_secs_f64() }
            }
            ReceiveError::Interrupted => {
                self.kill();
                HostLost::Interrupted
            }
            ReceiveError::Failed(error) => {
                self.kill();
                HostLost::Connection { doing, error: error.to_string() }
            }
            ReceiveError::ProtocolError(problem) => {
                self.kill();
                HostLost::Protocol(problem)
            }
        }
    }

    pub(super) fn kill(&mut self) {
        // If the host has exited meanwhile, killing it fails without effect.
        let _ = self.child.kill().and_then(|()| self.child.wait());
        self.kill_process_group();
    }

    /// Kills the processes that components have started and that still run.
    fn kill_process_group(&self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};

            // This fails without effect if no process is left, which is the usual case.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
    }

    /// Waits for the host to exit and kills it after `time`. Returns a description of its exit.
    pub(super) fn end_within(&mut self, time: Duration) -> String {
        let until = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.kill_process_group();
                    return status.to_string();
                }
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(1)),
                _ => {
                    self.kill();
                    return "it had closed the channel".to_owned();
                }
            }
        }
    }
}
