//! Tests of `morse run` and `morse multinode-server`.

mod ending;
mod multinode;
mod serving;
mod starting;
