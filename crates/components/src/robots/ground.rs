//! Ground robots.

pub(crate) mod atrv;
pub(crate) mod b21;
pub(crate) mod hummer;
pub(crate) mod jido;
pub(crate) mod own_wheels;
pub(crate) mod patrolbot;
pub(crate) mod pioneer3dx;
pub(crate) mod pr2;
pub(crate) mod segwayrmp400;
