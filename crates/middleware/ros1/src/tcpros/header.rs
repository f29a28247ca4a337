//! Connection headers: the total length, then fields `name=value`, each after its length.

use tokio::io::{AsyncRead, AsyncReadExt};

/// Maximum size of a header, without the total length. The longest field is the message definition. [bytes]
pub const HEADER_BYTES_MAX: usize = 256 << 10;

/// The fields of a connection header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header(Vec<(String, String)>);

/// Error of receiving or parsing a connection header.
#[derive(Debug, thiserror::Error)]
pub enum HeaderError {
    /// The connection ended or broke.
    #[error("the connection ended in the header: {0}")]
    Connection(#[from] std::io::Error),
    /// The header is longer than [`HEADER_BYTES_MAX`].
    #[error("the header has {0} bytes, more than {HEADER_BYTES_MAX}")]
    TooLong(usize),
    /// A field is longer than the rest of the header.
    #[error("a field of the header is cut off")]
    Truncated,
    /// A field is not UTF-8 or has no `=`.
    #[error("a field of the header is not a text `name=value`")]
    Field,
}

impl Header {
    /// Creates a header with these fields.
    #[must_use]
    pub fn new<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self(fields.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    /// Creates the header that refuses a peer, with an error message.
    #[must_use]
    pub fn error(text: &str) -> Self {
        Self::new([("error", text)])
    }

    /// The value of a field. If there are several fields of this name, the last one is returned.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Whether a field has the value `1`.
    #[must_use]
    pub fn is_set(&self, name: &str) -> bool {
        self.get(name) == Some("1")
    }

    /// Parses the fields of a header. `bytes` do not include the total length.
    ///
    /// # Errors
    /// When the bytes are not a header.
    pub fn parse(mut bytes: &[u8]) -> Result<Self, HeaderError> {
        let mut fields = Vec::new();
        while !bytes.is_empty() {
            let (length, rest) = bytes.split_first_chunk::<4>().ok_or(HeaderError::Truncated)?;
            let length = u32::from_le_bytes(*length) as usize;
            let (field, rest) = rest.split_at_checked(length).ok_or(HeaderError::Truncated)?;
            let field = std::str::from_utf8(field).map_err(|_| HeaderError::Field)?;
            let (name, value) = field.split_once('=').ok_or(HeaderError::Field)?;
            fields.push((name.to_owned(), value.to_owned()));
            bytes = rest;
        }
        Ok(Self(fields))
    }

    /// The bytes of the header, with the total length.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = vec![0; 4];
        for (name, value) in &self.0 {
            out.extend_from_slice(&((name.len() + 1 + value.len()) as u32).to_le_bytes());
            out.extend_from_slice(name.as_bytes());
            out.push(b'=');
            out.extend_from_slice(value.as_bytes());
        }
        let length = (out.len() - 4) as u32;
        if let Some(prefix) = out.first_chunk_mut() {
            *prefix = length.to_le_bytes();
        }
        out
    }

    /// Receives a header from a connection.
    ///
    /// # Errors
    /// When the connection ends, or the bytes are not a header.
    pub async fn receive(stream: &mut (impl AsyncRead + Unpin)) -> Result<Self, HeaderError> {
        let length = stream.read_u32_le().await? as usize;
        if length > HEADER_BYTES_MAX {
            return Err(HeaderError::TooLong(length));
        }
        let mut bytes = vec![0; length];
        stream.read_exact(&mut bytes).await?;
        Self::parse(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn receive(mut bytes: &[u8]) -> Result<Header, HeaderError> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(Header::receive(&mut bytes))
    }

    #[test]
    fn header_has_the_bytes_of_the_protocol() {
        let header = Header::new([("callerid", "/a"), ("md5sum", "*")]);
        let expected = b"\x1b\0\0\0\x0b\0\0\0callerid=/a\x08\0\0\0md5sum=*";
        assert_eq!(header.encode(), expected);
        assert_eq!(receive(&header.encode()).unwrap(), header);
    }

    #[test]
    fn value_may_contain_an_equals_sign_and_the_last_field_wins() {
        let header = Header::new([("message_definition", "int32 A=1\n"), ("type", "a/B"), ("type", "c/D")]);
        let back = Header::parse(&header.encode()[4..]).unwrap();
        assert_eq!(back.get("message_definition"), Some("int32 A=1\n"));
        assert_eq!(back.get("type"), Some("c/D"));
        assert_eq!(back.get("topic"), None);
    }

    #[test]
    fn truncated_or_too_long_header_is_refused() {
        let whole = Header::new([("callerid", "/a"), ("topic", "/b")]).encode();
        for end in 0..whole.len() {
            assert!(matches!(receive(&whole[..end]), Err(HeaderError::Connection(_))), "{end}");
        }
        assert!(matches!(Header::parse(&whole[4..whole.len() - 1]), Err(HeaderError::Truncated)));
        assert!(matches!(Header::parse(b"\xff\xff\xff\xff"), Err(HeaderError::Truncated)));
        assert!(matches!(receive(&u32::MAX.to_le_bytes()), Err(HeaderError::TooLong(_))));
        assert!(matches!(Header::parse(b"\x01\0\0\0x"), Err(HeaderError::Field)));
        assert!(matches!(Header::parse(b"\x02\0\0\0=\xff"), Err(HeaderError::Field)));
    }

    proptest! {
        #[test]
        fn headers_are_unchanged_by_a_round_trip(fields in prop::collection::vec(("[a-z_0-9]{0,8}", "\\PC{0,20}"), 0..8)) {
            let header = Header::new(fields.iter().map(|(name, value)| (name.as_str(), value.as_str())));
            prop_assert_eq!(Header::parse(&header.encode()[4..]).unwrap(), header);
        }

        #[test]
        fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(prop_oneof![Just(0_u8), any::<u8>()], 0..80)) {
            if let Ok(header) = Header::parse(&bytes) {
                prop_assert_eq!(&header.encode()[4..], &bytes[..]);
            }
            let _ = receive(&bytes);
        }
    }
}
