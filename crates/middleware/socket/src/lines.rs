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
