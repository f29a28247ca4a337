//! Lines of text with limited length.

use std::io::{Error, ErrorKind};

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt};

/// Maximum length of a line. [bytes]
pub const LINE_BYTES_MAX: u64 = 64 << 10;

/// Reads one line without its line end; `None` at the end of the connection.
///
/// # Errors
/// When the connection breaks, or the line is too long or is not UTF-8.
pub(crate) async fn line(stream: &mut (impl AsyncBufRead + Unpin)) -> Result<Option<String>, Error> {
    let mut bytes = Vec::new();
    stream.take(LINE_BYTES_MAX).read_until(b'\n', &mut bytes).await?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == LINE_BYTES_MAX && bytes.last() != Some(&b'\n') {
        return Err(Error::new(ErrorKind::InvalidData, "a line is too long"));
    }
    while bytes.last().is_some_and(|last| b"\r\n".contains(last)) {
        bytes.pop();
    }
    String::from_utf8(bytes).map(Some).map_err(|_| Error::new(ErrorKind::InvalidData, "a line is not UTF-8"))
}

/// Lines with the line ends of YARP.
#[derive(Debug, Default)]
pub(crate) struct Lines(pub(crate) String);

impl Lines {
    pub(crate) fn add(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push_str("\r\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut bytes: &[u8]) -> Vec<Result<String, ErrorKind>> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut found = Vec::new();
            loop {
                match line(&mut bytes).await {
                    Ok(Some(line)) => found.push(Ok(line)),
                    Ok(None) => return found,
                    Err(error) => {
                        found.push(Err(error.kind()));
                        return found;
                    }
                }
            }
        })
    }

    #[test]
    fn lines_may_end_with_lf_or_crlf() {
        assert_eq!(all(b"a\r\n\nb"), [Ok("a".to_owned()), Ok(String::new()), Ok("b".to_owned())]);
    }

    #[test]
    fn long_lines_and_other_encodings_are_rejected() {
        assert_eq!(all(&[b'a'; 100_000]), [Err(ErrorKind::InvalidData)]);
        assert_eq!(all(b"\xff\n"), [Err(ErrorKind::InvalidData)]);
    }
}
