//! Flying robots.

pub(crate) mod quadrotor;
pub(crate) mod quadrotor_dynamic;
pub(crate) mod rmax;
