//! Joints between nodes: arms, wheels on axles, grippers.
//!
//! A joint attaches its child to its parent in the tree of nodes and leaves it one degree of freedom. Bodies
//! connected by joints are a *mechanism*. rapier computes a mechanism in joint coordinates, so that its joints never
//! drift apart. A fixed joint makes both sides one body with the mass of both.
//!
//! A link does not collide with its ancestors or descendants; links of two branches do collide.

mod drive;
mod fixed_joint_mass;
mod joint;
mod limits;
mod mechanism;
mod mimic;
mod passive_multibody;
mod readings;
mod spec;
mod sync;
mod world;

pub(crate) use crate::physics::joints::joint::{Joint, Mechanism};
pub use crate::physics::joints::spec::{JointDrive, JointId, JointLimits, JointSpec, Mimic};
