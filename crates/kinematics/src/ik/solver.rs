//! Blender's inverse kinematics solvers.

use serde::{Deserialize, Serialize};

/// The Blender solver by which an armature weighs unreachable goals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum IkSolver {
    /// iTaSC: a meter weighs as much as a radian; errors are limited to half a mean bone length.
    #[default]
    Itasc,
    /// The legacy solver of Blender's editor: as iTaSC, but the total length of the moving bones weighs as much as a
    /// radian.
    Legacy,
}
