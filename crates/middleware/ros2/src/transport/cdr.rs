//! Encoding and decoding of messages as plain CDR, for all transports.

use byteorder::{BigEndian, LittleEndian};
use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An encoded message, without the four bytes of its encapsulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payload {
    /// The encoded data.
    pub bytes: Bytes,
    /// Whether numbers are little endian.
    pub little_endian: bool,
}

impl Payload {
    /// Data encoded by this program, in little endian.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bytes: Bytes::from(bytes), little_endian: true }
    }
}

/// Error of encoding or decoding a message.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CdrError(String);

/// Encodes a message. `size_hint` is the initial capacity. [bytes]
///
/// # Errors
/// When CDR cannot represent the message, such as a map of unknown length.
pub fn encode<T: Serialize>(message: &T, size_hint: usize) -> Result<Payload, CdrError> {
    let mut bytes = Vec::with_capacity(size_hint);
    append(&mut bytes, message)?;
    Ok(Payload::new(bytes))
}

/// Appends an encoded message. The length of `bytes` must be a multiple of eight. A message without fields is encoded as
/// one zero byte, since types of DDS have at least one field.
///
/// # Errors
/// As for [`encode`].
pub fn append<T: Serialize>(bytes: &mut Vec<u8>, message: &T) -> Result<(), CdrError> {
    let start = bytes.len();
    cdr_encoding::to_writer::<T, LittleEndian, _>(&mut *bytes, message)
        .map_err(|error| CdrError(error.to_string()))?;
    if bytes.len() == start {
        bytes.push(0);
    }
    Ok(())
}

/// Decodes a message. Bytes after its end are padding and are ignored.
///
/// # Errors
/// When bytes are missing, or do not fit the type.
pub fn decode<T: DeserializeOwned>(payload: &Payload) -> Result<T, CdrError> {
    decode_bytes(&payload.bytes, payload.little_endian)
}

/// Decodes a message from bytes.
///
/// # Errors
/// As for [`decode`].
pub fn decode_bytes<T: DeserializeOwned>(bytes: &[u8], little_endian: bool) -> Result<T, CdrError> {
    let read = if little_endian {
        cdr_encoding::from_bytes::<T, LittleEndian>(bytes)
    } else {
        cdr_encoding::from_bytes::<T, BigEndian>(bytes)
    };
    match read {
        Ok((message, _)) => Ok(message),
        Err(error) => Err(CdrError(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Mixed {
        flag: bool,
        number: f64,
        text: String,
        list: Vec<f32>,
    }

    #[test]
    fn fields_are_aligned_to_their_size() {
        let mixed = Mixed { flag: true, number: 1.0, text: "ab".into(), list: vec![2.0] };
        let payload = encode(&mixed, 0).unwrap();
        let expected: &[u8] = &[
            1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 3, 0, 0, 0, b'a', b'b', 0, 0, 1, 0, 0, 0,
            0, 0, 0, 0x40,
        ];
        assert_eq!(&*payload.bytes, expected);
        assert_eq!(decode::<Mixed>(&payload).unwrap(), mixed);
    }

    #[test]
    fn message_without_fields_has_one_byte() {
        #[derive(Serialize)]
        struct Empty {}
        assert_eq!(&*encode(&Empty {}, 0).unwrap().bytes, [0]);
    }

    #[test]
    fn malformed_bytes_are_errors_and_allocate_no_memory() {
        let whole =
            encode(&Mixed { flag: true, number: 1.0, text: "ab".into(), list: vec![2.0] }, 0).unwrap();
        for length in 0..whole.bytes.len() {
            assert!(decode_bytes::<Mixed>(&whole.bytes[..length], true).is_err(), "{length} bytes");
        }
        let mut huge = whole.bytes.to_vec();
        huge[24..28].fill(0xff);
        assert!(decode_bytes::<Mixed>(&huge, true).is_err(), "a list of four billion numbers");
        let mut long_text = whole.bytes.to_vec();
        long_text[16..20].fill(0xff);
        assert!(decode_bytes::<Mixed>(&long_text, true).is_err());
        let mut not_utf8 = whole.bytes.to_vec();
        not_utf8[20] = 0xff;
        assert!(decode_bytes::<Mixed>(&not_utf8, true).is_err());
    }
}
