//! Robots that represent people.

pub(crate) mod human;
pub(crate) mod victim;
