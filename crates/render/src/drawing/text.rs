//! An 8 by 8 bitmap font.

use font8x8::legacy::{BASIC_LEGACY, LATIN_LEGACY};

/// Width and height of a letter. [font pixels]
pub(crate) const DOTS: u32 = 8;

/// Whether a font pixel of a letter is set. Columns count from the left, rows from the top.
pub(crate) fn is_set(letter: char, column: u32, row: u32) -> bool {
    let rows = rows(letter).unwrap_or(UNKNOWN);
    column < DOTS && rows.get(row as usize).is_some_and(|dots| dots >> column & 1 == 1)
}

/// The font pixels of a letter by row; the leftmost pixel is the lowest bit.
fn rows(letter: char) -> Option<[u8; 8]> {
    match u32::from(letter) {
        code @ 0x20..0x7f => BASIC_LEGACY.get(code as usize).copied(),
        code @ 0xa0..=0xff => LATIN_LEGACY.get(code as usize - 0xa0).copied(),
        _ => None,
    }
}

/// A box, drawn for characters that the font lacks.
const UNKNOWN: [u8; 8] = [0x7f, 0x41, 0x41, 0x41, 0x41, 0x41, 0x7f, 0x00];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_characters_are_drawn_as_boxes() {
        let count = |letter| {
            let dots = (0..DOTS).flat_map(|row| (0..DOTS).map(move |column| (column, row)));
            dots.filter(|&(column, row)| is_set(letter, column, row)).count()
        };
        assert_eq!(count(' '), 0);
        assert!(count('M') > count('i') && count('ü') > count('u'));
        assert_eq!(count('\u{4e00}'), count('\u{1f600}'));
        // The foot of an L points to the right.
        assert!(is_set('L', 5, 6) && !is_set('L', 5, 1));
    }
}
