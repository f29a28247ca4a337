//! Parses Python literals, the format of parameters: numbers, strings, `True`, `None`, lists, tuples, dictionaries.

use morse_scene::value::{Map, Value};

/// Maximum nesting depth.
pub(super) const DEPTH_MAX: usize = 64;

/// Text is not a valid literal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum LiteralError {
    #[error("it ends too early")]
    End,
    #[error("unexpected `{0:.20}`")]
    Unexpected(String),
    #[error("it is nested deeper than {DEPTH_MAX}")]
    Depth,
    #[error("keys of a dictionary must be texts")]
    Key,
}

/// Parses a text with one literal.
pub(super) fn read(text: &str) -> Result<Value, LiteralError> {
    let mut reader = Reader { left: text };
    let value = reader.value(1)?;
    reader.skip_blanks();
    if reader.left.is_empty() { Ok(value) } else { Err(reader.unexpected()) }
}

struct Reader<'a> {
    left: &'a str,
}

impl<'a> Reader<'a> {
    fn skip_blanks(&mut self) {
        self.left = self.left.trim_start();
    }

    fn unexpected(&self) -> LiteralError {
        if self.left.is_empty() { LiteralError::End } else { LiteralError::Unexpected(self.left.to_owned()) }
    }

    /// Consumes a character if it comes next; returns whether it did.
    fn take(&mut self, expected: char) -> bool {
        self.skip_blanks();
        let rest = self.left.strip_prefix(expected);
        self.left = rest.unwrap_or(self.left);
        rest.is_some()
    }

    fn value(&mut self, depth: usize) -> Result<Value, LiteralError> {
        if depth > DEPTH_MAX {
            return Err(LiteralError::Depth);
        }
        self.skip_blanks();
        match self.left.chars().next().ok_or(LiteralError::End)? {
            '[' => Ok(Value::List(self.items('[', ']', depth)?.0)),
            '(' => {
                let (mut items, has_comma) = self.items('(', ')', depth)?;
                // Parentheses around a single value without a comma are not a tuple.
                match items.pop() {
                    Some(only) if items.is_empty() && !has_comma => Ok(only),
                    last => {
                        items.extend(last);
                        Ok(Value::Tuple(items))
                    }
                }
            }
            '{' => self.dictionary(depth),
            quote @ ('"' | '\'') => self.text(quote).map(Value::Text),
            first if first.is_ascii_digit() || "+-.".contains(first) => self.number(),
            _ => self.word(),
        }
    }

    /// Parses values between brackets. Returns them, and whether a comma follows the last one.
    fn items(&mut self, open: char, close: char, depth: usize) -> Result<(Vec<Value>, bool), LiteralError> {
        self.take(open);
        let (mut items, mut has_comma) = (Vec::new(), false);
        while !self.take(close) {
            if !items.is_empty() && !has_comma {
                return Err(self.unexpected());
            }
            items.push(self.value(depth + 1)?);
            has_comma = self.take(',');
        }
        Ok((items, has_comma))
    }

    fn dictionary(&mut self, depth: usize) -> Result<Value, LiteralError> {
        self.take('{');
        let (mut map, mut has_comma) = (Map::new(), true);
        while !self.take('}') {
            if !has_comma {
                return Err(self.unexpected());
            }
            let Value::Text(key) = self.value(depth + 1)? else { return Err(LiteralError::Key) };
            if !self.take(':') {
                return Err(self.unexpected());
            }
            map.insert(key, self.value(depth + 1)?);
            has_comma = self.take(',');
        }
        Ok(Value::Map(map))
    }

    fn text(&mut self, quote: char) -> Result<String, LiteralError> {
        self.take(quote);
        let mut text = String::new();
        let mut letters = self.left.chars();
        while let Some(letter) = letters.next() {
            match letter {
                letter if letter == quote => {
                    self.left = letters.as_str();
                    return Ok(text);
                }
                '\\' => text.push(match letters.next().ok_or(LiteralError::End)? {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    other @ ('\\' | '\'' | '"') => other,
                    other => return Err(LiteralError::Unexpected(format!("\\{other}"))),
                }),
                letter => text.push(letter),
            }
        }
        Err(LiteralError::End)
    }

    /// Takes the characters of a number or name.
    fn letters(&mut self) -> &'a str {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "_.+-".contains(letter);
        let (letters, left) =
            self.left.split_at(self.left.find(|letter| !is_letter(letter)).unwrap_or(self.left.len()));
        self.left = left;
        letters
    }

    fn number(&mut self) -> Result<Value, LiteralError> {
        let letters = self.letters();
        let digits = letters.strip_prefix('+').unwrap_or(letters);
        let is_number = digits.chars().all(|letter| letter.is_ascii_digit() || "+-.eE".contains(letter));
        if let Ok(number) = digits.parse() {
            return Ok(Value::Int(number));
        }
        let number = digits.parse().ok().filter(|_| is_number);
        number.map(Value::Float).ok_or_else(|| LiteralError::Unexpected(letters.to_owned()))
    }

    fn word(&mut self) -> Result<Value, LiteralError> {
        match self.letters() {
            "None" => Ok(Value::Null),
            "True" => Ok(Value::Bool(true)),
            "False" => Ok(Value::Bool(false)),
            "" => Err(self.unexpected()),
            other => Err(LiteralError::Unexpected(other.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use morse_scene::python_repr::repr;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn literals_are_parsed_as_in_python() {
        for text in [
            "[1, -2.5, 'a', True, None]",
            "(1,)",
            "()",
            "[]",
            "{'x': 1, 'y': [2.0, 'it\\'s']}",
            "[[1.0, 2.0], [3e-05, 1e+300]]",
        ] {
            let value = read(text).unwrap();
            assert_eq!(read(&repr(&value)).unwrap(), value, "{text}");
        }
        assert_eq!(read(" ( 1 , 2 , ) ").unwrap(), Value::Tuple(vec![1.into(), 2.into()]));
        assert_eq!(read("(1)").unwrap(), Value::Int(1));
        assert_eq!(read("\"a\\n\"").unwrap(), Value::from("a\n"));
        assert_eq!(read("1e400").unwrap(), Value::Float(f64::INFINITY));
    }

    #[test]
    fn malformed_literals_are_rejected() {
        for text in [
            "",
            "[1",
            "[1 2]",
            "1 2",
            "a",
            "os.system('ls')",
            "'a",
            "{1: 2}",
            "{'a'}",
            "[,]",
            "\"\\x\"",
            "--1",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        assert_eq!(read(&"[".repeat(10_000)), Err(LiteralError::Depth));
    }

    proptest! {
        #[test]
        fn arbitrary_texts_never_panic(text in "[\\[\\](){}'\",:0-9aeNTo.+ \\\\-]{0,40}") {
            let _ = read(&text);
        }
    }
}
