//! Texts and JSON on standard output.

use std::io::{self, Write};

use crate::failure::Failure;

/// Writes a text to standard output, and a line feed if it does not end with one. A closed pipe is not an error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_while_read(text).map(drop)
}

/// Like [`print`]; returns `false` if the reader has closed the pipe.
pub(crate) fn print_while_read(text: &str) -> Result<bool, Failure> {
    let mut output = io::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    match output
        .write_all(text.as_bytes())
        .and_then(|()| output.write_all(end.as_bytes()))
        .and_then(|()| output.flush())
    {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::Output(error)),
    }
}

/// Writes data as indented JSON to standard output.
pub(crate) fn print_json<T: serde::Serialize>(data: &T) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(data).map_err(|error| Failure::Output(error.into()))?;
    print(&text)
}
