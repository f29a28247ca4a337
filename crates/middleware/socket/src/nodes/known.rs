//! The state of the server: the last valid entry of every robot.

use std::collections::BTreeMap;

use morse_scene::value::Map;

use super::message::{self, ROBOTS_MAX, TIME};
use crate::lines::LINE_BYTES_MAX;

/// The entries of all nodes. Entries of a node stay after it has disconnected.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Entries by name, as written in an answer: `"name": [[x, y, z], [rx, ry, rz]]`.
    robots: BTreeMap<String, Box<[u8]>>,
    /// The last time entry of any node: `"__time": [a, b, c]`.
    time: Option<Box<[u8]>>,
    /// Length of all entries together.
    bytes: usize,
}

impl Known {
    /// Maximum size of all entries: an answer with all of them fits in a line that nodes can read.
    const BYTES_MAX: usize = LINE_BYTES_MAX - 3 * (ROBOTS_MAX + 1);

    /// Merges the entries of a node. Returns the problems of the entries that were dropped.
    pub(super) fn merge(&mut self, entries: &Map) -> Vec<String> {
        let mut wrong = Vec::new();
        for (name, entry) in entries.iter() {
            if name == TIME {
                match message::vector(entry) {
                    Some(time) => self.set_time(&time),
                    None => wrong.push(format!("{TIME} is no list of three finite numbers")),
                }
            } else {
                match message::vectors(entry) {
                    Some(vectors) => wrong.extend(self.set_robot(name, &vectors).err()),
                    None => wrong.push(format!("{name:?} is not at two vectors of three finite numbers")),
                }
            }
        }
        wrong
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
            return Err(format!("{ROBOTS_MAX} robots are known already, and no more can be"));
        }
        if bytes > Self::BYTES_MAX {
            return Err("the names of all robots together are too long".to_owned());
        }
        self.bytes = bytes;
        self.robots.insert(name.to_owned(), text.into_boxed_slice());
        Ok(())
    }

    /// Appends an answer as one line: everything except the robots that the asking node has just sent.
    pub(super) fn write_answer(&self, out: &mut Vec<u8>, told: &Map) {
        let others = self.robots.iter().filter(|(name, _)| !told.contains_key(name)).map(|(_, text)| text);
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

    fn answer(known: &Known, told: &Map) -> String {
        let mut out = Vec::new();
        known.write_answer(&mut out, told);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn everybody_learns_of_everybody_else() {
        let mut known = Known::default();
        let first = entries_of(r#"{"a": [[1, 2, 3], [0, 0, 0.5]], "__time": [1, 2, 3]}"#);
        assert!(known.merge(&first).is_empty());
        assert_eq!(answer(&known, &first), "{\"__time\": [1.0, 2.0, 3.0]}\n");
        let second = entries_of(r#"{"b": [[4, 5, 6], [0, 0, 0]]}"#);
        assert!(known.merge(&second).is_empty());
        assert_eq!(
            answer(&known, &second),
            "{\"a\": [[1.0, 2.0, 3.0], [0.0, 0.0, 0.5]], \"__time\": [1.0, 2.0, 3.0]}\n"
        );
        known.merge(&entries_of(r#"{"b": [[7, 5, 6], [0, 0, 0]]}"#));
        assert!(answer(&known, &first).contains("\"b\": [[7.0, 5.0, 6.0]"), "the newest counts");
        assert!(
            answer(&known, &Map::new()).contains("\"a\": ")
                && answer(&known, &Map::new()).contains("\"b\": ")
        );
    }

    #[test]
    fn what_is_wrong_is_dropped_and_the_last_good_stays() {
        let mut known = Known::default();
        known.merge(&entries_of(r#"{"a": [[1, 2, 3], [0, 0, 0]], "__time": [1, 2, 3]}"#));
        let wrong = known.merge(&entries_of(
            r#"{"a": [[NaN, 2, 3], [0, 0, 0]], "b": [1, 2, 3], "c": null, "d": [[9, 9, 9], [0, 0, 0]], "__time": "noon"}"#,
        ));
        assert_eq!(wrong.len(), 4, "{wrong:?}");
        assert!(wrong[0].contains("\"a\"") && wrong[3].contains("__time"), "{wrong:?}");
        assert_eq!(
            answer(&known, &Map::new()),
            "{\"a\": [[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]], \"d\": [[9.0, 9.0, 9.0], [0.0, 0.0, 0.0]], \"__time\": [1.0, 2.0, 3.0]}\n"
        );
    }

    #[test]
    fn it_knows_no_more_than_a_line_can_say() {
        let mut known = Known::default();
        let long = "x".repeat(LINE_BYTES_MAX / 3);
        for number in 0..4 {
            let mut entries = Map::new();
            let vectors = entries_of(r#"{"a": [[1, 2, 3], [0, 0, 0]]}"#);
            entries.insert(format!("{number}{long}"), vectors.get("a").unwrap().clone());
            assert_eq!(known.merge(&entries).is_empty(), number < 2, "{number}");
        }
        assert!(answer(&known, &Map::new()).len() <= LINE_BYTES_MAX);

        let mut known = Known::default();
        for number in 0..ROBOTS_MAX {
            assert!(
                known.merge(&entries_of(&format!("{{\"{number}\": [[1, 2, 3], [0, 0, 0]]}}"))).is_empty()
            );
        }
        assert_eq!(known.merge(&entries_of(r#"{"more": [[1, 2, 3], [0, 0, 0]]}"#)).len(), 1);
        assert!(known.merge(&entries_of(r#"{"7": [[4, 2, 3], [0, 0, 0]], "__time": [1, 2, 3]}"#)).is_empty());
        let others = message::read_answer(answer(&known, &Map::new()).trim_end().as_bytes()).unwrap();
        assert_eq!((others.poses.len(), others.wrong.len()), (ROBOTS_MAX, 0));
    }
}
