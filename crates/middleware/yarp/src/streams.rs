//! Streams: data of sensors as bottles and images, and bottles as commands of actuators.

mod codec;
mod image;
mod publisher;
mod reader;
mod record;

pub use codec::PUBLISHERS;
pub use reader::READERS;

pub(crate) use publisher::YarpPublisher;
pub(crate) use reader::Reader;

/// Class path of the stream manager.
pub const STREAM_MANAGER: &str = "morse.middleware.yarp_datastream.YarpDatastreamManager";
