//! Commands that print descriptions of components, of asset files and of scene documents.

pub(crate) mod catalog;
pub(crate) mod convert;
pub(crate) mod explain;
pub(crate) mod inspect;
pub(crate) mod list;
pub(crate) mod schema;
