//! Inverse inertias of joints in the pose of the file, with all other joints free, for springs that are given by time constants.

use glam::{DAffine3, DMat3, DVec3};

use crate::formats::mjcf::Import;
use crate::model::JointKind;

/// Most degrees of freedom for which the inertias are computed: the effort grows with their cube.
const FREEDOMS_MAX: usize = 2000;

/// A degree of freedom in the pose of the file.
struct Freedom {
    /// Index of its joint; `None` for those of a body that moves freely.
    joint: Option<usize>,
    /// The node that it moves, with all nodes below.
    node: usize,
    axis: DVec3,
    /// A point of the axis of a rotation; `None` for a translation.
    anchor: Option<DVec3>,
    armature: f64,
}

impl Import<'_> {
    /// The diagonal of the inverse mass matrix, for each joint; `None` for joints without inertia and for fixed joints.
    /// [1/(kg m²) or 1/kg]
    pub(super) fn inverse_inertias(&self) -> Vec<Option<f64>> {
        let poses = self.file_poses();
        let freedoms = self.freedoms(&poses);
        let mut found = vec![None; self.model.joints.len()];
        if freedoms.len() > FREEDOMS_MAX {
            return found;
        }
        let Some(factor) = cholesky(self.mass_matrix(&freedoms, &poses)) else { return found };
        for (index, freedom) in freedoms.iter().enumerate() {
            if let Some(joint) = freedom.joint {
                // The element is the squared length of L⁻¹ e.
                let mut column = vec![0.0; freedoms.len()];
                column[index] = 1.0;
                for row in index..freedoms.len() {
                    let sum: f64 = (index..row).map(|k| factor[row][k] * column[k]).sum();
                    column[row] = (column[row] - sum) / factor[row][row];
                }
                found[joint] = Some(column.iter().map(|value| value * value).sum());
            }
        }
        found
    }

    fn freedoms(&self, poses: &[DAffine3]) -> Vec<Freedom> {
        let mut freedoms = Vec::new();
        let mut add_free = |node: usize| {
            let anchor = poses[node].translation;
            for axis in DVec3::AXES {
                freedoms.push(Freedom { joint: None, node, axis, anchor: None, armature: 0.0 });
                freedoms.push(Freedom { joint: None, node, axis, anchor: Some(anchor), armature: 0.0 });
            }
        };
        // A robot that moves freely alone in its file is the root.
        let is_root_free = self.free_joints.iter().any(|(_, link)| link.index() == 0);
        if is_root_free {
            add_free(0);
        }
        let floating = self.model.joints.iter().filter(|joint| joint.kind == JointKind::Floating);
        floating.for_each(|joint| add_free(joint.child.index()));
        for (index, joint) in self.model.joints.iter().enumerate() {
            let pose = poses[joint.child.index()];
            let anchor = match joint.kind {
                JointKind::Revolute | JointKind::Continuous => Some(pose.transform_point3(joint.anchor)),
                JointKind::Prismatic => None,
                _ => continue,
            };
            freedoms.push(Freedom {
                joint: Some(index),
                node: joint.child.index(),
                axis: pose.transform_vector3(joint.axis),
                anchor,
                armature: joint.armature,
            });
        }
        freedoms
    }

    fn mass_matrix(&self, freedoms: &[Freedom], poses: &[DAffine3]) -> Vec<Vec<f64>> {
        let mut matrix: Vec<Vec<f64>> = (0..freedoms.len()).map(|row| vec![0.0; row + 1]).collect();
        for (row, freedom) in freedoms.iter().enumerate() {
            matrix[row][row] = freedom.armature;
        }
        for (node, pose) in poses.iter().enumerate() {
            let Some(inertial) = &self.model.nodes[node].inertial else { continue };
            let world_from_inertia = *pose * inertial.node_from_inertia;
            let axes: DMat3 = world_from_inertia.matrix3;
            let tensor = axes * inertial.inertia * axes.transpose();
            let moving: Vec<(usize, DVec3, DVec3)> = freedoms
                .iter()
                .enumerate()
                .filter(|(_, freedom)| self.is_at_or_below(node, freedom.node))
                .map(|(index, freedom)| match freedom.anchor {
                    Some(anchor) => {
                        let arm = world_from_inertia.translation - anchor;
                        (index, freedom.axis, freedom.axis.cross(arm))
                    }
                    None => (index, DVec3::ZERO, freedom.axis),
                })
                .collect();
            for (row, turn, shift) in &moving {
                for (column, other_turn, other_shift) in moving.iter().filter(|(column, ..)| column <= row) {
                    matrix[*row][*column] +=
                        inertial.mass * shift.dot(*other_shift) + turn.dot(tensor * *other_turn);
                }
            }
        }
        matrix
    }

    fn is_at_or_below(&self, node: usize, above: usize) -> bool {
        let parent = |node: &usize| self.model.nodes[*node].parent.map(|parent| parent.index());
        std::iter::successors(Some(node), parent).any(|at| at == above)
    }
}

/// The lower factor of a symmetric matrix in its lower triangle; `None` if it is not positive definite.
fn cholesky(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    for row in 0..matrix.len() {
        let (before, rest) = matrix.split_at_mut(row);
        let own = &mut rest[0];
        for column in 0..row {
            let sum: f64 = own[..column].iter().zip(&before[column][..column]).map(|(a, b)| a * b).sum();
            own[column] = (own[column] - sum) / before[column][column];
        }
        let whole = own[row];
        let left = whole - own[..row].iter().map(|value| value * value).sum::<f64>();
        if left.is_nan() || left <= 1e-12 * whole {
            return None;
        }
        own[row] = left.sqrt();
    }
    Some(matrix)
}
