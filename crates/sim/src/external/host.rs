//! The host: computes external components, and what it may do to the scene meanwhile.

use std::sync::{Arc, Mutex};

use morse_scene::value::Value;

use crate::external::message::HostCommand;
use crate::external::message::query::Query;
use crate::external::message::reply::Reply;
use crate::external::message::world_command::WorldCommand;

/// Why the host is gone. It receives no further requests.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum HostLost {
    /// Its process ended.
    #[error("the Python process of the components ended while {doing} ({status})")]
    Exited {
        /// What it was doing: `components acted`.
        doing: &'static str,
        /// How it ended, in the words of the operating system.
        status: String,
    },
    /// It did not answer in time, and was ended.
    #[error(
        "the Python process of the components did not answer for {limit_s} s while {doing}, and was ended"
    )]
    TimedOut {
        /// What it was doing.
        doing: &'static str,
        /// The time limit. [s]
        limit_s: f64,
    },
    /// The user interrupted the program.
    #[error("the Python process of the components was ended, as the user wished")]
    Interrupted,
    /// The connection to it failed.
    #[error("the line to the Python process of the components failed while {doing}: {error}")]
    Connection {
        /// What it was doing.
        doing: &'static str,
        /// The error of the operating system.
        error: String,
    },
    /// It sent something that is no message.
    #[error("the Python process of the components does not keep to its protocol: {0}")]
    Protocol(String),
}

/// Computes external components.
pub trait Host: Send {
    /// Carries out a command and returns the results. Meanwhile the host queries and changes the scene through
    /// `scene`, in order.
    ///
    /// # Errors
    /// When the host is gone or considered gone.
    fn exchange(&mut self, command: &HostCommand<'_>, scene: &mut dyn SceneAccess)
    -> Result<Reply, HostLost>;

    /// Sends a command whose reply is received later. Returns whether the host carries it out meanwhile; otherwise nothing was
    /// sent.
    ///
    /// # Errors
    /// When the host is gone or considered gone.
    fn send(&mut self, _command: &HostCommand<'_>) -> Result<bool, HostLost> {
        Ok(false)
    }

    /// Receives the reply to the command that was sent. Queries of the host that came meanwhile are answered now.
    ///
    /// # Errors
    /// When the host is gone or considered gone.
    fn receive(&mut self, _scene: &mut dyn SceneAccess) -> Result<Reply, HostLost> {
        Err(HostLost::Protocol("nothing was sent to it".to_owned()))
    }

    /// Puts bytes into memory that is shared with the host, which has them from the next command until it says that it
    /// needs them no more. Returns their offset, or nothing when they must travel in the message.
    fn share(&mut self, _bytes: &[u8]) -> Option<u64> {
        None
    }

    /// Reads bytes of the last reply from the shared memory.
    ///
    /// # Errors
    /// When the shared memory ends before them, or there is none.
    fn read_shared(&mut self, _offset: u64, _bytes: &mut [u8]) -> Result<(), String> {
        Err("there is no shared memory".to_owned())
    }

    /// The number of bytes of the shared memory from an offset on. [bytes]
    fn shared_from(&self, _offset: u64) -> u64 {
        0
    }
}

/// Access of a host to the scene.
pub trait SceneAccess {
    /// Answers a query.
    ///
    /// # Errors
    /// When it names something that does not exist.
    fn answer(&mut self, query: &Query) -> Result<Value, String>;

    /// Executes a command on the scene.
    ///
    /// # Errors
    /// When it names something that does not exist, or is not possible.
    fn execute(&mut self, command: WorldCommand) -> Result<(), String>;
}

/// A host that several owners share; one of them uses it at a time.
pub type SharedHost = Arc<Mutex<dyn Host>>;
