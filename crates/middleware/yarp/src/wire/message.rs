//! Binary messages: an index of blocks, a command to the port, and a payload.

use std::io::{Error, ErrorKind};
use std::sync::Arc;

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt};

use super::carrier::{number, read_number};
use crate::bottle::{self, BinaryError, Dialect, Item};

/// Maximum size of a received message, a command or request. [bytes]
pub const MESSAGE_BYTES_MAX: usize = 1 << 20;

/// Number before an index: the size of the index without the block sizes.
const INDEX: i32 = 10;

/// Maximum capacity to reserve before the content arrives, so that a false length allocates little memory. [bytes]
const RESERVED_MAX: usize = 64 << 10;

/// Command of a message to a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// The payload is data.
    Data {
        /// Whether the sender waits for a reply.
        replies: bool,
    },
    /// The payload is an administrative command.
    Admin,
    /// The sender closes the connection.
    Quit,
    /// Another command, by its letter.
    Other(char),
}

impl Command {
    const fn of(letter: char) -> Self {
        match letter {
            'd' => Self::Data { replies: true },
            'D' => Self::Data { replies: false },
            'a' => Self::Admin,
            'q' => Self::Quit,
            other => Self::Other(other),
        }
    }
}

/// A received message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// Command to the port.
    pub command: Command,
    /// Payload without the command.
    pub payload: Vec<u8>,
}

/// Reads one message.
///
/// # Errors
/// When the connection ends, or the message is invalid or too long.
pub async fn receive(stream: &mut (impl AsyncRead + Unpin)) -> Result<Received, Error> {
    let mut bytes = receive_blocks(stream).await?.into_iter();
    let mut header = [0_u8; 8];
    for place in &mut header {
        *place = bytes.next().ok_or_else(|| invalid("a message has no command"))?;
    }
    let [_, _, _, _, b'~', letter, ..] = header else {
        return Err(invalid("a message has no command"));
    };
    if letter != 0 {
        return Ok(Received { command: Command::of(char::from(letter)), payload: bytes.collect() });
    }
    // A zero-terminated text: the command, and optionally an envelope.
    let text: Vec<u8> = bytes.by_ref().take_while(|&byte| byte != 0).collect();
    let letter = text.first().copied().unwrap_or_default();
    Ok(Received { command: Command::of(char::from(letter)), payload: bytes.collect() })
}

/// Reads the blocks of one message, and joins them.
///
/// # Errors
/// When the connection ends, or the message is invalid or too long.
async fn receive_blocks(stream: &mut (impl AsyncRead + Unpin)) -> Result<Vec<u8>, Error> {
    let mut begin = [0; 8];
    stream.read_exact(&mut begin).await?;
    if read_number(begin) != Some(INDEX) {
        return Err(invalid("a message does not begin with its index"));
    }
    let mut counts = [0; 10];
    stream.read_exact(&mut counts).await?;
    let mut total = 0_usize;
    for _ in 0..u32::from(counts[0]) + u32::from(counts[1]) {
        let length = stream.read_i32_le().await?;
        let length = usize::try_from(length).map_err(|_| invalid("a block has a negative length"))?;
        total = total.saturating_add(length);
    }
    if total > MESSAGE_BYTES_MAX {
        return Err(invalid(&format!(
            "a message of {total} bytes is announced, more than {MESSAGE_BYTES_MAX}"
        )));
    }
    let mut content = Vec::with_capacity(total.min(RESERVED_MAX));
    let read = stream.take(total as u64).read_to_end(&mut content).await?;
    if read < total {
        return Err(Error::new(ErrorKind::UnexpectedEof, "the connection ended in a message"));
    }
    Ok(content)
}

fn invalid(problem: &str) -> Error {
    Error::new(ErrorKind::InvalidData, problem)
}

/// A message to send, encoded once for all connections.
#[derive(Debug, Clone)]
pub struct Message {
    /// Index, command, and the beginning of the payload.
    head: Bytes,
    /// Offset of the payload in `head`.
    payload: usize,
    /// The rest of the payload, such as pixels.
    body: Bytes,
    dialect: Dialect,
    text: Arc<std::sync::OnceLock<Bytes>>,
}

/// Command for data without a reply.
const DATA: [u8; 8] = [0, 0, 0, 0, b'~', b'D', 0, 1];

impl Message {
    /// Creates a data message with one block.
    #[must_use]
    pub fn data(bottle: &[Item], dialect: Dialect) -> Self {
        Self::new(&bottle::encode(bottle, dialect), Bytes::new(), dialect)
    }

    /// Creates a data message whose last bytes are a separate block, which is not copied.
    #[must_use]
    pub fn new(beginning: &[u8], body: Bytes, dialect: Dialect) -> Self {
        let sizes = [DATA.len(), beginning.len(), body.len()];
        let blocks = if body.is_empty() { 2 } else { 3 };
        let mut head = index(sizes.get(..blocks).unwrap_or_default());
        head.extend_from_slice(&DATA);
        let payload = head.len();
        head.extend_from_slice(beginning);
        Self { head: head.into(), payload, body, dialect, text: Arc::default() }
    }

    /// Parts of the binary form, in order. The second part may be empty.
    #[must_use]
    pub fn parts(&self) -> [Bytes; 2] {
        [self.head.clone(), self.body.clone()]
    }

    /// Text form: a line with the command, and a line with the data.
    ///
    /// # Errors
    /// When the payload is not a valid bottle.
    pub fn text(&self) -> Result<Bytes, BinaryError> {
        if let Some(text) = self.text.get() {
            return Ok(text.clone());
        }
        let payload = [self.head.get(self.payload..).unwrap_or_default(), &self.body].concat();
        let bottle = bottle::decode_own(&payload, self.dialect)?;
        let text = Bytes::from(format!("D\r\n{}\r\n", bottle::print(&bottle)));
        // Fails if another connection has set the same text meanwhile.
        let _ = self.text.set(text.clone());
        Ok(text)
    }

    /// Size of the binary form. [bytes]
    #[must_use]
    pub fn len(&self) -> usize {
        self.head.len() + self.body.len()
    }

    /// Always false: a message has an index.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The message that closes a connection.
#[must_use]
pub fn quit() -> Vec<u8> {
    let mut out = index(&[10]);
    out.extend_from_slice(&[2, 0, 0, 0, b'~', 0, 0, 1, b'q', 0]);
    out
}

/// Index of a message with blocks of these sizes. [bytes]
fn index(sizes: &[usize]) -> Vec<u8> {
    let mut out = number(INDEX).to_vec();
    out.push(sizes.len() as u8);
    out.push(1);
    out.extend_from_slice(&[0xff; 8]);
    for &size in sizes {
        out.extend_from_slice(&i32::try_from(size).unwrap_or(i32::MAX).to_le_bytes());
    }
    // The size of the reply is not announced.
    out.extend_from_slice(&[0; 4]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(mut bytes: &[u8]) -> Result<Received, ErrorKind> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(receive(&mut bytes)).map_err(|error| error.kind())
    }

    #[test]
    fn messages_survive_encoding_and_decoding() {
        let bottle = [Item::Float64(0.5), Item::from("a")];
        let message = Message::data(&bottle, Dialect::Yarp3);
        let back = received(&message.parts().concat()).unwrap();
        assert_eq!(back.command, Command::Data { replies: false });
        assert_eq!(bottle::decode(&back.payload, Dialect::Yarp3).unwrap(), bottle);
        assert_eq!(&message.text().unwrap()[..], b"D\r\n0.5 a\r\n");
        assert_eq!(received(&quit()).unwrap().command, Command::Quit);
    }

    #[test]
    fn pixels_are_a_separate_block_without_copy() {
        let pixels = Bytes::from(vec![1, 2, 3]);
        let message = Message::new(b"ab", pixels.clone(), Dialect::Yarp3);
        let [head, body] = message.parts();
        assert_eq!(head[8], 3);
        assert_eq!(body.as_ptr(), pixels.as_ptr());
        assert_eq!(received(&message.parts().concat()).unwrap().payload, b"ab\x01\x02\x03");
    }

    #[test]
    fn envelope_is_skipped() {
        let mut bytes = index(&[8, 6, 2]);
        bytes.extend_from_slice(b"\x06\0\0\0~\0\0\x01d 1 2\0ab");
        assert_eq!(
            received(&bytes),
            Ok(Received { command: Command::Data { replies: true }, payload: b"ab".to_vec() })
        );
    }

    #[test]
    fn hostile_lengths_are_rejected() {
        let mut long = index(&[8, 0x7fff_ffff]);
        long.extend_from_slice(&DATA);
        assert_eq!(received(&long), Err(ErrorKind::InvalidData));
        let mut negative = number(INDEX).to_vec();
        negative.extend_from_slice(&[1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]);
        assert_eq!(received(&negative), Err(ErrorKind::InvalidData));
        assert_eq!(received(&index(&[8, 100])), Err(ErrorKind::UnexpectedEof));
        assert_eq!(received(&index(&[])), Err(ErrorKind::InvalidData));
        assert_eq!(received(b"GET / HTTP/1.0\r\n\r\n"), Err(ErrorKind::InvalidData));
    }
}
