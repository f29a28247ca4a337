//! Boxes around the pixels of objects.

use morse_sim::prelude::*;

/// The pixels of an object: their number and the columns and rows that contain them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Pixels {
    pub(super) count: u32,
    /// First column and row.
    first: [u32; 2],
    /// Last column and row.
    last: [u32; 2],
}

impl Pixels {
    pub(super) fn add(&mut self, [column, row]: [u32; 2]) {
        if self.count == 0 {
            (self.first, self.last) = ([column, row], [column, row]);
        }
        self.count += 1;
        self.first = [self.first[0].min(column), self.first[1].min(row)];
        self.last = [self.last[0].max(column), self.last[1].max(row)];
    }

    /// The box: `x` and `y` of its upper left corner, `width` and `height`; all zero without pixels. [px]
    pub(super) fn to_value(self) -> Value {
        let side = |axis: usize| if self.count == 0 { 0 } else { self.last[axis] - self.first[axis] + 1 };
        let numbers = [("x", self.first[0]), ("y", self.first[1]), ("width", side(0)), ("height", side(1))];
        Value::Map(Map::from(numbers.map(|(name, number)| (name, Value::Int(number.into())))))
    }
}

/// The pixels of the entries of an image that are not 0, by their identifier.
pub(super) fn by_label(labels: impl Iterator<Item = i32>, width: u32, all: &mut [Pixels]) {
    for (index, label) in (0..).zip(labels) {
        if let Some(pixels) = usize::try_from(label - 1).ok().and_then(|label| all.get_mut(label)) {
            pixels.add([index % width, index / width]);
        }
    }
}
