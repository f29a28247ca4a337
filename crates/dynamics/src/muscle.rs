//! Muscles: forces along a length that fall with shortening, and the excitation that activates them.
//!
//! Source of the formulas: MuJoCo's documentation, "Modeling", section "Muscle actuators". Lengths are shares of the optimal length, where
//! the active force is largest; velocities are shares of that without force. Muscles pull: their forces are negative.

use serde::{Deserialize, Serialize};

/// Least divisor.
const LEAST: f64 = 1e-15;

/// A muscle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MuscleSpec {
    /// Lengths at both ends of the range of the transmission.
    pub range: [f64; 2],
    /// Largest active force at rest \[N\]; `None` for `scale` over the inverse inertia of the transmission.
    pub force: Option<f64>,
    /// That force times the inverse inertia. \[N/kg\]
    pub scale: f64,
    /// Least and largest length of the transmission; `None` to compute it from the limits of its joints.
    pub length_range: Option<[f64; 2]>,
    /// Least length with an active force.
    pub length_min: f64,
    /// Largest length with an active force.
    pub length_max: f64,
    /// Velocity of shortening without force. [1/s]
    pub velocity_max: f64,
    /// Passive force at the largest length, as a share of the active one.
    pub passive_max: f64,
    /// Active force of fast lengthening, as a share of that at rest.
    pub lengthening_max: f64,
}

/// A muscle with its force and its lengths in numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Muscle {
    pub spec: MuscleSpec,
    /// Largest active force. [N]
    pub force: f64,
    /// Least and largest length of the transmission.
    pub lengths: [f64; 2],
}

impl Muscle {
    /// Length of the transmission at which a share of one is reached: the unit of lengths.
    fn unit(&self) -> f64 {
        let [low, high] = self.spec.range;
        (self.lengths[1] - self.lengths[0]) / (high - low).max(LEAST)
    }

    /// Force at a length, a velocity and an activation. [N]
    pub(crate) fn force(&self, length: f64, velocity: f64, activation: f64) -> f64 {
        let unit = self.unit().max(LEAST);
        let share = self.spec.range[0] + (length - self.lengths[0]) / unit;
        let speed = velocity / (unit * self.spec.velocity_max).max(LEAST);
        let active = self.by_length(share) * self.by_velocity(speed) * activation;
        -self.force * (active + self.passive(share))
    }

    /// Active force at rest by length: four parabolas from the least over the optimal to the largest length.
    fn by_length(&self, share: f64) -> f64 {
        let (low, high) = (self.spec.length_min, self.spec.length_max);
        if share < low || share > high {
            return 0.0;
        }
        let (rise, fall) = (f64::midpoint(low, 1.0), f64::midpoint(1.0, high));
        let half_square = |distance: f64, width: f64| 0.5 * (distance / width.max(LEAST)).powi(2);
        if share <= rise {
            half_square(share - low, rise - low)
        } else if share <= 1.0 {
            1.0 - half_square(1.0 - share, 1.0 - rise)
        } else if share <= fall {
            1.0 - half_square(share - 1.0, fall - 1.0)
        } else {
            half_square(high - share, high - fall)
        }
    }

    /// Active force by velocity, 1 at rest: nothing for fast shortening, `lengthening_max` for fast lengthening.
    fn by_velocity(&self, speed: f64) -> f64 {
        let most = self.spec.lengthening_max;
        let end = most - 1.0;
        if speed <= -1.0 {
            0.0
        } else if speed <= 0.0 {
            (speed + 1.0).powi(2)
        } else if speed <= end {
            most - (end - speed).powi(2) / end.max(LEAST)
        } else {
            most
        }
    }

    /// Passive force beyond the optimal length: a parabola, then a line.
    fn passive(&self, share: f64) -> f64 {
        let middle = f64::midpoint(1.0, self.spec.length_max);
        let width = (middle - 1.0).max(LEAST);
        if share <= 1.0 {
            0.0
        } else if share <= middle {
            self.spec.passive_max * 0.5 * ((share - 1.0) / width).powi(2)
        } else {
            self.spec.passive_max * (0.5 + (share - middle) / width)
        }
    }
}

/// Change of the activation per second for an excitation. `times` are the time constants of rise and fall [s], `smoothing` the width
/// of the transition between both.
pub(crate) fn activation_rate(excitation: f64, activation: f64, times: [f64; 2], smoothing: f64) -> f64 {
    let slowed = 0.5 + 1.5 * activation.clamp(0.0, 1.0);
    let [rise, fall] = [times[0] * slowed, times[1] / slowed];
    let change = excitation.clamp(0.0, 1.0) - activation;
    let time = if smoothing < LEAST {
        if change > 0.0 { rise } else { fall }
    } else {
        fall + (rise - fall) * sigmoid(change / smoothing + 0.5)
    };
    change / time.max(LEAST)
}

/// A step from 0 to 1 between 0 and 1, with two continuous derivatives.
fn sigmoid(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn muscle() -> Muscle {
        let spec = MuscleSpec {
            range: [0.75, 1.05],
            force: Some(100.0),
            scale: 200.0,
            length_range: Some([0.1, 0.4]),
            length_min: 0.5,
            length_max: 1.6,
            velocity_max: 1.5,
            passive_max: 1.3,
            lengthening_max: 1.2,
        };
        Muscle { spec, force: 100.0, lengths: [0.1, 0.4] }
    }

    #[test]
    fn force_at_rest_is_largest_at_the_optimal_length() {
        let muscle = muscle();
        // The unit is 0.3 m / 0.3, so the optimal length is at 0.1 m + 0.25 m.
        assert!((muscle.force(0.35, 0.0, 1.0) + 100.0).abs() < 1e-9);
        assert!(muscle.force(0.25, 0.0, 1.0) > -100.0);
        assert_eq!(muscle.force(0.35, -1.5, 1.0), 0.0);
        assert!((muscle.force(0.35, 1.5, 1.0) + 120.0).abs() < 1e-9);
    }

    #[test]
    fn forces_are_those_of_mujoco() {
        // mju_muscleGain and mju_muscleBias of MuJoCo with these parameters.
        let muscle = muscle();
        for (length, velocity, gain, bias) in FIGURES {
            let active = muscle.force(length, velocity, 1.0) - muscle.force(length, velocity, 0.0);
            let passive = muscle.force(length, velocity, 0.0);
            assert!((active - gain).abs() < 1e-9, "{length} {velocity}: {active} instead of {gain}");
            assert!((passive - bias).abs() < 1e-9, "{length} {velocity}: {passive} instead of {bias}");
        }
    }

    #[test]
    fn activation_follows_the_excitation_as_in_mujoco() {
        // mju_muscleDynamics with time constants of 0.01 s and 0.04 s.
        for (excitation, activation, smoothing, rate) in RATES {
            let found = activation_rate(excitation, activation, [0.01, 0.04], smoothing);
            assert!((found - rate).abs() < 1e-9, "{excitation} {activation}: {found} instead of {rate}");
        }
    }

    /// Length, velocity, active force, passive force.
    const FIGURES: [(f64, f64, f64, f64); 6] = [
        (0.05, 0.0, -31.999999999999986, 0.0),
        (0.3, -0.4, -52.70222222222223, 0.0),
        (0.35, 0.1, -111.11111111111111, 0.0),
        (0.5, 0.2, -103.05555555555559, -16.24999999999997),
        (0.8, -1.0, -1.388888888888887, -130.00000000000006),
        (1.0, 0.5, -0.0, -216.6666666666666),
    ];
    /// Excitation, activation, smoothing, rate.
    const RATES: [(f64, f64, f64, f64); 5] = [
        (1.0, 0.2, 0.0, 100.0),
        (0.0, 0.7, 0.0, -27.124999999999993),
        (0.6, 0.5, 0.3, 7.580277241621327),
        (1.5, 0.9, 0.2, 5.405405405405404),
        (-0.3, 1.2, 0.0, -60.0),
    ];
}
