//! Formats tables with aligned columns.

use std::fmt::Write as _;

/// Maximum width of a table; the last column is wrapped to it.
const WIDTH: usize = 110;

/// Minimum width of the last column.
const LAST_WIDTH_MIN: usize = 30;

/// Rows under a header, each column as wide as its contents.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these column heads.
    pub fn new(heads: &[&str]) -> Self {
        Self { rows: vec![heads.iter().map(|&head| head.to_owned()).collect()] }
    }

    /// Adds a row with one cell per column.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// Whether the table has no rows below the header.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 1
    }

    /// The indented lines. Columns without entries are omitted.
    pub fn text(&self) -> String {
        let columns = self.rows.first().map_or(0, Vec::len);
        let is_used = |column: usize| self.rows.iter().skip(1).any(|row| !row[column].is_empty());
        let used: Vec<usize> = (0..columns).filter(|&column| is_used(column)).collect();
        let Some((&last, others)) = used.split_last() else { return String::new() };
        let width =
            |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let indent = others.iter().map(|&column| width(column) + 2).sum::<usize>() + 2;
        let mut text = String::new();
        for row in &self.rows {
            text.push_str("  ");
            for &column in others {
                // Writing to a string cannot fail.
                let _ = write!(text, "{:<width$}", row[column], width = width(column) + 2);
            }
            let lines = wrapped(&row[last], WIDTH.saturating_sub(indent).max(LAST_WIDTH_MIN));
            text.push_str(&lines.join(&format!("\n{:indent$}", "")));
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text
    }
}

/// Wraps words into lines of at most `width` characters, except for longer words.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The first sentence of a text.
pub fn first_sentence(text: &str) -> String {
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    text[..end].split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_empty_columns_omitted() {
        let mut table = Table::new(&["name", "unit", "what"]);
        table.row(["x".into(), String::new(), "Position.".into()]);
        table.row(["velocity".into(), String::new(), "Speed.".into()]);
        assert_eq!(table.text(), "  name      what\n  x         Position.\n  velocity  Speed.\n");
    }

    #[test]
    fn last_column_is_wrapped() {
        let mut table = Table::new(&["n", "what"]);
        table.row(["x".into(), "word ".repeat(40)]);
        let text = table.text();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(text.lines().nth(2).unwrap().starts_with("     word"), "{text}");
    }

    #[test]
    fn sentence_ends_at_full_stop() {
        assert_eq!(first_sentence("Reads 0.5 m.\nThen more."), "Reads 0.5 m.\nThen more.".replace('\n', " "));
        assert_eq!(first_sentence("Reads it. Then more."), "Reads it.");
        assert_eq!(first_sentence(""), "");
    }
}
