//! Armatures: kinematic chains of bones, as Blender's skeletons are, with what hangs on them.
//!
//! An armature belongs to a node, in whose frame its bones are. Nobody computes forces for it: its posture is what
//! somebody says it is, and nodes that hang on its bones go where these go, shapes and looks included. Joints between
//! bodies that physics moves are elsewhere, in `joints`.

mod armature;
mod bone;
mod ik;
mod posture;
mod turning;
mod world;

pub use armature::Armature;
pub(crate) use armature::Hook;
pub use bone::BoneSpec;
pub use ik::{IkGoal, IkSolution};
pub use posture::{BonePosture, Posture};
