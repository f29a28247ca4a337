//! The running simulation: the step, the component instances, time, random numbers and snapshots.

pub(crate) mod access;
pub(crate) mod acting;
pub mod activity;
pub(crate) mod answers;
pub mod clock;
pub mod control;
pub(crate) mod despawning;
pub mod devices;
pub mod ids;
pub(crate) mod instance;
pub(crate) mod object_motion;
pub(crate) mod objects;
pub(crate) mod on_demand;
pub(crate) mod pausing;
pub mod random;
pub mod recording;
pub mod replaying;
pub mod schedule;
pub(crate) mod simulation;
pub mod snapshot;
pub(crate) mod spawning;
pub mod state;
pub mod stream_description;
pub mod time;
