//! Joints between nodes, such as those of arms, wheels on axles and grippers.
//!
//! A joint attaches its child to its parent in the node tree and leaves it one degree of freedom. Bodies connected by joints
//! form a *mechanism*. It is computed in joint coordinates by the crate `dynamics`, so that its joints never drift apart, with
//! the bodies that touch it. A fixed joint combines both sides to one body with the mass of both.
//!
//! A link does not collide with its ancestors or descendants. Links of different branches do collide.

mod chain;
mod contact_margin;
mod drive;
mod fixed_joint_mass;
mod island;
mod joint;
pub(crate) mod joint_access;
pub(crate) mod joint_load;
mod joint_space;
mod mechanism;
mod mechanism_solver;
mod mimic;
mod passive;
pub(crate) mod spec;
mod sync;

pub(crate) use crate::physics::joints::joint::{Joint, Mechanism};
pub use crate::physics::joints::joint_load::JointLoad;
pub(crate) use crate::physics::joints::mechanism_solver::MechanismSolver;
pub use crate::physics::joints::spec::{
    BallAxis, JointDrive, JointId, JointLimits, JointSpec, JointSpring, Mimic, ServoDamping, ServoGains,
};
