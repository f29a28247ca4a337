//! Pythons for tests and builds: installed versions, virtual environments, the wheel, the source distribution.

pub(crate) mod environment;
pub(crate) mod portable;
pub(crate) mod sdist;
pub(crate) mod versions;
pub(crate) mod wheel;
