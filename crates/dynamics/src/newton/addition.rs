//! Curvatures of the costs of blocks, added to a matrix.

use crate::constraints::Law;
use crate::newton::penalty::{cone_curvature, lagged_curvature};

/// A block whose products are added to the values.
pub(super) struct Addition<'a> {
    pub values: &'a mut [f64],
    pub size: usize,
    /// Rows of the matrix, in ascending order.
    pub support: &'a [u32],
    /// Elements of the block, row after row.
    pub elements: &'a [f64],
}

impl Addition<'_> {
    /// Adds the curvature of the cost of a block; `excess` is that of its rows if it is on a cone.
    #[inline]
    pub fn rows<const N: usize>(&mut self, law: &Law, weight: &[f64], excess: Option<&[f64]>) {
        let curvature = match (excess, law) {
            (Some(excess), Law::Cone { mu, friction }) => cone_curvature::<N>(*mu, friction, weight, excess),
            (Some(excess), Law::Lagged { normal, friction, .. }) => {
                lagged_curvature::<N>(*normal, friction, weight, excess)
            }
            _ => std::array::from_fn(|row| {
                std::array::from_fn(|column| if row == column { weight[row] } else { 0.0 })
            }),
        };
        self.products(curvature);
    }

    /// Adds the products of all pairs of elements with a curvature.
    #[inline]
    pub fn products<const N: usize>(&mut self, curvature: [[f64; N]; N]) {
        let width = self.support.len();
        let parts: [&[f64]; N] = std::array::from_fn(|row| &self.elements[row * width..(row + 1) * width]);
        for (first, local) in self.support.iter().enumerate() {
            let own: [f64; N] = std::array::from_fn(|row| parts[row][first]);
            let weighted: [f64; N] = std::array::from_fn(|column| {
                let mut sum = 0.0;
                for (own, curvature) in own.iter().zip(&curvature) {
                    sum += own * curvature[column];
                }
                sum
            });
            let target = &mut self.values[*local as usize * self.size..][..self.size];
            for (place, other) in self.support[..=first].iter().enumerate() {
                let mut sum = 0.0;
                for (weighted, part) in weighted.iter().zip(parts) {
                    sum += weighted * part[place];
                }
                target[*other as usize] += sum;
            }
        }
    }
}
