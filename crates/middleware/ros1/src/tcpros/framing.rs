//! Framing of messages on a connection: a length of four bytes, then the content.

use std::io::{Error, ErrorKind};

use tokio::io::{AsyncRead, AsyncReadExt};

use super::MESSAGE_BYTES_MAX;

/// Limit of the capacity reserved before the content arrives, so that a false length allocates little. [bytes]
const RESERVED_MAX: usize = 64 << 10;

/// Reads one message into `into`, which is cleared first.
///
/// # Errors
/// When the connection ends, or the message is longer than [`MESSAGE_BYTES_MAX`].
pub(crate) async fn receive(stream: &mut (impl AsyncRead + Unpin), into: &mut Vec<u8>) -> Result<(), Error> {
    into.clear();
    let length = stream.read_u32_le().await? as usize;
    if length > MESSAGE_BYTES_MAX {
        let text = format!("a message has {length} bytes, more than {MESSAGE_BYTES_MAX}");
        return Err(Error::new(ErrorKind::InvalidData, text));
    }
    into.reserve(length.min(RESERVED_MAX));
    let read = stream.take(length as u64).read_to_end(into).await?;
    if read < length {
        return Err(Error::new(ErrorKind::UnexpectedEof, "the connection ended in a message"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut bytes: &[u8]) -> Vec<Result<Vec<u8>, ErrorKind>> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut found = Vec::new();
            let mut message = Vec::new();
            while !bytes.is_empty() {
                match receive(&mut bytes, &mut message).await {
                    Ok(()) => found.push(Ok(message.clone())),
                    Err(error) => {
                        found.push(Err(error.kind()));
                        break;
                    }
                }
            }
            found
        })
    }

    #[test]
    fn consecutive_messages_are_received() {
        assert_eq!(
            all(b"\x02\0\0\0ab\0\0\0\0\x01\0\0\0c"),
            [Ok(b"ab".to_vec()), Ok(vec![]), Ok(b"c".to_vec())]
        );
    }

    #[test]
    fn false_lengths_are_refused() {
        assert_eq!(all(b"\xff\xff\xff\xffab"), [Err(ErrorKind::InvalidData)]);
        assert_eq!(all(b"\xff\xff\0\0ab"), [Err(ErrorKind::UnexpectedEof)]);
        assert_eq!(all(b"\x01\0"), [Err(ErrorKind::UnexpectedEof)]);
    }
}
