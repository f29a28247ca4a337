//! The attachment of each message, request and response: sequence number, time and sender.

/// Length of an attachment. [bytes]
const LENGTH: usize = 33;

/// Id of an entity: the hash of its liveliness token.
pub type Gid = [u8; 16];

/// The attachment of a message, a request or a response. A response has the sequence number and the sender of its request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attachment {
    /// Number of the message in the sequence of its sender, starting from 1.
    pub sequence: i64,
    /// Time of sending since 1970. [ns]
    pub time_ns: i64,
    /// Id of the sender.
    pub gid: Gid,
}

impl Attachment {
    /// The bytes of the attachment: numbers in little endian, and the id after its length.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(LENGTH);
        bytes.extend(self.sequence.to_le_bytes());
        bytes.extend(self.time_ns.to_le_bytes());
        bytes.push(16);
        bytes.extend(self.gid);
        bytes
    }

    /// Decodes an attachment. `None` if the bytes are malformed.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (sequence, rest) = bytes.split_first_chunk()?;
        let (time, rest) = rest.split_first_chunk()?;
        let (length, gid) = rest.split_first()?;
        let gid = gid.try_into().ok().filter(|_| *length == 16)?;
        Some(Self { sequence: i64::from_le_bytes(*sequence), time_ns: i64::from_le_bytes(*time), gid })
    }
}

/// The system time since 1970. [ns]
#[must_use]
pub fn now_ns() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_nanos()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An attachment recorded from `rmw_zenoh_cpp`.
    const RECORDED: &str = "0100000000000000f7eacb54fac9e918105f5b2cc65b6cf94f860241468e340a74";

    fn bytes(hex: &str) -> Vec<u8> {
        (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect()
    }

    #[test]
    fn recorded_attachment_is_unchanged_by_a_round_trip() {
        let attachment = Attachment::decode(&bytes(RECORDED)).unwrap();
        assert_eq!((attachment.sequence, attachment.time_ns), (1, 0x18e9_c9fa_54cb_eaf7));
        assert_eq!(attachment.gid[..4], [0x5f, 0x5b, 0x2c, 0xc6]);
        assert_eq!(attachment.encode(), bytes(RECORDED));
    }

    #[test]
    fn truncated_or_wrong_attachment_is_refused() {
        let whole = bytes(RECORDED);
        for length in 0..whole.len() {
            assert_eq!(Attachment::decode(&whole[..length]), None, "{length} bytes");
        }
        let mut other = whole.clone();
        other[16] = 17;
        assert_eq!(Attachment::decode(&other), None);
        assert_eq!(Attachment::decode(&[&*whole, &[0]].concat()), None);
    }
}
