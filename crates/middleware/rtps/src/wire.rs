//! Numbers and texts of RTPS messages: reading in either byte order, writing in little endian.

/// Largest sequence number that is accepted. It leaves room for additions without overflow.
const SEQUENCE_MAX: i64 = 1 << 60;

/// Error of data that are not a valid RTPS message. The text names the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("malformed {0}")]
pub struct Malformed(pub &'static str);

/// Reads the parts of a message in order.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    little_endian: bool,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8], little_endian: bool) -> Self {
        Self { bytes, at: 0, little_endian }
    }

    /// Number of bytes that are left.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The bytes that are left.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    pub fn take(&mut self, length: usize) -> Result<&'a [u8], Malformed> {
        let taken = self.rest().get(..length).ok_or(Malformed("length: bytes are missing"))?;
        self.at += length;
        Ok(taken)
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let taken = self.take(N)?;
        taken.try_into().map_err(|_| Malformed("length: bytes are missing"))
    }

    pub fn u16(&mut self) -> Result<u16, Malformed> {
        let bytes = self.array()?;
        Ok(if self.little_endian { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    }

    pub fn u32(&mut self) -> Result<u32, Malformed> {
        let bytes = self.array()?;
        Ok(if self.little_endian { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    }

    pub fn i32(&mut self) -> Result<i32, Malformed> {
        Ok(self.u32()?.cast_signed())
    }

    /// A sequence number: high and low half. Zero and small negative numbers occur in empty heartbeats.
    pub fn sequence(&mut self) -> Result<i64, Malformed> {
        let (high, low) = (self.i32()?, self.u32()?);
        let number = (i64::from(high) << 32) | i64::from(low);
        if (-1..=SEQUENCE_MAX).contains(&number) { Ok(number) } else { Err(Malformed("sequence number")) }
    }

    /// A text with its length and its final zero.
    pub fn text(&mut self) -> Result<&'a str, Malformed> {
        let length = self.u32()? as usize;
        let bytes = self.take(length)?;
        let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
        std::str::from_utf8(text).map_err(|_| Malformed("text: not UTF-8"))
    }

    /// Skips padding up to a multiple of four.
    pub fn align(&mut self) {
        self.at = self.at.next_multiple_of(4).min(self.bytes.len());
    }
}

/// Appends numbers in little endian.
pub trait Put {
    fn put_u16(&mut self, number: u16);
    fn put_u32(&mut self, number: u32);
    fn put_i32(&mut self, number: i32);
    fn put_sequence(&mut self, number: i64);
    /// Appends a text with its length and its final zero.
    fn put_text(&mut self, text: &str);
    /// Appends zeros up to a multiple of four, counted from `start`.
    fn pad_from(&mut self, start: usize);
}

impl Put for Vec<u8> {
    fn put_u16(&mut self, number: u16) {
        self.extend(number.to_le_bytes());
    }

    fn put_u32(&mut self, number: u32) {
        self.extend(number.to_le_bytes());
    }

    fn put_i32(&mut self, number: i32) {
        self.extend(number.to_le_bytes());
    }

    fn put_sequence(&mut self, number: i64) {
        self.put_i32((number >> 32) as i32);
        self.put_u32(number as u32);
    }

    fn put_text(&mut self, text: &str) {
        self.put_u32(text.len() as u32 + 1);
        self.extend(text.as_bytes());
        self.push(0);
    }

    fn pad_from(&mut self, start: usize) {
        let length = (self.len() - start).next_multiple_of(4);
        self.resize(start + length, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_both_byte_orders() {
        let bytes = [0, 0, 0, 1, 0, 0, 0, 2];
        assert_eq!(Cursor::new(&bytes, false).sequence(), Ok((1 << 32) | 2));
        assert_eq!(Cursor::new(&bytes, true).u32(), Ok(1 << 24));
        let mut written = Vec::new();
        written.put_sequence((1 << 32) | 2);
        assert_eq!(Cursor::new(&written, true).sequence(), Ok((1 << 32) | 2));
    }

    #[test]
    fn missing_bytes_and_impossible_numbers_are_errors() {
        assert!(Cursor::new(&[1, 2, 3], true).u32().is_err());
        assert!(Cursor::new(&[0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0], true).sequence().is_err());
        assert!(Cursor::new(&[0xff, 0xff, 0xff, 0xff, b'a'], true).text().is_err());
        assert!(Cursor::new(&[1, 0, 0, 0, 0xff], true).text().is_err());
    }

    #[test]
    fn texts_end_with_zero() {
        let mut written = Vec::new();
        written.put_text("ab");
        written.pad_from(0);
        assert_eq!(written, [3, 0, 0, 0, b'a', b'b', 0, 0]);
        assert_eq!(Cursor::new(&written, true).text(), Ok("ab"));
    }
}
