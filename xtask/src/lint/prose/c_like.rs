//! Passages of Rust, TypeScript and C++: comments, doc comments, string literals and names of functions.

use super::passage::{Passage, PassageKind};

/// The passages of a file in Rust.
pub(super) fn rust(text: &str) -> Vec<Passage> {
    Scanner::new(text, true).passages()
}

/// The passages of a file in TypeScript, JavaScript or C++.
pub(super) fn script(text: &str) -> Vec<Passage> {
    Scanner::new(text, false).passages()
}

/// Reads a file from its first character to its last.
struct Scanner<'a> {
    text: &'a str,
    is_rust: bool,
    at: usize,
    line: usize,
    passages: Vec<Passage>,
    /// The comment that goes on if the next line is a comment of the same marker.
    open: Option<(&'static str, Passage)>,
    /// Whether code stands on this line before the position.
    has_code: bool,
    /// Code of the line under the position, for the names of functions.
    code: String,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str, is_rust: bool) -> Self {
        Self {
            text,
            is_rust,
            at: 0,
            line: 1,
            passages: Vec::new(),
            open: None,
            has_code: false,
            code: String::new(),
        }
    }

    fn passages(mut self) -> Vec<Passage> {
        while let Some(c) = self.rest().chars().next() {
            if self.rest().starts_with("//") {
                self.line_comment();
            } else if self.rest().starts_with("/*") {
                self.block_comment();
            } else if let Some(hashes) = self.raw_string() {
                let opening = self.rest().find('"').unwrap_or(0) + 1;
                self.string(opening, &format!("\"{}", "#".repeat(hashes)), false);
            } else if c == '"' || (!self.is_rust && (c == '\'' || c == '`')) {
                self.string(1, &c.to_string(), true);
            } else if self.is_rust && c == '\'' {
                self.character();
            } else {
                self.code_character(c);
            }
        }
        self.end_line();
        self.close();
        self.passages
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn code_character(&mut self, c: char) {
        if c == '\n' {
            self.end_line();
        } else {
            self.has_code |= !c.is_whitespace();
            self.code.push(c);
        }
        self.at += c.len_utf8();
    }

    /// Ends a line: takes the name of a function that it declares, and closes a comment that did not go on.
    fn end_line(&mut self) {
        if self.has_code {
            self.close();
            if let Some(name) = self.code.split("fn ").nth(1).filter(|_| self.is_rust) {
                let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                self.passages.push(Passage::of_line(PassageKind::FunctionName, self.line, &name));
            }
        } else if self.code.trim().is_empty() && !self.is_comment_line() {
            self.close();
        }
        self.code.clear();
        self.has_code = false;
        self.line += 1;
    }

    fn is_comment_line(&self) -> bool {
        let begin = self.text[..self.at].rfind('\n').map_or(0, |at| at + 1);
        self.text[begin..self.at].trim_start().starts_with("//")
    }

    fn line_comment(&mut self) {
        let end = self.rest().find('\n').map_or(self.text.len(), |length| self.at + length);
        let comment = &self.text[self.at..end];
        let marker =
            ["///", "//!", "//"].into_iter().find(|marker| comment.starts_with(marker)).unwrap_or("//");
        let body = comment[marker.len()..].trim();
        let is_continued = !self.has_code && self.open.as_ref().is_some_and(|(open, _)| *open == marker);
        if !is_continued {
            self.close();
        }
        if body.is_empty() || body.starts_with("```") || body.starts_with('#') {
            self.end_paragraph(marker);
        } else {
            let kind = if marker == "///" { PassageKind::Doc } else { PassageKind::Text };
            let (_, passage) = self.open.get_or_insert_with(|| (marker, Passage::new(kind)));
            passage.push(self.line, body);
        }
        self.at = end;
    }

    /// Ends a paragraph of a doc comment; what follows in the same comment is text.
    fn end_paragraph(&mut self, marker: &'static str) {
        if let Some((_, mut passage)) = self.open.take() {
            if passage.kind == PassageKind::Doc {
                passage.kind = PassageKind::Text;
            }
            self.passages.push(passage.without_code());
        }
        self.open = Some((marker, Passage::new(PassageKind::Text)));
    }

    fn close(&mut self) {
        if let Some((_, passage)) = self.open.take().filter(|(_, passage)| !passage.text.is_empty()) {
            self.passages.push(passage.without_code());
        }
    }

    fn block_comment(&mut self) {
        self.close();
        let end = self.rest().find("*/").map_or(self.text.len(), |length| self.at + length + 2);
        let mut passage = Passage::new(PassageKind::Text);
        for (index, line) in self.text[self.at..end].lines().enumerate() {
            let line = line.trim().trim_start_matches("/**").trim_start_matches("/*");
            passage.push(self.line + index, line.trim_end_matches("*/").trim_start_matches('*'));
        }
        self.passages.push(passage.without_code());
        self.line += self.text[self.at..end].matches('\n').count();
        self.at = end;
    }

    /// The number of hashes of the raw string that begins here.
    fn raw_string(&self) -> Option<usize> {
        let rest = self.is_rust.then(|| self.rest())?;
        let rest = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'))?;
        let is_name = self.code.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
        let hashes = rest.chars().take_while(|c| *c == '#').count();
        (!is_name && rest[hashes..].starts_with('"')).then_some(hashes)
    }

    /// Reads a string literal: `opening` bytes, then text up to `closing`.
    fn string(&mut self, opening: usize, closing: &str, has_escapes: bool) {
        self.has_code = true;
        self.code.push('"');
        self.at += opening;
        let mut passage = Passage::new(PassageKind::Message);
        let mut line = String::new();
        while let Some(c) = self.rest().chars().next() {
            if self.rest().starts_with(closing) {
                self.at += closing.len();
                break;
            }
            if has_escapes && c == '\\' {
                let escaped = self.rest().chars().nth(1).unwrap_or('\\');
                self.at += 1 + escaped.len_utf8();
                line.push(' ');
                if escaped == '\n' {
                    self.next_line(&mut passage, &mut line);
                }
                continue;
            }
            if c == '\n' {
                self.next_line(&mut passage, &mut line);
            } else {
                line.push(c);
            }
            self.at += c.len_utf8();
        }
        passage.push(self.line, &line);
        if passage.text.split_whitespace().count() >= 3 {
            self.passages.push(passage.without_code());
        }
    }

    fn next_line(&mut self, passage: &mut Passage, line: &mut String) {
        passage.push(self.line, line);
        line.clear();
        self.line += 1;
    }

    /// Reads a character literal or a lifetime.
    fn character(&mut self) {
        self.has_code = true;
        let mut rest = self.rest().chars().skip(1);
        let (first, second) = (rest.next(), rest.next());
        let length = match (first, second) {
            (Some('\\'), _) => self.rest()[3.min(self.rest().len())..].find('\'').map_or(1, |at| at + 4),
            (Some(c), Some('\'')) => 2 + c.len_utf8(),
            _ => 1,
        };
        self.at += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(PassageKind, String)> {
        rust(text).into_iter().map(|it| (it.kind, it.text)).collect()
    }

    #[test]
    fn comments_messages_and_names_are_passages() {
        let text = "//! Head\n//! of file.\n\n/// Word.\nfn name<'a>() {\n    \
                    let s = \"one two three\"; // why\n    let c = '\"';\n}\n";
        assert_eq!(
            texts(text),
            [
                (PassageKind::Text, "Head of file.".to_owned()),
                (PassageKind::Doc, "Word.".to_owned()),
                (PassageKind::FunctionName, "name".to_owned()),
                (PassageKind::Message, "one two three".to_owned()),
                (PassageKind::Text, "why".to_owned()),
            ]
        );
    }

    #[test]
    fn raw_strings_and_escapes_end_where_they_end() {
        let text = "let a = r#\"say \"hi\" to her\"#;\nlet b = \"two \\\" or three\"; // end\n";
        let found = texts(text);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found[2].1, "end");
    }
}
