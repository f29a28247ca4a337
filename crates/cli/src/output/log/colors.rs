//! Optional colors of the log.

use std::fmt::Arguments;

use tracing::Level;

use crate::arguments::OutputStyle;

/// The color scheme of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colors {
    None,
    /// For a dark background.
    Dark,
    /// For a light background.
    Light,
}

/// The role of a text: its ANSI color codes for dark and for light backgrounds.
pub(super) type Role = (u8, u8);

pub(super) const SECTION: Role = (96, 36);
pub(super) const ERROR: Role = (91, 31);
const WARNING: Role = (93, 35);
const DEBUG: Role = (90, 90);
const PLAIN: Role = (0, 0);

impl Colors {
    pub(super) fn of(style: OutputStyle) -> Self {
        match (style.color, style.reverse_color) {
            (_, true) => Self::Light,
            (true, false) => Self::Dark,
            (false, false) => Self::None,
        }
    }

    pub(super) fn paint(self, (dark, light): Role, text: Arguments<'_>) -> String {
        let code = match self {
            Self::None => 0,
            Self::Dark => dark,
            Self::Light => light,
        };
        if code == 0 { text.to_string() } else { format!("\x1b[{code}m{text}\x1b[0m") }
    }
}

pub(super) fn role(level: Level) -> Role {
    match level {
        Level::ERROR => ERROR,
        Level::WARN => WARNING,
        Level::INFO => PLAIN,
        _ => DEBUG,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_colored_only_on_request() {
        let paint = |color, reverse_color| {
            Colors::of(OutputStyle { color, reverse_color, noaudio: false }).paint(ERROR, format_args!("no"))
        };
        assert_eq!(paint(false, false), "no");
        assert_eq!(paint(true, false), "\x1b[91mno\x1b[0m");
        assert_eq!(paint(true, true), "\x1b[31mno\x1b[0m");
    }
}
