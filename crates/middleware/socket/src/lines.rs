//! Splits the bytes of a connection into lines, independent of their fragmentation.

/// Maximum length of a line from a client. [bytes]
pub const LINE_BYTES_MAX: usize = 1 << 20;

/// One line, without its line end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// A complete line.
    Whole(&'a [u8]),
    /// The beginning of a line that is longer than [`LINE_BYTES_MAX`]. The rest of the line is dropped.
    TooLong(&'a [u8]),
    /// The first line of the connection is a request of HTTP. The connection must be closed: the lines that follow are
    /// not from a client, but from a web page that made a browser send them.
    Http,
}

/// Whether the first line of a connection is a request of HTTP: a method in capitals, a path or an address, a version. The
/// version is missing in the beginning of a line that is too long.
pub(crate) fn is_http_request(line: &[u8], is_cut: bool) -> bool {
    let mut words = line.trim_ascii_end().split(|&byte| byte == b' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_method = !method.is_empty() && method.iter().all(u8::is_ascii_uppercase);
    let is_target = target.starts_with(b"/") || target.starts_with(b"http") || target.starts_with(b"*");
    let is_version = words.next_back().is_some_and(|word| word.starts_with(b"HTTP/"));
    is_method && is_target && (is_cut || is_version)
}

/// Log message about a connection that begins with a request of HTTP.
pub(crate) fn http_refusal(peer: impl std::fmt::Display) -> String {
    format!(
        "{peer} speaks HTTP, as web pages do. Web pages cannot command robots here: the connection is closed."
    )
}

/// Received bytes that have not been returned as lines yet.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    bytes: Vec<u8>,
    /// Bytes before this offset have been returned.
    start: usize,
    /// Bytes before this offset contain no line end.
    searched: usize,
    /// Whether the current line is too long; bytes up to its end are dropped.
    skipping: bool,
    /// Whether the first line has been returned.
    has_begun: bool,
}

impl Lines {
    /// Appends received bytes.
    pub(crate) fn feed(&mut self, chunk: &[u8]) {
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        self.bytes.extend_from_slice(chunk);
    }

    /// Returns the next line, if it is complete or too long.
    pub(crate) fn next(&mut self) -> Option<Line<'_>> {
        let is_first = !self.has_begun;
        let line = self.next_of_any_kind()?;
        let is_http = match line {
            _ if !is_first => false,
            Line::Whole(line) => is_http_request(line, false),
            Line::TooLong(line) => is_http_request(line, true),
            Line::Http => true,
        };
        Some(if is_http { Line::Http } else { line })
    }

    fn next_of_any_kind(&mut self) -> Option<Line<'_>> {
        loop {
            let unsearched = self.bytes.get(self.searched..).unwrap_or_default();
            let Some(length) = unsearched.iter().position(|&byte| byte == b'\n') else {
                self.searched = self.bytes.len();
                return self.unfinished();
            };
            let (start, end) = (self.start, self.searched + length);
            self.start = end + 1;
            self.searched = self.start;
            if std::mem::take(&mut self.skipping) {
                continue;
            }
            self.has_begun = true;
            let line = self.bytes.get(start..end).unwrap_or_default();
            return Some(match line.get(..LINE_BYTES_MAX) {
                Some(beginning) if line.len() > LINE_BYTES_MAX => Line::TooLong(beginning),
                _ => Line::Whole(line),
            });
        }
    }

    /// Discards an incomplete line that is too long, and returns its beginning once.
    fn unfinished(&mut self) -> Option<Line<'_>> {
        let start = self.start;
        if self.skipping {
            self.start = self.bytes.len();
            return None;
        }
        if self.bytes.len() - start <= LINE_BYTES_MAX {
            return None;
        }
        self.skipping = true;
        self.has_begun = true;
        self.start = self.bytes.len();
        self.bytes.get(start..start + LINE_BYTES_MAX).map(Line::TooLong)
    }

    /// Whether an incomplete line is pending.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.skipping || self.start < self.bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn collect(chunks: &[&[u8]]) -> Vec<(bool, Vec<u8>)> {
        let mut lines = Lines::default();
        let mut all = Vec::new();
        for chunk in chunks {
            lines.feed(chunk);
            while let Some(line) = lines.next() {
                all.push(match line {
                    Line::Whole(line) => (true, line.to_vec()),
                    Line::TooLong(line) => (false, line.to_vec()),
                    Line::Http => (false, b"http".to_vec()),
                });
            }
        }
        all
    }

    #[test]
    fn fragmented_line_is_one_line() {
        let lines = collect(&[b"ab", b"", b"c\nd", b"\n\ne"]);
        assert_eq!(lines, [(true, b"abc".to_vec()), (true, b"d".to_vec()), (true, Vec::new())]);
    }

    #[test]
    fn endless_line_is_reported_once_and_bounded() {
        let chunk = vec![b'x'; LINE_BYTES_MAX / 2];
        let mut lines = Lines::default();
        let mut refused = 0;
        for _ in 0..20 {
            lines.feed(&chunk);
            while let Some(line) = lines.next() {
                assert!(matches!(line, Line::TooLong(beginning) if beginning.len() == LINE_BYTES_MAX));
                refused += 1;
            }
            assert!(lines.bytes.len() <= LINE_BYTES_MAX + chunk.len());
        }
        assert_eq!(refused, 1);
        lines.feed(b"\nnext\n");
        assert_eq!(lines.next(), Some(Line::Whole(b"next")));
        assert!(!lines.is_unfinished());
    }

    #[test]
    fn complete_line_may_be_too_long() {
        let mut long = vec![b'x'; LINE_BYTES_MAX + 1];
        long.extend_from_slice(b"\nok\n");
        let lines = collect(&[&long]);
        assert!(!lines[0].0);
        assert_eq!(lines[1], (true, b"ok".to_vec()));
    }

    #[test]
    fn only_the_first_line_can_be_a_request_of_http() {
        let http = vec![(false, b"http".to_vec())];
        for request in
            ["POST / HTTP/1.1\r\n", "GET http://localhost:4000/ HTTP/1.0\n", "OPTIONS * HTTP/1.1\n"]
        {
            assert_eq!(collect(&[request.as_bytes()]), http, "{request}");
            assert_eq!(collect(&[&request.as_bytes()[..5], &request.as_bytes()[5..]]), http, "{request}");
            let later = collect(&[b"\n", request.as_bytes()]);
            assert!(later.iter().all(|(is_whole, _)| *is_whole), "{request}");
        }
        let long = ["POST /".as_bytes(), &vec![b'a'; LINE_BYTES_MAX]].concat();
        assert_eq!(collect(&[&long]), http);
        for other in ["id1 simulation quit", "GET simulation quit", "{\"v\": 1}", "POST / ", "HELP", ""] {
            let line = format!("{other}\n");
            assert_eq!(collect(&[line.as_bytes()]), [(true, other.as_bytes().to_vec())]);
        }
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_fragmentation(
            bytes in prop::collection::vec(prop::sample::select(b"ab\n".to_vec()), 0..60),
            cuts in prop::collection::vec(0_usize..60, 0..6),
        ) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let pieces: Vec<&[u8]> = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
            prop_assert_eq!(collect(&pieces), collect(&[&bytes]));
        }
    }
}
