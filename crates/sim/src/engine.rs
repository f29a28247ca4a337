//! The running simulation: the step, the component instances, time, random numbers and snapshots.

pub mod activity;
pub(crate) mod answers;
pub mod contract_checks;
pub mod control;
pub mod cost;
pub mod devices;
pub(crate) mod driving;
pub mod ids;
pub(crate) mod instance;
pub(crate) mod model;
pub(crate) mod objects;
pub(crate) mod options;
pub(crate) mod phases;
pub(crate) mod plan;
pub mod random;
pub(crate) mod repeated_warnings;
pub(crate) mod resources;
pub(crate) mod simulation;
pub mod state;
pub(crate) mod step;
pub mod stream_description;
pub mod time;
pub mod viewer_camera;
