//! Division of a large world among threads.

mod part;
mod team;

pub use crate::threads::part::{Part, divide};
pub use crate::threads::team::ThreadTeam;
