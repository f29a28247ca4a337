//! The fisheye model of Kannala and Brandt, and its inverse.

use std::f64::consts::PI;

use glam::{DVec2, DVec3};

/// Steps in which the distance from the center is checked for growth.
const STEPS: u32 = 720;
/// Halvings of an interval of angles: to the last bit.
const HALVINGS: u32 = 60;

/// Coefficients k1 to k4: the distance of a direction from the center of the image plane is
/// `θ · (1 + k1 · θ² + k2 · θ⁴ + k3 · θ⁶ + k4 · θ⁸)`, with its angle θ from the optical axis (Kannala and Brandt, "A generic camera
/// model and calibration method", 2006; OpenCV, module `fisheye`).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Fisheye {
    /// The coefficients k1 to k4.
    pub coefficients: [f64; 4],
}

impl Fisheye {
    /// The distance from the center for an angle from the optical axis. [rad]
    fn distance(&self, angle: f64) -> f64 {
        let [k1, k2, k3, k4] = self.coefficients;
        let square = angle * angle;
        angle * (1.0 + square * (k1 + square * (k2 + square * (k3 + square * k4))))
    }

    /// The derivative of [`Fisheye::distance`].
    fn slope(&self, angle: f64) -> f64 {
        let [k1, k2, k3, k4] = self.coefficients;
        let square = angle * angle;
        1.0 + square * (3.0 * k1 + square * (5.0 * k2 + square * (7.0 * k3 + square * 9.0 * k4)))
    }

    /// The place of a point in the image plane.
    pub(super) fn project(&self, point: DVec3) -> DVec2 {
        let aside = point.truncate();
        aside.normalize_or_zero() * self.distance(libm::atan2(aside.length(), point.z))
    }

    /// The direction of a place in the image plane; `None` outside of the image circle.
    pub(super) fn direction(&self, at: DVec2) -> Option<DVec3> {
        let angle = self.angle(at.length())?;
        let (sin, cos) = libm::sincos(angle);
        Some((at.normalize_or_zero() * sin).extend(cos))
    }

    /// The smallest angle with some distance from the center [rad]; `None` if no angle reaches it.
    fn angle(&self, distance: f64) -> Option<f64> {
        // Newton's method converges for almost all lenses; bisection for the remaining ones.
        let mut angle = distance.min(PI);
        for _ in 0..12 {
            let slope = self.slope(angle);
            let rest = distance - self.distance(angle);
            if rest.abs() <= 1e-14 * (1.0 + distance) {
                break;
            }
            angle += rest / slope;
        }
        let is_found = (0.0..=PI).contains(&angle) && (self.distance(angle) - distance).abs() <= 1e-12;
        if is_found && self.grows_to(angle) {
            return Some(angle);
        }
        let (mut low, mut high) = (0.0, self.growth_end(PI));
        if self.distance(high) < distance {
            return None;
        }
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if self.distance(middle) < distance { low = middle } else { high = middle }
        }
        Some(high)
    }

    /// Whether the distance grows up to an angle, as far as its slope there and at half the angle shows.
    fn grows_to(&self, angle: f64) -> bool {
        self.slope(angle) > 0.0 && self.slope(0.5 * angle) > 0.0
    }

    /// The angle up to which the distance from the center grows, at most `limit`. [rad]
    fn growth_end(&self, limit: f64) -> f64 {
        let angle = |step: u32| limit * f64::from(step) / f64::from(STEPS);
        let grows = |step: u32| self.slope(angle(step)) > 0.0;
        (1..=STEPS).find(|&step| !grows(step)).map_or(limit, |step| angle(step - 1))
    }

    /// The share of the way from the center to a place on which each place has one direction up to `angle_max`, or lies outside
    /// of the image circle: 1 if that is the whole way.
    pub(super) fn unfolded_share(&self, at: DVec2, angle_max: f64) -> f64 {
        let end = self.growth_end(angle_max);
        if end >= angle_max { 1.0 } else { (self.distance(end) / at.length()).min(1.0) }
    }
}
