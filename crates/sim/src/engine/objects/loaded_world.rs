//! Which world a simulation has.

/// Which world is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadedWorld {
    /// None: there is no node, and nothing can be added.
    None,
    /// The scene with which the simulation started, and what was added since.
    Scene,
    /// An environment, and what was added since.
    Environment,
}
