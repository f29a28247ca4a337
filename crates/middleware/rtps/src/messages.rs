//! RTPS messages: a header and submessages (DDSI-RTPS 2.5, 9.4).

pub mod parse;
pub mod write;

use crate::guid::{EntityId, GuidPrefix};
use crate::parameters::InlineParameters;
use crate::sequence::{NumberSet, SequenceNumber};
use crate::time::Timestamp;

/// The version of the protocol.
pub const VERSION: [u8; 2] = [2, 4];

/// The vendor: unknown, since this implementation has no registered number.
pub const VENDOR: [u8; 2] = [0, 0];

/// A part of a message. Parts that are not used are left out.
#[derive(Debug, Clone, PartialEq)]
pub enum Submessage<'a> {
    /// The following parts are for this participant; for all if it is zero.
    Destination(GuidPrefix),
    /// The following parts are from this participant.
    Source(GuidPrefix),
    /// The following samples have this time.
    Timestamp(Option<Timestamp>),
    Data(Data<'a>),
    DataFragments(DataFragments<'a>),
    Heartbeat(Heartbeat),
    HeartbeatFragments(HeartbeatFragments),
    Acknowledgment(Acknowledgment),
    FragmentRequest(FragmentRequest),
    Gap(Gap),
}

/// A sample.
#[derive(Debug, Clone, PartialEq)]
pub struct Data<'a> {
    pub reader: EntityId,
    pub writer: EntityId,
    pub sequence: SequenceNumber,
    pub inline: InlineParameters,
    /// The encapsulation header and the data; empty without data.
    pub payload: &'a [u8],
    /// Whether the payload is a key instead of data.
    pub is_key: bool,
}

/// Some fragments of a sample.
#[derive(Debug, Clone, PartialEq)]
pub struct DataFragments<'a> {
    pub reader: EntityId,
    pub writer: EntityId,
    pub sequence: SequenceNumber,
    /// Number of the first fragment, from 1.
    pub first: u32,
    /// Number of fragments in this message.
    pub count: u16,
    /// Length of all fragments but the last. [bytes]
    pub fragment_length: u16,
    /// Length of the sample with its encapsulation header. [bytes]
    pub sample_length: u32,
    pub inline: InlineParameters,
    pub payload: &'a [u8],
}

/// The samples that a writer has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heartbeat {
    pub reader: EntityId,
    pub writer: EntityId,
    pub first: SequenceNumber,
    /// The newest sample; `first - 1` without samples.
    pub last: SequenceNumber,
    pub count: u32,
    /// Whether the reader answers only if samples are missing.
    pub is_final: bool,
}

/// The fragments of a sample that a writer has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeartbeatFragments {
    pub reader: EntityId,
    pub writer: EntityId,
    pub sequence: SequenceNumber,
    /// Number of the last fragment.
    pub last: u32,
    pub count: u32,
}

/// The samples that a reader has received and those that it requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acknowledgment {
    pub reader: EntityId,
    pub writer: EntityId,
    /// Samples below the base were received; the members are requested.
    pub requested: NumberSet,
    pub count: u32,
    /// Whether the writer need not answer with a heartbeat.
    pub is_final: bool,
}

/// The fragments that a reader requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FragmentRequest {
    pub reader: EntityId,
    pub writer: EntityId,
    pub sequence: SequenceNumber,
    pub requested: NumberSet,
    pub count: u32,
}

/// Samples that a writer does not send: those from `start` to below the base of `others`, and the members of `others`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    pub reader: EntityId,
    pub writer: EntityId,
    pub start: SequenceNumber,
    pub others: NumberSet,
}

mod kind {
    pub const ACKNACK: u8 = 0x06;
    pub const HEARTBEAT: u8 = 0x07;
    pub const GAP: u8 = 0x08;
    pub const INFO_TIMESTAMP: u8 = 0x09;
    pub const INFO_SOURCE: u8 = 0x0c;
    pub const INFO_DESTINATION: u8 = 0x0e;
    pub const NACK_FRAGMENTS: u8 = 0x12;
    pub const HEARTBEAT_FRAGMENTS: u8 = 0x13;
    pub const DATA: u8 = 0x15;
    pub const DATA_FRAGMENTS: u8 = 0x16;
    /// Padding may have length zero before other submessages.
    pub const PAD: u8 = 0x01;
}
