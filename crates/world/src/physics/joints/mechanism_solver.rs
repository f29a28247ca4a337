//! The memory with which a mechanism is computed in joint coordinates.

use morse_dynamics::{Input, Model, State, Workspace};

/// The model of a mechanism, with all memory that its steps need. Nothing in it affects a result.
#[derive(Default)]
pub(crate) struct MechanismSolver(pub(super) Option<Prepared>);

/// A model that was made from some numbers.
pub(super) struct Prepared {
    pub(super) numbers: Vec<f64>,
    pub(super) model: Model,
    pub(super) state: State,
    pub(super) input: Input,
    pub(super) workspace: Workspace,
}
