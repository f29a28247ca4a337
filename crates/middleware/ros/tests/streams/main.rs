//! Tests of streams, with a recording node in place of a transport.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod covariances;
mod inputs;
mod mapping_table;
mod options;
mod outputs_depths;
mod outputs_motion;
mod outputs_other;
mod outputs_ros2;
mod outputs_scans;
mod outputs_sensing;
mod recording_node;
mod signs;
mod stream_case;
mod transforms;
