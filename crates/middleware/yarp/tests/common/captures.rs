//! Recorded exchanges of real programs.

use std::path::Path;

/// Lines of a recording: direction and bytes.
pub struct Capture {
    pub lines: Vec<(String, Vec<u8>)>,
}

impl Capture {
    pub fn read(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/captures").join(name);
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let line = |line: &str| {
            let (direction, hex) = line.rsplit_once(' ').unwrap();
            let byte = |index: usize| u8::from_str_radix(&hex[2 * index..2 * index + 2], 16).unwrap();
            (direction.to_owned(), (0..hex.len() / 2).map(byte).collect())
        };
        Self { lines: lines.map(line).collect() }
    }

    /// Bytes in one direction, line by line.
    pub fn direction(&self, direction: &str) -> Vec<&[u8]> {
        self.lines
            .iter()
            .filter(|(known, _)| known.ends_with(direction))
            .map(|(_, bytes)| &bytes[..])
            .collect()
    }

    /// Messages in one direction: lines that begin with an index.
    pub fn messages(&self, direction: &str) -> Vec<&[u8]> {
        self.direction(direction).into_iter().filter(|bytes| bytes.starts_with(b"YA\x0a\0\0\0RP")).collect()
    }

    /// Bytes of one stream: those of the connecting side, and those of the other side.
    pub fn stream(&self, name: &str) -> (Vec<u8>, Vec<u8>) {
        let own = || self.lines.iter().filter(|(direction, _)| direction.split(' ').next() == Some(name));
        let (first, _) = own().next().unwrap();
        let join = |same: bool| {
            own()
                .filter(|(direction, _)| (direction == first) == same)
                .flat_map(|(_, bytes)| bytes.clone())
                .collect()
        };
        (join(true), join(false))
    }
}
