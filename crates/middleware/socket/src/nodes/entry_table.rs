//! The state of the server: the last valid entry of each robot.

use std::collections::BTreeMap;

use morse_scene::value::Map;

use super::message::{self, ROBOTS_MAX, TIME};
use crate::lines::LINE_BYTES_MAX;

/// Entries of all nodes. Entries are kept after their node has disconnected.
#[derive(Debug, Default)]
pub(super) struct EntryTable {
    /// Encoded entries by name: `"name": [[x, y, z], [rx, ry, rz]]`.
    robots: BTreeMap<String, Box<[u8]>>,
    /// Encoded last time entry of any node: `"__time": [a, b, c]`.
    time: Option<Box<[u8]>>,
    /// Total length of the robots' entries. [bytes]
    bytes: usize,
}

impl EntryTable {
    /// Maximum size of all entries: an answer with all of them fits in a line that nodes can read. [bytes]
    const BYTES_MAX: usize = LINE_BYTES_MAX - 3 * (ROBOTS_MAX + 1);

    /// Merges the entries of a node. Returns the errors of dropped entries.
    pub(super) fn merge(&mut self, entries: &Map) -> Vec<String> {
        let mut invalid = Vec::new();
        for (name, entry) in entries.iter() {
            if name == TIME {
                match message::vector(entry) {
                    Some(time) => self.set_time(&time),
                    None => invalid.push(format!("{TIME} is not a list of three finite numbers")),
                }
            } else {
                match message::vectors(entry) {
                    Some(vectors) => invalid.extend(self.set_robot(name, &vectors).err()),
                    None => {
                        invalid.push(format!("{name:?} is not a list of two vectors of three finite numbers"))
                    }
                }
            }
        }
        invalid
    }

    fn set_time(&mut self, time: &[f64; 3]) {
        let mut text = Vec::new();
        crate::json::write_text(&mut text, TIME);
        text.extend_from_slice(b": ");
        message::write_vector(&mut text, time);
        self.time = Some(text.into_boxed_slice());
    }

    fn set_robot(&mut self, name: &str, vectors: &[[f64; 3]; 2]) -> Result<(), String> {
        let mut text = Vec::new();
        message::write_entry(&mut text, name, vectors);
        let before = self.robots.get(name).map(|text| text.len());
        let bytes = self.bytes - before.unwrap_or(0) + text.len();
        if before.is_none() && self.robots.len() == ROBOTS_MAX {
            return Err(format!("the maximum of {ROBOTS_MAX} robots is reached"));
        }
        if bytes > Self::BYTES_MAX {
            return Err("the names of all robots together are too long".to_owned());
        }
        self.bytes = bytes;
        self.robots.insert(name.to_owned(), text.into_boxed_slice());
        Ok(())
    }

    /// Appends an answer as one line: all entries except the robots in `own`, the entries of the asking node.
    pub(super) fn write_answer(&self, out: &mut Vec<u8>, own: &Map) {
        let others = self.robots.iter().filter(|(name, _)| !own.contains_key(name)).map(|(_, text)| text);
        out.push(b'{');
        for (index, text) in others.chain(&self.time).enumerate() {
            if index > 0 {
                out.extend_from_slice(b", ");
            }
            out.extend_from_slice(text);
        }
        out.extend_from_slice(b"}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries_of(text: &str) -> Map {
        message::read(format!("[\"node\", {text}]").as_bytes()).unwrap().entries
    }

    fn answer(table: &EntryTable, own: &Map) -> String {
        let mut out = Vec::new();
        table.write_answer(&mut out, own);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn answer_has_the_robots_of_all_other_nodes() {
        let mut table = EntryTable::default();
        let first = entries_of(r#"{"a": [[1, 2, 3], [0, 0, 0.5]], "__time": [1, 2, 3]}"#);
        assert!(table.merge(&first).is_empty());
        assert_eq!(answer(&table, &first), "{\"__time\": [1.0, 2.0, 3.0]}\n");
        let second = entries_of(r#"{"b": [[4, 5, 6], [0, 0, 0]]}"#);
        assert!(table.merge(&second).is_empty());
        assert_eq!(
            answer(&table, &second),
            "{\"a\": [[1.0, 2.0, 3.0], [0.0, 0.0, 0.5]], \"__time\": [1.0, 2.0, 3.0]}\n"
        );
        table.merge(&entries_of(r#"{"b": [[7, 5, 6], [0, 0, 0]]}"#));
        assert!(answer(&table, &first).contains("\"b\": [[7.0, 5.0, 6.0]"), "the newest entry is used");
        assert!(
            answer(&table, &Map::new()).contains("\"a\": ")
                && answer(&table, &Map::new()).contains("\"b\": ")
        );
    }

    #[test]
    fn invalid_entries_are_dropped_and_the_last_valid_ones_kept() {
        let mut table = EntryTable::default();
        table.merge(&entries_of(r#"{"a": [[1, 2, 3], [0, 0, 0]], "__time": [1, 2, 3]}"#));
        let invalid = table.merge(&entries_of(
            r#"{"a": [[NaN, 2, 3], [0, 0, 0]], "b": [1, 2, 3], "c": null, "d": [[9, 9, 9], [0, 0, 0]], "__time": "noon"}"#,
        ));
        assert_eq!(invalid.len(), 4, "{invalid:?}");
        assert!(invalid[0].contains("\"a\"") && invalid[3].contains("__time"), "{invalid:?}");
        assert_eq!(
            answer(&table, &Map::new()),
            "{\"a\": [[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]], \"d\": [[9.0, 9.0, 9.0], [0.0, 0.0, 0.0]], \"__time\": [1.0, 2.0, 3.0]}\n"
        );
    }

    #[test]
    fn all_entries_fit_in_one_line() {
        let mut table = EntryTable::default();
        let long = "x".repeat(LINE_BYTES_MAX / 3);
        for number in 0..4 {
            let mut entries = Map::new();
            let vectors = entries_of(r#"{"a": [[1, 2, 3], [0, 0, 0]]}"#);
            entries.insert(format!("{number}{long}"), vectors.get("a").unwrap().clone());
            assert_eq!(table.merge(&entries).is_empty(), number < 2, "{number}");
        }
        assert!(answer(&table, &Map::new()).len() <= LINE_BYTES_MAX);

        let mut table = EntryTable::default();
        for number in 0..ROBOTS_MAX {
            assert!(
                table.merge(&entries_of(&format!("{{\"{number}\": [[1, 2, 3], [0, 0, 0]]}}"))).is_empty()
            );
        }
        assert_eq!(table.merge(&entries_of(r#"{"more": [[1, 2, 3], [0, 0, 0]]}"#)).len(), 1);
        assert!(table.merge(&entries_of(r#"{"7": [[4, 2, 3], [0, 0, 0]], "__time": [1, 2, 3]}"#)).is_empty());
        let others = message::read_answer(answer(&table, &Map::new()).trim_end().as_bytes()).unwrap();
        assert_eq!((others.poses.len(), others.invalid.len()), (ROBOTS_MAX, 0));
    }
}
