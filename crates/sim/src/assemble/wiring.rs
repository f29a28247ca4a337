//! Wiring: the modifiers, streams, request managers and inputs of components.

pub(super) mod inputs;
pub(super) mod modifiers;
pub(super) mod request_managers;
pub(super) mod streams;
