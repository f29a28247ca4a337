//! Bottles: lists of values, the data of YARP's ports, in binary and text form.

mod binary;
mod text;

pub(crate) use binary::decode_own;
pub use binary::{BinaryError, DEPTH_MAX, Dialect, ITEMS_MAX, decode, encode, encode_into};
pub use text::{TextError, parse, print};

/// A list of values.
pub type Bottle = Vec<Item>;

/// A value in a bottle.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// An integer of 8 bits.
    Int8(i8),
    /// An integer of 16 bits.
    Int16(i16),
    /// An integer of 32 bits.
    Int32(i32),
    /// An integer of 64 bits.
    Int64(i64),
    /// A floating-point number of 32 bits.
    Float32(f32),
    /// A floating-point number of 64 bits.
    Float64(f64),
    /// A text.
    Text(String),
    /// A vocab of up to four characters, the first one in the lowest byte.
    Vocab32(u32),
    /// A vocab of up to eight characters, the first one in the lowest byte.
    Vocab64(u64),
    /// Raw bytes.
    Blob(Vec<u8>),
    /// A nested list.
    List(Bottle),
}

impl Item {
    /// Creates a vocab of four characters; further characters are dropped.
    #[must_use]
    pub fn vocab(word: &str) -> Self {
        let mut bytes = [0; 4];
        bytes.iter_mut().zip(word.bytes()).for_each(|(place, byte)| *place = byte);
        Self::Vocab32(u32::from_le_bytes(bytes))
    }

    /// The value as a float; `None` if it is not a number.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            Self::Int8(number) => Some(number.into()),
            Self::Int16(number) => Some(number.into()),
            Self::Int32(number) => Some(number.into()),
            Self::Int64(number) => Some(number as f64),
            Self::Float32(number) => Some(number.into()),
            Self::Float64(number) => Some(number),
            _ => None,
        }
    }

    /// The value as an integer; a float is truncated. `None` if it is not a number or does not fit into 64 bits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Self::Int8(number) => Some(number.into()),
            Self::Int16(number) => Some(number.into()),
            Self::Int32(number) => Some(number.into()),
            Self::Int64(number) => Some(number),
            Self::Float32(number) => truncated(number.into()),
            Self::Float64(number) => truncated(number),
            _ => None,
        }
    }

    /// The value as text, or the characters of a vocab; `None` for other types.
    #[must_use]
    pub fn as_text(&self) -> Option<std::borrow::Cow<'_, str>> {
        match self {
            Self::Text(text) => Some(text.as_str().into()),
            Self::Vocab32(word) => Some(letters(&word.to_le_bytes()).into()),
            Self::Vocab64(word) => Some(letters(&word.to_le_bytes()).into()),
            _ => None,
        }
    }
}

fn truncated(number: f64) -> Option<i64> {
    const LIMIT: f64 = (1_i64 << 62) as f64;
    (number.abs() < LIMIT).then_some(number as i64)
}

/// Characters of a vocab, up to the first zero byte.
fn letters(bytes: &[u8]) -> String {
    bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect()
}

impl From<&str> for Item {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Item {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Item {
    fn from(number: f64) -> Self {
        Self::Float64(number)
    }
}

impl From<i32> for Item {
    fn from(number: i32) -> Self {
        Self::Int32(number)
    }
}
