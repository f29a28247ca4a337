//! Streams of triangles: a byte for each triangle names the edge and the corners that it shares with recent ones.

use crate::formats::gltf::meshopt::cursor::Cursor;
use crate::formats::gltf::meshopt::{Problem, SHORT, push_index};

/// The last sixteen entries of a list.
struct Recent<T> {
    entries: [Option<T>; 16],
    next: usize,
}

impl<T: Copy> Recent<T> {
    fn new() -> Recent<T> {
        Recent { entries: [None; 16], next: 0 }
    }

    fn push(&mut self, entry: T) {
        self.entries[self.next] = Some(entry);
        self.next = (self.next + 1) % 16;
    }

    /// The entry that has `back` entries after it.
    fn get(&self, back: u8) -> Result<T, Problem> {
        self.entries[(self.next + 15 - usize::from(back % 16)) % 16]
            .ok_or("the stream names a corner that it has not had yet")
    }
}

/// Where a corner comes from.
enum Corner {
    /// The next one that was not used before.
    New,
    Recent(u8),
    /// A number of the stream.
    Given,
}

struct Decoder<'a> {
    data: Cursor<'a>,
    edges: Recent<[u32; 2]>,
    corners: Recent<u32>,
    /// The next index that was not used before.
    next: u32,
    /// The last index that was given as a number.
    last: u32,
}

/// Decompresses `count` corners of triangles.
pub(super) fn decode(stream: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, Problem> {
    if !count.is_multiple_of(3) {
        return Err("its count is not a multiple of three");
    }
    let (mut data, table) = Cursor::between(stream, 0xe1, 16)?;
    let codes = data.take(count / 3)?;
    let mut decoder = Decoder { data, edges: Recent::new(), corners: Recent::new(), next: 0, last: 0 };
    let mut decoded = Vec::with_capacity(count * stride);
    for &code in codes {
        for corner in decoder.triangle(code, table)? {
            push_index(&mut decoded, corner, stride);
        }
    }
    decoder.data.end()?;
    Ok(decoded)
}

impl Decoder<'_> {
    fn triangle(&mut self, code: u8, table: &[u8]) -> Result<[u32; 3], Problem> {
        match (code >> 4, code & 15) {
            (15, 15) => {
                let pair = self.pair()?;
                self.three(Corner::Given, pair, true)
            }
            (15, 14) => {
                let pair = self.pair()?;
                self.three(Corner::New, pair, true)
            }
            (15, entry) => {
                let pair = *table.get(usize::from(entry)).ok_or(SHORT)?;
                self.three(Corner::New, pair, false)
            }
            (edge, corner) => self.at_edge(edge, corner),
        }
    }

    /// The byte with the kinds of the second and the third corner. A zero begins a new sequence of indices.
    fn pair(&mut self) -> Result<u8, Problem> {
        let pair = self.data.byte()?;
        if pair == 0 {
            self.next = 0;
        }
        Ok(pair)
    }

    /// A triangle at a recent edge.
    fn at_edge(&mut self, edge: u8, corner: u8) -> Result<[u32; 3], Problem> {
        let [a, b] = self.edges.get(edge)?;
        let c = match corner {
            0 => self.corner(&Corner::New)?,
            1..=12 => self.corners.get(corner)?,
            13 => self.beside(u32::MAX),
            14 => self.beside(1),
            _ => self.corner(&Corner::Given)?,
        };
        if !(1..=12).contains(&corner) {
            self.corners.push(c);
        }
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        Ok([a, b, c])
    }

    /// A triangle of three corners. The halves of `pair` are the kinds of the second and the third one.
    fn three(&mut self, first: Corner, pair: u8, has_given: bool) -> Result<[u32; 3], Problem> {
        let kind = |half: u8| match half {
            0 => Corner::New,
            15 if has_given => Corner::Given,
            back => Corner::Recent(back - 1),
        };
        let (second, third) = (kind(pair >> 4), kind(pair & 15));
        let a = self.corner(&first)?;
        let b = self.corner(&second)?;
        let c = self.corner(&third)?;
        for edge in [[b, a], [c, b], [a, c]] {
            self.edges.push(edge);
        }
        for (kind, corner) in [(first, a), (second, b), (third, c)] {
            if !matches!(kind, Corner::Recent(_)) {
                self.corners.push(corner);
            }
        }
        Ok([a, b, c])
    }

    fn corner(&mut self, kind: &Corner) -> Result<u32, Problem> {
        match *kind {
            Corner::New => {
                let corner = self.next;
                self.next = self.next.wrapping_add(1);
                Ok(corner)
            }
            Corner::Recent(back) => self.corners.get(back),
            Corner::Given => {
                let number = self.data.number()?;
                Ok(self.beside(number >> 1 ^ (number & 1).wrapping_neg()))
            }
        }
    }

    /// The corner at a distance from the last given one, which it becomes.
    fn beside(&mut self, distance: u32) -> u32 {
        self.last = self.last.wrapping_add(distance);
        self.last
    }
}
