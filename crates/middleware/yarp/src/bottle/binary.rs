//! Binary form of bottles.
//!
//! A list is a code, a count, and its items. If all items have the same type, the code contains it. Integers
//! are little endian.

use super::{Bottle, Item};

/// Maximum nesting depth of lists in a received bottle.
pub const DEPTH_MAX: usize = 64;

/// Maximum number of values in a received bottle, including those of nested lists.
pub const ITEMS_MAX: usize = 65_536;

const INT32: i32 = 1;
const TEXT: i32 = 4;
const VOCAB32: i32 = 9;
const BLOB: i32 = 12;
const INT64: i32 = 17;
const VOCAB64: i32 = 18;
const INT8: i32 = 32;
const INT16: i32 = 64;
const LIST: i32 = 256;
/// Flag of a list whose items are pairs.
const DICT: i32 = 512;

/// Tags of floating-point numbers, which changed in YARP 4.0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Tags of releases up to 3.12.
    #[default]
    Yarp3,
    /// Tags of releases from 4.0 on.
    Yarp4,
}

impl Dialect {
    const fn float32(self) -> i32 {
        match self {
            Self::Yarp3 => 128,
            Self::Yarp4 => 10,
        }
    }

    const fn float64(self) -> i32 {
        match self {
            Self::Yarp3 => 10,
            Self::Yarp4 => 20,
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::Yarp3 => Self::Yarp4,
            Self::Yarp4 => Self::Yarp3,
        }
    }
}

/// Bytes are not a valid bottle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BinaryError {
    /// A value exceeds the remaining bytes.
    #[error("the bottle is cut off")]
    Truncated,
    /// Bytes follow the last value.
    #[error("{0} bytes follow the bottle")]
    Trailing(usize),
    /// The first value is not a list.
    #[error("the bottle begins with {0}, which is not a list")]
    NoList(i32),
    /// A value has an unknown type.
    #[error("the bottle has a value of the unknown type {0}")]
    Tag(i32),
    /// A length or a count is negative.
    #[error("the bottle has the length {0}")]
    Length(i32),
    /// Lists are nested too deeply.
    #[error("the bottle is nested deeper than {DEPTH_MAX} lists")]
    Depth,
    /// There are too many values.
    #[error("the bottle has more than {ITEMS_MAX} values")]
    Items,
    /// A text is not UTF-8.
    #[error("the bottle has a text that is not UTF-8")]
    Text,
}

/// Encodes a bottle.
#[must_use]
pub fn encode(bottle: &[Item], dialect: Dialect) -> Vec<u8> {
    let mut out = Vec::new();
    encode_into(&mut out, bottle, dialect);
    out
}

/// Appends an encoded bottle.
pub fn encode_into(out: &mut Vec<u8>, bottle: &[Item], dialect: Dialect) {
    let mut tags = bottle.iter().map(|item| tag(item, dialect));
    let shared = tags.next().filter(|&first| first != LIST && tags.all(|tag| tag == first));
    int(out, LIST + shared.unwrap_or(0));
    length(out, bottle.len());
    for item in bottle {
        if let Item::List(items) = item {
            encode_into(out, items, dialect);
            continue;
        }
        if shared.is_none() {
            int(out, tag(item, dialect));
        }
        match item {
            Item::Int8(number) => out.extend_from_slice(&number.to_le_bytes()),
            Item::Int16(number) => out.extend_from_slice(&number.to_le_bytes()),
            Item::Int32(number) => out.extend_from_slice(&number.to_le_bytes()),
            Item::Int64(number) => out.extend_from_slice(&number.to_le_bytes()),
            Item::Float32(number) => out.extend_from_slice(&number.to_le_bytes()),
            Item::Float64(number) => out.extend_from_slice(&number.to_le_bytes()),
            Item::Vocab32(word) => out.extend_from_slice(&word.to_le_bytes()),
            Item::Vocab64(word) => out.extend_from_slice(&word.to_le_bytes()),
            Item::Text(text) => {
                length(out, text.len());
                out.extend_from_slice(text.as_bytes());
            }
            Item::Blob(bytes) => {
                length(out, bytes.len());
                out.extend_from_slice(bytes);
            }
            // Written above.
            Item::List(_) => {}
        }
    }
}

/// Appends a length. Own messages are far shorter than 2 GiB; a receiver would reject a longer one.
fn length(out: &mut Vec<u8>, length: usize) {
    int(out, i32::try_from(length).unwrap_or(i32::MAX));
}

fn int(out: &mut Vec<u8>, number: i32) {
    out.extend_from_slice(&number.to_le_bytes());
}

const fn tag(item: &Item, dialect: Dialect) -> i32 {
    match item {
        Item::Int8(_) => INT8,
        Item::Int16(_) => INT16,
        Item::Int32(_) => INT32,
        Item::Int64(_) => INT64,
        Item::Float32(_) => dialect.float32(),
        Item::Float64(_) => dialect.float64(),
        Item::Text(_) => TEXT,
        Item::Vocab32(_) => VOCAB32,
        Item::Vocab64(_) => VOCAB64,
        Item::Blob(_) => BLOB,
        Item::List(_) => LIST,
    }
}

/// Decodes a bottle. Bytes that are invalid in this dialect are decoded in the other dialect: the protocol does not contain the
/// release of a peer.
///
/// # Errors
/// When the bytes are not a valid bottle in either dialect, or exceed a limit. The error is that of this dialect.
pub fn decode(bytes: &[u8], dialect: Dialect) -> Result<Bottle, BinaryError> {
    decode_strictly(bytes, dialect).or_else(|error| match error {
        BinaryError::Depth | BinaryError::Items => Err(error),
        error => decode_strictly(bytes, dialect.other()).map_err(|_| error),
    })
}

/// Decodes a bottle of this process, without a limit of the number of values.
///
/// # Errors
/// When the bytes are not a valid bottle.
pub(crate) fn decode_own(bytes: &[u8], dialect: Dialect) -> Result<Bottle, BinaryError> {
    decode_limited(bytes, dialect, usize::MAX)
}

fn decode_strictly(bytes: &[u8], dialect: Dialect) -> Result<Bottle, BinaryError> {
    decode_limited(bytes, dialect, ITEMS_MAX)
}

fn decode_limited(bytes: &[u8], dialect: Dialect, items_max: usize) -> Result<Bottle, BinaryError> {
    let mut reader = Reader { left: bytes, dialect, items: 0, items_max };
    let code = reader.int()?;
    if code & LIST == 0 {
        return Err(BinaryError::NoList(code));
    }
    let bottle = reader.list(code, 1)?;
    if reader.left.is_empty() { Ok(bottle) } else { Err(BinaryError::Trailing(reader.left.len())) }
}

struct Reader<'a> {
    left: &'a [u8],
    dialect: Dialect,
    /// Number of values so far.
    items: usize,
    items_max: usize,
}

impl<'a> Reader<'a> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], BinaryError> {
        let (&bytes, left) = self.left.split_first_chunk::<N>().ok_or(BinaryError::Truncated)?;
        self.left = left;
        Ok(bytes)
    }

    fn int(&mut self) -> Result<i32, BinaryError> {
        self.bytes().map(i32::from_le_bytes)
    }

    fn length(&mut self) -> Result<usize, BinaryError> {
        let length = self.int()?;
        usize::try_from(length).map_err(|_| BinaryError::Length(length))
    }

    fn slice(&mut self) -> Result<&'a [u8], BinaryError> {
        let length = self.length()?;
        let (slice, left) = self.left.split_at_checked(length).ok_or(BinaryError::Truncated)?;
        self.left = left;
        Ok(slice)
    }

    /// Decodes the count and items of a list, after its code.
    fn list(&mut self, code: i32, depth: usize) -> Result<Bottle, BinaryError> {
        if depth > DEPTH_MAX {
            return Err(BinaryError::Depth);
        }
        let count = self.length()?;
        // Each value has at least one byte, so this check bounds the reserved memory.
        if count > self.left.len() {
            return Err(BinaryError::Truncated);
        }
        self.items += count;
        if self.items > self.items_max {
            return Err(BinaryError::Items);
        }
        let shared = code & !(LIST | DICT);
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            let tag = if shared == 0 { self.int()? } else { shared };
            items.push(self.item(tag, depth)?);
        }
        Ok(items)
    }

    fn item(&mut self, tag: i32, depth: usize) -> Result<Item, BinaryError> {
        Ok(match tag {
            INT8 => Item::Int8(i8::from_le_bytes(self.bytes()?)),
            INT16 => Item::Int16(i16::from_le_bytes(self.bytes()?)),
            INT32 => Item::Int32(self.int()?),
            INT64 => Item::Int64(i64::from_le_bytes(self.bytes()?)),
            VOCAB32 => Item::Vocab32(u32::from_le_bytes(self.bytes()?)),
            VOCAB64 => Item::Vocab64(u64::from_le_bytes(self.bytes()?)),
            BLOB => Item::Blob(self.slice()?.to_vec()),
            TEXT => {
                let text = std::str::from_utf8(self.slice()?).map_err(|_| BinaryError::Text)?;
                Item::Text(text.to_owned())
            }
            tag if tag == self.dialect.float64() => Item::Float64(f64::from_le_bytes(self.bytes()?)),
            tag if tag == self.dialect.float32() => Item::Float32(f32::from_le_bytes(self.bytes()?)),
            tag if tag > 0 && tag & LIST != 0 => Item::List(self.list(tag, depth + 1)?),
            tag => return Err(BinaryError::Tag(tag)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_of_one_type_has_one_tag() {
        let bottle = [Item::Float64(0.5), Item::Float64(-0.25)];
        let expected = b"\x0a\x01\0\0\x02\0\0\0\0\0\0\0\0\0\xe0\x3f\0\0\0\0\0\0\xd0\xbf";
        assert_eq!(encode(&bottle, Dialect::Yarp3), expected);
        assert_eq!(encode(&bottle, Dialect::Yarp4)[0], 20);
    }

    #[test]
    fn bottles_of_the_other_dialect_are_decoded() {
        let bottle = vec![Item::Float64(0.5), Item::from("a"), Item::Float32(2.0)];
        for (ours, theirs) in [(Dialect::Yarp3, Dialect::Yarp4), (Dialect::Yarp4, Dialect::Yarp3)] {
            assert_eq!(decode(&encode(&bottle, theirs), ours), Ok(bottle.clone()));
        }
    }

    #[test]
    fn lists_nested_ten_thousand_deep_are_rejected() {
        let mut bytes = Vec::new();
        for _ in 0..10_000 {
            bytes.extend_from_slice(&[0, 1, 0, 0, 1, 0, 0, 0]);
        }
        bytes.extend_from_slice(&[0, 1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(decode(&bytes, Dialect::Yarp3), Err(BinaryError::Depth));
    }

    #[test]
    fn false_lengths_are_rejected() {
        let list = |count: i32| [&[0, 1, 0, 0][..], &count.to_le_bytes()].concat();
        assert_eq!(decode(&list(i32::MAX), Dialect::Yarp3), Err(BinaryError::Truncated));
        assert_eq!(decode(&list(-1), Dialect::Yarp3), Err(BinaryError::Length(-1)));
        let text = [&list(1)[..], &[4, 0, 0, 0], &i32::MAX.to_le_bytes(), b"ab"].concat();
        assert_eq!(decode(&text, Dialect::Yarp3), Err(BinaryError::Truncated));
        let trailing = [&list(0)[..], b"abc"].concat();
        assert_eq!(decode(&trailing, Dialect::Yarp3), Err(BinaryError::Trailing(3)));
        assert_eq!(decode(&[1, 0, 0, 0], Dialect::Yarp3), Err(BinaryError::NoList(1)));
        let many = ITEMS_MAX + 1;
        let bytes = [&[32, 1, 0, 0][..], &(many as i32).to_le_bytes(), &vec![7; many]].concat();
        assert_eq!(decode(&bytes, Dialect::Yarp3), Err(BinaryError::Items));
    }
}
