//! Reads JSON as Python's `json.loads` does, with its dialect and its error texts.

use morse_scene::value::{Map, Value};

use super::SyntaxError;

/// Maximum nesting depth. Python's limit is a little below 1,000.
pub const DEPTH_MAX: usize = 128;

/// Maximum number of keys of one object. It bounds the work on one line; messages of robots are far smaller.
pub const KEYS_MAX: usize = 1024;

/// Parses a JSON text. Integers beyond 64 bits become floats; a lone surrogate becomes U+FFFD.
///
/// # Errors
/// When the text is not one JSON value, is nested deeper than [`DEPTH_MAX`], or has an object of more than
/// [`KEYS_MAX`] keys.
pub fn read(text: &str) -> Result<Value, SyntaxError> {
    let mut reader = Reader { text, place: 0, depth: 0 };
    reader.skip_blanks();
    let value = reader.value()?;
    reader.skip_blanks();
    if reader.peek().is_some() { Err(reader.error_at(reader.place, "Extra data")) } else { Ok(value) }
}

struct Reader<'a> {
    text: &'a str,
    /// Offset of the next byte; always the start of a character.
    place: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.place).copied()
    }

    /// Consumes `expected` if it comes next; returns whether it did.
    fn take(&mut self, expected: u8) -> bool {
        let found = self.peek() == Some(expected);
        self.place += usize::from(found);
        found
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.place += 1;
        }
    }

    fn error_at(&self, place: usize, message: &'static str) -> SyntaxError {
        SyntaxError::at(self.text, place, message)
    }

    fn value(&mut self) -> Result<Value, SyntaxError> {
        match self.peek() {
            Some(b'"') => self.string().map(Value::Text),
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            _ => self
                .word()
                .or_else(|| self.number())
                .ok_or_else(|| self.error_at(self.place, "Expecting value")),
        }
    }

    fn nested(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Value, SyntaxError>,
    ) -> Result<Value, SyntaxError> {
        if self.depth == DEPTH_MAX {
            return Err(self.error_at(self.place, "Nested deeper than 128 levels"));
        }
        self.depth += 1;
        self.place += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn object(&mut self) -> Result<Value, SyntaxError> {
        let mut map = Map::new();
        self.skip_blanks();
        if self.take(b'}') {
            return Ok(Value::Map(map));
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.error_at(self.place, "Expecting property name enclosed in double quotes"));
            }
            if map.len() == KEYS_MAX {
                return Err(self.error_at(self.place, "More than 1024 keys in one object"));
            }
            let key = self.string()?;
            self.skip_blanks();
            if !self.take(b':') {
                return Err(self.error_at(self.place, "Expecting ':' delimiter"));
            }
            self.skip_blanks();
            map.insert(key, self.value()?);
            self.skip_blanks();
            if self.take(b'}') {
                return Ok(Value::Map(map));
            }
            self.comma()?;
        }
    }

    fn array(&mut self) -> Result<Value, SyntaxError> {
        let mut items = Vec::new();
        self.skip_blanks();
        if self.take(b']') {
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value()?);
            self.skip_blanks();
            if self.take(b']') {
                return Ok(Value::List(items));
            }
            self.comma()?;
        }
    }

    fn comma(&mut self) -> Result<(), SyntaxError> {
        if !self.take(b',') {
            return Err(self.error_at(self.place, "Expecting ',' delimiter"));
        }
        self.skip_blanks();
        Ok(())
    }

    fn word(&mut self) -> Option<Value> {
        const WORDS: [(&str, Value); 6] = [
            ("null", Value::Null),
            ("true", Value::Bool(true)),
            ("false", Value::Bool(false)),
            ("NaN", Value::Float(f64::NAN)),
            ("Infinity", Value::Float(f64::INFINITY)),
            ("-Infinity", Value::Float(f64::NEG_INFINITY)),
        ];
        let rest = self.text.get(self.place..)?;
        let (word, value) = WORDS.into_iter().find(|(word, _)| rest.starts_with(word))?;
        self.place += word.len();
        Some(value)
    }

    /// Parses the longest number at the current offset: `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?`.
    fn number(&mut self) -> Option<Value> {
        let bytes = self.text.as_bytes().get(self.place..)?;
        let digits = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
        let mut length = usize::from(bytes.first() == Some(&b'-'));
        length += match bytes.get(length)? {
            b'0' => 1,
            b'1'..=b'9' => digits(length),
            _ => return None,
        };
        let whole = length;
        if bytes.get(length) == Some(&b'.') && digits(length + 1) > 0 {
            length += 1 + digits(length + 1);
        }
        if matches!(bytes.get(length), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
            if digits(length + 1 + sign) > 0 {
                length += 1 + sign + digits(length + 1 + sign);
            }
        }
        let text = self.text.get(self.place..self.place + length)?;
        let integer = (length == whole).then(|| text.parse().ok()).flatten();
        let value = integer.map_or_else(|| text.parse().ok().map(Value::Float), |i| Some(Value::Int(i)))?;
        self.place += length;
        Some(value)
    }

    fn string(&mut self) -> Result<String, SyntaxError> {
        let begin = self.place;
        self.place += 1;
        let mut content = String::new();
        loop {
            let rest = self.text.get(self.place..).unwrap_or_default();
            let Some(length) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\')
            else {
                return Err(self.error_at(begin, "Unterminated string starting at"));
            };
            content.push_str(&rest[..length]);
            self.place += length;
            match self.peek() {
                Some(b'"') => {
                    self.place += 1;
                    return Ok(content);
                }
                Some(b'\\') => content.push(self.escape(begin)?),
                _ => return Err(self.error_at(self.place, "Invalid control character at")),
            }
        }
    }

    /// Reads an escape sequence of the string that began at `begin`.
    fn escape(&mut self, begin: usize) -> Result<char, SyntaxError> {
        let backslash = self.place;
        self.place += 1;
        let character = match self.peek() {
            None => return Err(self.error_at(begin, "Unterminated string starting at")),
            Some(b'u') => return self.unicode_escape(backslash),
            Some(same @ (b'"' | b'\\' | b'/')) => char::from(same),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(_) => return Err(self.error_at(backslash, "Invalid \\escape")),
        };
        self.place += 1;
        Ok(character)
    }

    fn unicode_escape(&mut self, backslash: usize) -> Result<char, SyntaxError> {
        const INVALID: &str = "Invalid \\uXXXX escape";
        let unit = self.hex_unit(backslash + 2).ok_or_else(|| self.error_at(backslash + 1, INVALID))?;
        self.place = backslash + 6;
        let follows =
            self.text.get(self.place..).is_some_and(|rest| rest.len() > 6 && rest.starts_with("\\u"));
        if (0xd800..0xdc00).contains(&unit) && follows {
            let second =
                self.hex_unit(self.place + 2).ok_or_else(|| self.error_at(self.place + 1, INVALID))?;
            if let Some(Ok(character)) = char::decode_utf16([unit, second]).next() {
                self.place += 6;
                return Ok(character);
            }
        }
        Ok(char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex_unit(&self, place: usize) -> Option<u16> {
        // A string needs a closing quote: four digits at the very end of the text are a truncated escape, as in Python.
        self.text.as_bytes().get(place + 4)?;
        let digits = self.text.get(place..place + 4)?;
        let all_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        all_hex.then(|| u16::from_str_radix(digits, 16).ok()).flatten()
    }
}

#[cfg(test)]
mod tests;
