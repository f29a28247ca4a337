//! What accompanies each message, request and answer: its number, its time, and who sent it.

/// Length of an attachment. [bytes]
const LENGTH: usize = 33;

/// Id of an entity: the hash of its liveliness token.
pub type Gid = [u8; 16];

/// The attachment of a message, a request or an answer. That of an answer has number and sender of the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attachment {
    /// Number of the message among those of its sender, from 1 on.
    pub sequence: i64,
    /// When it was sent, since 1970. [ns]
    pub time_ns: i64,
    /// The sender.
    pub gid: Gid,
}

impl Attachment {
    /// Numbers in little endian; the id has its length before it.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(LENGTH);
        bytes.extend(self.sequence.to_le_bytes());
        bytes.extend(self.time_ns.to_le_bytes());
        bytes.push(16);
        bytes.extend(self.gid);
        bytes
    }

    /// Reads an attachment. `None` when the bytes are none.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (sequence, rest) = bytes.split_first_chunk()?;
        let (time, rest) = rest.split_first_chunk()?;
        let (length, gid) = rest.split_first()?;
        let gid = gid.try_into().ok().filter(|_| *length == 16)?;
        Some(Self { sequence: i64::from_le_bytes(*sequence), time_ns: i64::from_le_bytes(*time), gid })
    }
}

/// The time, since 1970. [ns]
#[must_use]
pub fn now_ns() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_nanos()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An attachment that was seen on the wire.
    const SEEN: &str = "0100000000000000f7eacb54fac9e918105f5b2cc65b6cf94f860241468e340a74";

    fn bytes(hex: &str) -> Vec<u8> {
        (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect()
    }

    #[test]
    fn an_attachment_is_read_and_written_as_on_the_wire() {
        let attachment = Attachment::decode(&bytes(SEEN)).unwrap();
        assert_eq!((attachment.sequence, attachment.time_ns), (1, 0x18e9_c9fa_54cb_eaf7));
        assert_eq!(attachment.gid[..4], [0x5f, 0x5b, 0x2c, 0xc6]);
        assert_eq!(attachment.encode(), bytes(SEEN));
    }

    #[test]
    fn what_is_cut_or_has_another_length_is_no_attachment() {
        let whole = bytes(SEEN);
        for length in 0..whole.len() {
            assert_eq!(Attachment::decode(&whole[..length]), None, "{length} bytes");
        }
        let mut other = whole.clone();
        other[16] = 17;
        assert_eq!(Attachment::decode(&other), None);
        assert_eq!(Attachment::decode(&[&*whole, &[0]].concat()), None);
    }
}
