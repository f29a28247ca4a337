//! The threads that divide a large world among themselves, and the parts that they get.

mod part;
mod team;

pub use crate::threads::part::{Part, divide};
pub use crate::threads::team::ThreadTeam;
