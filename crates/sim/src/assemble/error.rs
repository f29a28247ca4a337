//! Error of the assembly of a scene.

use morse_scene::diagnostic::Diagnostic;

/// Error for a scene that cannot be simulated: one entry for each problem.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct AssembleError(pub Vec<Diagnostic>);
