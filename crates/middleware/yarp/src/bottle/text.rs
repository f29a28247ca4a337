//! Text form of bottles: `1 2.5 "a b" (x 1) [word] {1 2 255}`.

use std::fmt::Write;

use morse_scene::python_repr::push_float;

use super::binary::{DEPTH_MAX, ITEMS_MAX};
use super::{Bottle, Item};

/// Text is not a valid bottle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// A quotation mark or bracket is not closed.
    #[error("the bottle ends inside of {0}")]
    Open(char),
    /// A closing bracket has no opening one.
    #[error("the bottle has a {0} without an opening bracket")]
    Close(char),
    /// A byte of a blob is not a number from 0 to 255.
    #[error("a blob has bytes from 0 to 255")]
    Blob,
    /// Lists are nested too deeply.
    #[error("the bottle is nested deeper than {DEPTH_MAX} lists")]
    Depth,
    /// There are too many values.
    #[error("the bottle has more than {ITEMS_MAX} values")]
    Items,
}

/// Formats a bottle as text.
#[must_use]
pub fn print(bottle: &[Item]) -> String {
    let mut out = String::new();
    push_items(&mut out, bottle);
    out
}

fn push_items(out: &mut String, items: &[Item]) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        push_item(out, item);
    }
}

fn push_item(out: &mut String, item: &Item) {
    match item {
        Item::Int8(number) => push_number(out, number),
        Item::Int16(number) => push_number(out, number),
        Item::Int32(number) => push_number(out, number),
        Item::Int64(number) => push_number(out, number),
        Item::Float32(number) => push_float(out, f64::from(*number)),
        Item::Float64(number) => push_float(out, *number),
        Item::Text(text) => push_text(out, text),
        Item::Vocab32(_) | Item::Vocab64(_) => {
            out.push('[');
            out.push_str(&item.as_text().unwrap_or_default());
            out.push(']');
        }
        Item::Blob(bytes) => {
            out.push('{');
            for (index, byte) in bytes.iter().enumerate() {
                let _ = write!(out, "{}{byte}", if index > 0 { " " } else { "" });
            }
            out.push('}');
        }
        Item::List(items) => {
            out.push('(');
            push_items(out, items);
            out.push(')');
        }
    }
}

fn push_number(out: &mut String, number: impl std::fmt::Display) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{number}");
}

/// Appends a text, in quotation marks if it could be parsed as another type.
fn push_text(out: &mut String, text: &str) {
    let is_plain = |(index, letter): (usize, char)| match letter {
        'a'..='z' | 'A'..='Z' | '_' => true,
        '0'..='9' | '.' | '-' => index > 0,
        _ => false,
    };
    let is_word = ["true", "false", "null", "inf", "nan"].contains(&text);
    if !text.is_empty() && !is_word && text.chars().enumerate().all(is_plain) {
        out.push_str(text);
        return;
    }
    out.push('"');
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\0' => out.push_str("\\0"),
            '\\' | '"' => {
                out.push('\\');
                out.push(letter);
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
}

/// Parses the text form of a bottle.
///
/// # Errors
/// When brackets and quotation marks do not match, or the text exceeds a limit.
pub fn parse(text: &str) -> Result<Bottle, TextError> {
    let mut reader = Reader { left: text, items: 0 };
    let bottle = reader.items(None, 1)?;
    Ok(bottle)
}

struct Reader<'a> {
    left: &'a str,
    /// Number of values so far.
    items: usize,
}

impl<'a> Reader<'a> {
    /// Parses values up to a closing bracket, or to the end.
    fn items(&mut self, close: Option<char>, depth: usize) -> Result<Bottle, TextError> {
        if depth > DEPTH_MAX {
            return Err(TextError::Depth);
        }
        let mut items = Vec::new();
        loop {
            self.left = self.left.trim_start_matches(is_blank);
            let Some(first) = self.left.chars().next() else {
                return close.map_or(Ok(items), |_| Err(TextError::Open('(')));
            };
            let rest = self.left.get(first.len_utf8()..).unwrap_or_default();
            let item = match first {
                ')' if close == Some(')') => {
                    self.left = rest;
                    return Ok(items);
                }
                ')' | ']' | '}' => return Err(TextError::Close(first)),
                '(' => {
                    self.left = rest;
                    Item::List(self.items(Some(')'), depth + 1)?)
                }
                '[' => {
                    self.left = rest;
                    Item::vocab(self.until(']', '[')?)
                }
                '{' => {
                    self.left = rest;
                    blob(self.until('}', '{')?)?
                }
                '"' => {
                    self.left = rest;
                    Item::Text(self.quoted()?)
                }
                _ => word(self.word()),
            };
            self.items += 1;
            if self.items > ITEMS_MAX {
                return Err(TextError::Items);
            }
            items.push(item);
        }
    }

    /// Returns the text up to a closing bracket, without the bracket.
    fn until(&mut self, close: char, open: char) -> Result<&'a str, TextError> {
        let (inside, left) = self.left.split_once(close).ok_or(TextError::Open(open))?;
        self.left = left;
        Ok(inside)
    }

    fn word(&mut self) -> &'a str {
        let end = self.left.find(|letter| is_blank(letter) || "()".contains(letter));
        let (word, left) = self.left.split_at(end.unwrap_or(self.left.len()));
        self.left = left;
        word
    }

    /// Parses a text up to its closing quotation mark.
    fn quoted(&mut self) -> Result<String, TextError> {
        let mut text = String::new();
        let mut letters = self.left.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '"' => {
                    self.left = letters.as_str();
                    return Ok(text);
                }
                '\\' => text.push(match letters.next().ok_or(TextError::Open('"'))? {
                    'n' => '\n',
                    'r' => '\r',
                    '0' => '\0',
                    other => other,
                }),
                letter => text.push(letter),
            }
        }
        Err(TextError::Open('"'))
    }
}

fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\r' | '\n' | ',')
}

fn blob(bytes: &str) -> Result<Item, TextError> {
    let bytes = bytes.split_whitespace().map(|byte| byte.parse().map_err(|_| TextError::Blob));
    bytes.collect::<Result<_, _>>().map(Item::Blob)
}

/// Parses a number, or a text without quotation marks.
fn word(word: &str) -> Item {
    match word {
        "true" => return Item::Vocab32(u32::from(b'1')),
        "false" => return Item::Vocab32(0),
        "null" => return Item::vocab("null"),
        "inf" | "-inf" | "nan" => return Item::Float64(word.parse().unwrap_or(f64::NAN)),
        _ => {}
    }
    let begins_as_number = word.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first));
    if begins_as_number {
        let digits = word.strip_prefix('+').unwrap_or(word);
        if let Ok(number) = digits.parse::<i64>() {
            return i32::try_from(number).map_or(Item::Int64(number), Item::Int32);
        }
        if let Some(hex) = digits.strip_prefix("0x").filter(|hex| hex.len() <= 8)
            && let Ok(number) = i64::from_str_radix(hex, 16)
        {
            return i32::try_from(number).map_or(Item::Int64(number), Item::Int32);
        }
        let is_float = digits.chars().all(|letter| letter.is_ascii_digit() || "+-.eE".contains(letter));
        if let Some(number) = digits.parse::<f64>().ok().filter(|_| is_float) {
            return Item::Float64(number);
        }
    }
    Item::from(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive_parsing_and_printing() {
        for text in [
            "",
            "1 2.5 \"a b\" (x 1) [mat] {1 2 255}",
            "((a 1) (b 2))",
            "\"\" \"1\" \"true\" \"a\\\"\\\\\\n\\r\\0\"",
            "-7 9000000000 1e-05 ()",
            "[list] [out] \"/peer/in\"",
        ] {
            assert_eq!(print(&parse(text).unwrap()), text);
        }
    }

    #[test]
    fn words_are_parsed_as_by_the_library() {
        let one = |text: &str| parse(text).unwrap().remove(0);
        assert_eq!(one("+5"), Item::Int32(5));
        assert_eq!(one("0x1f"), Item::Int32(31));
        assert_eq!(one("1e3"), Item::Float64(1000.0));
        assert_eq!(one("inf"), Item::Float64(f64::INFINITY));
        assert_eq!(one("true"), Item::Vocab32(49));
        assert_eq!(one("1a"), Item::from("1a"));
        assert_eq!(one("/a/b:i"), Item::from("/a/b:i"));
        assert_eq!(parse("1, 2").unwrap(), [Item::Int32(1), Item::Int32(2)]);
    }

    #[test]
    fn malformed_texts_are_rejected() {
        assert_eq!(parse("(1"), Err(TextError::Open('(')));
        assert_eq!(parse("1)"), Err(TextError::Close(')')));
        assert_eq!(parse("\"a"), Err(TextError::Open('"')));
        assert_eq!(parse("\"a\\"), Err(TextError::Open('"')));
        assert_eq!(parse("[a"), Err(TextError::Open('[')));
        assert_eq!(parse("{256}"), Err(TextError::Blob));
        assert_eq!(parse(&"(".repeat(10_000)), Err(TextError::Depth));
        assert_eq!(parse(&"1 ".repeat(ITEMS_MAX + 1)), Err(TextError::Items));
    }
}
