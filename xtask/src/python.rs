//! Pythons for tests and builds: installed versions, virtual environments, the wheel.

pub(crate) mod environment;
pub(crate) mod versions;
pub(crate) mod wheel;
