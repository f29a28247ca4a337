//! Inverse kinematics of robots with joints: positions of joints that put a link to a place, within the limits.
//!
//! Levenberg and Marquardt's method with the Jacobian of the link. A joint that would leave its limits is held at the limit,
//! and the step is computed again without it. If the search ends in a local minimum, it starts again from other positions.

use glam::{DQuat, DVec3};

use crate::kinematics::RobotKinematics;
use crate::kinematics::least_squares::damped_step;
use crate::{NodeId, Pose};

/// Steps of one search.
const STEPS: usize = 100;
/// Searches from other positions after the first.
const RESTARTS: usize = 40;
/// Range of the starting positions of a joint without limits, about zero. [rad or m]
const UNLIMITED: f64 = std::f64::consts::PI;
/// Largest damping of a search; beyond it, no step improves the result.
const DAMPING_MAX: f64 = 1e8;

/// A wanted place of a node.
#[derive(Debug, Clone, Copy)]
pub struct IkRequest {
    /// The node.
    pub node: NodeId,
    /// The point of the node that is to be at the position, in the frame of the node. [m]
    pub point: DVec3,
    /// Position of the point in the frame of the base. [m]
    pub position: DVec3,
    /// Rotation of the node in the frame of the base; `None` for any.
    pub rotation: Option<DQuat>,
    /// Largest distance from the position of a solution. [m]
    pub tolerance_m: f64,
    /// Largest angle from the rotation of a solution. [rad]
    pub tolerance_rad: f64,
}

/// Positions of joints that put a node to a place, or as near to it as the search came.
#[derive(Debug, Clone, PartialEq)]
pub struct JointSolution {
    /// Positions of the joints, within their limits. [rad or m]
    pub positions: Vec<f64>,
    /// Whether both errors are within the tolerances.
    pub is_reached: bool,
    /// Distance from the position. [m]
    pub error_m: f64,
    /// Angle from the rotation; 0 where any is wanted. [rad]
    pub error_rad: f64,
}

impl RobotKinematics {
    /// Positions of joints that put a node to a place, from a start. `None` for a node that the base does not carry.
    ///
    /// The result is the solution next to the start if the search finds it from there. Joints that do not move the node keep
    /// their positions. The result is the same in every call.
    pub fn solve(&mut self, request: &IkRequest, start: &[f64]) -> Option<JointSolution> {
        let place = *self.carried.get(&request.node)?;
        let limits = |index: usize| (self.limits[index].lower, self.limits[index].upper);
        let within = |index: usize, position: f64| position.clamp(limits(index).0, limits(index).1);
        let begin: Vec<f64> =
            start.iter().enumerate().map(|(index, &position)| within(index, position)).collect();
        let mut best = self.search(request, place, begin.clone());
        // Joints that do not move the link have columns of zeros at every position.
        self.move_to(&begin);
        let moves: Vec<bool> = (0..begin.len()).map(|joint| self.is_moved_by(place.0, joint)).collect();
        for number in 1..=RESTARTS {
            if best.is_reached || !moves.contains(&true) {
                break;
            }
            let from = begin.iter().enumerate().map(|(index, &position)| {
                let [lower, upper] = self.start_range(index);
                // Multiples of the square roots of primes are spread evenly.
                let share = (number as f64 * (prime(index) as f64).sqrt()).fract();
                if moves[index] { lower + share * (upper - lower) } else { position }
            });
            let from = from.collect();
            let found = self.search(request, place, from);
            let is_nearer = found.error_m + found.error_rad < best.error_m + best.error_rad;
            if found.is_reached || is_nearer {
                best = found;
            }
        }
        Some(best)
    }

    /// Whether a joint is among those that carry a link.
    fn is_moved_by(&self, link: Option<usize>, joint: usize) -> bool {
        let names = std::iter::successors(link, |&link| {
            let parent = self.model.spec().links[link].parent.as_deref()?;
            self.model.link(parent)
        });
        let dofs = names.filter_map(|link| self.model.joint(&self.model.spec().links[link].joint.name));
        dofs.into_iter().any(|(_, dof)| self.dofs[dof].joint == joint)
    }

    /// Range of the positions from which a search starts.
    fn start_range(&self, joint: usize) -> [f64; 2] {
        let (lower, upper) = (self.limits[joint].lower, self.limits[joint].upper);
        match (lower.is_finite(), upper.is_finite()) {
            (true, true) => [lower, upper],
            (true, false) => [lower, lower + UNLIMITED],
            (false, true) => [upper - UNLIMITED, upper],
            (false, false) => [-UNLIMITED, UNLIMITED],
        }
    }

    fn search(
        &mut self,
        request: &IkRequest,
        place: (Option<usize>, Pose),
        mut positions: Vec<f64>,
    ) -> JointSolution {
        let (mut errors, mut base_from_node) = self.errors(request, place, &positions);
        let mut damping = 1e-3;
        for _ in 0..STEPS {
            if is_reached(request, &errors) {
                break;
            }
            let point = base_from_node.transform_point(request.point);
            self.move_to(&positions);
            let mut columns = self.rows(place.0, point);
            if request.rotation.is_none() {
                columns.iter_mut().for_each(|column| column[3..].fill(0.0));
            }
            let mut is_improved = false;
            while damping < DAMPING_MAX {
                let Some(next) = self.step(&columns, &errors, damping, &positions) else { break };
                let (next_errors, next_pose) = self.errors(request, place, &next);
                if squares(&next_errors) < squares(&errors) {
                    (positions, errors, base_from_node) = (next, next_errors, next_pose);
                    damping = (damping / 10.0).max(1e-12);
                    is_improved = true;
                    break;
                }
                damping *= 10.0;
            }
            if !is_improved {
                break;
            }
        }
        let [error_m, error_rad] = lengths(&errors);
        JointSolution { positions, is_reached: is_reached(request, &errors), error_m, error_rad }
    }

    /// Positions after a step, within the limits.
    fn step(
        &self,
        columns: &[[f64; 6]],
        errors: &[f64; 6],
        damping: f64,
        positions: &[f64],
    ) -> Option<Vec<f64>> {
        let mut is_held = vec![false; positions.len()];
        let mut left = *errors;
        let mut next = positions.to_vec();
        // Each round holds at least one more joint.
        for _ in 0..=positions.len() {
            let step = damped_step(columns, &is_held, &left, damping)?;
            let mut is_any_held = false;
            for (index, change) in step.iter().enumerate() {
                if is_held[index] {
                    continue;
                }
                let limits = self.limits[index];
                let wanted = positions[index] + change;
                next[index] = wanted.clamp(limits.lower, limits.upper);
                // Rounding does not hold a joint.
                if next[index] != wanted {
                    is_held[index] = true;
                    is_any_held = true;
                    for (error, number) in left.iter_mut().zip(&columns[index]) {
                        *error -= number * (next[index] - positions[index]);
                    }
                }
            }
            if !is_any_held {
                break;
            }
        }
        Some(next)
    }

    /// Errors of position [m] and rotation (a rotation vector, rad), along the axes of the base, and the pose of the node.
    fn errors(
        &mut self,
        request: &IkRequest,
        (link, link_from_node): (Option<usize>, Pose),
        positions: &[f64],
    ) -> ([f64; 6], Pose) {
        self.move_to(positions);
        let base_from_node = self.base_from_carried(link, link_from_node);
        let distance = request.position - base_from_node.transform_point(request.point);
        let angle = request.rotation.map_or(DVec3::ZERO, |rotation| {
            let turn = rotation * base_from_node.rotation.inverse();
            // Of both rotations, the shorter one.
            (if turn.w < 0.0 { -turn } else { turn }).to_scaled_axis()
        });
        let [x, y, z] = distance.to_array();
        let [a, b, c] = angle.to_array();
        ([x, y, z, a, b, c], base_from_node)
    }
}

fn squares(errors: &[f64; 6]) -> f64 {
    errors.iter().map(|error| error * error).sum()
}

fn lengths(errors: &[f64; 6]) -> [f64; 2] {
    [DVec3::from_slice(errors).length(), DVec3::from_slice(&errors[3..]).length()]
}

fn is_reached(request: &IkRequest, errors: &[f64; 6]) -> bool {
    let [error_m, error_rad] = lengths(errors);
    error_m <= request.tolerance_m && error_rad <= request.tolerance_rad
}

/// A prime number for each index; from the 25th on they repeat.
fn prime(index: usize) -> u32 {
    const PRIMES: [u32; 25] =
        [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97];
    PRIMES[index % PRIMES.len()]
}
