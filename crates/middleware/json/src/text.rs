//! Strings in JSON, as pure ASCII.

/// Appends a string in quotes. Characters other than printable ASCII are escaped, those beyond the basic plane as
/// surrogate pairs.
pub fn write_text(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let mut rest = text;
    // Runs of characters that need no escape are copied in one piece.
    while let Some(place) = rest.bytes().position(needs_escape) {
        let (plain, special) = rest.split_at(place);
        out.extend_from_slice(plain.as_bytes());
        let mut characters = special.chars();
        if let Some(character) = characters.next() {
            write_escaped(out, character);
        }
        rest = characters.as_str();
    }
    out.extend_from_slice(rest.as_bytes());
    out.push(b'"');
}

const fn needs_escape(byte: u8) -> bool {
    !matches!(byte, b' '..=b'~') || matches!(byte, b'"' | b'\\')
}

fn write_escaped(out: &mut Vec<u8>, character: char) {
    let short = match character {
        '"' => b'"',
        '\\' => b'\\',
        '\n' => b'n',
        '\r' => b'r',
        '\t' => b't',
        '\u{8}' => b'b',
        '\u{c}' => b'f',
        other => {
            for &mut unit in other.encode_utf16(&mut [0; 2]) {
                out.extend_from_slice(b"\\u");
                out.extend([12, 8, 4, 0].map(|shift| hex_digit(unit >> shift & 0xf)));
            }
            return;
        }
    };
    out.extend([b'\\', short]);
}

const fn hex_digit(nibble: u16) -> u8 {
    let nibble = nibble as u8;
    if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_written_is_printable_ascii() {
        let mut out = Vec::new();
        write_text(&mut out, "h\u{e9}\"\n\\/\u{7f}\u{0} \u{1f916}");
        assert_eq!(String::from_utf8(out).unwrap(), r#""h\u00e9\"\n\\/\u007f\u0000 \ud83e\udd16""#);
    }
}
