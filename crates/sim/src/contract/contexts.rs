//! Contexts that components receive: to read the world and to act on it. Also wheel drives and held wrenches.

pub mod act_context;
pub mod drivetrain;
pub mod held_wrench;
pub mod post_act_context;
pub mod sense_context;
