//! The wire protocol between a client and a MOOSDB: a banner, then packets of messages. All numbers are little endian.

mod message;
mod packet;

pub use message::{Content, DataType, Message, MessageKind, NO_VALUE, WireError};
pub use packet::{HEADER_BYTES, PACKET_BYTES_MAX, Packet, PacketHeader};

/// First bytes of a client.
pub const BANNER: [u8; 32] = *b"ELKS CAN'T DANCE 2/8/10\0\0\0\0\0\0\0\0\0";

/// Key of the first message of a client, and text of the answer to it.
pub const ASYNCHRONOUS: &str = "asynchronous";

/// Key of timing messages.
pub const TIMING_KEY: &str = "_async_timing";
