//! The h2 devices of pocolibs: a table, semaphores, memory and posters, shared by all processes of a user.

mod error;
mod init;
mod ipc;
mod layout;
mod location;
mod memory;
mod poster;
mod semaphores;
mod table;
#[cfg(test)]
mod tests;

pub use error::H2Error;
pub use init::{InitSize, end, init};
pub use location::{COM_LIB_MAJOR, Location};
pub use poster::{Poster, Reading, Written};
pub use table::Devices;
