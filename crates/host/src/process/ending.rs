//! How a host ends: it was told to, it exited by itself, or it is killed.

use std::time::{Duration, Instant};

use morse_sim::external::HostLost;

use crate::line::ReceiveError;
use crate::process::{HostProcess, SHUTDOWN_GRACE};

impl HostProcess {
    /// Ends a host that does not answer, and returns the reason of its loss.
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
            ReceiveError::ProtocolError(what) => {
                self.kill();
                HostLost::Protocol(what)
            }
        }
    }

    pub(super) fn kill(&mut self) {
        // If the host has exited meanwhile, killing it fails without effect.
        let _ = self.child.kill().and_then(|()| self.child.wait());
        self.kill_left();
    }

    /// Kills the processes that components have started and left behind.
    fn kill_left(&self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};

            // There usually are none.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
    }

    /// Waits for the exit of the host and kills it after `time`. Returns a description of its exit.
    pub(super) fn end_within(&mut self, time: Duration) -> String {
        let until = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.kill_left();
                    return status.to_string();
                }
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(1)),
                _ => {
                    self.kill();
                    return "it had closed the line".to_owned();
                }
            }
        }
    }
}
