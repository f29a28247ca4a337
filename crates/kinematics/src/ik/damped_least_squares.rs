//! Descent from one configuration: damped least squares with joint limits.

use crate::ik::NEAR;
use crate::ik::chain::Chain;

/// The result of a descent.
pub(super) struct DescentResult {
    pub(super) values: Vec<f64>,
    /// The loss: half the sum of squares of the errors, unless a goal exceeds the limit distance.
    pub(super) cost: f64,
    /// The largest absolute error.
    largest: f64,
}

impl DescentResult {
    pub(super) fn is_reached(&self) -> bool {
        self.largest <= NEAR * 0.5
    }
}

/// Damping of the first step. [m² or rad²]
const DAMPING: f64 = 1e-3;
const DAMPING_MIN: f64 = 1e-12;
const DAMPING_MAX: f64 = 1e6;
/// A step that gains less than this share of the loss ends the descent.
const GAIN_MIN: f64 = 1e-9;
/// Maximum change of a joint in one step. [rad or m]
const STEP_MAX: f64 = 0.5;

/// Buffers of a descent.
#[derive(Default)]
struct DescentBuffers {
    /// The errors of the best configuration so far, and of the trial configuration.
    errors: Vec<f64>,
    trial_errors: Vec<f64>,
    /// The Jacobian at the best configuration so far.
    jacobian: Vec<f64>,
    held: Vec<bool>,
    matrix: Vec<f64>,
    step: Vec<f64>,
    solution: Vec<f64>,
}

/// Descends from the configuration of the chain by at most `steps` steps and leaves the chain at the result.
pub(super) fn descend(chain: &mut Chain<'_>, steps: usize) -> DescentResult {
    let mut work = DescentBuffers::default();
    let mut damping = DAMPING;
    let start = chain.values();
    chain.set(&start);
    let mut best = measure(chain, &mut work.errors);
    let mut is_new = true;
    for _ in 0..steps {
        if best.is_reached() {
            break;
        }
        if is_new {
            chain.jacobian(&mut work.jacobian);
            work.find_held(chain, &best.values);
        }
        work.find_step(chain, &best.values, damping);
        let tried: Vec<f64> = best.values.iter().zip(&work.step).map(|(value, step)| value + step).collect();
        chain.set(&tried);
        let next = measure(chain, &mut work.trial_errors);
        is_new = next.cost < best.cost;
        if is_new {
            let gained = (best.cost - next.cost) / best.cost;
            std::mem::swap(&mut work.errors, &mut work.trial_errors);
            best = next;
            damping = (damping * 0.2).max(DAMPING_MIN);
            if gained < GAIN_MIN {
                break;
            }
        } else {
            damping *= 8.0;
            if damping > DAMPING_MAX {
                break;
            }
        }
    }
    chain.set(&best.values);
    best
}

/// The current configuration of a chain, and its errors.
fn measure(chain: &Chain<'_>, errors: &mut Vec<f64>) -> DescentResult {
    let cost = chain.errors(errors);
    let largest = errors.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
    DescentResult { values: chain.values(), cost, largest }
}

impl DescentBuffers {
    /// Finds the joints that are at a limit and pushed against it. They are fixed in the next step.
    fn find_held(&mut self, chain: &Chain<'_>, values: &[f64]) {
        let rows = self.errors.len();
        let pushes = self.jacobian.chunks_exact(rows.max(1)).map(|column| dot(column, &self.errors));
        let dofs = chain.dofs.iter().zip(values).zip(pushes);
        self.held.clear();
        self.held.extend(dofs.map(|((freedom, &value), push)| {
            (value <= freedom.low && push < 0.0) || (value >= freedom.high && push > 0.0)
        }));
    }

    /// Computes the damped step: Jᵀ (J Jᵀ + λ)⁻¹ e over the joints that are not held. Joints that would exceed their
    /// limits are fixed at the limit, and the step of the remaining joints is recomputed, at most once per joint.
    fn find_step(&mut self, chain: &Chain<'_>, values: &[f64], damping: f64) {
        let rows = self.errors.len();
        self.step.clear();
        self.step.resize(values.len(), 0.0);
        let mut fixed = self.held.clone();
        let mut wanted = self.errors.clone();
        for _ in 0..=values.len() {
            self.solve(&fixed, &wanted, damping);
            let mut stopped = false;
            for (number, freedom) in chain.dofs.iter().enumerate() {
                if fixed[number] {
                    continue;
                }
                let column = &self.jacobian[number * rows..(number + 1) * rows];
                let step = dot(column, &self.solution);
                let reached = values[number] + step;
                if reached < freedom.low || reached > freedom.high {
                    let step = reached.clamp(freedom.low, freedom.high) - values[number];
                    fixed[number] = true;
                    stopped = true;
                    self.step[number] = step;
                    for (wanted, part) in wanted.iter_mut().zip(column) {
                        *wanted -= part * step;
                    }
                } else {
                    self.step[number] = step;
                }
            }
            if !stopped {
                break;
            }
        }
        let most = self.step.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
        if most > STEP_MAX {
            self.step.iter_mut().for_each(|step| *step *= STEP_MAX / most);
        }
    }

    /// Solves (J Jᵀ + λ) x = wanted by Cholesky decomposition, with the columns that are not fixed.
    fn solve(&mut self, fixed: &[bool], wanted: &[f64], damping: f64) {
        let rows = wanted.len();
        self.matrix.clear();
        self.matrix.resize(rows * rows, 0.0);
        for (column, _) in self.jacobian.chunks_exact(rows.max(1)).zip(fixed).filter(|(_, fixed)| !**fixed) {
            for row in 0..rows {
                for at in 0..=row {
                    self.matrix[row * rows + at] += column[row] * column[at];
                }
            }
        }
        let matrix = &mut self.matrix;
        let solution = &mut self.solution;
        solution.clear();
        solution.extend_from_slice(wanted);
        for row in 0..rows {
            matrix[row * rows + row] += damping;
            for at in 0..=row {
                let known: f64 = (0..at).map(|k| matrix[row * rows + k] * matrix[at * rows + k]).sum();
                let rest = matrix[row * rows + at] - known;
                matrix[row * rows + at] =
                    if at == row { rest.max(DAMPING_MIN).sqrt() } else { rest / matrix[at * rows + at] };
            }
            let known: f64 = (0..row).map(|k| matrix[row * rows + k] * solution[k]).sum();
            solution[row] = (solution[row] - known) / matrix[row * rows + row];
        }
        for row in (0..rows).rev() {
            let known: f64 = (row + 1..rows).map(|k| matrix[k * rows + row] * solution[k]).sum();
            solution[row] = (solution[row] - known) / matrix[row * rows + row];
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
