//! Accelerations and constraint forces by Newton's method on one convex problem per island.
//!
//! The acceleration a minimizes ½ (a - a₀)ᵀ M (a - a₀) + s(J a - r): M is the mass matrix, a₀ the acceleration without
//! constraints, s the convex cost of the rows, whose negative gradient is their force. Each step goes to the minimum along
//! its direction, so that the cost falls in every iteration. MuJoCo documentation, chapter Computation, section Solver.

mod addition;
mod hessian;
mod islands;
mod line_search;
mod pattern;
mod penalty;
mod products;
mod search;
mod single_rows;
mod stiff_islands;

use crate::constraints::{Law, Rows};
use crate::model::Model;
use crate::options::Options;
use crate::tree_matrix;
use hessian::{Hessian, Pieces};
use islands::Islands;
use penalty::Zone;
use single_rows::SingleRow;

/// Work of the solver in a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SolverReport {
    /// Number of rows of constraints.
    pub rows: usize,
    /// Number of groups of mechanisms that constraints connect, solved one by one.
    pub islands: usize,
    /// Largest number of iterations of an island.
    pub iterations: usize,
    /// Whether an island reached the largest number of iterations before the tolerance.
    pub is_inexact: bool,
}

/// Memory of the solver.
#[derive(Debug, Clone, Default)]
pub(crate) struct Solver {
    islands: Islands,
    hessian: Hessian,
    /// By degree of freedom: products with the mass matrix, gradient, direction.
    mass_acceleration: Vec<f64>,
    gradient: Vec<f64>,
    direction: Vec<f64>,
    mass_direction: Vec<f64>,
    /// By row: acceleration beyond the reference, its change along the direction.
    excess: Vec<f64>,
    excess_change: Vec<f64>,
    zones: Vec<Zone>,
    /// Blocks of the island of one row with one element, and those of several rows or elements.
    singles: Vec<SingleRow>,
    wide: Vec<usize>,
    /// Blocks that are not on one piece of their cost along the direction.
    moving: Vec<usize>,
    /// By degree of freedom of an island.
    local: Vec<f64>,
    pivots: Vec<f64>,
    /// Mass matrix with geometric stiffness, and its factors.
    stiff: Vec<f64>,
    stiff_factor: Vec<f64>,
}

/// The smooth part of the problem.
#[derive(Clone, Copy)]
pub(crate) struct Smooth<'a> {
    /// Mass matrix with the implicit parts of the smooth forces.
    pub mass: &'a [f64],
    /// Effort on each degree of freedom.
    pub effort: &'a [f64],
    /// Acceleration without constraints.
    pub acceleration: &'a [f64],
    /// Acceleration from which the iterations may start.
    pub warm_start: &'a [f64],
    /// Whether a problem with the same mass matrix, rows and weights was solved just before, and the start is its solution.
    pub is_again: bool,
}

/// Ratio of the squares of two gradients in a row at which the last iteration was so good that the next one needs no new factors.
const NEAR: f64 = 1e-3;

/// Largest change of a normal force for a change of its friction, in shares.
const COUPLING: f64 = 0.9;

/// The change of the normal forces of some contacts for a change of the forces that bound their friction, from the last two solutions: the
/// slope that fits all of them best. Contacts of one body share its weight: with slopes of their own, the sum of their friction would change.
fn normal_slope(rows: &Rows, blocks: &[usize]) -> f64 {
    let (mut product, mut square) = (0.0, 0.0);
    for block in blocks.iter().map(|block| &rows.blocks[*block]) {
        if let Law::Lagged { normal: bound, before, .. } = block.law {
            let change = bound - before[0];
            product += change * (rows.force[block.rows.start] - before[1]);
            square += change * change;
        }
    }
    if square == 0.0 { 0.0 } else { (product / square).clamp(-COUPLING, COUPLING) }
}

/// Bounds the friction of a contact that slides or is apart by the normal force that `slope` predicts. Returns whether it slides.
fn lag_block(rows: &mut Rows, index: usize, zone: Zone, slope: f64) -> bool {
    let block = &mut rows.blocks[index];
    let normal = rows.force[block.rows.start];
    match block.law {
        Law::Cone { friction, .. } if zone != Zone::Quadratic => {
            // That of the cone is far too large for fast sliding: the first further solution is without friction.
            block.law = Law::Lagged { normal: 0.0, before: [0.0; 2], friction };
            zone == Zone::Cone
        }
        Law::Lagged { normal: bound, before, friction } => {
            // The first bound is 0, without a solution before it.
            let slope = if bound == before[0] { 0.0 } else { slope };
            let next = ((normal - slope * bound) / (1.0 - slope)).max(0.0);
            block.law = Law::Lagged { normal: next, before: [bound, normal], friction };
            true
        }
        _ => false,
    }
}

impl Solver {
    /// Solves for the accelerations, which start as those without constraints, and the forces of the rows.
    pub fn solve(
        &mut self,
        model: &Model,
        options: &Options,
        smooth: Smooth,
        rows: &mut Rows,
        acceleration: &mut [f64],
    ) -> SolverReport {
        acceleration.copy_from_slice(smooth.acceleration);
        let mut report = SolverReport { rows: rows.reference.len(), ..SolverReport::default() };
        if rows.blocks.is_empty() {
            return report;
        }
        for values in
            [&mut self.mass_acceleration, &mut self.gradient, &mut self.direction, &mut self.mass_direction]
        {
            values.resize(model.dofs(), 0.0);
        }
        for values in [&mut self.excess, &mut self.excess_change] {
            values.resize(rows.reference.len(), 0.0);
        }
        self.zones.resize(rows.blocks.len(), Zone::Inactive);
        if !self.islands.find(model, rows) {
            self.hessian.forget_patterns();
        } else if !smooth.is_again {
            self.hessian.forget_factors();
        }
        report.islands = self.islands.count();
        for island in 0..self.islands.count() {
            let (iterations, is_exact) =
                self.solve_island(model, options, smooth, rows, island, acceleration);
            report.iterations = report.iterations.max(iterations);
            report.is_inexact |= !is_exact;
        }
        report
    }

    /// Bounds the friction of contacts that slide or are apart by a normal force: by the secant through the last two solutions that at which
    /// a solution would have the force that bounds it. Without the secant, a bent leg would need six solutions: its friction presses it onto
    /// the ground. Returns whether any contact slides.
    pub fn lag_friction(&mut self, rows: &mut Rows) -> bool {
        let mut is_any = false;
        // Without rows, the islands are those of an earlier problem.
        let count = if rows.blocks.is_empty() { 0 } else { self.islands.count() };
        for island in 0..count {
            self.hessian.forget_cones(island);
            let mut rest = self.islands.blocks(island);
            while let Some(&first) = rest.first() {
                // The contacts of one pair of links follow each other, and act on the same degrees of freedom.
                let support = |block: usize| &rows.support[rows.blocks[block].support.clone()];
                let run = rest.iter().take_while(|block| support(**block) == support(first)).count();
                let (blocks, after) = rest.split_at(run);
                rest = after;
                let slope = normal_slope(rows, blocks);
                for &index in blocks {
                    is_any |= lag_block(rows, index, self.zones[index], slope);
                }
            }
        }
        is_any
    }

    fn solve_island(
        &mut self,
        model: &Model,
        options: &Options,
        smooth: Smooth,
        rows: &mut Rows,
        island: usize,
        acceleration: &mut [f64],
    ) -> (usize, bool) {
        let size = self.islands.dofs(island).len();
        let scale = 1.0 / (model.mean_inertia * size as f64);
        self.singles.clear();
        self.wide.clear();
        for index in self.islands.blocks(island) {
            match SingleRow::new(rows, *index) {
                Some(single) => self.singles.push(single),
                None => self.wide.push(*index),
            }
        }
        // The better of both starts; a solution of nearly the same problem is better.
        let mut cost;
        if smooth.is_again {
            // The products are those of the solution that is the start.
            for dof in self.islands.dofs(island) {
                acceleration[*dof] = smooth.warm_start[*dof];
            }
            cost = self.update_forces(smooth, rows, island, acceleration);
        } else {
            // The product of mass matrix and smooth acceleration is the effort.
            for dof in self.islands.dofs(island) {
                self.mass_acceleration[*dof] = smooth.effort[*dof];
            }
            let cost_smooth = self.evaluate_rows(smooth, rows, island, acceleration);
            for dof in self.islands.dofs(island) {
                acceleration[*dof] = smooth.warm_start[*dof];
            }
            cost = self.evaluate(model, smooth, rows, island, acceleration);
            let is_better = cost < cost_smooth;
            if !is_better {
                for dof in self.islands.dofs(island) {
                    acceleration[*dof] = smooth.acceleration[*dof];
                }
                cost = self.evaluate(model, smooth, rows, island, acceleration);
            }
        }
        self.hessian.set_pattern(model, &self.islands, island, rows);
        let mut before = f64::INFINITY;
        for iteration in 0..options.iterations {
            self.update_gradient(smooth, rows, island);
            let square: f64 = self.islands.dofs(island).iter().map(|dof| self.gradient[*dof].powi(2)).sum();
            if scale * square.sqrt() < options.tolerance {
                return (iteration, true);
            }
            let zones = self.islands.blocks(island).iter().map(|block| self.zones[*block]);
            let is_near = square <= NEAR * before || (iteration == 0 && smooth.is_again);
            before = square;
            if !self.hessian.is_factored(is_near, zones.clone()) {
                let pieces = Pieces { excess: &self.excess, zones: &self.zones };
                self.hessian.assemble(model, &self.islands, island, smooth.mass, rows, pieces);
                self.hessian.factor();
                self.hessian.keep_factors(zones);
            }
            self.local.clear();
            self.local.extend(self.islands.dofs(island).iter().map(|dof| -self.gradient[*dof]));
            self.hessian.solve(&mut self.local);
            for (dof, value) in self.islands.dofs(island).iter().zip(&self.local) {
                self.direction[*dof] = *value;
            }
            let moved = self.search(model, options, smooth, rows, island, acceleration);
            let cost_before = cost;
            cost = self.update_forces(smooth, rows, island, acceleration);
            if !moved || scale * (cost_before - cost) < options.tolerance {
                return (iteration + 1, true);
            }
        }
        (options.iterations, false)
    }

    /// Products, excess, forces and zones at an acceleration. Returns the cost.
    fn evaluate(
        &mut self,
        model: &Model,
        smooth: Smooth,
        rows: &mut Rows,
        island: usize,
        acceleration: &[f64],
    ) -> f64 {
        for tree in self.islands.trees(island) {
            let dofs = model.trees[*tree].dofs.clone();
            tree_matrix::multiply(model, dofs, smooth.mass, acceleration, &mut self.mass_acceleration);
        }
        self.evaluate_rows(smooth, rows, island, acceleration)
    }

    /// Excess, forces and zones at an acceleration whose products are known. Returns the cost.
    fn evaluate_rows(&mut self, smooth: Smooth, rows: &mut Rows, island: usize, acceleration: &[f64]) -> f64 {
        for single in &self.singles {
            self.excess[single.row] = single.element * acceleration[single.dof] - single.reference;
        }
        for index in &self.wide {
            let block = &rows.blocks[*index];
            products::multiply(rows, block, acceleration, &mut self.excess);
            let excess = &mut self.excess[block.rows.clone()];
            for (excess, reference) in excess.iter_mut().zip(&rows.reference[block.rows.clone()]) {
                *excess -= reference;
            }
        }
        self.update_forces(smooth, rows, island, acceleration)
    }

    /// Forces and zones for the products and excess at an acceleration. Returns the cost.
    fn update_forces(&mut self, smooth: Smooth, rows: &mut Rows, island: usize, acceleration: &[f64]) -> f64 {
        let mut cost = 0.0;
        for dof in self.islands.dofs(island) {
            let beyond = acceleration[*dof] - smooth.acceleration[*dof];
            cost += 0.5 * beyond * (self.mass_acceleration[*dof] - smooth.effort[*dof]);
        }
        for single in &self.singles {
            let (force, part, zone) = single.force(self.excess[single.row]);
            rows.force[single.row] = force;
            self.zones[single.block] = zone;
            cost += part;
        }
        for index in &self.wide {
            let block = &rows.blocks[*index];
            let range = block.rows.clone();
            let (part, zone) = penalty::force(
                &block.law,
                &rows.weight[range.clone()],
                &self.excess[range.clone()],
                &mut rows.force[range],
            );
            cost += part;
            self.zones[*index] = zone;
        }
        cost
    }

    /// Gradient of the cost: M a - f - Jᵀ force.
    fn update_gradient(&mut self, smooth: Smooth, rows: &Rows, island: usize) {
        for dof in self.islands.dofs(island) {
            self.gradient[*dof] = self.mass_acceleration[*dof] - smooth.effort[*dof];
        }
        for single in &self.singles {
            self.gradient[single.dof] -= single.element * rows.force[single.row];
        }
        for block in self.wide.iter().map(|index| &rows.blocks[*index]) {
            products::subtract_efforts(rows, block, &mut self.gradient);
        }
    }
}
