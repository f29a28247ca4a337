//! Which of Blender's solvers weighs goals.

use serde::{Deserialize, Serialize};

/// The Blender solver by which an armature weighs unreachable goals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum IkSolver {
    /// iTaSC: a metre weighs as much as a radian, and errors are limited to half a mean bone length.
    #[default]
    Itasc,
    /// The legacy solver of Blender's editor: as iTaSC, but the total length of the moving bones weighs as much as a
    /// radian.
    Legacy,
}
