//! Edits: typed changes of a scene document, as the scene editor makes them.
//!
//! A document carries its edits in [`Document::edits`](crate::Document::edits); [`apply`] carries them out. A script has them as
//! calls in a block at its end ([`block`]), so that its own lines stay as they are.

mod add;
mod apply;
pub mod block;
mod component;
mod copy;
mod list;
mod operation;
mod refusal;
mod subtree;
#[cfg(test)]
mod tests;

pub use crate::edit::add::first_place;
pub use crate::edit::apply::apply;
pub use crate::edit::list::push;
pub use crate::edit::operation::{ChosenModifier, Edit, Operation, Place};
