//! Columns: a value of each of many surface points, for vector instructions.

use std::ops::Range;

/// Maximum number of rows in use: few enough that the columns of a loop fit in the L1 cache.
pub(crate) const USED_MAX: usize = 128;
/// Loops over rows end at a multiple of this number.
pub(crate) const GROUP: usize = 16;
/// Rows are copied in groups of this number. A copy may write as many rows beyond those in use; they have no meaning.
pub(crate) const COPIED: usize = 8;
/// Number of rows.
pub(crate) const ROWS: usize = USED_MAX + GROUP;

/// All floats of this size are integers, whose lowest bits are those of the integer.
pub(crate) const INTEGERS: f32 = 8_388_608.0;

/// A value of each row.
pub(crate) type Column = [f32; ROWS];
/// A vector or a color of each row.
pub(crate) type Columns = [Column; 3];

/// Copies eight entries.
#[inline(always)]
pub(crate) fn copy(to: &mut Column, first: usize, from: &[f32], start: usize) {
    if let (Some(to), Some(from)) = (to.get_mut(first..first + COPIED), from.get(start..start + COPIED)) {
        to.copy_from_slice(from);
    }
}

/// Sets eight entries at a time, up to seven beyond a range of rows.
#[inline(always)]
pub(crate) fn fill(column: &mut Column, rows: &Range<usize>, value: f32) {
    let mut row = rows.start;
    while row < rows.end {
        if let Some(eight) = column.get_mut(row..row + COPIED) {
            eight.fill(value);
        }
        row += COPIED;
    }
}
