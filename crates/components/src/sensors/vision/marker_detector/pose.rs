//! The pose of a marker from its corners in an image.

use glam::{DMat3, DQuat, DVec2, DVec3};
use morse_sim::prelude::Pose;

use crate::common::camera::Intrinsics;
use crate::sensors::vision::marker_detector::quad::Quad;

/// Largest number of steps of Gauss and Newton.
const STEPS_MAX: usize = 20;
/// The steps end when they are smaller. [rad, and relative to the distance]
const SMALL: f64 = 1e-12;
/// Parameters of a pose: rotation and translation.
const PARAMETERS: usize = 6;

/// The projection of a camera.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pinhole {
    focal_px: f64,
    middle: DVec2,
}

impl Pinhole {
    pub(super) fn new(intrinsics: &Intrinsics) -> Self {
        let middle = DVec2::from(intrinsics.size().map(|side| f64::from(side) / 2.0));
        Self { focal_px: intrinsics.focal_px(), middle }
    }

    /// The place of a point in the frame of the camera; `None` unless it is in front of the camera. [px]
    fn project(&self, point: DVec3) -> Option<DVec2> {
        (point.z > 0.0).then(|| self.middle + self.focal_px * point.truncate() / point.z)
    }

    /// The corners of a marker; `None` if it shows its back or reaches behind the camera.
    pub(super) fn corners(&self, camera_from_marker: &Pose, size_m: f64) -> Option<Quad> {
        let Pose { translation, rotation } = *camera_from_marker;
        let faces_camera = (rotation * DVec3::Z).dot(translation) < 0.0;
        let [a, b, c, d] =
            corners_of(size_m).map(|corner| self.project(camera_from_marker.transform_point(corner)));
        faces_camera.then_some(Quad { corners: [a?, b?, c?, d?] })
    }

    /// The pose of a marker with the least sum of squared distances between its corners and those of a quad, near a first
    /// guess. `None` if there is none in front of the camera.
    ///
    /// The method of Gauss and Newton starts from the pose of the homography, or from the guess, whichever is nearer to the
    /// corners. The guess resolves the ambiguity of small markers, of which a detector sees two similar poses.
    pub(super) fn pose(&self, quad: &Quad, size_m: f64, guess: &Pose) -> Option<Pose> {
        let starts = [self.of_homography(quad, size_m), Some(*guess)];
        let refined = starts.into_iter().flatten().filter_map(|start| self.refine(quad, size_m, start));
        refined.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(pose, _)| pose)
    }

    /// The pose by which a homography maps the marker.
    fn of_homography(&self, quad: &Quad, size_m: f64) -> Option<Pose> {
        let map = quad.homography()?;
        let DVec2 { x, y } = self.middle;
        let from_pixels = DMat3::from_cols(
            DVec3::X / self.focal_px,
            DVec3::Y / self.focal_px,
            DVec3::new(-x / self.focal_px, -y / self.focal_px, 1.0),
        );
        let seen = from_pixels * map;
        let scale = seen.x_axis.length().midpoint(seen.y_axis.length())
            * if seen.z_axis.z < 0.0 { -1.0 } else { 1.0 };
        // The second axis of the homography points down, that of the marker up.
        let (right, up) = (seen.x_axis / scale, -seen.y_axis / scale);
        let out = right.cross(up).try_normalize()?;
        let right = right.try_normalize()?;
        let rotation = DQuat::from_mat3(&DMat3::from_cols(right, out.cross(right), out)).normalize();
        let translation = seen.z_axis / scale * (size_m / 2.0);
        (rotation.is_finite() && translation.is_finite()).then_some(Pose { translation, rotation })
    }

    /// Improves a pose by steps of Gauss and Newton. Returns it with its sum of squares. [px²]
    fn refine(&self, quad: &Quad, size_m: f64, start: Pose) -> Option<(Pose, f64)> {
        let mut pose = start;
        let mut square = self.square(quad, size_m, &pose)?;
        for _ in 0..STEPS_MAX {
            let Some(step) = self.step(quad, size_m, &pose) else { break };
            let [rx, ry, rz, tx, ty, tz] = step;
            let (turn, shift) = (DVec3::new(rx, ry, rz), DVec3::new(tx, ty, tz));
            let next = Pose {
                translation: pose.translation + shift,
                rotation: (DQuat::from_scaled_axis(turn) * pose.rotation).normalize(),
            };
            let Some(next_square) = self.square(quad, size_m, &next).filter(|next| *next <= square) else {
                break;
            };
            (pose, square) = (next, next_square);
            if turn.length() < SMALL && shift.length() < SMALL * pose.translation.length() {
                break;
            }
        }
        Some((pose, square))
    }

    fn square(&self, quad: &Quad, size_m: f64, pose: &Pose) -> Option<f64> {
        let mut sum = 0.0;
        for (corner, seen) in corners_of(size_m).into_iter().zip(quad.corners) {
            sum += self.project(pose.transform_point(corner))?.distance_squared(seen);
        }
        Some(sum)
    }

    /// The change of rotation [rad] and translation [m] that solves the linearized problem.
    fn step(&self, quad: &Quad, size_m: f64, pose: &Pose) -> Option<[f64; PARAMETERS]> {
        let mut matrix = [[0.0; PARAMETERS]; PARAMETERS];
        let mut right = [0.0; PARAMETERS];
        for (corner, seen) in corners_of(size_m).into_iter().zip(quad.corners) {
            let arm = pose.rotation * corner;
            let point = arm + pose.translation;
            let rest = seen - self.project(point)?;
            let scale = self.focal_px / point.z;
            let by_x = DVec3::new(scale, 0.0, -scale * point.x / point.z);
            let by_y = DVec3::new(0.0, scale, -scale * point.y / point.z);
            for (by, rest) in [(by_x, rest.x), (by_y, rest.y)] {
                // A small rotation r moves the point by r × arm.
                let turned = arm.cross(by);
                let row = [turned.x, turned.y, turned.z, by.x, by.y, by.z];
                for (i, entry) in row.into_iter().enumerate() {
                    right[i] += entry * rest;
                    for (j, other) in row.into_iter().enumerate() {
                        matrix[i][j] += entry * other;
                    }
                }
            }
        }
        solve(matrix, right)
    }
}

/// The corners of a marker in its own frame, in the order of a [`Quad`]. [m]
fn corners_of(size_m: f64) -> [DVec3; 4] {
    let half = size_m / 2.0;
    [[-half, half], [half, half], [half, -half], [-half, -half]].map(|[x, y]| DVec3::new(x, y, 0.0))
}

/// Solves linear equations with a symmetric positive matrix by elimination. `None` if the matrix is singular.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> Option<[f64; N]> {
    for pivot in 0..N {
        let divisor = matrix[pivot][pivot];
        if !(divisor.is_finite() && divisor > f64::MIN_POSITIVE) {
            return None;
        }
        let row = matrix[pivot];
        for below in pivot + 1..N {
            let factor = matrix[below][pivot] / divisor;
            for (entry, above) in matrix[below].iter_mut().zip(row) {
                *entry -= factor * above;
            }
            right[below] -= factor * right[pivot];
        }
    }
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right.iter().all(|entry| entry.is_finite()).then_some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PINHOLE: Pinhole = Pinhole { focal_px: 500.0, middle: DVec2::new(320.0, 240.0) };

    #[test]
    fn pose_of_exact_corners_is_the_pose_of_the_marker() {
        let facing = DQuat::from_rotation_x(std::f64::consts::PI);
        for (turn, at) in [
            (DQuat::IDENTITY, DVec3::new(0.0, 0.0, 2.0)),
            (DQuat::from_rotation_y(0.7), DVec3::new(0.4, -0.3, 1.5)),
            (DQuat::from_euler(glam::EulerRot::XYZ, -0.5, 0.3, 2.0), DVec3::new(-0.5, 0.2, 3.0)),
        ] {
            let pose = Pose { translation: at, rotation: turn * facing };
            let quad = PINHOLE.corners(&pose, 0.2).unwrap();
            // The guess is far away: the homography leads to the pose.
            let guess = Pose { translation: DVec3::Z * 9.0, rotation: facing };
            let found = PINHOLE.pose(&quad, 0.2, &guess).unwrap();
            assert!((found.translation - at).length() < 1e-9, "{found:?}");
            assert!(found.rotation.angle_between(pose.rotation) < 1e-7, "{found:?}");
        }
    }

    #[test]
    fn marker_that_shows_its_back_or_is_behind_the_camera_has_no_corners() {
        let at = |z: f64, rotation: DQuat| Pose { translation: DVec3::Z * z, rotation };
        assert!(PINHOLE.corners(&at(2.0, DQuat::IDENTITY), 0.2).is_none());
        assert!(PINHOLE.corners(&at(-2.0, DQuat::IDENTITY), 0.2).is_none());
        let on_a_point = Quad { corners: [DVec2::splat(5.0); 4] };
        let guess = at(2.0, DQuat::from_rotation_x(std::f64::consts::PI));
        assert!(PINHOLE.pose(&on_a_point, 0.2, &guess).is_none_or(|pose| pose.is_finite()));
    }
}
