//! Interface of the host, which computes external components, and of its access to the scene.

use std::sync::{Arc, Mutex};

use morse_scene::value::Value;

use crate::external::message::HostCommand;
use crate::external::message::query::Query;
use crate::external::message::reply::Reply;
use crate::external::message::world_command::WorldCommand;

/// Reason why the host is lost. It receives no further requests.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum HostLost {
    /// The process ended.
    #[error("the Python process of the components ended while {doing} ({status})")]
    Exited {
        /// Activity at that time: `components acted`.
        doing: &'static str,
        /// Exit status, as described by the operating system.
        status: String,
    },
    /// The process did not answer in time and was ended.
    #[error(
        "the Python process of the components did not answer for {limit_s} s while {doing}, and was ended"
    )]
    TimedOut {
        /// Activity at that time.
        doing: &'static str,
        /// The time limit. [s]
        limit_s: f64,
    },
    /// The user interrupted the program.
    #[error("the Python process of the components was ended by the user")]
    Interrupted,
    /// The connection to the process failed.
    #[error("the connection to the Python process of the components failed while {doing}: {error}")]
    Connection {
        /// Activity at that time.
        doing: &'static str,
        /// The error of the operating system.
        error: String,
    },
    /// The process sent an invalid message.
    #[error("the Python process of the components violated the protocol: {0}")]
    Protocol(String),
}

/// Computes external components.
pub trait Host: Send {
    /// Executes a command and returns the results. Meanwhile the host queries and changes the scene through `scene`,
    /// in order.
    ///
    /// # Errors
    /// When the host is lost.
    fn exchange(&mut self, command: &HostCommand<'_>, scene: &mut dyn SceneAccess)
    -> Result<Reply, HostLost>;

    /// Sends a command whose reply is received later. Returns whether the host executes it in the meantime; if not,
    /// nothing was sent.
    ///
    /// # Errors
    /// When the host is lost.
    fn send(&mut self, _command: &HostCommand<'_>) -> Result<bool, HostLost> {
        Ok(false)
    }

    /// Receives the reply to the command that was sent. Pending queries of the host are answered now.
    ///
    /// # Errors
    /// When the host is lost.
    fn receive(&mut self, _scene: &mut dyn SceneAccess) -> Result<Reply, HostLost> {
        Err(HostLost::Protocol("no command was sent to it".to_owned()))
    }

    /// Writes bytes to memory that is shared with the host. They are valid from the next command until the host frees
    /// them.
    /// Returns their offset, or `None` if the bytes must travel in the message.
    fn share(&mut self, _bytes: &[u8]) -> Option<u64> {
        None
    }

    /// Reads bytes of the last reply from the shared memory.
    ///
    /// # Errors
    /// When the shared memory ends before them, or there is no shared memory; the text describes what is there.
    fn read_shared(&mut self, _offset: u64, _bytes: &mut [u8]) -> Result<(), String> {
        Err("no shared memory".to_owned())
    }

    /// The number of bytes in the shared memory from an offset on.
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
