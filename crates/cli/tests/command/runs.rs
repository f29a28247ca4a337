//! Tests of `morse run` and `morse multinode-server`.

mod checkpoints;
mod ending;
mod multinode;
mod serving;
mod starting;
