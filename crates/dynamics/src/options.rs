//! Settings of the computation.

use serde::{Deserialize, Serialize};

/// Methods to advance a state by a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Integrator {
    /// Semi-implicit Euler. Damping, springs and the gains of servos are implicit, inside of the problem of constraints: a
    /// servo of any stiffness is stable, and holds its effort limits.
    #[default]
    Implicit,
    /// Semi-implicit Euler with implicit damping of joints: MuJoCo's `Euler`.
    Euler,
    /// Semi-implicit Euler with implicit damping of joints and servos: MuJoCo's `implicitfast`.
    ImplicitFast,
    /// The classic Runge-Kutta method of fourth order: MuJoCo's `RK4`.
    RungeKutta,
}

/// Settings of the computation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// Length of a step. [s]
    pub step: f64,
    /// Method to advance a state.
    pub integrator: Integrator,
    /// Largest speed at which a constraint with a time constant undoes its violation. [m/s or rad/s] Without it, a body that
    /// starts deep in a wall is shot out of it, because a contact cannot pull to brake it, and contradicting equalities
    /// strain the links between them.
    pub recovery_speed: f64,
    /// Whether limits stop hinges and slides where they are reached, as rigid stops do, instead of yielding by their softness.
    pub rigid_limits: bool,
    /// Whether Coriolis and centrifugal forces are those of the velocity in the middle of the step. With those of its start, an arm
    /// that whirls gains energy; a step needs a second solution.
    pub centered_bias: bool,
    /// Number of further solutions of a step in which a contact slides. In the convex problem the surfaces of a sliding contact
    /// repel each other, so that a pushed box hops. The first further solution has no friction where surfaces slide; in each one
    /// after it, friction is bounded by the normal force of the solution before.
    ///
    /// Castro, Han, Masterjohn: Irrotational contact fields, IEEE T-RO 2025, section IV.
    pub sliding_passes: usize,
    /// Largest number of Newton's iterations.
    pub iterations: usize,
    /// Scaled improvement or gradient at which the iterations end.
    pub tolerance: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            step: 1.0 / 120.0,
            integrator: Integrator::Implicit,
            recovery_speed: 1.0,
            rigid_limits: false,
            centered_bias: false,
            sliding_passes: 0,
            iterations: 100,
            tolerance: 1e-10,
        }
    }
}
