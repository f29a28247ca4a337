//! Syntax errors in JSON, with the position and the messages of Python's `json` module.

use std::fmt;

/// A JSON syntax error. Prints as `Expecting value: line 1 column 4 (char 3)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    message: &'static str,
    line: usize,
    column: usize,
    character: usize,
}

impl SyntaxError {
    /// An error about the byte at `place` of `text`. Messages count characters, not bytes.
    pub(super) fn at(text: &str, place: usize, message: &'static str) -> Self {
        let before = text.get(..place).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            message,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            character: before.chars().count(),
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { message, line, column, character } = self;
        write!(formatter, "{message}: line {line} column {column} (char {character})")
    }
}

impl std::error::Error for SyntaxError {}
