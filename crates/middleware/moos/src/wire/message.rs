//! Encoding and decoding of one message.

/// Size of a message with five empty strings. [bytes]
const FIXED_BYTES: usize = 4 + 4 + 2 + 5 * 4 + 3 * 8;

/// Value of unused number fields.
pub const NO_VALUE: f64 = -1.0;

/// Id of messages that are not numbered.
const NO_ID: i32 = -1;

/// Purpose of a message, as its letter on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageKind(pub u8);

impl MessageKind {
    /// The value of a variable.
    pub const NOTIFY: Self = Self(b'N');
    /// A client subscribes to a variable.
    pub const REGISTER: Self = Self(b'R');
    /// A client ends its subscription to a variable.
    pub const UNREGISTER: Self = Self(b'U');
    /// The first message of a client, with its name.
    pub const HELLO: Self = Self(b'i');
    /// The database accepts a client.
    pub const WELCOME: Self = Self(b'W');
    /// The database refuses a client.
    pub const POISON: Self = Self(b'K');
    /// Heartbeat and its answer.
    pub const TIMING: Self = Self(b'T');
}

/// Type of a message's value, which selects the field that holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataType {
    /// The value is [`Message::value`].
    Double,
    /// The value is [`Message::text`].
    Text,
    /// The value is [`Message::text`], as arbitrary bytes.
    Binary,
}

impl DataType {
    fn letter(self) -> u8 {
        match self {
            Self::Double => b'D',
            Self::Text => b'S',
            Self::Binary => b'B',
        }
    }

    fn of_letter(letter: u8) -> Option<Self> {
        match letter {
            b'D' => Some(Self::Double),
            b'S' => Some(Self::Text),
            b'B' => Some(Self::Binary),
            _ => None,
        }
    }
}

/// The value of a variable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Content<'a> {
    /// A 64-bit float.
    Double(f64),
    /// A UTF-8 string.
    Text(&'a str),
}

/// Bytes that are not a valid packet or message, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WireError(pub(crate) String);

/// A message of the MOOS protocol.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Sequence number within its client; -1 for messages that are not numbered.
    pub id: i32,
    /// Purpose of the message.
    pub kind: MessageKind,
    /// Type of its value.
    pub data: DataType,
    /// Name of the client that sent it.
    pub source: String,
    /// Auxiliary text that the client adds to its name.
    pub source_aux: String,
    /// Name of the database's community, which the database fills in.
    pub community: String,
    /// Name of the variable.
    pub key: String,
    /// Wall time of sending, since 1970 in UTC. [s]
    pub time_s: f64,
    /// Number value; for registrations the minimum period. [s]
    pub value: f64,
    /// Second number value.
    pub value2: f64,
    /// String or binary value.
    pub text: Vec<u8>,
}

impl Message {
    /// Creates a message without a value.
    #[must_use]
    pub fn new(kind: MessageKind, data: DataType, key: &str, time_s: f64) -> Self {
        Self {
            id: NO_ID,
            kind,
            data,
            source: String::new(),
            source_aux: String::new(),
            community: String::new(),
            key: key.to_owned(),
            time_s,
            value: NO_VALUE,
            value2: NO_VALUE,
            text: Vec::new(),
        }
    }

    /// The value, if it is a number.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        (self.data == DataType::Double).then_some(self.value)
    }

    /// Appends the bytes of the message.
    ///
    /// # Errors
    /// When its length exceeds the 32-bit length field.
    pub fn encode(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        let strings = [&self.source, &self.source_aux, &self.community, &self.key].map(String::as_str);
        let numbers = [self.time_s, self.value, self.value2];
        encode(out, self.id, self.kind, self.data, strings, numbers, &self.text)
    }

    /// Decodes the first message of `bytes`. Returns it with the remaining bytes.
    ///
    /// # Errors
    /// When the bytes are not a valid message.
    pub fn decode(bytes: &[u8]) -> Result<(Self, &[u8]), WireError> {
        let mut whole = Reader(bytes);
        let length = whole.length("a message")?;
        let rest_bytes = length.checked_sub(4).ok_or_else(|| WireError("a message without fields".into()))?;
        let mut fields = Reader(whole.take(rest_bytes, "a message")?);
        let id = fields.int("the id")?;
        let [kind, letter] = fields.array("the type")?;
        let data = DataType::of_letter(letter)
            .ok_or_else(|| WireError(format!("the data type {letter:#04x} of a message is unknown")))?;
        let message = Self {
            id,
            kind: MessageKind(kind),
            data,
            source: fields.string("the source")?,
            source_aux: fields.string("the source")?,
            community: fields.string("the community")?,
            key: fields.string("the key")?,
            time_s: f64::from_le_bytes(fields.array("the time")?),
            value: f64::from_le_bytes(fields.array("the value")?),
            value2: f64::from_le_bytes(fields.array("the value")?),
            text: fields.bytes("the text")?.to_vec(),
        };
        match fields.0 {
            [] => Ok((message, whole.0)),
            more => Err(WireError(format!("{} bytes follow the fields of a message", more.len()))),
        }
    }
}

/// Appends the bytes of a message. `strings` are source, auxiliary source, community and key; `numbers` are time and both
/// values.
pub(crate) fn encode(
    out: &mut Vec<u8>,
    id: i32,
    kind: MessageKind,
    data: DataType,
    strings: [&str; 4],
    numbers: [f64; 3],
    text: &[u8],
) -> Result<(), WireError> {
    let length = FIXED_BYTES + strings.iter().map(|text| text.len()).sum::<usize>() + text.len();
    let length = i32::try_from(length)
        .map_err(|_| WireError(format!("a message of {length} bytes is too long for MOOS")))?;
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&id.to_le_bytes());
    out.extend_from_slice(&[kind.0, data.letter()]);
    strings.iter().for_each(|text| push_bytes(out, text.as_bytes()));
    numbers.iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
    push_bytes(out, text);
    Ok(())
}

/// Appends a string: its length, then its bytes. [`encode`] has checked that the lengths fit into 32 bits.
fn push_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as i32).to_le_bytes());
    out.extend_from_slice(bytes);
}

/// Bytes that have not been read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], WireError> {
        let ends_early = || WireError(format!("{what} ends after {} of {count} bytes", self.0.len()));
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(ends_early)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], WireError> {
        let bytes = self.take(N, what)?;
        bytes.try_into().map_err(|_| WireError(format!("{what} is cut off")))
    }

    fn int(&mut self, what: &str) -> Result<i32, WireError> {
        Ok(i32::from_le_bytes(self.array(what)?))
    }

    fn length(&mut self, what: &str) -> Result<usize, WireError> {
        let length = self.int(what)?;
        usize::try_from(length).map_err(|_| WireError(format!("the length {length} of {what} is negative")))
    }

    fn bytes(&mut self, what: &str) -> Result<&'a [u8], WireError> {
        let length = self.length(what)?;
        self.take(length, what)
    }

    /// Reads a string; invalid UTF-8 is replaced.
    fn string(&mut self, what: &str) -> Result<String, WireError> {
        Ok(String::from_utf8_lossy(self.bytes(what)?).into_owned())
    }
}
