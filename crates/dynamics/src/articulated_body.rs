//! Articulated bodies: the equations of motion of a tree of links, and their integration over time.

mod chain;
mod integrate;

pub use chain::{Body, Chain, Link, RootState, Workspace};
pub use integrate::integrate;
