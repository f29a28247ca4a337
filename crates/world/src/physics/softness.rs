//! Softness of contacts and limits, and the fluid around bodies, as robot files give them.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::SPEED_MAX_M_PER_S;

/// Softness of a constraint, in the parameters of MuJoCo (documentation, chapter Modeling, section Solver parameters).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Softness {
    /// Time constant [s] and damping ratio; or, if both are negative, stiffness and damping per unit of mass, negated.
    pub reference: [f64; 2],
    /// Least and largest impedance, from 0.0001 to 0.9999, width of the transition [m or rad], its midpoint as a share of the
    /// width, its power.
    pub impedance: [f64; 5],
}

impl Softness {
    /// Whether the numbers have a meaning.
    pub(crate) fn is_usable(&self) -> bool {
        let [first, second] = self.reference;
        let [least, largest, width, midpoint, power] = self.impedance;
        let is_share = |value: f64| value > 0.0 && value < 1.0;
        let has_one_sign = (first > 0.0 && second > 0.0) || (first <= 0.0 && second <= 0.0);
        let shares = [least, largest, midpoint].into_iter().all(is_share);
        let fits = [first, second, width, power].into_iter().all(f64::is_finite);
        fits && has_one_sign && shares && width >= 0.0 && power >= 1.0
    }
}

/// A fluid around a body.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Fluid {
    /// Density. [kg/m³]
    pub density: f64,
    /// Dynamic viscosity. [Pa s]
    pub viscosity: f64,
    /// Its velocity in the world. [m/s]
    pub wind: DVec3,
}

impl Fluid {
    /// Whether the numbers have a meaning.
    pub(crate) fn is_usable(&self) -> bool {
        let is_wind = self.wind.is_finite() && self.wind.length() <= SPEED_MAX_M_PER_S;
        is_wind && [self.density, self.viscosity].into_iter().all(|value| (0.0..=1e9).contains(&value))
    }
}
