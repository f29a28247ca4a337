//! Joints between nodes: arms, wheels on axles, grippers.
//!
//! A joint hangs its child on its parent in the tree of nodes and leaves it one way to move. Bodies that hang on
//! each other by joints are a *mechanism*; the engine computes it in the coordinates of its joints, so that they
//! never come apart. A fixed joint makes both sides one body, which weighs what both weigh.
//!
//! Links touch neither what they hang on nor what hangs on them, at any height; links of two branches do touch.

mod drive;
mod joint;
mod limits;
mod mechanism;
mod mimic;
mod readings;
mod spec;
mod swing;
mod sync;
mod weld;
mod world;

pub(crate) use joint::Joint;
pub use spec::{JointDrive, JointId, JointKind, JointLimits, JointSpec, Mimic};
pub(crate) use swing::Mechanism;
