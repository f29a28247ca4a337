//! Writing of messages in little endian.

use crate::guid::{EntityId, GuidPrefix};
use crate::messages::{
    Acknowledgment, Data, DataFragments, FragmentRequest, Gap, Heartbeat, VENDOR, VERSION, kind,
};
use crate::time::Timestamp;
use crate::wire::Put;

/// Flag of little endian.
const LITTLE_ENDIAN: u8 = 1;

/// Builds one message.
#[derive(Debug, Clone)]
pub struct MessageBuilder(Vec<u8>);

impl MessageBuilder {
    /// Begins a message from `source`, with room for a payload. [bytes]
    pub fn new(source: GuidPrefix, capacity: usize) -> Self {
        let mut bytes = Vec::with_capacity(128 + capacity);
        bytes.extend(b"RTPS");
        bytes.extend(VERSION);
        bytes.extend(VENDOR);
        bytes.extend(source.0);
        Self(bytes)
    }

    pub fn finish(self) -> Vec<u8> {
        self.0
    }

    fn submessage(&mut self, id: u8, flags: u8, put: impl FnOnce(&mut Vec<u8>)) {
        self.0.extend([id, flags | LITTLE_ENDIAN, 0, 0]);
        let start = self.0.len();
        put(&mut self.0);
        self.0.pad_from(start);
        // A longer submessage can only be the last one, where zero means "to the end".
        let length = u16::try_from(self.0.len() - start).unwrap_or(0);
        self.0[start - 2..start].copy_from_slice(&length.to_le_bytes());
    }

    pub fn destination(&mut self, prefix: GuidPrefix) {
        self.submessage(kind::INFO_DESTINATION, 0, |bytes| bytes.extend(prefix.0));
    }

    pub fn timestamp(&mut self, timestamp: Timestamp) {
        self.submessage(kind::INFO_TIMESTAMP, 0, |bytes| timestamp.put(bytes));
    }

    pub fn data(&mut self, data: &Data<'_>, encapsulation: [u8; 2]) {
        let content = if data.is_key { 8 } else { 4 };
        let has_inline = !data.inline.is_empty();
        let flags = content | if has_inline { 2 } else { 0 };
        self.submessage(kind::DATA, flags, |bytes| {
            bytes.put_u16(0);
            bytes.put_u16(16);
            put_entities(bytes, data.reader, data.writer);
            bytes.put_sequence(data.sequence);
            if has_inline {
                data.inline.put(bytes);
            }
            // The options count the padding after the data (DDS-XTypes 1.3, 7.6.3.1.2).
            let padding = data.payload.len().next_multiple_of(4) - data.payload.len();
            bytes.extend(encapsulation);
            bytes.extend([0, padding as u8]);
            bytes.extend(data.payload);
        });
    }

    pub fn data_fragments(&mut self, data: &DataFragments<'_>) {
        let has_inline = !data.inline.is_empty();
        self.submessage(kind::DATA_FRAGMENTS, if has_inline { 2 } else { 0 }, |bytes| {
            bytes.put_u16(0);
            bytes.put_u16(28);
            put_entities(bytes, data.reader, data.writer);
            bytes.put_sequence(data.sequence);
            bytes.put_u32(data.first);
            bytes.put_u16(data.count);
            bytes.put_u16(data.fragment_length);
            bytes.put_u32(data.sample_length);
            if has_inline {
                data.inline.put(bytes);
            }
            bytes.extend(data.payload);
        });
    }

    pub fn heartbeat(&mut self, heartbeat: &Heartbeat) {
        self.submessage(kind::HEARTBEAT, if heartbeat.is_final { 2 } else { 0 }, |bytes| {
            put_entities(bytes, heartbeat.reader, heartbeat.writer);
            bytes.put_sequence(heartbeat.first);
            bytes.put_sequence(heartbeat.last);
            bytes.put_u32(heartbeat.count);
        });
    }

    pub fn acknowledgment(&mut self, ack: &Acknowledgment) {
        self.submessage(kind::ACKNACK, if ack.is_final { 2 } else { 0 }, |bytes| {
            put_entities(bytes, ack.reader, ack.writer);
            ack.requested.put_sequences(bytes);
            bytes.put_u32(ack.count);
        });
    }

    pub fn fragment_request(&mut self, request: &FragmentRequest) {
        self.submessage(kind::NACK_FRAGMENTS, 0, |bytes| {
            put_entities(bytes, request.reader, request.writer);
            bytes.put_sequence(request.sequence);
            request.requested.put_fragments(bytes);
            bytes.put_u32(request.count);
        });
    }

    pub fn gap(&mut self, gap: &Gap) {
        self.submessage(kind::GAP, 0, |bytes| {
            put_entities(bytes, gap.reader, gap.writer);
            bytes.put_sequence(gap.start);
            gap.others.with_a_bit().put_sequences(bytes);
        });
    }
}

fn put_entities(bytes: &mut Vec<u8>, reader: EntityId, writer: EntityId) {
    bytes.extend(reader.0);
    bytes.extend(writer.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Submessage;
    use crate::messages::parse::Message;
    use crate::parameters::{InlineParameters, SampleIdentity};
    use crate::sequence::NumberSet;

    const SOURCE: GuidPrefix = GuidPrefix([1; 12]);
    const ENTITY: EntityId = EntityId([0, 0, 1, 3]);

    #[test]
    fn submessages_are_unchanged_by_a_round_trip() {
        let related = SampleIdentity { writer: crate::guid::Guid::from_bytes([5; 16]), sequence: 8 };
        let inline = InlineParameters { related: Some(related), ..InlineParameters::default() };
        let (reader, writer) = (EntityId::UNKNOWN, ENTITY);
        let requested = NumberSet::new(3, [4, 9]);
        let heartbeat = Heartbeat { reader, writer, first: 1, last: 0, count: 4, is_final: true };
        let ack = Acknowledgment { reader, writer, requested, count: 5, is_final: false };
        let gap = Gap { reader, writer, start: 2, others: requested };
        let request = FragmentRequest { reader, writer, sequence: 9, requested, count: 6 };
        let data = Data { reader, writer, sequence: 7, inline, payload: b"abcde", is_key: false };
        let fragments = DataFragments {
            reader,
            writer,
            sequence: 8,
            first: 2,
            count: 1,
            fragment_length: 4,
            sample_length: 7,
            inline,
            payload: b"efgh",
        };
        let mut builder = MessageBuilder::new(SOURCE, 0);
        builder.destination(GuidPrefix([2; 12]));
        builder.timestamp(Timestamp { seconds: 1, fraction: 2 });
        builder.heartbeat(&heartbeat);
        builder.acknowledgment(&ack);
        builder.gap(&gap);
        builder.fragment_request(&request);
        builder.data(&data, [0, 1]);
        builder.data_fragments(&fragments);
        let bytes = builder.finish();
        let message = Message::parse(&bytes).unwrap();
        assert_eq!(message.source, SOURCE);
        let expected = [
            Submessage::Destination(GuidPrefix([2; 12])),
            Submessage::Timestamp(Some(Timestamp { seconds: 1, fraction: 2 })),
            Submessage::Heartbeat(heartbeat),
            Submessage::Acknowledgment(ack),
            Submessage::Gap(gap),
            Submessage::FragmentRequest(request),
            // With encapsulation header and padding.
            Submessage::Data(Data { payload: b"\0\x01\0\x03abcde\0\0\0", ..data }),
            Submessage::DataFragments(fragments),
        ];
        assert_eq!(message.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn malformed_submessage_is_skipped() {
        let mut builder = MessageBuilder::new(SOURCE, 0);
        builder.heartbeat(&Heartbeat {
            reader: ENTITY,
            writer: ENTITY,
            first: 0,
            last: 5,
            count: 1,
            is_final: false,
        });
        builder.destination(SOURCE);
        let bytes = builder.finish();
        assert_eq!(Message::parse(&bytes).unwrap().collect::<Vec<_>>(), [Submessage::Destination(SOURCE)]);
        for length in 0..bytes.len() {
            if let Ok(message) = Message::parse(&bytes[..length]) {
                assert_eq!(message.count(), 0, "{length} bytes");
            }
        }
    }
}
