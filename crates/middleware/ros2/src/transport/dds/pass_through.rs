//! DDS writers and readers for encoded messages. One type of writer and reader serves all message types.

use std::convert::Infallible;

use rustdds::RepresentationIdentifier;
use rustdds::bytes::Bytes;
use rustdds::no_key::{
    DataWriter, Decode, DefaultDecoder, DeserializerAdapter, SerializerAdapter, SimpleDataReader,
};

use crate::cdr::Payload;

/// Serializer that passes payloads through unchanged.
#[derive(Debug, Clone, Copy)]
pub struct PassThrough;

/// A writer of encoded messages.
pub type Writer = DataWriter<Payload, PassThrough>;

/// A reader of encoded messages.
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
