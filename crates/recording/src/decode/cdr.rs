//! Messages of ROS 2 from bytes: CDR, in either order of bytes.
//!
//! The form: DDS-XTypes 1.3, 7.4.3, "plain CDR", as of the Object Management Group.

use super::definition::{Count, Definitions, Field, Kind};
use super::value::Value;

/// Values that a message may hold for each of its bytes: empty types need no bytes, and arrays of them none either.
const VALUES_PER_BYTE: usize = 4;

/// The values of a message.
pub(super) fn decode(definitions: &Definitions, data: &[u8]) -> Result<Value, String> {
    let (header, bytes) = data.split_at_checked(4).ok_or("a message is shorter than its header")?;
    let is_little = match header {
        [0, 0, ..] => false,
        [0, 1, ..] => true,
        _ => return Err(format!("a message is in no plain CDR: its header is {header:02x?}")),
    };
    let budget = 64 + VALUES_PER_BYTE * bytes.len();
    let mut reader = Reader { bytes, at: 0, is_little, budget };
    reader.fields(definitions, definitions.root())
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    is_little: bool,
    budget: usize,
}

impl Reader<'_> {
    fn fields(&mut self, definitions: &Definitions, fields: &[Field]) -> Result<Value, String> {
        let mut values = Vec::with_capacity(fields.len());
        for field in fields {
            values.push((field.name.clone(), self.field(definitions, field)?));
        }
        Ok(Value::Map(values))
    }

    fn field(&mut self, definitions: &Definitions, field: &Field) -> Result<Value, String> {
        let count = match field.count {
            Count::One => return self.element(definitions, field.kind),
            Count::Fixed(count) => count,
            Count::Sequence => u32::from_le_bytes(self.take()?) as usize,
        };
        if field.kind == Kind::U8 {
            return self.slice(count).map(|bytes| Value::Bytes(bytes.to_vec()));
        }
        let mut values = Vec::with_capacity(count.min(self.bytes.len().saturating_sub(self.at)));
        for _ in 0..count {
            values.push(self.element(definitions, field.kind)?);
        }
        Ok(Value::List(values))
    }

    fn element(&mut self, definitions: &Definitions, kind: Kind) -> Result<Value, String> {
        self.budget = self.budget.checked_sub(1).ok_or("a message has more values than bytes")?;
        Ok(match kind {
            Kind::Bool => Value::Bool(self.take::<1>()? != [0]),
            Kind::I8 => Value::Int(i8::from_le_bytes(self.take()?).into()),
            Kind::U8 => Value::Int(u8::from_le_bytes(self.take()?).into()),
            Kind::I16 => Value::Int(i16::from_le_bytes(self.take()?).into()),
            Kind::U16 => Value::Int(u16::from_le_bytes(self.take()?).into()),
            Kind::I32 => Value::Int(i32::from_le_bytes(self.take()?).into()),
            Kind::U32 => Value::Int(u32::from_le_bytes(self.take()?).into()),
            Kind::I64 => Value::Int(i64::from_le_bytes(self.take()?)),
            Kind::U64 => {
                let number = u64::from_le_bytes(self.take()?);
                i64::try_from(number).map_or(Value::Unsigned(number), Value::Int)
            }
            Kind::F32 => Value::Single(f32::from_le_bytes(self.take()?)),
            Kind::F64 => Value::Float(f64::from_le_bytes(self.take()?)),
            Kind::Text => {
                let length = u32::from_le_bytes(self.take()?) as usize;
                let bytes = self.slice(length)?;
                // The zero at its end is counted.
                let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
                Value::Text(String::from_utf8_lossy(text).into_owned())
            }
            Kind::Message(number) => self.fields(definitions, definitions.fields(number))?,
        })
    }

    /// The bytes of a number, little-endian, from a place that is a multiple of its size.
    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        self.at = self.at.next_multiple_of(N);
        let mut bytes: [u8; N] =
            self.slice(N)?.try_into().map_err(|_| "a number has another size".to_owned())?;
        if !self.is_little {
            bytes.reverse();
        }
        Ok(bytes)
    }

    fn slice(&mut self, length: usize) -> Result<&[u8], String> {
        let (whole, at) = (self.bytes, self.at);
        let bytes = at.checked_add(length).and_then(|end| whole.get(at..end));
        let bytes = bytes.ok_or_else(|| format!("a message of {} bytes ends too early", whole.len()))?;
        self.at += length;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definitions(text: &str) -> Definitions {
        Definitions::parse("a/A", text).unwrap()
    }

    #[test]
    fn numbers_are_aligned_after_the_header() {
        let known = definitions("uint8 a\nfloat64 b\nstring c\nint16[] d\nuint8[] e");
        let mut bytes = vec![0, 1, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0];
        bytes.extend(1.5_f64.to_le_bytes());
        bytes.extend([3, 0, 0, 0, b'h', b'i', 0, 0]);
        bytes.extend([2, 0, 0, 0, 0xff, 0xff, 4, 0]);
        bytes.extend([2, 0, 0, 0, 8, 9]);
        let value = decode(&known, &bytes).unwrap();
        assert_eq!(value.at("a"), Some(&Value::Int(7)));
        assert_eq!(value.at("b"), Some(&Value::Float(1.5)));
        assert_eq!(value.at("c"), Some(&Value::Text("hi".to_owned())));
        assert_eq!(value.at("d"), Some(&Value::List(vec![Value::Int(-1), Value::Int(4)])));
        assert_eq!(value.at("e"), Some(&Value::Bytes(vec![8, 9])));
        for length in 0..bytes.len() {
            assert!(decode(&known, &bytes[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn big_endian_messages_are_read_too() {
        let value = decode(&definitions("int32 a"), &[0, 0, 0, 0, 0, 0, 1, 2]).unwrap();
        assert_eq!(value.at("a"), Some(&Value::Int(258)));
        assert!(
            decode(&definitions("int32 a"), &[0, 9, 0, 0, 0, 0, 1, 2]).unwrap_err().contains("plain CDR")
        );
    }

    #[test]
    fn hostile_counts_neither_take_memory_nor_time() {
        let empty = definitions("B[] b\n===\nMSG: a/B\nC[4000000000] c\n===\nMSG: a/C\nuint8 X=1");
        assert!(decode(&empty, &[0, 1, 0, 0, 255, 255, 255, 255]).unwrap_err().contains("more values"));
        let numbers = definitions("float64[] b");
        assert!(decode(&numbers, &[0, 1, 0, 0, 255, 255, 255, 255]).unwrap_err().contains("too early"));
    }
}
