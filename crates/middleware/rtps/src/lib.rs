//! RTPS 2.5: discovery, and reliable and best-effort topics over UDP, as all implementations of DDS speak them.
//!
//! The protocol is in [`Engine`], which knows neither sockets nor threads. A [`Participant`] runs it on one thread. Samples
//! are bytes: this crate does not encode messages. Types have no keys, and encodings are plain CDR.
//!
//! Sources: DDS Interoperability Wire Protocol (DDSI-RTPS) 2.5, DDS 1.4, DDS-XTypes 1.3, all of the OMG.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod discovery;
mod engine;
mod guid;
mod interfaces;
mod messages;
mod pacing;
mod parameters;
mod participant;
mod qos;
mod reader;
mod sequence;
mod sockets;
mod time;
mod wire;
mod writer;

pub use discovery::endpoint::EndpointData;
pub use engine::{Datagram, Destination, EndpointOptions, Engine, Event, Incompatibility};
pub use guid::{EntityId, Guid, GuidPrefix};
pub use parameters::SampleIdentity;
pub use participant::{Options, Overflow, Participant, Reader, Writer};
pub use qos::{Durability, Mismatch, Qos};
pub use reader::Sample;
pub use sequence::SequenceNumber;
pub use writer::history::Content;
