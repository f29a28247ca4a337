//! Reading of messages. A malformed submessage is skipped; one that does not fit its message ends it.

use crate::guid::{EntityId, GuidPrefix};
use crate::messages::{
    Acknowledgment, Data, DataFragments, FragmentRequest, Gap, Heartbeat, HeartbeatFragments, Submessage,
    kind,
};
use crate::parameters::InlineParameters;
use crate::sequence::{NumberSet, SequenceNumber};
use crate::time::Timestamp;
use crate::wire::{Cursor, Malformed};

/// A message: the participant that sent it, and its submessages.
#[derive(Debug, Clone)]
pub struct Message<'a> {
    pub source: GuidPrefix,
    rest: &'a [u8],
}

impl<'a> Message<'a> {
    /// Reads the header.
    ///
    /// # Errors
    /// When this is not a message of version 2.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let mut cursor = Cursor::new(bytes, true);
        if cursor.array()? != *b"RTPS" {
            return Err(Malformed("header: not RTPS"));
        }
        let [major, _minor, _vendor @ ..] = cursor.array::<4>()?;
        if major != 2 {
            return Err(Malformed("header: another version"));
        }
        Ok(Self { source: GuidPrefix(cursor.array()?), rest: cursor.rest() })
    }
}

impl<'a> Iterator for Message<'a> {
    type Item = Submessage<'a>;

    fn next(&mut self) -> Option<Submessage<'a>> {
        loop {
            let (&[id, flags, low, high], after) = self.rest.split_first_chunk()?;
            let little_endian = flags & 1 != 0;
            let length = usize::from(if little_endian {
                u16::from_le_bytes([low, high])
            } else {
                u16::from_be_bytes([low, high])
            });
            // A length of zero reaches to the end of the message, except for kinds that may be empty.
            let reaches_end = length == 0 && !matches!(id, kind::PAD | kind::INFO_TIMESTAMP);
            let length = if reaches_end { after.len() } else { length };
            let Some((body, rest)) = after.split_at_checked(length) else {
                self.rest = &[];
                return None;
            };
            self.rest = rest;
            if let Ok(Some(submessage)) = submessage(id, flags, Cursor::new(body, little_endian)) {
                return Some(submessage);
            }
        }
    }
}

fn submessage(id: u8, flags: u8, mut body: Cursor<'_>) -> Result<Option<Submessage<'_>>, Malformed> {
    let cursor = &mut body;
    Ok(Some(match id {
        kind::INFO_DESTINATION => Submessage::Destination(GuidPrefix(cursor.array()?)),
        kind::INFO_SOURCE => {
            cursor.take(8)?;
            Submessage::Source(GuidPrefix(cursor.array()?))
        }
        kind::INFO_TIMESTAMP if flags & 2 != 0 => Submessage::Timestamp(None),
        kind::INFO_TIMESTAMP => Submessage::Timestamp(Some(Timestamp::read(cursor)?)),
        kind::DATA => Submessage::Data(data(flags, body)?),
        kind::DATA_FRAGMENTS => Submessage::DataFragments(data_fragments(flags, body)?),
        kind::HEARTBEAT => {
            let (reader, writer) = entities(cursor)?;
            let (first, last) = (cursor.sequence()?, cursor.sequence()?);
            if first < 1 || last < first - 1 {
                return Err(Malformed("heartbeat: no range of samples"));
            }
            let (count, is_final) = (cursor.u32()?, flags & 2 != 0);
            Submessage::Heartbeat(Heartbeat { reader, writer, first, last, count, is_final })
        }
        kind::HEARTBEAT_FRAGMENTS => {
            let (reader, writer) = entities(cursor)?;
            let (sequence, last, count) = (positive(cursor)?, cursor.u32()?, cursor.u32()?);
            Submessage::HeartbeatFragments(HeartbeatFragments { reader, writer, sequence, last, count })
        }
        kind::ACKNACK => {
            let (reader, writer) = entities(cursor)?;
            let requested = NumberSet::read_sequences(cursor)?;
            let (count, is_final) = (cursor.u32()?, flags & 2 != 0);
            Submessage::Acknowledgment(Acknowledgment { reader, writer, requested, count, is_final })
        }
        kind::NACK_FRAGMENTS => {
            let (reader, writer) = entities(cursor)?;
            let sequence = positive(cursor)?;
            let requested = NumberSet::read_fragments(cursor)?;
            let count = cursor.u32()?;
            Submessage::FragmentRequest(FragmentRequest { reader, writer, sequence, requested, count })
        }
        kind::GAP => {
            let (reader, writer) = entities(cursor)?;
            let start = positive(cursor)?;
            let others = NumberSet::read_sequences(cursor)?;
            if others.base < start {
                return Err(Malformed("gap: it ends before it begins"));
            }
            Submessage::Gap(Gap { reader, writer, start, others })
        }
        _ => return Ok(None),
    }))
}

fn entities(cursor: &mut Cursor<'_>) -> Result<(EntityId, EntityId), Malformed> {
    Ok((EntityId(cursor.array()?), EntityId(cursor.array()?)))
}

/// The sequence number of an existing sample.
fn positive(cursor: &mut Cursor<'_>) -> Result<SequenceNumber, Malformed> {
    cursor.sequence().and_then(|sequence| {
        if sequence > 0 { Ok(sequence) } else { Err(Malformed("sequence number: not positive")) }
    })
}

/// Skips the extra flags of a sample and returns the position of the inline parameters after the fixed part, whose length
/// is `fixed`.
fn skip_to_inline(cursor: &mut Cursor<'_>, fixed: u16) -> Result<usize, Malformed> {
    cursor.u16()?;
    let offset = cursor.u16()?;
    Ok(usize::from(offset.checked_sub(fixed).ok_or(Malformed("data: inline parameters overlap"))?))
}

fn inline(cursor: &mut Cursor<'_>, flags: u8) -> Result<InlineParameters, Malformed> {
    if flags & 2 == 0 {
        return Ok(InlineParameters::default());
    }
    InlineParameters::read(cursor, flags & 1 != 0)
}

fn data(flags: u8, mut cursor: Cursor<'_>) -> Result<Data<'_>, Malformed> {
    let skip = skip_to_inline(&mut cursor, 16)?;
    let (reader, writer) = entities(&mut cursor)?;
    let sequence = positive(&mut cursor)?;
    cursor.take(skip)?;
    let inline = inline(&mut cursor, flags)?;
    let (has_data, is_key) = (flags & 4 != 0, flags & 8 != 0);
    let payload = if has_data || is_key { cursor.rest() } else { &[] };
    Ok(Data { reader, writer, sequence, inline, payload, is_key })
}

fn data_fragments(flags: u8, mut cursor: Cursor<'_>) -> Result<DataFragments<'_>, Malformed> {
    let skip = skip_to_inline(&mut cursor, 28)?;
    let (reader, writer) = entities(&mut cursor)?;
    let sequence = positive(&mut cursor)?;
    let (first, count, fragment_length) = (cursor.u32()?, cursor.u16()?, cursor.u16()?);
    let sample_length = cursor.u32()?;
    cursor.take(skip)?;
    let inline = inline(&mut cursor, flags)?;
    let last = u64::from(first) + u64::from(count) - 1;
    let fragments = u64::from(sample_length).div_ceil(u64::from(fragment_length.max(1)));
    if first == 0 || count == 0 || fragment_length == 0 || last > fragments {
        return Err(Malformed("fragments: outside of their sample"));
    }
    let payload = cursor.rest();
    Ok(DataFragments {
        reader,
        writer,
        sequence,
        first,
        count,
        fragment_length,
        sample_length,
        inline,
        payload,
    })
}
