//! Strings and bytes with Python's quotes and escapes.

use std::fmt::Write;

/// Appends a string as Python's `repr` prints it.
pub fn push_text(out: &mut String, content: &str) {
    let quote = quote_for(content.contains('\''), content.contains('"'));
    out.push(quote);
    for character in content.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if character == quote => out.extend(['\\', quote]),
            ' '..='~' => out.push(character),
            _ if is_printable(character) => out.push(character),
            _ => push_escape(out, character),
        }
    }
    out.push(quote);
}

/// Appends bytes as Python's `repr` prints them: `b'…'`.
pub(super) fn push_bytes(out: &mut String, bytes: &[u8]) {
    let quote = quote_for(bytes.contains(&b'\''), bytes.contains(&b'"'));
    out.extend(['b', quote]);
    for &byte in bytes {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            _ if char::from(byte) == quote => out.extend(['\\', quote]),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => push_escape(out, char::from(byte)),
        }
    }
    out.push(quote);
}

const fn quote_for(has_single: bool, has_double: bool) -> char {
    if has_single && !has_double { '"' } else { '\'' }
}

fn push_escape(out: &mut String, character: char) {
    let code = u32::from(character);
    // Writing into a String cannot fail.
    let _ = match code {
        0..=0xff => write!(out, "\\x{code:02x}"),
        0x100..=0xffff => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
}

/// Python's `str.isprintable` for a character outside of ASCII.
///
/// The debug escape of Rust's standard library keeps the same Unicode categories, except that it escapes a combining
/// mark at the start of a string. The letter in front prevents that.
fn is_printable(character: char) -> bool {
    let mut buffer = [b'a'; 5];
    let length = character.encode_utf8(&mut buffer[1..]).len();
    std::str::from_utf8(&buffer[..=length]).is_ok_and(|text| text.escape_debug().count() == 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_repr(content: &str) -> String {
        let mut out = String::new();
        push_text(&mut out, content);
        out
    }

    #[test]
    fn quotes_are_chosen_as_in_python() {
        assert_eq!(text_repr("robot"), "'robot'");
        assert_eq!(text_repr("it's"), "\"it's\"");
        assert_eq!(text_repr("a \"b\""), "'a \"b\"'");
        assert_eq!(text_repr("'\""), "'\\'\"'");
    }

    #[test]
    fn only_unprintable_characters_are_escaped() {
        assert_eq!(text_repr("a\\b\n\r\t\0\x7f"), "'a\\\\b\\n\\r\\t\\x00\\x7f'");
        assert_eq!(text_repr("é 漢 🤖 e\u{301}"), "'é 漢 🤖 e\u{301}'");
        assert_eq!(
            text_repr("\u{a0}\u{ad}\u{2028}\u{e000}\u{10ffff}"),
            "'\\xa0\\xad\\u2028\\ue000\\U0010ffff'"
        );
    }

    #[test]
    fn bytes_have_the_prefix_b() {
        let mut out = String::new();
        push_bytes(&mut out, b"it's\x00\xff");
        assert_eq!(out, "b\"it's\\x00\\xff\"");
    }
}
