//! Distortion of Brown and Conrady with the rational radial factor of OpenCV, and its inverse.

use glam::{DMat2, DVec2};

/// Iterations of Newton's method from the place of a neighbor, or over one of [`STEPS`].
const ITERATIONS: u32 = 12;
/// Residual at which a place counts as found, in the image plane at a distance of 1.
const TOLERANCE: f64 = 1e-12;
/// Steps from the optical axis to a place, when a lens is checked.
const STEPS: u32 = 48;

/// Coefficients of the distortion in the image plane at a distance of 1 (OpenCV, module calib3d, "Camera Calibration and 3D
/// Reconstruction"; Brown, "Decentering distortion of lenses", 1966).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Distortion {
    /// Radial coefficients k1 to k3 of the numerator and k4 to k6 of the denominator.
    pub radial: [f64; 6],
    /// Tangential coefficients p1 and p2.
    pub tangential: [f64; 2],
}

impl Distortion {
    /// The distorted place of a place in the image plane.
    #[must_use]
    pub fn apply(&self, at: DVec2) -> DVec2 {
        let [p1, p2] = self.tangential;
        let square = at.length_squared();
        let (x, y) = (at.x, at.y);
        let (above, below) = self.factors(square);
        let tangential = DVec2::new(
            2.0 * p1 * x * y + p2 * (square + 2.0 * x * x),
            p1 * (square + 2.0 * y * y) + 2.0 * p2 * x * y,
        );
        at * (above / below) + tangential
    }

    /// Numerator and denominator of the radial factor at a squared distance from the optical axis.
    fn factors(&self, square: f64) -> (f64, f64) {
        let [k1, k2, k3, k4, k5, k6] = self.radial;
        let polynomial = |a: f64, b: f64, c: f64| 1.0 + square * (a + square * (b + square * c));
        (polynomial(k1, k2, k3), polynomial(k4, k5, k6))
    }

    /// The derivative of [`Distortion::apply`].
    fn derivative(&self, at: DVec2) -> DMat2 {
        let ([k1, k2, k3, k4, k5, k6], [p1, p2]) = (self.radial, self.tangential);
        let (square, x, y) = (at.length_squared(), at.x, at.y);
        let (above, below) = self.factors(square);
        let slope = |a: f64, b: f64, c: f64| a + square * (2.0 * b + square * 3.0 * c);
        let factor = above / below;
        // By the squared distance.
        let change = (slope(k1, k2, k3) - factor * slope(k4, k5, k6)) / below;
        let mixed = 2.0 * x * y * change + 2.0 * p1 * x + 2.0 * p2 * y;
        DMat2::from_cols(
            DVec2::new(factor + 2.0 * x * x * change + 2.0 * p1 * y + 6.0 * p2 * x, mixed),
            DVec2::new(mixed, factor + 2.0 * y * y * change + 6.0 * p1 * y + 2.0 * p2 * x),
        )
    }

    /// The place whose distorted place is `distorted`, by Newton's method from `near`. `None` if it is not found, or beyond a
    /// fold.
    pub(super) fn remove(&self, distorted: DVec2, near: DVec2) -> Option<DVec2> {
        let mut at = near;
        for _ in 0..ITERATIONS {
            let rest = distorted - self.apply(at);
            let derivative = self.derivative(at);
            let (_, below) = self.factors(at.length_squared());
            if !(derivative.determinant() > 0.0 && below > 0.0) {
                return None;
            }
            if rest.length_squared() <= TOLERANCE * TOLERANCE {
                return Some(at);
            }
            at += derivative.inverse() * rest;
        }
        let rest = distorted - self.apply(at);
        (rest.length_squared() <= 1e6 * TOLERANCE * TOLERANCE).then_some(at)
    }

    /// The share of the way from the optical axis to a distorted place on which each place has one undistorted place, up to
    /// a distance of `limit` in the undistorted image plane: 1 if that is the whole way.
    pub(super) fn unfolded_share(&self, distorted: DVec2, limit: f64) -> f64 {
        let mut at = DVec2::ZERO;
        for step in 1..=STEPS {
            let share = f64::from(step) / f64::from(STEPS);
            match self.remove(distorted * share, at) {
                Some(found) => at = found,
                None => return f64::from(step - 1) / f64::from(STEPS),
            }
            if at.length() > limit {
                return 1.0;
            }
        }
        1.0
    }
}
