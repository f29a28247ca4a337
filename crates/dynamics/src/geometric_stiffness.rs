//! Geometric stiffness: the change of the efforts of a force at a point while the links that lead to it turn.
//!
//! A force F at the end of a link with the offset d from its joint has the potential -F · d. Its second derivative about an angular
//! displacement of the link is (F · d) 1 - (F dᵀ + d Fᵀ) / 2: a taut link swings like a string. Where the step is too long for that
//! frequency, the part that pulls back becomes implicit.
//!
//! Tournier, Nesme, Gilles, Faure: Stable constrained dynamics, ACM TOG 34 (4), 2015, for maximal coordinates.

use glam::{DMat3, DVec3};

use crate::constraints::Rows;
use crate::data::Data;
use crate::model::Model;

/// Stiffness of the links at a state, and memory for it.
#[derive(Debug, Clone, Default)]
pub(crate) struct GeometricStiffness {
    /// By body, of its own angular displacement [N m/rad], and then that of all bodies that it carries.
    stiffness: Vec<DMat3>,
    /// By mechanism, an upper bound of the trace of the product of inverse mass matrix and addition.
    pub change: Vec<f64>,
    /// By body, an upper bound of its stiffness about any axis, and then that of all bodies that it carries. [N m/rad]
    bound: Vec<f64>,
    /// By body, the torque that the stiffness loses over a step, then that of all bodies that it carries. [N m]
    torques: Vec<DVec3>,
    /// Addition to the mass matrix, and to the efforts.
    pub mass: Vec<f64>,
    pub effort: Vec<f64>,
}

impl GeometricStiffness {
    /// Computes an upper bound of the change of each mechanism, from the mobilities of its bodies. Returns whether any row pulls.
    pub fn bound_change(&mut self, model: &Model, data: &Data, rows: &Rows, step: f64) -> bool {
        if rows.pulls.iter().all(|pull| rows.force[pull.row] == 0.0) {
            return false;
        }
        self.change.clear();
        self.change.resize(model.trees.len(), 0.0);
        let mut pulls = rows.pulls.iter().peekable();
        while let Some(pull) = pulls.next() {
            let mut force = rows.force[pull.row].abs();
            // The rows of one equality have the same points.
            while let Some(next) = pulls.next_if(|next| next.plus == pull.plus && next.minus == pull.minus) {
                force += rows.force[next.row].abs();
            }
            for (mut body, mut tip) in [pull.plus, pull.minus] {
                let (mut sum, mut tree) = (0.0, None);
                while let Some(index) = body {
                    let origin = data.world_from_body[index].translation;
                    let body_at = &model.bodies[index];
                    if body_at.angular_mobility > 0.0 {
                        sum += (tip - origin).length() * body_at.angular_mobility;
                    }
                    (body, tip, tree) = (body_at.parent, origin, Some(body_at.tree));
                }
                if let Some(tree) = tree {
                    self.change[tree] += sum * force * step * step;
                }
            }
        }
        true
    }

    /// Computes an upper bound of the addition to the mass matrix, without eigenvalues.
    pub fn bound(&mut self, model: &Model, data: &Data, rows: &Rows, step: f64) {
        self.bound.clear();
        self.bound.resize(model.bodies.len(), 0.0);
        for pull in &rows.pulls {
            let force = rows.force[pull.row].abs();
            for (mut body, mut tip) in [pull.plus, pull.minus] {
                while let Some(index) = body {
                    let origin = data.world_from_body[index].translation;
                    // The largest eigenvalue of the stiffness of a link is at most the product of force and offset.
                    self.bound[index] += force * (tip - origin).length();
                    (body, tip) = (model.bodies[index].parent, origin);
                }
            }
        }
        self.mass.clear();
        self.mass.resize(model.elements(), 0.0);
        for (index, body) in model.bodies.iter().enumerate().rev() {
            let bound = self.bound[index];
            if let Some(parent) = body.parent {
                self.bound[parent] += bound;
            }
            for dof in body.v_at..body.v_at + body.kind.dofs() {
                let turned = data.subspace[dof].angular * (bound * step * step);
                let elements = model.dofs[dof].elements();
                for (element, column) in self.mass[elements.clone()].iter_mut().zip(&model.columns[elements])
                {
                    *element = data.subspace[*column as usize].angular.dot(turned);
                }
            }
        }
    }

    /// Computes the additions to mass matrix and efforts that make the stiffness of the forces of the last solution implicit over
    /// a step [s].
    pub fn update(&mut self, model: &Model, data: &Data, rows: &Rows, step: f64) {
        self.stiffness.clear();
        self.stiffness.resize(model.bodies.len(), DMat3::ZERO);
        self.torques.clear();
        self.torques.resize(model.bodies.len(), DVec3::ZERO);
        for pull in &rows.pulls {
            let force = pull.axis * rows.force[pull.row];
            for (end, sign) in [(&pull.plus, 1.0), (&pull.minus, -1.0)] {
                let (mut body, mut tip) = *end;
                while let Some(index) = body {
                    let origin = data.world_from_body[index].translation;
                    self.stiffness[index] += of_link(force * sign, tip - origin);
                    (body, tip) = (model.bodies[index].parent, origin);
                }
            }
        }
        self.mass.clear();
        self.mass.resize(model.elements(), 0.0);
        self.effort.clear();
        self.effort.resize(model.dofs(), 0.0);
        for (index, stiffness) in self.stiffness.iter_mut().enumerate() {
            if *stiffness != DMat3::ZERO {
                *stiffness = positive_part(*stiffness);
                self.torques[index] = *stiffness * data.velocities[index].angular * -step;
            }
        }
        for (index, body) in model.bodies.iter().enumerate().rev() {
            let (stiffness, torque) = (self.stiffness[index], self.torques[index]);
            if stiffness == DMat3::ZERO {
                continue;
            }
            if let Some(parent) = body.parent {
                self.stiffness[parent] += stiffness;
                self.torques[parent] += torque;
            }
            for dof in body.v_at..body.v_at + body.kind.dofs() {
                let motion = data.subspace[dof].angular;
                self.effort[dof] = motion.dot(torque);
                let turned = stiffness * motion * (step * step);
                let elements = model.dofs[dof].elements();
                for (element, column) in self.mass[elements.clone()].iter_mut().zip(&model.columns[elements])
                {
                    *element = data.subspace[*column as usize].angular.dot(turned);
                }
            }
        }
    }
}

/// Stiffness of a link with a force at an offset from its joint.
fn of_link(force: DVec3, offset: DVec3) -> DMat3 {
    let outer = DMat3::from_cols(force * offset.x, force * offset.y, force * offset.z);
    DMat3::from_diagonal(DVec3::splat(force.dot(offset))) - (outer + outer.transpose()) * 0.5
}

/// The part of a symmetric matrix with positive eigenvalues, by Jacobi's method.
///
/// Golub, Van Loan: Matrix Computations, 2013, section 8.5.
fn positive_part(matrix: DMat3) -> DMat3 {
    let mut a = matrix.to_cols_array_2d();
    let mut vectors = DMat3::IDENTITY.to_cols_array_2d();
    // Each sweep squares the share of the elements beside the diagonal.
    for _ in 0..8 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if a[p][q] == 0.0 {
                continue;
            }
            let half = 0.5 * (a[q][q] - a[p][p]) / a[p][q];
            let tangent = half.signum() / (half.abs() + (1.0 + half * half).sqrt());
            let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
            let sine = tangent * cosine;
            for row in &mut a {
                (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
            }
            let (one, other) = (a[p], a[q]);
            for column in 0..3 {
                a[p][column] = cosine * one[column] - sine * other[column];
                a[q][column] = sine * one[column] + cosine * other[column];
            }
            let (one, other) = (vectors[p], vectors[q]);
            for axis in 0..3 {
                vectors[p][axis] = cosine * one[axis] - sine * other[axis];
                vectors[q][axis] = sine * one[axis] + cosine * other[axis];
            }
        }
    }
    let mut sum = DMat3::ZERO;
    for (number, vector) in vectors.iter().enumerate() {
        let (vector, value) = (DVec3::from_array(*vector), a[number][number]);
        if value > 0.0 {
            let scaled = vector * value;
            sum += DMat3::from_cols(scaled * vector.x, scaled * vector.y, scaled * vector.z);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positive_part_has_the_positive_eigenvalues() {
        // A force along the offset resists displacements across it, and a force against the offset none.
        let taut = positive_part(of_link(DVec3::X * 3.0, DVec3::X * 0.5));
        assert_eq!(taut, DMat3::from_diagonal(DVec3::new(0.0, 1.5, 1.5)));
        assert_eq!(positive_part(of_link(DVec3::X * -3.0, DVec3::X * 0.5)), DMat3::ZERO);
        // At an angle φ the eigenvalues are F d cos φ, F d (cos φ + 1) / 2 and F d (cos φ - 1) / 2.
        let (force, offset) = (DVec3::new(1.0, 2.0, -0.5), DVec3::new(-0.3, 0.7, 0.2));
        let part = positive_part(of_link(force, offset));
        let (along, size) = (force.dot(offset), force.length() * offset.length());
        let trace = part.col(0).x + part.col(1).y + part.col(2).z;
        assert!((trace - (along + 0.5 * (along + size))).abs() < 1e-14, "{part}");
        let across = force.cross(offset);
        assert!((part * across - across * along).length() < 1e-14, "{part}");
        assert!((part.determinant()).abs() < 1e-14, "{part}");
    }
}
