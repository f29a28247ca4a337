//! The step along a direction of Newton's method.

use super::{Smooth, Solver, line_search, penalty, products};
use crate::constraints::Rows;
use crate::model::Model;
use crate::newton::penalty::Zone;
use crate::options::Options;
use crate::tree_matrix;

impl Solver {
    /// Moves the acceleration, with its products and excess, to the minimum along the direction, which is that of Newton's method: at
    /// its full length, unless a block changes its piece. Returns whether it moved.
    pub(super) fn search(
        &mut self,
        model: &Model,
        options: &Options,
        smooth: Smooth,
        rows: &Rows,
        island: usize,
        acceleration: &mut [f64],
    ) -> bool {
        for tree in self.islands.trees(island) {
            let dofs = model.trees[*tree].dofs.clone();
            tree_matrix::multiply(model, dofs, smooth.mass, &self.direction, &mut self.mass_direction);
        }
        let (mut slope, mut curvature, mut start) = (0.0, 0.0, 0.0);
        for dof in self.islands.dofs(island) {
            start += self.direction[*dof] * self.gradient[*dof];
            slope += self.direction[*dof] * (self.mass_acceleration[*dof] - smooth.effort[*dof]);
            curvature += self.direction[*dof] * self.mass_direction[*dof];
        }
        for single in &self.singles {
            self.excess_change[single.row] = single.element * self.direction[single.dof];
        }
        for block in self.wide.iter().map(|index| &rows.blocks[*index]) {
            products::multiply(rows, block, &self.direction, &mut self.excess_change);
        }
        // Up to the full length, a block that is on the same piece at both ends is on it between them: pieces without friction at its
        // limit are convex. Their sum is one parabola.
        let at = |index: usize, length: f64| {
            let block = &rows.blocks[index];
            let range = block.rows.clone();
            let (weight, excess) = (&rows.weight[range.clone()], &self.excess[range.clone()]);
            penalty::derivatives(&block.law, weight, excess, &self.excess_change[range], length)
        };
        let (mut steady, moving) = ([slope, curvature], &mut self.moving);
        let mut is_first = true;
        let length = line_search::minimum(options.iterations, start, |length| {
            let mut sum = [slope + length * curvature, curvature];
            if is_first {
                is_first = false;
                moving.clear();
                for single in &self.singles {
                    let change = self.excess_change[single.row];
                    let (force, _, zone) = single.force(self.excess[single.row] + length * change);
                    let first = -force * change;
                    sum[0] += first;
                    if zone == Zone::Quadratic {
                        let second = single.weight * change * change;
                        sum[1] += second;
                        if zone == self.zones[single.block] {
                            steady = [steady[0] + first - length * second, steady[1] + second];
                            continue;
                        }
                    }
                    moving.push(single.block);
                }
                for index in &self.wide {
                    let ([first, second], zone) = at(*index, length);
                    sum = [sum[0] + first, sum[1] + second];
                    if zone == self.zones[*index] && zone == Zone::Quadratic {
                        steady = [steady[0] + first - length * second, steady[1] + second];
                    } else {
                        moving.push(*index);
                    }
                }
            } else if length <= 1.0 {
                sum = [steady[0] + length * steady[1], steady[1]];
                for index in &*moving {
                    let ([first, second], _) = at(*index, length);
                    sum = [sum[0] + first, sum[1] + second];
                }
            } else {
                for index in self.islands.blocks(island) {
                    let ([first, second], _) = at(*index, length);
                    sum = [sum[0] + first, sum[1] + second];
                }
            }
            sum
        });
        for dof in self.islands.dofs(island) {
            acceleration[*dof] += length * self.direction[*dof];
            self.mass_acceleration[*dof] += length * self.mass_direction[*dof];
        }
        for single in &self.singles {
            self.excess[single.row] += length * self.excess_change[single.row];
        }
        for block in self.wide.iter().map(|index| &rows.blocks[*index]) {
            for row in block.rows.clone() {
                self.excess[row] += length * self.excess_change[row];
            }
        }
        length != 0.0
    }
}
