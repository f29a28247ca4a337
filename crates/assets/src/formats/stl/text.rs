//! The text form of STL, as programs write it: any number of solids, any case, any white space, any line ends.
//!
//! This project has its own reader because the available library reads the first solid only, ignores further solids
//! silently, and refuses capitals, a `solid` without a name, comments and normals that are not numbers.

use std::io;
use std::vec::IntoIter;

use stl_io::{IndexedMesh, Normal, Triangle, TriangleIterator, Vertex};

use crate::warnings::names;
use crate::{ReadError, Warnings};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
const REMEDY: &str = "the file is damaged or cut short: copy or export it again";

/// Whether a file begins as text does: with `solid` or `facet`, after comments.
pub(super) fn begins(bytes: &[u8]) -> bool {
    Words::of(bytes).next().is_some_and(|(_, word)| word.is("solid") || word.is("facet"))
}

/// The triangles of all solids. Corners at the same place are shared.
pub(super) fn read(bytes: &[u8], name: &str, warnings: &mut Warnings) -> Result<IndexedMesh, ReadError> {
    let mut triangles = Vec::new();
    let mut unknown: Vec<String> = Vec::new();
    let mut is_ended = false;
    let mut words = Words::of(bytes);
    while let Some((line, word)) = words.next() {
        if word.is("solid") || word.is("endsolid") {
            is_ended = word.is("endsolid");
            // The rest of the line is the name, which may have any words.
            words.skip_line();
        } else if word.is("facet") {
            triangles.push(facet(&mut words, line)?);
        } else {
            unknown.push(format!("line {line} ({})", word.shown()));
            words.skip_line();
        }
    }
    if triangles.is_empty() && !is_ended {
        return Err(ReadError::new("triangles", "the file has none", REMEDY));
    }
    if !is_ended {
        warnings.add(format!("{name}: the file ends without endsolid; it may be cut short"));
    }
    if !unknown.is_empty() {
        let list = names(unknown.iter().map(String::as_str));
        warnings.add(format!("{name}: lines that are not known in STL are left out: {list}"));
    }
    let read = Triangles(triangles.into_iter()).as_indexed_triangles();
    read.map_err(|error| ReadError::new("triangles", error.to_string(), REMEDY))
}

/// The triangle between `facet` and `endfacet`. Its normal does not count: the order of the corners gives it.
fn facet(words: &mut Words<'_>, facet_line: usize) -> Result<Triangle, ReadError> {
    let mut corners = Vec::with_capacity(3);
    while let Some((line, word)) = words.next() {
        if word.is("vertex") {
            let corner = [number(words, line)?, number(words, line)?, number(words, line)?];
            corners.push(Vertex::new(corner));
        } else if word.is("endfacet") {
            let count = corners.len();
            let vertices = <[Vertex; 3]>::try_from(corners).map_err(|_| {
                let problem = format!("the facet has {count} vertices and needs 3");
                ReadError::new(format!("line {facet_line}"), problem, "export it again as triangles")
            })?;
            return Ok(Triangle { normal: Normal::new([0.0; 3]), vertices });
        }
    }
    Err(ReadError::new(format!("line {facet_line}"), "the facet has no endfacet", REMEDY))
}

fn number(words: &mut Words<'_>, line: usize) -> Result<f32, ReadError> {
    let place = || format!("line {line}");
    let Some((_, word)) = words.next() else {
        return Err(ReadError::new(place(), "the file ends within a vertex", REMEDY));
    };
    let text = std::str::from_utf8(word.0).ok();
    text.and_then(|text| text.parse().ok()).ok_or_else(|| {
        let problem = format!("{} is not a number", word.shown());
        ReadError::new(place(), problem, "correct the line, or export the file again")
    })
}

/// Triangles for the library, which finds corners at the same place.
struct Triangles(IntoIter<Triangle>);

impl Iterator for Triangles {
    type Item = io::Result<Triangle>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(Ok)
    }
}

impl TriangleIterator for Triangles {}

/// One word in the file.
struct Word<'a>(&'a [u8]);

impl Word<'_> {
    fn is(&self, keyword: &str) -> bool {
        self.0.eq_ignore_ascii_case(keyword.as_bytes())
    }

    /// The word, shortened for a message.
    fn shown(&self) -> String {
        const SHOWN: usize = 20;
        format!("\"{}\"", String::from_utf8_lossy(self.0).chars().take(SHOWN).collect::<String>())
    }
}

/// The words of a file with the numbers of their lines. Comments, from `#`, `;` or `//` to the end of the line, are
/// left out.
struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Words<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        Words { bytes: bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes), at: 0, line: 1 }
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&byte| is_line_end(byte)).unwrap_or(rest.len());
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.bytes.get(self.at).filter(|byte| byte.is_ascii_whitespace()) {
            // A line ends with "\n", "\r\n" or "\r".
            let is_half = *byte == b'\r' && self.bytes.get(self.at + 1) == Some(&b'\n');
            self.line += usize::from(is_line_end(*byte) && !is_half);
            self.at += 1;
        }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = (usize, Word<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.skip_space();
            let rest = &self.bytes[self.at..];
            let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            let word = &rest[..length];
            if word.is_empty() {
                return None;
            }
            if [&b"#"[..], b";", b"//"].iter().any(|comment| word.starts_with(comment)) {
                self.skip_line();
                continue;
            }
            self.at += length;
            return Some((self.line, Word(word)));
        }
    }
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "solid a\nfacet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 0 1 0\n endloop\nendfacet\nendsolid a\n";

    fn triangles(text: &str) -> usize {
        let mut warnings = Warnings::default();
        assert!(!super::super::is_binary(text.as_bytes()), "{text}");
        let mesh =
            read(text.as_bytes(), "a", &mut warnings).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(warnings.into_messages(), Vec::<String>::new(), "{text}");
        mesh.faces.len()
    }

    #[test]
    fn every_solid_of_a_file_is_read() {
        assert_eq!(triangles(&format!("{PLAIN}{}", PLAIN.replace("vertex 0", "vertex 2"))), 2);
        assert_eq!(triangles(&format!("{PLAIN}solid empty\nendsolid empty\n\n{PLAIN}")), 2);
    }

    #[test]
    fn spellings_of_programs_are_read() {
        for text in [
            PLAIN.replace("solid a", "solid"),
            PLAIN.replace("solid a", "solid\ta"),
            PLAIN.replace("solid a", "solid  a facet of vertex 7, #2"),
            PLAIN.to_uppercase(),
            PLAIN.replace('\n', "\r\n"),
            PLAIN.replace('\n', "\r"),
            PLAIN.replace('\n', "\n\t    "),
            PLAIN.replace(' ', "\t"),
            format!("\u{feff}{PLAIN}"),
            format!("\n \r\n{PLAIN}"),
            format!("# exported\n; by hand\n// today\n{PLAIN}"),
            PLAIN.replace("outer loop", "outer loop # around"),
            PLAIN.replace("normal 0 0 1", "normal nan -nan(ind) 1.#QNAN"),
            PLAIN.replace("normal 0 0 1", ""),
            PLAIN.replace("1 0 0", "+1.0E+00 -0. .0e-5"),
        ] {
            assert_eq!(triangles(&text), 1);
        }
    }

    #[test]
    fn a_missing_end_is_reported() {
        let mut warnings = Warnings::default();
        let text = PLAIN.replace("endsolid a\n", "");
        assert_eq!(read(text.as_bytes(), "a", &mut warnings).unwrap().faces.len(), 1);
        assert_eq!(warnings.into_messages(), ["a: the file ends without endsolid; it may be cut short"]);
    }

    #[test]
    fn unknown_lines_are_left_out_with_a_warning() {
        let mut warnings = Warnings::default();
        let text = PLAIN.replace("facet normal", "color 0.5 0.5 0.5\nfacet normal");
        assert_eq!(read(text.as_bytes(), "a", &mut warnings).unwrap().faces.len(), 1);
        let warnings = warnings.into_messages();
        assert!(warnings[0].contains("line 2 (\"color\")"), "{warnings:?}");
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        for (text, words) in [
            (PLAIN.replace("1 0 0", "1 0,5 0"), "line 5: \"0,5\" is not a number"),
            (PLAIN.replace("  vertex 1 0 0\n", ""), "line 2: the facet has 2 vertices and needs 3"),
            (PLAIN.replace("endfacet", ""), "line 2: the facet has no endfacet"),
            (PLAIN.replace('\n', "\r").replace("1 0 0", "1 zero 0"), "line 5: \"zero\""),
            ("solid a\nfacet\nvertex 0 0".to_owned(), "line 3: the file ends within a vertex"),
            ("solid".to_owned(), "the file has none"),
        ] {
            let error = read(text.as_bytes(), "a", &mut Warnings::default()).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
