//! Springs and dampers of joints and tendons whose effort is not linear.

use serde::{Deserialize, Serialize};

/// Coefficients of the second and the third power of the stretch of a spring and of the speed of a damper, beside the linear ones:
/// `-(k x + k₂ x² + k₃ x³)` and `-(d v + d₂ v |v| + d₃ v³)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffortPolynomial {
    /// Of the spring. \[N/m² and N/m³, or N·m/rad² and N·m/rad³\]
    #[serde(default)]
    pub stiffness: [f64; 2],
    /// Of the damper. \[N·s²/m² and N·s³/m³, or N·m·s²/rad² and N·m·s³/rad³\]
    #[serde(default)]
    pub damping: [f64; 2],
}
