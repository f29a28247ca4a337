//! Payloads: DDS carries encoded messages as bytes, so that one type of writer and reader serves all message types.

use std::convert::Infallible;

use rustdds::RepresentationIdentifier;
use rustdds::bytes::Bytes;
use rustdds::no_key::{
    DataWriter, Decode, DefaultDecoder, DeserializerAdapter, SerializerAdapter, SimpleDataReader,
};

/// The encoded data of a sample, without the four bytes of its encapsulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payload {
    /// The data.
    pub bytes: Bytes,
    /// Whether numbers are written with the lowest byte first.
    pub little_endian: bool,
}

impl Payload {
    /// Data that this program encoded.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bytes: Bytes::from(bytes), little_endian: true }
    }

    /// How numbers are written, as DDS names it.
    #[must_use]
    pub fn encoding(&self) -> RepresentationIdentifier {
        if self.little_endian { RepresentationIdentifier::CDR_LE } else { RepresentationIdentifier::CDR_BE }
    }
}

/// Passes payloads through unchanged.
#[derive(Debug, Clone, Copy)]
pub struct PassThrough;

/// Sends payloads.
pub type Writer = DataWriter<Payload, PassThrough>;

/// Receives payloads.
pub type Reader = SimpleDataReader<Payload, PassThrough>;

const ENCODINGS: [RepresentationIdentifier; 2] =
    [RepresentationIdentifier::CDR_LE, RepresentationIdentifier::CDR_BE];

impl SerializerAdapter<Payload> for PassThrough {
    type Error = Infallible;

    fn output_encoding() -> RepresentationIdentifier {
        RepresentationIdentifier::CDR_LE
    }

    fn to_bytes(payload: &Payload) -> Result<Bytes, Infallible> {
        Ok(payload.bytes.clone())
    }
}

impl DeserializerAdapter<Payload> for PassThrough {
    type Error = Infallible;
    type Decoded = Payload;

    fn supported_encodings() -> &'static [RepresentationIdentifier] {
        &ENCODINGS
    }

    fn transform_decoded(payload: Payload) -> Payload {
        payload
    }
}

impl DefaultDecoder<Payload> for PassThrough {
    type Decoder = Self;
    const DECODER: Self = Self;
}

impl Decode<'_, Payload> for PassThrough {
    type Error = Infallible;

    fn decode_bytes(self, bytes: &[u8], encoding: RepresentationIdentifier) -> Result<Payload, Infallible> {
        let little_endian = encoding == RepresentationIdentifier::CDR_LE;
        Ok(Payload { bytes: Bytes::copy_from_slice(bytes), little_endian })
    }
}
