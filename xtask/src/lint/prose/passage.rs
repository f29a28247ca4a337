//! A passage: prose of one comment, docstring, paragraph, message or name, with the lines that it came from.

/// What kind of text a passage is; some patterns apply to some kinds only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassageKind {
    /// A comment, a paragraph, or a doc comment.
    Text,
    /// The whole doc comment of an item.
    Doc,
    /// A string literal of three words or more.
    Message,
    /// A heading of Markdown.
    Heading,
    /// The name of a function.
    FunctionName,
}

/// Prose with the line of each part.
#[derive(Debug)]
pub(super) struct Passage {
    pub(super) kind: PassageKind,
    /// Lines joined by blanks; code in backticks is blanked.
    pub(super) text: String,
    /// For each line: where it begins in `text`, and its number from 1.
    lines: Vec<(usize, usize)>,
}

impl Passage {
    /// A passage without text.
    pub(super) fn new(kind: PassageKind) -> Self {
        Self { kind, text: String::new(), lines: Vec::new() }
    }

    /// A passage of one line.
    pub(super) fn of_line(kind: PassageKind, line: usize, text: &str) -> Self {
        let mut passage = Self::new(kind);
        passage.push(line, text);
        passage
    }

    /// Appends a line. Code in backticks becomes blanks of the same length.
    pub(super) fn push(&mut self, line: usize, text: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.lines.push((self.text.len(), line));
        self.text.push_str(text.trim());
    }

    /// Replaces code in backticks by `_`.
    pub(super) fn without_code(mut self) -> Self {
        let mut is_code = false;
        let blanked: String = self
            .text
            .chars()
            .flat_map(|c| {
                if c == '`' {
                    is_code = !is_code;
                }
                let kept = if is_code && c != '`' { '_' } else { c };
                std::iter::repeat_n(kept, if kept == c { 1 } else { c.len_utf8() })
            })
            .collect();
        if !is_code {
            self.text = blanked;
        }
        self
    }

    /// The line of the byte at `offset` of the text.
    pub(super) fn line_at(&self, offset: usize) -> usize {
        let lines = self.lines.iter().take_while(|(begin, _)| *begin <= offset);
        lines.last().map_or(0, |(_, line)| *line)
    }
}
