//! Parameter lists: inline parameters of samples and descriptions of participants and endpoints (DDSI-RTPS 2.5, 9.4.2.11).

use crate::guid::Guid;
use crate::sequence::SequenceNumber;
use crate::wire::{Cursor, Malformed, Put};

/// Identifiers of parameters (DDSI-RTPS 2.5, 9.6.2.2 and 9.6.4; DDS-XTypes 1.3, 7.6.3.1).
pub mod id {
    pub const PAD: u16 = 0x0000;
    pub const SENTINEL: u16 = 0x0001;
    pub const LEASE: u16 = 0x0002;
    pub const TOPIC_NAME: u16 = 0x0005;
    pub const TYPE_NAME: u16 = 0x0007;
    pub const DOMAIN_ID: u16 = 0x000f;
    pub const PROTOCOL_VERSION: u16 = 0x0015;
    pub const VENDOR_ID: u16 = 0x0016;
    pub const RELIABILITY: u16 = 0x001a;
    pub const LIVELINESS: u16 = 0x001b;
    pub const DURABILITY: u16 = 0x001d;
    pub const OWNERSHIP: u16 = 0x001f;
    pub const DEADLINE: u16 = 0x0023;
    pub const PARTITION: u16 = 0x0029;
    pub const LIFESPAN: u16 = 0x002b;
    pub const USER_DATA: u16 = 0x002c;
    pub const UNICAST: u16 = 0x002f;
    pub const DEFAULT_UNICAST: u16 = 0x0031;
    pub const METATRAFFIC_UNICAST: u16 = 0x0032;
    pub const HISTORY: u16 = 0x0040;
    pub const PARTICIPANT_GUID: u16 = 0x0050;
    pub const BUILTIN_ENDPOINTS: u16 = 0x0058;
    pub const ENDPOINT_GUID: u16 = 0x005a;
    pub const KEY_HASH: u16 = 0x0070;
    pub const STATUS: u16 = 0x0071;
    pub const DATA_REPRESENTATION: u16 = 0x0073;
    pub const RELATED_SAMPLE: u16 = 0x0083;
    /// The older identifier of the related sample, which Fast DDS uses.
    pub const RELATED_SAMPLE_OF_FAST_DDS: u16 = 0x800f;
}

/// Flag of parameters that a reader must understand. It is not part of the identifier.
const MUST_UNDERSTAND: u16 = 0x4000;

/// Calls `visit` with identifier and value of each parameter, up to the end of the list.
pub fn read(
    cursor: &mut Cursor<'_>,
    little_endian: bool,
    mut visit: impl FnMut(u16, &mut Cursor<'_>) -> Result<(), Malformed>,
) -> Result<(), Malformed> {
    loop {
        let (parameter, length) = (cursor.u16()?, cursor.u16()?);
        match parameter {
            id::SENTINEL => return Ok(()),
            id::PAD => drop(cursor.take(length.into())?),
            // Identifiers of vendors keep all their bits.
            vendor if vendor & 0x8000 != 0 => {
                visit(vendor, &mut Cursor::new(cursor.take(length.into())?, little_endian))?;
            }
            standard => {
                let value = cursor.take(length.into())?;
                visit(standard & !MUST_UNDERSTAND, &mut Cursor::new(value, little_endian))?;
            }
        }
    }
}

/// Reads a parameter list with its encapsulation header of four bytes.
pub fn read_encapsulated(
    bytes: &[u8],
    visit: impl FnMut(u16, &mut Cursor<'_>) -> Result<(), Malformed>,
) -> Result<(), Malformed> {
    let little_endian = match bytes.get(..2) {
        Some([0, 2]) => false,
        Some([0, 3]) => true,
        _ => return Err(Malformed("parameter list: unknown encoding")),
    };
    let mut cursor = Cursor::new(bytes, little_endian);
    cursor.take(4)?;
    read(&mut cursor, little_endian, visit)
}

/// Writes a parameter list.
#[derive(Debug, Default)]
pub struct Parameters(Vec<u8>);

impl Parameters {
    /// A list that begins with the encapsulation header of a parameter list in little endian.
    #[cfg(test)]
    pub fn encapsulated() -> Self {
        Self(vec![0, 3, 0, 0])
    }

    /// Appends a parameter whose value is written by `put`.
    pub fn put(&mut self, parameter: u16, put: impl FnOnce(&mut Vec<u8>)) {
        self.0.put_u16(parameter);
        self.0.put_u16(0);
        let start = self.0.len();
        put(&mut self.0);
        self.0.pad_from(start);
        let length = (self.0.len() - start) as u16;
        self.0[start - 2..start].copy_from_slice(&length.to_le_bytes());
    }

    /// Appends a parameter of some bytes.
    pub fn put_bytes(&mut self, parameter: u16, value: &[u8]) {
        self.put(parameter, |bytes| bytes.extend(value));
    }

    /// Ends the list.
    pub fn finish(mut self) -> Vec<u8> {
        self.0.put_u16(id::SENTINEL);
        self.0.put_u16(0);
        self.0
    }
}

/// Identifies a sample: its writer, or another entity by convention, and a sequence number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampleIdentity {
    /// The writer.
    pub writer: Guid,
    /// The sequence number; 0 or less if it is unknown.
    pub sequence: SequenceNumber,
}

/// The inline parameters of a sample that are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InlineParameters {
    /// Whether the sample ends the life of its key.
    pub disposed: bool,
    pub key_hash: Option<[u8; 16]>,
    /// The sample to which this one is related: for requests and responses of services.
    pub related: Option<SampleIdentity>,
}

impl InlineParameters {
    pub fn read(cursor: &mut Cursor<'_>, little_endian: bool) -> Result<Self, Malformed> {
        let mut inline = Self::default();
        read(cursor, little_endian, |parameter, value| {
            match parameter {
                id::STATUS => inline.disposed = value.array::<4>()?[3] & 3 != 0,
                id::KEY_HASH => inline.key_hash = Some(value.array()?),
                id::RELATED_SAMPLE | id::RELATED_SAMPLE_OF_FAST_DDS if value.remaining() >= 24 => {
                    let writer = Guid::from_bytes(value.array()?);
                    // Fast DDS writes an unknown number as -1:0.
                    inline.related = Some(SampleIdentity { writer, sequence: value.sequence().unwrap_or(0) });
                }
                _ => {}
            }
            Ok(())
        })?;
        Ok(inline)
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn put(&self, bytes: &mut Vec<u8>) {
        let mut list = Parameters::default();
        if let Some(related) = self.related {
            for parameter in [id::RELATED_SAMPLE, id::RELATED_SAMPLE_OF_FAST_DDS] {
                list.put(parameter, |bytes| {
                    bytes.extend(related.writer.to_bytes());
                    bytes.put_sequence(related.sequence);
                });
            }
        }
        if let Some(hash) = self.key_hash {
            list.put_bytes(id::KEY_HASH, &hash);
        }
        if self.disposed {
            list.put_bytes(id::STATUS, &[0, 0, 0, 3]);
        }
        bytes.extend(list.finish());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_padded_and_lists_have_an_end() {
        let mut list = Parameters::encapsulated();
        list.put_bytes(id::TOPIC_NAME, &[1, 2, 3]);
        let bytes = list.finish();
        assert_eq!(bytes, [0, 3, 0, 0, 5, 0, 4, 0, 1, 2, 3, 0, 1, 0, 0, 0]);
        let mut seen = Vec::new();
        read_encapsulated(&bytes, |id, value| {
            seen.push((id, value.rest().to_vec()));
            Ok(())
        })
        .unwrap();
        assert_eq!(seen, [(id::TOPIC_NAME, vec![1, 2, 3, 0])]);
    }

    #[test]
    fn list_without_end_or_with_excessive_length_is_refused() {
        let ignore = |_: u16, _: &mut Cursor<'_>| Ok(());
        assert!(read_encapsulated(&[0, 3, 0, 0, 5, 0, 0, 0], ignore).is_err());
        assert!(read_encapsulated(&[0, 3, 0, 0, 5, 0, 255, 255, 1], ignore).is_err());
        assert!(read_encapsulated(&[0, 9, 0, 0, 1, 0, 0, 0], ignore).is_err());
        assert!(read_encapsulated(&[], ignore).is_err());
    }

    #[test]
    fn inline_parameters_are_unchanged_by_a_round_trip() {
        let related = SampleIdentity { writer: Guid::from_bytes([9; 16]), sequence: 77 };
        let inline = InlineParameters { disposed: true, key_hash: Some([3; 16]), related: Some(related) };
        let mut bytes = Vec::new();
        inline.put(&mut bytes);
        assert_eq!(InlineParameters::read(&mut Cursor::new(&bytes, true), true), Ok(inline));
    }
}
