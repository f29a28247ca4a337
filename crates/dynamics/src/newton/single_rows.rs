//! Blocks of one row that act on one degree of freedom: servos, limits, dry friction. They are most blocks of a walking robot.

use crate::constraints::{Law, Rows};
use crate::newton::penalty::Zone;

/// The block of a row with one element. Its force is proportional to the excess within a range.
#[derive(Debug, Clone, Copy)]
pub(super) struct SingleRow {
    /// Indices of its block, row and degree of freedom.
    pub block: usize,
    pub row: usize,
    pub dof: usize,
    pub element: f64,
    pub weight: f64,
    pub reference: f64,
    /// Least and largest force.
    pub range: [f64; 2],
}

impl SingleRow {
    /// The row of a block; `None` if the block has several rows or elements.
    #[inline]
    pub fn new(rows: &Rows, index: usize) -> Option<SingleRow> {
        let block = &rows.blocks[index];
        if block.rows.len() != 1 || block.support.len() != 1 {
            return None;
        }
        let range = match block.law {
            Law::Clamped { low, high } => [low, high],
            Law::Unilateral => [0.0, f64::INFINITY],
            Law::Equality => [f64::NEG_INFINITY, f64::INFINITY],
            Law::Cone { .. } | Law::Lagged { .. } => return None,
        };
        let row = block.rows.start;
        Some(SingleRow {
            block: index,
            row,
            dof: rows.support[block.support.start] as usize,
            element: rows.elements[block.elements],
            weight: rows.weight[row],
            reference: rows.reference[row],
            range,
        })
    }

    /// Force, cost and piece at an excess.
    #[inline]
    pub fn force(&self, excess: f64) -> (f64, f64, Zone) {
        let [low, high] = self.range;
        let wanted = -self.weight * excess;
        if wanted > low && wanted < high {
            return (wanted, -0.5 * wanted * excess, Zone::Quadratic);
        }
        let limit = if wanted >= high { high } else { low };
        (limit, -limit * (excess + 0.5 * limit / self.weight), Zone::Inactive)
    }
}
