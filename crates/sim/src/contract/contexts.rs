//! What components are given: contexts to read the world and to act on it, wheels and held wrenches.

pub mod act_context;
pub mod drivetrain;
pub mod held_wrench;
pub mod post_act_context;
pub mod sense_context;
