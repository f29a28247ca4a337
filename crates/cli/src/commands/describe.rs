//! Commands that print descriptions of components, of asset files and of scene documents.

pub(super) mod catalog;
pub(super) mod inspect;
pub(super) mod list;
pub(super) mod schema;
