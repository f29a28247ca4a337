//! Passages of Python: comments, docstrings, string literals and names of functions; and comments that begin with `#`.

use super::passage::{Passage, PassageKind};

/// The passages of a file in Python.
pub(super) fn python(text: &str) -> Vec<Passage> {
    let mut scanner = Scanner { text, at: 0, line: 1, passages: Vec::new(), has_code: false };
    scanner.run();
    scanner.passages
}

/// The comments of a file in which `#` begins a comment and strings hold no prose.
pub(super) fn hash_comments(text: &str) -> Vec<Passage> {
    let mut passages = Vec::new();
    let mut open = Passage::new(PassageKind::Text);
    for (number, line) in text.lines().enumerate() {
        if let Some(comment) = line.trim().strip_prefix('#') {
            open.push(number + 1, comment.trim_start_matches('#'));
        } else if !open.text.is_empty() {
            passages.push(std::mem::replace(&mut open, Passage::new(PassageKind::Text)).without_code());
        }
    }
    if !open.text.is_empty() {
        passages.push(open.without_code());
    }
    passages
}

/// Reads a file from its first character to its last.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    passages: Vec<Passage>,
    has_code: bool,
}

impl<'a> Scanner<'a> {
    fn run(&mut self) {
        // The lines of a comment are one passage.
        let mut comment: Option<(Passage, usize)> = None;
        while let Some(c) = self.rest().chars().next() {
            if c == '#' {
                let end = self.rest().find('\n').map_or(self.text.len(), |length| self.at + length);
                let body = self.text[self.at..end].trim_start_matches(['#', ':']);
                let is_continued = |last: &mut (Passage, usize)| last.1 + 1 == self.line && !self.has_code;
                match comment.take_if(is_continued) {
                    Some((mut passage, _)) => {
                        passage.push(self.line, body);
                        comment = Some((passage, self.line));
                    }
                    None => {
                        self.passages.extend(comment.take().map(|(passage, _)| passage.without_code()));
                        let passage = Passage::of_line(PassageKind::Text, self.line, body);
                        comment = Some((passage, self.line));
                    }
                }
                self.at = end;
            } else if c == '"' || c == '\'' {
                self.string(c);
            } else {
                if c == '\n' {
                    self.line += 1;
                    self.has_code = false;
                    self.function_name();
                }
                self.has_code |= !c.is_whitespace();
                self.at += c.len_utf8();
            }
        }
        self.passages.extend(comment.map(|(passage, _)| passage.without_code()));
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Takes the name of a function that the line after this line end declares.
    fn function_name(&mut self) {
        let next = self.rest()[1..].lines().next().unwrap_or_default().trim_start();
        let next = next.strip_prefix("async ").unwrap_or(next);
        if let Some(name) = next.strip_prefix("def ") {
            let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            self.passages.push(Passage::of_line(PassageKind::FunctionName, self.line, &name));
        }
    }

    fn string(&mut self, quote: char) {
        let triple: String = std::iter::repeat_n(quote, 3).collect();
        let is_triple = self.rest().starts_with(&triple);
        let closing = if is_triple { triple } else { quote.to_string() };
        let is_doc = is_triple && !self.has_code;
        self.has_code = true;
        self.at += closing.len();
        let kind = if is_doc { PassageKind::Doc } else { PassageKind::Message };
        let mut passage = Passage::new(kind);
        let mut paragraphs = Vec::new();
        let mut line = String::new();
        while let Some(c) = self.rest().chars().next() {
            if self.rest().starts_with(&closing) {
                self.at += closing.len();
                break;
            }
            let c = if c == '\\' {
                let escaped = self.rest().chars().nth(1).unwrap_or(c);
                self.at += 1;
                if escaped == '\n' { escaped } else { ' ' }
            } else {
                c
            };
            if c == '\n' {
                if line.trim().is_empty() && !passage.text.is_empty() {
                    paragraphs.push(std::mem::replace(&mut passage, Passage::new(PassageKind::Text)));
                } else {
                    passage.push(self.line, &line);
                }
                line.clear();
                self.line += 1;
                if !is_triple {
                    self.at += 1;
                    break;
                }
            } else {
                line.push(c);
            }
            self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        }
        passage.push(self.line, &line);
        paragraphs.push(passage);
        if let [first, _, ..] = paragraphs.as_mut_slice() {
            first.kind = if is_doc { PassageKind::Text } else { kind };
        }
        let is_prose = |it: &Passage| is_doc || it.text.split_whitespace().count() >= 3;
        self.passages.extend(paragraphs.into_iter().filter(is_prose).map(Passage::without_code));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_docstrings_messages_and_names_are_passages() {
        let text = "\"\"\"Head.\"\"\"\n# One\n# two.\n\ndef name(x='a b'):\n    \"\"\"Doc\n\n    more.\"\"\"\n    \
                    raise X(f\"one two {x} three\")  # why\n";
        let found: Vec<(PassageKind, String)> =
            python(text).into_iter().map(|it| (it.kind, it.text.trim().to_owned())).collect();
        for expected in [
            (PassageKind::Doc, "Head."),
            (PassageKind::FunctionName, "name"),
            (PassageKind::Text, "Doc"),
            (PassageKind::Text, "more."),
            (PassageKind::Message, "one two {x} three"),
            (PassageKind::Text, "One two."),
            (PassageKind::Text, "why"),
        ] {
            let expected = (expected.0, expected.1.to_owned());
            assert!(found.contains(&expected), "{expected:?} in {found:?}");
        }
        assert_eq!(found.len(), 7, "{found:?}");
    }
}
